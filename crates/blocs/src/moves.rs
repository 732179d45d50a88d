//! The generator: whole sets of fields at a time. It looks only at colours shown and free rods,
//! which everybody sees.

use abaque_core::{Seat, Source};

use crate::action::Action;
use crate::block::Colour;
use crate::field::{BOARD, Dir, Field, Fields, Quarter, back_by, step};
use crate::state::{Blocs, Phase};

/// Moves of one kind: where they may end, and what leads back to where they begin.
#[derive(Clone, Copy, Default)]
pub(crate) struct Rank {
    pub(crate) to: Fields,
    delta: i8,
}

impl Rank {
    #[inline]
    pub(crate) fn from(self, to: Field) -> Field {
        back_by(to, self.delta)
    }

    fn action(self, to: Field) -> Action {
        Action::Move { from: self.from(to), to }
    }
}

/// A player's moves at the start of a turn: two rods, one rod (three ways each), neutral (two).
pub(crate) type Ranks = [Rank; 8];

impl Blocs {
    pub(crate) fn ranks(&self, seat: Seat) -> Ranks {
        let free = self.free();
        let own = self.shows[Colour::of(seat).index()];
        let opposing = self.shows[Colour::of(seat.other()).index()];
        let neutral = self.shows[Colour::Neutral.index()];
        // BLO-17: with a neutral block on the board the turning is always there (BLO-12).
        let useful =
            if neutral != 0 { free } else { free & takes(opposing, free, [Dir::E, Dir::W]) };
        let mut ranks = Ranks::default();
        for (i, dir) in Dir::forward(seat).into_iter().enumerate() {
            let near = step(own, dir) & free;
            ranks[2 * i] = Rank { to: step(near, dir) & free, delta: 2 * dir.delta() };
            ranks[2 * i + 1] = Rank { to: near & useful, delta: dir.delta() };
        }
        if neutral != 0 {
            let useful = free & takes(opposing, free, [Dir::N, Dir::S]);
            for (i, dir) in Dir::diagonally_back(seat).into_iter().enumerate() {
                ranks[6 + i] = Rank { to: step(neutral, dir) & useful, delta: dir.delta() };
            }
        }
        ranks
    }

    /// Whether a player could begin a turn with something other than a pass.
    #[inline]
    pub(crate) fn can_act(&self, seat: Seat) -> bool {
        self.ranks(seat).iter().any(|rank| rank.to != 0)
    }

    /// What the block that has made one step can do: the one block it can take, and turning.
    fn after_step(&self, seat: Seat, field: Field) -> (Option<Field>, bool) {
        self.after_step_of(seat, field, field.within(self.shows[Colour::Neutral.index()]))
    }

    /// The same for a block about to stand there.
    pub(crate) fn after_step_of(
        &self,
        seat: Seat,
        field: Field,
        is_neutral: bool,
    ) -> (Option<Field>, bool) {
        let free = self.free();
        let opposing = self.shows[Colour::of(seat.other()).index()];
        let neutral = self.shows[Colour::Neutral.index()];
        let ways = if is_neutral { [Dir::N, Dir::S] } else { [Dir::E, Dir::W] };
        let [one, other] = ways.map(|dir| step(field.bit(), dir) & BOARD);
        // The rod beyond must be free, so at most one of the two sides can be taken.
        let taken = if one & opposing != 0 && other & free != 0 {
            Some(Field::first_of(one))
        } else if other & opposing != 0 && one & free != 0 {
            Some(Field::first_of(other))
        } else {
            None
        };
        (taken, !is_neutral && neutral != 0)
    }

    /// Fields on which an own block could take.
    #[inline]
    pub(crate) fn takes_beside(&self, seat: Seat) -> Fields {
        takes(self.shows[Colour::of(seat.other()).index()], self.free(), [Dir::E, Dir::W])
    }

    /// Blocks a player could take with a turn, were it theirs and the taking block kept its colour.
    pub(crate) fn takeable(&self, by: Seat) -> Fields {
        let ranks = self.ranks(by);
        // Only a block that goes a single rod takes.
        let near = [1, 3, 5, 6, 7].into_iter().map(|i| (ranks[i].to, i > 5));
        let mut taken = 0;
        for (mut to, neutral) in near {
            while to != 0 {
                let victim = self.after_step_of(by, Field::first_of(to), neutral).0;
                taken |= victim.map_or(0, Field::bit);
                to &= to - 1;
            }
        }
        taken
    }

    /// Whether the block on a field, after one step, could take or turn the board.
    pub(crate) fn can_finish(&self, seat: Seat, field: Field) -> bool {
        let (taken, turning) = self.after_step(seat, field);
        taken.is_some() || turning
    }

    pub(crate) fn generate(&self, out: &mut Vec<Action>) {
        match self.phase {
            Phase::Move(seat) => {
                let before = out.len();
                for rank in self.ranks(seat) {
                    let mut rest = rank.to;
                    while rest != 0 {
                        out.push(rank.action(Field::first_of(rest)));
                        rest &= rest - 1;
                    }
                }
                if out.len() == before {
                    out.push(Action::Pass);
                }
            }
            Phase::Act(seat, field) => {
                let (taken, turning) = self.after_step(seat, field);
                out.extend(taken.map(Action::Take));
                if turning {
                    out.extend(Quarter::ALL.map(Action::Turn));
                }
            }
            Phase::Setup(_) | Phase::Lot | Phase::Over(_) => {}
        }
    }

    pub(crate) fn count(&self) -> u64 {
        match self.phase {
            Phase::Move(seat) => {
                let moves: u32 = self.ranks(seat).iter().map(|rank| rank.to.count_ones()).sum();
                u64::from(moves.max(1))
            }
            Phase::Act(seat, field) => {
                let (taken, turning) = self.after_step(seat, field);
                u64::from(taken.is_some()) + 2 * u64::from(turning)
            }
            Phase::Setup(_) | Phase::Lot | Phase::Over(_) => 0,
        }
    }

    /// One of the legal actions after set-up, each equally likely.
    pub(crate) fn pick(&self, source: &mut dyn Source) -> Option<Action> {
        match self.phase {
            Phase::Move(seat) => {
                let ranks = self.ranks(seat);
                let moves: u32 = ranks.iter().map(|rank| rank.to.count_ones()).sum();
                if moves == 0 {
                    return Some(Action::Pass);
                }
                let mut drawn = source.below(u64::from(moves)) as u32;
                for rank in ranks {
                    let here = rank.to.count_ones();
                    if drawn < here {
                        return Some(rank.action(nth(rank.to, drawn)));
                    }
                    drawn -= here;
                }
                None
            }
            Phase::Act(seat, field) => {
                let (taken, turning) = self.after_step(seat, field);
                let drawn = source.below(self.count().max(1));
                match (taken, drawn) {
                    (Some(victim), 0) => Some(Action::Take(victim)),
                    (_, drawn) => turning.then_some(Action::Turn(Quarter::ALL[drawn as usize % 2])),
                }
            }
            Phase::Setup(_) | Phase::Lot | Phase::Over(_) => None,
        }
    }
}

/// Fields from which a block with an opposing block on one side and a free rod on the other could
/// take (BLO-13, BLO-14).
fn takes(opposing: Fields, free: Fields, [one, other]: [Dir; 2]) -> Fields {
    step(opposing, one) & step(free, other) | step(opposing, other) & step(free, one)
}

/// The field of a set that has `n` lower ones.
fn nth(mut set: Fields, n: u32) -> Field {
    for _ in 0..n {
        set &= set - 1;
    }
    Field::first_of(set)
}
