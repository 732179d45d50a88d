//! The most pawns one turn can bring, found by looking at everything.

use std::collections::HashMap;

use abaque_abraxas::{Abraxas, Action, Holes, Phase};
use abaque_core::{Game, Ply, Seat};

use super::glance::Glance;

/// The best turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// How many pawns it brings.
    pub pawns: u8,
    /// One way to do it, in actions.
    pub line: Vec<Action>,
}

/// An exhaustive search of single turns in which nobody says Stop. It remembers what it has seen of
/// one position at a time.
#[derive(Default)]
pub struct Turns {
    known: HashMap<Abraxas, u8>,
    left: usize,
}

impl Turns {
    /// The most pawns the player to act can take before the turn passes, or `None` if more than
    /// `most` positions would have to be looked at.
    pub fn solve(&mut self, game: &Abraxas, most: usize) -> Option<Best> {
        self.known.clear();
        self.left = most;
        let side = game.side();
        let pawns = self.most(game, side)?;
        let (mut line, mut at, mut missing) = (Vec::new(), *game, pawns);
        while missing > 0 {
            let (action, next, gain) = self.best_step(&at, side, missing)?;
            line.push(action);
            (at, missing) = (next, missing - gain);
        }
        // What is compulsory after the last pawn belongs to the line too.
        if !at.is_over() && at.side() == side && at.phase() == Phase::Again {
            line.push(Action::End);
        }
        Some(Best { pawns, line })
    }

    /// The most that can still be taken from here.
    fn most(&mut self, game: &Abraxas, side: Seat) -> Option<u8> {
        if game.is_over() || game.side() != side && !matches!(game.phase(), Phase::Stop { .. }) {
            return Some(0);
        }
        if let Some(known) = self.known.get(game) {
            return Some(*known);
        }
        self.left = self.left.checked_sub(1)?;
        // The last taking may bring more than was missing: up to six, from a line of nine.
        let limit = game.options().target - game.score(side) + 5;
        let mut best = 0;
        let mut actions = Vec::new();
        steps(game, &mut actions);
        for action in actions {
            let (next, gain) = step(game, side, action);
            best = best.max(gain + self.most(&next, side)?);
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
        steps(game, &mut actions);
        for action in actions {
            let (next, gain) = step(game, side, action);
            if gain + self.most(&next, side)? >= missing {
                return Some((action, next, gain));
            }
        }
        None
    }
}

fn step(game: &Abraxas, side: Seat, action: Action) -> (Abraxas, u8) {
    let mut next = *game;
    next.apply_unchecked(Ply::Act(action));
    if let Phase::Stop { .. } = next.phase() {
        next.apply_unchecked(Ply::Act(Action::Go));
    }
    (next, next.score(side) - game.score(side))
}

/// The actions that can matter for the number of pawns: of the placements only those after which
/// a push shows a line.
fn steps(game: &Abraxas, out: &mut Vec<Action>) {
    game.legal(out);
    if !game.phase().is_placing() {
        return;
    }
    let (dots, red, stop) =
        (game.sheet().dots(), game.red_pawns().bits(), game.stop_pawns().bits());
    let makers = |red: u64| {
        game.arrows().fold(0, |set, corner| set | Glance::of(dots, red, stop, corner).makers())
    };
    let put = makers(red);
    let moved: HashMap<usize, u64> = if game.reserve() == 0 {
        game.red_pawns().iter().map(|from| (from.index(), makers(red & !from.bit()))).collect()
    } else {
        HashMap::new()
    };
    let lines =
        game.arrows().any(|corner| Glance::of(dots, red, stop, corner).prospects().standing);
    out.retain(|action| match *action {
        Action::Put(hole) => Holes::from_bits(put).contains(hole),
        Action::Move { from, to } => {
            moved.get(&from.index()).is_some_and(|holes| holes & to.bit() != 0)
        }
        Action::Stop(_) => lines,
        _ => false,
    });
}
