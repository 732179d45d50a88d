//! Test helpers: specs of hand-made sheets, positions as literals, play by text.

use std::collections::BTreeSet;

use abaque_abraxas::{Abraxas, Action};
use abaque_core::{Game, GameOptions, ParseError, RuleViolation};
use abaque_testkit::parse_position;

/// The sheet without dots.
pub(crate) const EMPTY: &str =
    ".................................................................................";

/// A spec with a sheet drawn as nine rows, top row first, followed by more options.
pub(crate) fn drawn(rows: [&str; 9], more: &str) -> String {
    format!("abraxas:sheet={}{more}", rows.concat())
}

/// A spec with the sheet without dots.
pub(crate) fn empty(more: &str) -> String {
    format!("abraxas:sheet={EMPTY}{more}")
}

/// Parses a valid position.
pub(crate) fn at(spec: &str, text: &str) -> Abraxas {
    parse_position(spec, text)
}

/// Parses a position that may be invalid.
pub(crate) fn read(spec: &str, text: &str) -> Result<Abraxas, ParseError> {
    Abraxas::parse(&GameOptions::from_spec(&spec.parse()?)?, text)
}

/// The game after these legal actions.
pub(crate) fn after(mut game: Abraxas, actions: &str) -> Abraxas {
    for action in actions.split_whitespace() {
        if let Err(violation) = game.play(spelled(action)) {
            panic!("{action} in {game}: {}", violation.message());
        }
    }
    game
}

/// The legal actions as texts, sorted.
pub(crate) fn legal(game: &Abraxas) -> Vec<String> {
    let mut out = Vec::new();
    game.legal_actions(&mut out);
    let set: BTreeSet<String> = out.iter().map(Action::to_string).collect();
    set.into_iter().collect()
}

/// The legal takings without the `x`, joined by spaces.
pub(crate) fn takings(game: &Abraxas) -> String {
    let takings = legal(game).into_iter().filter_map(|text| Some(text.strip_prefix('x')?.into()));
    takings.collect::<Vec<String>>().join(" ")
}

/// The rule that refuses an action, and the English message.
pub(crate) fn refused(game: &Abraxas, action: &str) -> (&'static str, String) {
    match game.check(&spelled(action)) {
        Ok(()) => panic!("{action} is legal in {game}"),
        Err(violation) => (violation.rule(), violation.message().en),
    }
}

/// Parses an action.
pub(crate) fn spelled(action: &str) -> Action {
    action.parse().unwrap_or_else(|error| panic!("{error}"))
}
