//! Exhaustive search for the most pawns one turn can take.

use std::collections::HashMap;

use abaque_abraxas::{Abraxas, Action, HoleSet, Phase};
use abaque_core::{Game, Ply, Seat};

use super::line_scan::LineScan;

/// A best turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestTurn {
    /// Pawns it takes.
    pub pawns: u8,
    /// One line that takes them.
    pub line: Vec<Action>,
}

/// Exhaustive search of single turns without Stops. Its table covers one root position at a time.
#[derive(Default)]
pub struct TurnSolver {
    known: HashMap<Abraxas, u8>,
    nodes_left: usize,
}

impl TurnSolver {
    /// The most pawns the player to act can take before the turn passes; `None` if that takes more
    /// than `most` positions.
    pub fn solve(&mut self, game: &Abraxas, most: usize) -> Option<BestTurn> {
        self.known.clear();
        self.nodes_left = most;
        let side = game.side();
        let pawns = self.max_pawns(game, side)?;
        let (mut line, mut at, mut missing) = (Vec::new(), *game, pawns);
        while missing > 0 {
            let (action, next, gain) = self.best_step(&at, side, missing)?;
            line.push(action);
            (at, missing) = (next, missing - gain);
        }
        // Compulsory actions after the last pawn belong to the line too.
        if !at.is_over() && at.side() == side && at.phase() == Phase::Again {
            line.push(Action::End);
        }
        Some(BestTurn { pawns, line })
    }

    /// The most pawns that can still be taken from here.
    fn max_pawns(&mut self, game: &Abraxas, side: Seat) -> Option<u8> {
        if game.is_over() || game.side() != side && !matches!(game.phase(), Phase::Stop { .. }) {
            return Some(0);
        }
        if let Some(known) = self.known.get(game) {
            return Some(*known);
        }
        self.nodes_left = self.nodes_left.checked_sub(1)?;
        // The last taking may exceed the target: up to six pawns, from a line of nine.
        let limit = game.options().target - game.score(side) + 5;
        let mut best = 0;
        let mut actions = Vec::new();
        useful_actions(game, &mut actions);
        for action in actions {
            let (next, gain) = play_action(game, side, action);
            best = best.max(gain + self.max_pawns(&next, side)?);
            if best >= limit {
                break;
            }
        }
        self.known.insert(*game, best);
        Some(best)
    }

    /// An action after which `missing` pawns in all can be taken.
    fn best_step(
        &mut self,
        game: &Abraxas,
        side: Seat,
        missing: u8,
    ) -> Option<(Action, Abraxas, u8)> {
        let mut actions = Vec::new();
        useful_actions(game, &mut actions);
        for action in actions {
            let (next, gain) = play_action(game, side, action);
            if gain + self.max_pawns(&next, side)? >= missing {
                return Some((action, next, gain));
            }
        }
        None
    }
}

fn play_action(game: &Abraxas, side: Seat, action: Action) -> (Abraxas, u8) {
    let mut next = *game;
    next.apply_unchecked(Ply::Act(action));
    if let Phase::Stop { .. } = next.phase() {
        next.apply_unchecked(Ply::Act(Action::Go));
    }
    (next, next.score(side) - game.score(side))
}

/// Actions that can affect the pawn count: of the placements, only those after which a push shows a
/// line.
fn useful_actions(game: &Abraxas, out: &mut Vec<Action>) {
    game.legal_actions(out);
    if !game.phase().is_placing() {
        return;
    }
    let (dots, red, stop) =
        (game.sheet().dots(), game.red_pawns().bits(), game.stop_pawns().bits());
    let makers = |red: u64| {
        game.arrows()
            .fold(0, |set, corner| set | LineScan::from_pawns(dots, red, stop, corner).makers())
    };
    let put = makers(red);
    let moved: HashMap<usize, u64> = if game.reserve() == 0 {
        game.red_pawns().iter().map(|from| (from.index(), makers(red & !from.bit()))).collect()
    } else {
        HashMap::new()
    };
    let lines = game
        .arrows()
        .any(|corner| LineScan::from_pawns(dots, red, stop, corner).prospects().standing);
    out.retain(|action| match *action {
        Action::Put(hole) => HoleSet::from_bits(put).contains(hole),
        Action::Move { from, to } => {
            moved.get(&from.index()).is_some_and(|holes| holes & to.bit() != 0)
        }
        Action::Stop(_) => lines,
        _ => false,
    });
}
