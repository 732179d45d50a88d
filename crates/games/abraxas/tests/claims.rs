//! Missed lines (ABR-19), and the common rulings that the game itself shows.

use std::collections::HashMap;

use abaque_abraxas::endings::TARGET;
use abaque_abraxas::{Abraxas, Phase};
use abaque_core::{Game, Ply, PlyProgress};

use crate::common::{after, at, empty, legal, refused, spelled};

const MANUAL: &str = ",claim=manual";

#[test]
fn abr_19_every_push_asks_for_claims() {
    let game = at(&empty(MANUAL), "8/8/8/8/8/8/8/8 sw 1 24 0-0 3-3 place");
    let none = after(game, "rd4 >se");
    assert_eq!(none.to_string(), "8/8/8/8/3r4/8/8/8 se 1 23 0-0 3-3 take");
    assert_eq!(legal(&none), ["end"]);
    // A wrong claim is refused without penalty.
    assert_eq!(refused(&none, "xd4").0, "ABR-04");
    assert_eq!(refused(&none, "rd5").0, "ABR-19");
    assert_eq!(after(none, "end").to_string(), "8/8/8/8/3r4/8/8/8 se 2 23 0-0 3-3 place");
    // A stop pawn with a push allows claims too; without a push there is no line.
    let stop = after(game, "sd4 >se");
    assert_eq!(stop.to_string(), "8/8/8/8/3s4/8/8/8 se 1 24 0-0 2-3 take-stop");
    assert_eq!(after(stop, "end").phase(), Phase::PlaceNoStop);
    assert_eq!(after(game, "sd4 =").phase(), Phase::PlaceNoStop);
}

#[test]
fn abr_19_an_unclaimed_line_is_not_taken() {
    let lines = at(&empty(MANUAL), "8/8/rrrr4/8/8/rrrr4/8/8 sw 1 16 0-0 3-3 take");
    assert_eq!(legal(&lines), ["end", "xb3", "xb6", "xc3", "xc6"]);
    // Nothing claimed: the turn passes.
    assert_eq!(after(lines, "end").to_string(), "8/8/rrrr4/8/8/rrrr4/8/8 sw 2 16 0-0 3-3 place");
    // One claimed: `end` leads to playing again, whether or not lines are left.
    let one = after(lines, "xb3");
    assert_eq!(one.phase(), Phase::TakeMore);
    assert_eq!(after(one, "end").to_string(), "8/8/rrrr4/8/8/r1rr4/8/8 sw 1 16 1-0 3-3 again");
    let both = after(one, "xb6");
    assert_eq!((both.phase(), legal(&both)), (Phase::TakeMore, vec!["end".to_string()]));
    assert_eq!(after(both, "end").phase(), Phase::Again);
    // After pushing with a stop pawn, `end` passes the turn, with or without takings.
    let stop = at(&empty(MANUAL), "7s/8/rrrr4/8/8/rrrr4/8/8 sw 1 16 0-0 2-3 take-stop");
    assert_eq!(after(stop, "end").phase(), Phase::PlaceNoStop);
    let taken = after(stop, "xb3");
    assert_eq!(taken.phase(), Phase::TakeStop);
    assert_eq!(
        after(taken, "end").to_string(),
        "7s/8/rrrr4/8/8/r1rr4/8/8 sw 2 16 1-0 2-3 place-nostop"
    );
}

#[test]
fn abr_19_move_lists_do_not_reveal_lines() {
    for (more, shown) in [(MANUAL, "end"), ("", "xb3 xc3")] {
        let game = at(&empty(more), "8/8/8/8/8/rrrr4/8/8 sw 1 20 0-0 3-3 take");
        let offered: Vec<String> = legal(&game)
            .into_iter()
            .filter(|action| game.is_offered(&action.parse().unwrap()))
            .collect();
        assert_eq!(offered.join(" "), shown);
    }
}

#[test]
fn abr_19_the_target_wins_with_manual_claims_too() {
    let game = at(&empty(",claim=manual,target=1"), "8/8/8/8/8/rrrr4/8/8 sw 1 20 0-0 3-3 take");
    assert!(after(game, "xb3").is_over());
}

