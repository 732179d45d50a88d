//! Abalone games from other programs become canonical records.

use abaque_abalone::import::Notation;
use abaque_abalone::{Abalone, Options};
use abaque_core::{Game, Ply, SplitMix};
use abaque_record::{Record, check, import, parse};

fn plies(record: &Record) -> Vec<&str> {
    record.plies().collect()
}

/// A random game of at most `most` moves, as actions.
fn random_moves(most: usize, seed: u64) -> Vec<(Abalone, abaque_abalone::Action)> {
    let mut game = Abalone::start(&Options::default());
    let mut source = SplitMix(seed);
    let mut moves = Vec::new();
    while moves.len() < most {
        let Some(action) = game.random_action(&mut source) else { break };
        moves.push((game, action));
        game.apply_unchecked(Ply::Act(action));
    }
    moves
}

#[test]
fn both_notations_give_the_same_record() {
    for seed in 0..20 {
        let moves = random_moves(60, seed);
        let canonical: Vec<String> = moves.iter().map(|(_, action)| action.to_string()).collect();
        for notation in Notation::ALL {
            let text: String = moves
                .iter()
                .enumerate()
                .map(|(i, (game, action))| {
                    let text = notation.write_move(game, *action);
                    if i % 2 == 0 {
                        format!("{}. {text},", i / 2 + 1)
                    } else {
                        format!(" {text}\n")
                    }
                })
                .collect();
            let record = import(&text, "abalone").unwrap();
            assert_eq!(plies(&record), canonical, "{}", notation.name());
            assert_eq!(parse(&record.to_string()).unwrap(), std::slice::from_ref(&record));
            check(&record).unwrap();
        }
    }
}

#[test]
fn loose_lists_are_understood() {
    let record = import("\u{feff}\r\n1) A1-B2! i9h8, 2.b1c2 G6g5F5?? ; 1-0", "abalone").unwrap();
    assert_eq!(plies(&record), ["a1b2", "i9h8", "b1c2", "g5g6f4"]);
    assert_eq!(record.result(), "b wins resignation");
    assert_eq!(import("a1b2 ½-½", "abalone").unwrap().result(), "draw agreement");
    assert_eq!(import("a1b2 *", "abalone").unwrap().result(), "*");
}

#[test]
fn a_position_gives_the_layout_or_the_start() {
    let belgian = "ss1SS/sssSSS/1ss1SS1/8/9/8/1SS1ss1/SSSsss/SS1ss 0 0 b 0 1\na1b1";
    let record = import(belgian, "abalone:target=4").unwrap();
    assert_eq!(record.spec(), "abalone:target=4,layout=belgian-daisy");
    assert_eq!(record.tag("Start"), None);
    let other = "sssss/ssssss/2sss2/8/9/8/2SSS2/SSSSSS/SSSS1 1 0 w 3 7\n\n i9h8";
    let error = import(other, "abalone").unwrap_err();
    assert_eq!(error.line, 1, "{error}");
    let other = "sssss/ssssss/2sss2/8/9/8/2SSS2/SSSSSS/SSSS1 0 1 w 3 7\n\n i9h8";
    let record = import(other, "abalone").unwrap();
    let start = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbb1 w 1-0 -";
    assert_eq!(record.tag("Start"), Some(start));
    assert_eq!(plies(&record), ["i9h8"]);
}

#[test]
fn the_board_decides_the_result() {
    // Two on one at the edge: Black stands on e7 and e8, White on e9.
    let start = "ssss1/ssss2/7/8/6SSs/8/2SSS2/SSSSSS/SSS2 5 0 b 0 1\n";
    let record = import(&format!("{start}e7e8"), "abalone").unwrap();
    assert_eq!(record.result(), "b wins ejection");
    assert_eq!(import(&format!("{start}e7e8 1-0"), "abalone"), Ok(record));
    let error = import(&format!("{start}e7e8 0-1"), "abalone").unwrap_err();
    assert_eq!(error.line, 2);
    assert!(error.message.en.contains("lead to `1-0`"), "{error}");
    let error = import(&format!("{start}e7e8\na1b2"), "abalone").unwrap_err();
    assert_eq!(error.line, 3, "{error}");
}

#[test]
fn import_errors_name_the_line() {
    let error = import("a1b2\ni9h8\nb9b9", "abalone").unwrap_err();
    assert_eq!(error.line, 3);
    assert!(error.message.en.contains("move 3, `b9b9`"), "{error}");
    let error = import(&"x".repeat(10_000), "abalone").unwrap_err();
    assert!(error.message.en.len() < 200, "{error}");
    assert!(import("", "abalone").unwrap_err().message.en.contains("no move"));
    assert!(import("a1b2", "abagio").unwrap_err().message.en.contains("only those of `abalone`"));
    assert!(
        import("a1b2", "abalone:layout=lily").unwrap_err().message.en.contains("belgian-daisy")
    );
    // A game continued after the third repetition elsewhere is not valid here.
    let on = "c5d5 g5f5 d5c5 f5g5 c5d5 g5f5 d5c5 f5g5\nc5d5";
    let error = import(on, "abalone").unwrap_err();
    assert_eq!(error.line, 2);
    assert!(error.message.en.contains("draw repetition"), "{error}");
}

#[test]
fn com_03_a_list_far_beyond_the_end_is_told_where_the_game_ended() {
    let error = import(&"c5d5 g5f5 d5c5 f5g5\n".repeat(17_000), "abalone").unwrap_err();
    assert_eq!(error.line, 3, "{error}");
    assert!(error.message.en.contains("draw repetition"), "{error}");
}
