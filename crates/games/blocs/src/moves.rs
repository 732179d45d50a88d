//! The move generator, on bitboards. It uses only shown colours and free rods, which are public.

use alloc::vec::Vec;

use abaque_core::{RandomSource, Seat};

use crate::action::Action;
use crate::block::Colour;
use crate::field::{ALL_FIELDS, Dir, Field, FieldSet, QuarterTurn, back_by, step_set};
use crate::state::{Blocs, Phase};

/// Moves of one kind: their targets, and the offset back to their origins.
#[derive(Clone, Copy, Default)]
pub(crate) struct MoveGroup {
    pub(crate) to: FieldSet,
    delta: i8,
}

impl MoveGroup {
    #[inline]
    pub(crate) fn from(self, to: Field) -> Field {
        back_by(to, self.delta)
    }

    fn action(self, to: Field) -> Action {
        Action::Move { from: self.from(to), to }
    }
}

/// A player's moves at the start of a turn: two rods and one rod (three directions each), neutral
/// (two).
pub(crate) type MoveGroups = [MoveGroup; 8];

impl Blocs {
    pub(crate) fn move_groups(&self, seat: Seat) -> MoveGroups {
        let free = self.free();
        let own = self.shows[Colour::of_player(seat).index()];
        let opposing = self.shows[Colour::of_player(seat.other()).index()];
        let neutral = self.shows[Colour::Neutral.index()];
        // BLO-17: a neutral block always makes turning the board possible (BLO-12).
        let useful = if neutral != 0 {
            free
        } else {
            free & capture_fields(opposing, free, [Dir::E, Dir::W])
        };
        let mut groups = MoveGroups::default();
        for (i, dir) in Dir::forward(seat).into_iter().enumerate() {
            let near = step_set(own, dir) & free;
            groups[2 * i] = MoveGroup { to: step_set(near, dir) & free, delta: 2 * dir.delta() };
            groups[2 * i + 1] = MoveGroup { to: near & useful, delta: dir.delta() };
        }
        if neutral != 0 {
            let useful = free & capture_fields(opposing, free, [Dir::N, Dir::S]);
            for (i, dir) in Dir::diagonally_back(seat).into_iter().enumerate() {
                groups[6 + i] =
                    MoveGroup { to: step_set(neutral, dir) & useful, delta: dir.delta() };
            }
        }
        groups
    }

    /// Whether a player could start a turn with an action other than a pass.
    #[inline]
    pub(crate) fn can_act(&self, seat: Seat) -> bool {
        self.move_groups(seat).iter().any(|group| group.to != 0)
    }

    /// What a block can do after one step: the only block it can take, and whether it can turn the
    /// board.
    fn finishes_after_step(&self, seat: Seat, field: Field) -> (Option<Field>, bool) {
        self.finishes_after_step_of(seat, field, field.is_in(self.shows[Colour::Neutral.index()]))
    }

    /// Like `finishes_after_step` for a block about to move there.
    pub(crate) fn finishes_after_step_of(
        &self,
        seat: Seat,
        field: Field,
        is_neutral: bool,
    ) -> (Option<Field>, bool) {
        let free = self.free();
        let opposing = self.shows[Colour::of_player(seat.other()).index()];
        let neutral = self.shows[Colour::Neutral.index()];
        let ways = if is_neutral { [Dir::N, Dir::S] } else { [Dir::E, Dir::W] };
        let [one, other] = ways.map(|dir| step_set(field.bit(), dir) & ALL_FIELDS);
        // The rod beyond must be free, so at most one side can be taken.
        let taken = if one & opposing != 0 && other & free != 0 {
            Some(Field::lowest_of(one))
        } else if other & opposing != 0 && one & free != 0 {
            Some(Field::lowest_of(other))
        } else {
            None
        };
        (taken, !is_neutral && neutral != 0)
    }

    /// Fields from which an own block could take.
    #[inline]
    pub(crate) fn capture_sources(&self, seat: Seat) -> FieldSet {
        capture_fields(
            self.shows[Colour::of_player(seat.other()).index()],
            self.free(),
            [Dir::E, Dir::W],
        )
    }

