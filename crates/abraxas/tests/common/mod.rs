//! What the tests share: specs of hand-made sheets, positions as literals, and playing by text.
#![allow(dead_code)]

use std::collections::BTreeSet;

use abaque_abraxas::{Abraxas, Action};
use abaque_core::{BadText, Game, Options, Refusal};
use abaque_testkit::position;

/// The sheet without dots.
pub(crate) const EMPTY: &str =
    ".................................................................................";

/// A spec with a sheet drawn as nine rows, top row first, and more options after it.
pub(crate) fn drawn(rows: [&str; 9], more: &str) -> String {
    format!("abraxas:sheet={}{more}", rows.concat())
}

/// A spec with the sheet without dots.
pub(crate) fn empty(more: &str) -> String {
    format!("abraxas:sheet={EMPTY}{more}")
}

/// The position of a text.
pub(crate) fn at(spec: &str, text: &str) -> Abraxas {
    position(spec, text)
}

/// Reads a position that may be wrong.
pub(crate) fn read(spec: &str, text: &str) -> Result<Abraxas, BadText> {
    Abraxas::parse(&Options::from_spec(&spec.parse()?)?, text)
}

/// The game after some actions, each of which must be legal.
pub(crate) fn after(mut game: Abraxas, actions: &str) -> Abraxas {
    for action in actions.split_whitespace() {
        if let Err(refusal) = game.play(spelled(action)) {
            panic!("{action} in {game}: {}", refusal.said());
        }
    }
    game
}

/// The legal actions as texts, sorted.
pub(crate) fn legal(game: &Abraxas) -> Vec<String> {
    let mut out = Vec::new();
    game.legal(&mut out);
    let set: BTreeSet<String> = out.iter().map(Action::to_string).collect();
    set.into_iter().collect()
}

/// The takings among them, without the `x`, joined by spaces.
pub(crate) fn takings(game: &Abraxas) -> String {
    let takings = legal(game).into_iter().filter_map(|text| Some(text.strip_prefix('x')?.into()));
    takings.collect::<Vec<String>>().join(" ")
}

/// The rule that refuses an action, and why in English.
pub(crate) fn refused(game: &Abraxas, action: &str) -> (&'static str, String) {
    match game.check(&spelled(action)) {
        Ok(()) => panic!("{action} is legal in {game}"),
        Err(refusal) => (refusal.rule(), refusal.said().en),
    }
}

/// The action a text spells.
pub(crate) fn spelled(action: &str) -> Action {
    action.parse().unwrap_or_else(|error| panic!("{error}"))
}