/// The progress of each action in turn: turns ended, and `!` for progress.
fn progress_marks(mut game: Abraxas, actions: &str) -> String {
    let mut marks = Vec::new();
    for action in actions.split(' ') {
        let before = game;
        game = after(game, action);
        let PlyProgress { turns_ended, made_progress: progress } =
            Abraxas::ply_progress(&before, &Ply::Act(spelled(action)), &game);
        marks.push(format!("{turns_ended}{}", if progress { "!" } else { "" }));
    }
    marks.join(" ")
}

#[test]
fn com_03_turns_and_progress() {
    let start = at(&empty(""), "8/8/8/8/8/8/8/8 - 2 24 0-0 3-3 corner");
    // Laying the plate is not a turn; putting and pushing is one.
    assert_eq!(progress_marks(start, "@sw rd4 >se re5 >ne"), "0 0 1 0 1");
    // A stop pawn's turn ends when the turn passes, pushed or not.
    assert_eq!(progress_marks(start, "@sw sd4 = rd5 >se sd6 >ne"), "0 0 1 0 1 0 1");
    // A taking is progress; declining to play again ends the turn.
    let line = at(&empty(""), "8/8/8/8/8/rrrr4/8/8 sw 1 20 0-0 3-3 take");
    assert_eq!(progress_marks(line, "xb3 end"), "0! 1");
    // A Stop ends the stopped player's turn and, when the turn passes, the stopper's own.
    assert_eq!(progress_marks(line, "xb3 rb3 sh8 ="), "0! 0 1 1");
    assert_eq!(progress_marks(line, "xb3 rh8 go >se"), "0! 0 0 1");
    // The winning taking ends a turn.
    let won = at(&empty(",target=1"), "8/8/8/8/8/rrrr4/8/8 sw 1 20 0-0 3-3 take");
    assert_eq!(progress_marks(won, "xb3"), "1!");
    let manual = at(&empty(MANUAL), "8/8/8/8/8/rrrr4/8/8 sw 1 20 0-0 3-3 take");
    assert_eq!(progress_marks(manual, "xb3 end end"), "0! 0 1");
    assert_eq!(progress_marks(manual, "end"), "1");
}

#[test]
fn com_01_positions_recur_at_the_start_of_turns_only() {
    // Each player moves a pawn there and back over four pushes of the plate.
    let mut game = at(&empty(",target=12"), "8/8/8/8/8/8/8/r6r sw 1 0 11-11 3-3 place");
    let mut seen: HashMap<String, u32> = HashMap::new();
    let mut count = |game: &Abraxas| {
        game.repetition_key().map(|text| {
            assert_eq!(text, game.to_string());
            *seen.entry(text).and_modify(|n| *n += 1).or_insert(1)
        })
    };
    assert_eq!(count(&game), Some(1));
    for round in 2..=3 {
        let mut last = None;
        for action in "a1-a2 >se h1-h2 >ne a2-a1 >nw h2-h1 >sw".split(' ') {
            game = after(game, action);
            last = count(&game);
            assert_eq!(last.is_some(), game.phase().starts_turn(), "{game}");
        }
        assert_eq!(last, Some(round), "{game}");
    }
    for (text, counts) in [
        ("8/8/8/8/8/8/8/8 - 2 24 0-0 3-3 corner", false),
        ("8/8/8/8/8/8/8/s7 sw 2 24 0-0 2-3 place-nostop", true),
        ("8/8/8/8/8/8/8/8 sw 1 23 1-0 3-3 again", false),
        ("8/8/8/8/8/8/8/r7 sw 2 22 1-0 3-3 stop?a1", false),
    ] {
        assert_eq!(at(&empty(""), text).repetition_key().is_some(), counts, "{text}");
    }
}

#[test]
fn com_02_com_04_the_board_knows_no_table_endings() {
    // Agreement, resignation and time are the table's: on the board only the target ends a game.
    let mut over = 0;
    for seed in 0..20 {
        let mut source = abaque_core::SplitMix(seed);
        let mut game = at("abraxas:target=2", "8/8/8/8/8/8/8/8 - 2 24 0-0 3-3 corner");
        for _ in 0..2000 {
            let Some(ply) = abaque_testkit::random_ply(&game, &mut source) else { break };
            game.apply_unchecked(ply);
        }
        if let abaque_core::Turn::Over(outcome) = game.turn() {
            assert_eq!(outcome.reason(), abaque_core::EndReason::Board(&TARGET));
            over += 1;
        }
    }
    assert!(over > 0);
}