    /// Blocks that `by` could take in one turn, assuming the taking block keeps its colour.
    pub(crate) fn takeable(&self, by: Seat) -> FieldSet {
        let groups = self.move_groups(by);
        // Only a one-rod move can take.
        let near = [1, 3, 5, 6, 7].into_iter().map(|i| (groups[i].to, i > 5));
        let mut taken = 0;
        for (mut to, neutral) in near {
            while to != 0 {
                let victim = self.finishes_after_step_of(by, Field::lowest_of(to), neutral).0;
                taken |= victim.map_or(0, Field::bit);
                to &= to - 1;
            }
        }
        taken
    }

    /// Whether the block on a field, after one step, could take or turn the board.
    pub(crate) fn can_finish(&self, seat: Seat, field: Field) -> bool {
        let (taken, turning) = self.finishes_after_step(seat, field);
        taken.is_some() || turning
    }

    pub(crate) fn generate_actions(&self, out: &mut Vec<Action>) {
        match self.phase {
            Phase::Move(seat) => {
                let before = out.len();
                for group in self.move_groups(seat) {
                    let mut rest = group.to;
                    while rest != 0 {
                        out.push(group.action(Field::lowest_of(rest)));
                        rest &= rest - 1;
                    }
                }
                if out.len() == before {
                    out.push(Action::Pass);
                }
            }
            Phase::Act(seat, field) => {
                let (taken, turning) = self.finishes_after_step(seat, field);
                out.extend(taken.map(Action::Take));
                if turning {
                    out.extend(QuarterTurn::ALL.map(Action::Turn));
                }
            }
            Phase::Setup(_) | Phase::Lot | Phase::Over(_) => {}
        }
    }

    pub(crate) fn count_actions(&self) -> u64 {
        match self.phase {
            Phase::Move(seat) => {
                let moves: u32 =
                    self.move_groups(seat).iter().map(|group| group.to.count_ones()).sum();
                u64::from(moves.max(1))
            }
            Phase::Act(seat, field) => {
                let (taken, turning) = self.finishes_after_step(seat, field);
                u64::from(taken.is_some()) + 2 * u64::from(turning)
            }
            Phase::Setup(_) | Phase::Lot | Phase::Over(_) => 0,
        }
    }

    /// A uniformly random legal action after set-up.
    pub(crate) fn pick_random_action(&self, source: &mut dyn RandomSource) -> Option<Action> {
        match self.phase {
            Phase::Move(seat) => {
                let groups = self.move_groups(seat);
                let moves: u32 = groups.iter().map(|group| group.to.count_ones()).sum();
                if moves == 0 {
                    return Some(Action::Pass);
                }
                let mut drawn = source.below(u64::from(moves)) as u32;
                for group in groups {
                    let here = group.to.count_ones();
                    if drawn < here {
                        return Some(group.action(nth_field(group.to, drawn)));
                    }
                    drawn -= here;
                }
                None
            }
            Phase::Act(seat, field) => {
                let (taken, turning) = self.finishes_after_step(seat, field);
                let drawn = source.below(self.count_actions().max(1));
                match (taken, drawn) {
                    (Some(victim), 0) => Some(Action::Take(victim)),
                    (_, drawn) => {
                        turning.then_some(Action::Turn(QuarterTurn::ALL[drawn as usize % 2]))
                    }
                }
            }
            Phase::Setup(_) | Phase::Lot | Phase::Over(_) => None,
        }
    }
}

/// Fields with an opposing block on one side and a free rod on the other, from which a block could
/// take (BLO-13, BLO-14).
fn capture_fields(opposing: FieldSet, free: FieldSet, [one, other]: [Dir; 2]) -> FieldSet {
    step_set(opposing, one) & step_set(free, other)
        | step_set(opposing, other) & step_set(free, one)
}

/// The field at index `n` of a set, lowest first.
fn nth_field(mut set: FieldSet, n: u32) -> Field {
    for _ in 0..n {
        set &= set - 1;
    }
    Field::lowest_of(set)
}
