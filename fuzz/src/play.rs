use std::collections::HashSet;

use abaque_core::{Ply, SplitMix, Turn};

use crate::laws::{agree, candidates_law, error_law, state_laws, step, strict_law};
use crate::text::read_options;
use crate::{Bytes, Subject};

/// The longest a game is followed.
const PLIES: usize = 300;

/// All actions one could spell are tried at the beginning and then every eighth ply only: they
/// are thousands.
const PAUSE: usize = 8;

/// So many positions are composed until one is accepted.
const TRIES: u64 = 64;

/// Bytes that play: a line of options, a line with the position to begin from (`?` for a composed
/// one, the start where it cannot be read), then choices. At every step either a legal ply is
/// played or an action is spelled that generator and check must judge alike.
pub fn play<G: Subject>(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let options = read_options::<G>(&bytes.line());
    let position = bytes.line();
    let given = if position == "?" {
        compose(&options, bytes.number())
    } else {
        G::parse(&options, &position).ok()
    };
    let from_start = given.is_none();
    let mut game = given.unwrap_or_else(|| G::start(&options));
    let mut history = Vec::new();
    let mut legal = state_laws(&game);
    candidates_law(&game, &legal);
    while !bytes.is_empty() && history.len() < PLIES {
        if bytes.byte() % 4 == 3 {
            spell(&game, &legal, &mut bytes);
            continue;
        }
        let Some(ply) = choose(&game, &mut bytes) else { break };
        game = step(&game, ply);
        history.push(ply);
        legal = state_laws(&game);
        if history.len().is_multiple_of(PAUSE) {
            candidates_law(&game, &legal);
        }
    }
    if from_start {
        game.story_laws(&history);
    }
}

/// The first of several composed positions that is accepted.
fn compose<G: Subject>(options: &G::Options, seed: u64) -> Option<G> {
    (0..TRIES).find_map(|n| {
        let text = G::compose(&mut SplitMix(seed ^ n << 48));
        strict_law(&text, G::parse(options, &text))
    })
}

/// A legal ply; `None` when the game is over.
fn choose<G: Subject>(game: &G, bytes: &mut Bytes) -> Option<Ply<G::Action, G::Roll>> {
    match game.turn() {
        Turn::Over(_) => None,
        Turn::Chance => {
            let mut rolls = Vec::new();
            game.rolls(&mut rolls);
            Some(Ply::Roll(rolls[bytes.below(rolls.len())].0))
        }
        Turn::Of(_) if game.unlisted().is_some() => {
            game.random_action(&mut SplitMix(u64::from(bytes.byte()))).map(Ply::Act)
        }
        Turn::Of(_) => {
            let mut legal = Vec::new();
            game.legal(&mut legal);
            Some(Ply::Act(bytes.pick(&legal)))
        }
    }
}

/// An action spelled by the grammar, or a legal one with a character changed.
fn spell<G: Subject>(game: &G, legal: &HashSet<G::Action>, bytes: &mut Bytes) {
    let text = match choose(game, bytes) {
        Some(ply) if bytes.byte() < 128 => {
            let mut text = ply.to_string().into_bytes();
            let at = bytes.below(text.len());
            text[at] = bytes.byte();
            String::from_utf8_lossy(&text).into_owned()
        }
        _ => G::spell(bytes),
    };
    match text.parse::<G::Action>() {
        Ok(action) => agree(game, legal, action),
        Err(error) => error_law(&error),
    }
}
