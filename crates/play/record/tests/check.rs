//! Records must be truthful: legal plies, the right result, possible clocks.

use abaque_core::{EndReason, Outcome, Seat};
use abaque_record::{Record, check, parse};

use crate::common::{check_text, play_on, record};

/// Asserts that checking a text fails on this line with these words.
fn untrue(text: &str, line: usize, words: &str) {
    let error = check(&parse(text).unwrap()[0]).expect_err(text);
    assert_eq!(error.line, line, "{error}");
    assert!(error.message.en.contains(words), "{error}\nwithout `{words}`");
    assert_ne!(error.message.en, error.message.fr);
}

fn abalone(tags: &str, result: &str, moves: &str) -> String {
    format!("[Game \"abalone\"]\n{tags}[Result \"{result}\"]\n\n{moves}")
}

#[test]
fn an_illegal_ply_is_refused_with_line_and_rule() {
    untrue(&abalone("", "*", "1. a1b2\n2. i9h8\n3. a1b2 *"), 6, "move 3 `a1b2`");
    untrue(&abalone("", "*", "a1b2 i5i6 *"), 4, "(ABA-05)");
    untrue(&abalone("", "*", "a1b2 rubbish *"), 4, "ACTION");
    untrue(&abalone("", "*", "a1b2\n(a1b2\nxx) *"), 6, "in a variation, move 2 `xx`");
    untrue("[Game \"abagio\"]\n[Result \"*\"]\n\nf52 d53\nd11 *", 5, "move 3 `d11`");
    untrue("[Game \"abagio\"]\n[Result \"*\"]\n\nf55 *", 4, "move 1 `f55`: a random draw is due");
}

#[test]
fn com_02_table_endings_are_taken_while_the_board_has_none() {
    for result in ["draw agreement", "b wins resignation", "w wins resignation", "b wins time"] {
        assert_eq!(
            check_text(&record("abalone", result, "a1b2")).unwrap().outcome,
            record("abalone", result, "").outcome()
        );
    }
    untrue(&abalone("", "b wins ejection", "a1b2 1-0"), 2, "not over on the board");
    untrue(&abalone("", "draw repetition", "a1b2 1/2-1/2"), 2, "1 of 3 times (COM-01)");
    untrue(&abalone("", "draw no-progress", "a1b2 1/2-1/2"), 2, "only 1 of 300 turns");
    untrue(&abalone("[Clock \"-\"]\n", "b wins time", "a1b2 1-0"), 3, "no clock");
}

#[test]
fn the_result_must_match_the_board() {
    let one = "abalone:target=1,layout=belgian-daisy";
    let mut won = crate::common::random_record(one, 20_000, None, 1);
    let Some(Outcome::Win(seat, EndReason::Board(&abaque_abalone::endings::EJECTION))) =
        won.outcome()
    else {
        panic!("{won}")
    };
    check_text(&won).unwrap();
    for wrong in [
        None,
        Some(Outcome::Win(seat.other(), EndReason::Board(&abaque_abalone::endings::EJECTION))),
        Some(Outcome::Win(seat, EndReason::Resignation)),
        Some(Outcome::Draw(EndReason::Agreement)),
    ] {
        let mut record = won.clone();
        record.set_outcome(wrong).unwrap();
        untrue(&record.to_string(), 2, "the game is over");
    }
    let plies = won.plies().count();
    won.push("a1a2").unwrap();
    let error = check_text(&won).unwrap_err();
    assert!(error.message.en.contains(&format!("the game ended with move {plies}")), "{error}");
}

/// Both players move a ball back and forth: after eight plies the start position has occurred three
/// times.
const SHUFFLE: &str = "c5d5 g5f5 d5c5 f5g5 c5d5 g5f5 d5c5 f5g5";

