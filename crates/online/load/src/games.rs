//! Games picked by what they can do, so that no test depends on a particular one.

use abaque_catalog::{AnyGame, GAMES};
use abaque_core::Observer;

/// The specs of all games with their usual options, in catalogue order.
pub(crate) fn all_specs() -> Vec<&'static str> {
    GAMES.iter().map(|entry| (entry.description)().name).collect()
}

/// A game without lots and secrets.
pub(crate) fn plain_game() -> &'static str {
    pick("without lots and secrets", |game| !game.has_lots() && !game.is_sealed())
}

/// A game with lots and without secrets.
pub(crate) fn game_with_lots() -> &'static str {
    pick("with lots", |game| game.has_lots() && !game.is_sealed())
}

/// A game that begins with secret set-ups.
pub(crate) fn sealed_game() -> &'static str {
    pick("with secret set-ups", |game| game.is_sealed())
}

/// Whether a spectator of the start position sees everything.
pub(crate) fn is_open(spec: &str) -> bool {
    abaque_catalog::open(spec)
        .is_ok_and(|game| !game.is_sealed() && game.view(Observer::Spectator) == game.position())
}

/// The ply that closes an interrupt window unused, in games that have such windows.
pub(crate) fn lapse_ply(spec: &str) -> Option<String> {
    abaque_catalog::open(spec).ok()?.lapse_action()
}

fn pick(what: &str, fits: impl Fn(&dyn AnyGame) -> bool) -> &'static str {
    let found = all_specs()
        .into_iter()
        .find(|spec| abaque_catalog::open(spec).is_ok_and(|game| fits(&*game)));
    found.unwrap_or_else(|| panic!("the catalogue has no game {what}"))
}
