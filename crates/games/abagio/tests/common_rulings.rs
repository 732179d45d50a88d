//! COM-01, COM-03 and COM-05 as far as the board shows them.

use abaque_abagio::{Abagio, Action, Options, Roll};
use abaque_core::{Game, Ply, PlyProgress, SplitMix};
use abaque_testkit::random_ply;

use crate::common::{after, at};

#[test]
fn com_01_repetition_never_draws() {
    let mut source = SplitMix(5);
    let mut game = Abagio::start(&Options::default());
    while let Some(ply) = random_ply(&game, &mut source) {
        assert_eq!(game.repetition_key(), None);
        game.apply_unchecked(ply);
    }
}

fn progress(text: &str, ply: &str) -> PlyProgress {
    let before = at(text);
    let ply = match ply.parse::<Roll>() {
        Ok(roll) => Ply::Roll(roll),
        Err(_) => Ply::Act(ply.parse().unwrap_or_else(|error| panic!("{ply}: {error}"))),
    };
    let after = at(&after(text, &ply.to_string()));
    Abagio::ply_progress(&before, &ply, &after)
}

#[test]
fn com_03_a_leap_is_progress_and_the_next_throw_ends_the_turn() {
    let quiet = PlyProgress { turns_ended: 0, made_progress: false };
    let leap = PlyProgress { turns_ended: 0, made_progress: true };
    let turn = PlyProgress { turns_ended: 1, made_progress: false };
    let both = PlyProgress { turns_ended: 1, made_progress: true };
    assert_eq!(progress("- 6-6 0-0 - first", "f52"), quiet);
    assert_eq!(progress("- 6-6 0-0 - first", "f25"), quiet, "the deciding dice are no turn");
    assert_eq!(progress("3=r 11-12 0-0 r roll", "d21"), quiet);
    assert_eq!(progress("1=ppp,2=ppp,4=ppp,6=ppp 12-0 0-0 r roll", "d21"), turn, "a lost throw");
    assert_eq!(progress("1=r,7=ppp 0-0 11-9 r roll", "d66"), quiet, "the chief is still to play");
    assert_eq!(progress("3=r 11-12 0-0 r 2.1", "3+2"), leap);
    assert_eq!(progress("3=r 11-12 0-0 r 2", "3+2"), both);
    assert_eq!(progress("3=r 0-12 11-0 r 2", "3+2"), leap, "the chief is still to play");
    assert_eq!(progress("3=r 0-12 11-0 r chief", "t-"), turn);
    assert_eq!(progress("3=r 0-12 11-0 r chief", "t9"), turn);
    assert_eq!(progress("r3=r 0-12 11-0 r 3", "r3+3"), both, "the end");
}

#[test]
fn com_05_dice_come_as_lots_only() {
    for text in ["f52", "d53"] {
        assert!(text.parse::<Action>().is_err(), "no player throws {text}");
    }
    let mut game = at("3=r 11-12 0-0 r roll");
    assert!(!game.play_roll(Roll::First { red: 5, purple: 2 }), "not the lot due");
    assert!(!game.play_roll(Roll::Throw { high: 3, low: 5 }), "no such outcome");
    assert!(!game.play_roll(Roll::Throw { high: 7, low: 5 }), "no such outcome");
    assert!(game.play_roll(Roll::throw(3, 5)));
    assert!(!game.play_roll(Roll::throw(3, 5)), "once a turn");
}

#[test]
fn throws_have_the_weights_of_two_dice() {
    let mut rolls = Vec::new();
    at("3=r 11-12 0-0 r roll").rolls(&mut rolls);
    assert_eq!(rolls.len(), 21);
    assert_eq!(rolls.iter().map(|&(_, weight)| weight).sum::<u32>(), 36);
    for (roll, weight) in rolls {
        let text = roll.to_string();
        let double = text.as_bytes()[1] == text.as_bytes()[2];
        assert_eq!(weight, if double { 1 } else { 2 }, "{text}");
    }
}