#[test]
fn com_01_the_third_repetition_ends_the_game_at_once() {
    let drawn = record("abalone", "draw repetition", SHUFFLE);
    let checked = check_text(&drawn).unwrap();
    assert_eq!(checked.outcome, Some(Outcome::Draw(EndReason::Repetition)));
    // The draw is automatic: no claim is needed, and no ply may follow.
    untrue(&record("abalone", "*", SHUFFLE).to_string(), 2, "`draw repetition`");
    untrue(&record("abalone", "draw agreement", SHUFFLE).to_string(), 2, "`draw repetition`");
    let on = format!("{SHUFFLE} c5d5");
    let text = record("abalone", "*", &on).to_string();
    untrue(&text, 4, "move 9 `c5d5`: the game ended with move 8 (draw repetition)");
    // Two occurrences are not enough.
    let twice: Vec<&str> = SHUFFLE.split(' ').take(4).collect();
    untrue(
        &record("abalone", "draw repetition", &twice.join(" ")).to_string(),
        2,
        "2 of 3 times (COM-01)",
    );
    // In a game that starts from a position, counting starts there.
    let mut later = record("abalone", "draw repetition", SHUFFLE);
    later.set_tag("Start", "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 -").unwrap();
    check_text(&later).unwrap();
}

#[test]
fn com_01_variations_may_go_on_after_a_repetition() {
    let mut line = record("abalone", "*", SHUFFLE).main_line().clone();
    line.push("c5d5").unwrap();
    let mut game = record("abalone", "*", "a1b2");
    game.main_line_mut().last_mut().unwrap().add_variation(line).unwrap();
    assert_eq!(check_text(&game).unwrap().variation_plies, 9);
}

#[test]
fn com_03_three_hundred_turns_without_progress_end_the_game() {
    let mut idle = Record::new("abalone").unwrap();
    let repetition = Some(Outcome::Draw(EndReason::Repetition));
    let ending = play_on(&mut idle, 1000, None, 1, |played, ending| {
        !played.progress.made_progress && ending != repetition
    });
    assert_eq!(ending, Some(Outcome::Draw(EndReason::NoProgress)));
    assert_eq!(idle.plies().count(), 300);
    idle.set_outcome(ending).unwrap();
    check_text(&idle).unwrap();
    // One turn fewer is not a draw, one more is too many.
    let short = idle.plies().take(299).collect::<Vec<_>>().join(" ");
    untrue(&record("abalone", "draw no-progress", &short).to_string(), 2, "299 of 300 turns");
    idle.push("a1b1").unwrap();
    let error = check_text(&idle).unwrap_err();
    assert!(error.message.en.contains("the game ended with move 300"), "{error}");
}

#[test]
fn com_04_clock_readings_cannot_exceed_the_budget() {
    let clk = |clock: &str, moves: &str| abalone(&format!("[Clock \"{clock}\"]\n"), "*", moves);
    let first = "a1b2 {[%clk 0:10:05.1]}\ni9h8 *";
    untrue(&clk("600+5", first), 5, "0:10:05 at most (COM-04)");
    untrue(&clk("600d5", "a1b2\ni9h8 {[%clk 0:10:01]} *"), 6, "0:10:00 at most");
    untrue(&clk("1/turn", "a1b2 {[%clk 24:00:01]} *"), 5, "24:00:00 at most");
    untrue(&clk("-", "a1b2 {[%clk 0:00:01]} *"), 5, "there was no clock");
    check(&parse(&clk("1/turn", "a1b2 {[%clk 24:00:00]} *")).unwrap()[0]).unwrap();
    // Without a clock tag, nothing can be checked.
    check(&parse(&abalone("", "*", first)).unwrap()[0]).unwrap();
}

#[test]
fn a_record_of_a_finished_start_takes_no_ply() {
    let mut over = record("abalone:target=1", "*", "");
    let position = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbb1 b 1-0 -";
    over.set_tag("Start", position).unwrap();
    assert!(check_text(&over).is_err());
    over.set_outcome(Some(Outcome::Win(
        Seat::Second,
        EndReason::Board(&abaque_abalone::endings::EJECTION),
    )))
    .unwrap();
    check_text(&over).unwrap();
    over.push("a1b2").unwrap();
    assert!(check_text(&over).unwrap_err().message.en.contains("ended with move 0"));
}

#[test]
fn records_built_too_deep_are_refused_by_the_check() {
    let mut line = record("abalone", "*", "a1b2").main_line().clone();
    for _ in 0..70 {
        let mut outer = record("abalone", "*", "a1b2").main_line().clone();
        outer.last_mut().unwrap().add_variation(line).unwrap();
        line = outer;
    }
    let mut deep = record("abalone", "*", "");
    *deep.main_line_mut() = line;
    assert!(check(&deep).unwrap_err().message.en.contains("64 deep"));
}
