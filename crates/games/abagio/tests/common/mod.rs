//! Positions and actions as text, for readable tests.

use abaque_abagio::{Abagio, Action, Roll};
use abaque_core::{Game, RuleViolation, Turn};
use abaque_testkit::parse_position;

pub(crate) fn at(text: &str) -> Abagio {
    parse_position("abagio", text)
}

fn action(text: &str) -> Action {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The legal actions, sorted as text.
pub(crate) fn legal(text: &str) -> String {
    let mut actions = Vec::new();
    at(text).legal_actions(&mut actions);
    let mut texts: Vec<String> = actions.iter().map(Action::to_string).collect();
    texts.sort();
    texts.join(" ")
}

/// The position after these rolls and legal actions.
pub(crate) fn after(text: &str, plies: &str) -> String {
    let mut game = at(text);
    for ply in plies.split(' ') {
        if game.turn() == Turn::Chance {
            let roll: Roll = ply.parse().unwrap_or_else(|error| panic!("{ply}: {error}"));
            assert!(game.play_roll(roll), "{ply} in {game}");
        } else {
            game.play(action(ply))
                .unwrap_or_else(|why| panic!("{ply} in {game}: {}", why.message()));
        }
    }
    game.to_string()
}

/// The rule that refuses an action, and the English message.
pub(crate) fn refused(text: &str, ply: &str) -> (&'static str, String) {
    match at(text).check(&action(ply)) {
        Ok(()) => panic!("{ply} is legal in {text}"),
        Err(why) => (why.rule(), why.message().en),
    }
}

/// Asserts that this rule refuses an action with a message containing `words`.
pub(crate) fn refuses(text: &str, ply: &str, rule: &str, words: &str) {
    let (by, message) = refused(text, ply);
    assert_eq!(by, rule, "{ply} in {text}: {message}");
    assert!(message.contains(words), "{ply} in {text}: {message}");
}
