//! Positions and actions as text, for readable tests.

#![allow(dead_code, reason = "each test file uses its part")]

use abaque_abagio::{Abagio, Action, Roll};
use abaque_core::{Game, Refusal, Turn};
use abaque_testkit::position;

pub(crate) fn at(text: &str) -> Abagio {
    position("abagio", text)
}

fn action(text: &str) -> Action {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The legal actions, sorted as text.
pub(crate) fn legal(text: &str) -> String {
    let mut actions = Vec::new();
    at(text).legal(&mut actions);
    let mut texts: Vec<String> = actions.iter().map(Action::to_string).collect();
    texts.sort();
    texts.join(" ")
}

/// The position after these lots and legal actions.
pub(crate) fn after(text: &str, plies: &str) -> String {
    let mut game = at(text);
    for ply in plies.split(' ') {
        if game.turn() == Turn::Chance {
            let roll: Roll = ply.parse().unwrap_or_else(|error| panic!("{ply}: {error}"));
            assert!(game.roll(roll), "{ply} in {game}");
        } else {
            game.play(action(ply)).unwrap_or_else(|why| panic!("{ply} in {game}: {}", why.said()));
        }
    }
    game.to_string()
}

/// The rule that refuses an action, and the reason in English.
pub(crate) fn refused(text: &str, ply: &str) -> (&'static str, String) {
    match at(text).check(&action(ply)) {
        Ok(()) => panic!("{ply} is legal in {text}"),
        Err(why) => (why.rule(), why.said().en),
    }
}

/// Asserts that an action is refused by this rule with these words in the reason.
pub(crate) fn refuses(text: &str, ply: &str, rule: &str, words: &str) {
    let (by, said) = refused(text, ply);
    assert_eq!(by, rule, "{ply} in {text}: {said}");
    assert!(said.contains(words), "{ply} in {text}: {said}");
}
