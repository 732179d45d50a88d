//! Perft: counts action sequences to verify and time a move generator. Lots count as actions, each
//! outcome once; a finished game has no actions.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::{Game, Ply, Turn};

/// Buffers reused at every ply, so that counting does not allocate.
struct PerftBuffers<G: Game> {
    actions: Vec<G::Action>,
    rolls: Vec<(G::Roll, u32)>,
}

impl<G: Game> Default for PerftBuffers<G> {
    fn default() -> Self {
        PerftBuffers { actions: Vec::with_capacity(256), rolls: Vec::with_capacity(36) }
    }
}

/// The number of action sequences of length `depth`; the last ply is counted in bulk.
pub fn perft<G: Game>(game: &G, depth: u32) -> u64 {
    let mut scratch: Vec<PerftBuffers<G>> = Vec::new();
    scratch.resize_with(depth as usize, PerftBuffers::default);
    count_sequences(game, &mut scratch)
}

/// Perft per first action, sorted by text. `progress` receives (done, total) first actions.
pub fn divide<G: Game>(
    game: &G,
    depth: u32,
    progress: &mut dyn FnMut(usize, usize),
) -> Vec<(String, u64)> {
    let plies = if depth == 0 { Vec::new() } else { legal_plies(game) };
    let mut lines: Vec<(String, u64)> = Vec::with_capacity(plies.len());
    for ply in &plies {
        let mut next = game.clone();
        next.apply_unchecked(*ply);
        lines.push((ply.to_string(), perft(&next, depth - 1)));
        progress(lines.len(), plies.len());
    }
    lines.sort();
    lines
}

/// Every legal ply: the actions, or the outcomes of the lot due.
pub fn legal_plies<G: Game>(game: &G) -> Vec<Ply<G::Action, G::Roll>> {
    match game.turn() {
        Turn::Over(_) => Vec::new(),
        Turn::Chance => {
            let mut rolls = Vec::new();
            game.rolls(&mut rolls);
            rolls.into_iter().map(|(roll, _)| Ply::Roll(roll)).collect()
        }
        Turn::Of(_) => {
            let mut actions = Vec::new();
            game.legal_actions(&mut actions);
            actions.into_iter().map(Ply::Act).collect()
        }
    }
}

fn count_sequences<G: Game>(game: &G, scratch: &mut [PerftBuffers<G>]) -> u64 {
    let Some((here, below)) = scratch.split_first_mut() else { return 1 };
    match game.turn() {
        Turn::Over(_) => 0,
        Turn::Chance => {
            here.rolls.clear();
            game.rolls(&mut here.rolls);
            if below.is_empty() {
                return here.rolls.len() as u64;
            }
            here.rolls
                .iter()
                .map(|&(roll, _)| count_sequences_after(game, Ply::Roll(roll), below))
                .sum()
        }
        Turn::Of(_) => {
            if below.is_empty() {
                return game.count_legal();
            }
            here.actions.clear();
            game.legal_actions(&mut here.actions);
            here.actions
                .iter()
                .map(|&action| count_sequences_after(game, Ply::Act(action), below))
                .sum()
        }
    }
}

fn count_sequences_after<G: Game>(
    game: &G,
    ply: Ply<G::Action, G::Roll>,
    below: &mut [PerftBuffers<G>],
) -> u64 {
    let mut next = game.clone();
    next.apply_unchecked(ply);
    count_sequences(&next, below)
}
