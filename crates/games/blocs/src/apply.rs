//! Applies legal plies to the state.

use abaque_core::{EndReason, Outcome, Ply, PlyProgress, Seat};

use crate::action::{Action, Roll, Setup};
use crate::block::Rod;
use crate::endings::STUCK;
use crate::field::{Field, QuarterTurn, rotate_set};
use crate::options::FirstPlayer;
use crate::state::{Blocs, NO_BLOCK, Phase};

impl Blocs {
    pub(crate) fn apply_ply(&mut self, ply: Ply<Action, Roll>) {
        match (self.phase, ply) {
            (Phase::Setup(seat), Ply::Act(Action::Setup(setup))) => self.set_up(seat, &setup),
            (Phase::Lot, Ply::Roll(Roll(seat))) => self.phase = Phase::Move(seat),
            (Phase::Move(seat), Ply::Act(Action::Move { from, to })) => {
                self.move_block(seat, from, to);
            }
            (Phase::Move(seat), Ply::Act(Action::Pass)) => self.end_turn(seat),
            (Phase::Act(seat, moved), Ply::Act(Action::Take(victim))) => {
                self.take_block(moved, victim);
                self.end_turn(seat);
            }
            (Phase::Act(seat, _), Ply::Act(Action::Turn(quarter))) => {
                self.turn_board(quarter);
                self.end_turn(seat);
            }
            _ => {}
        }
    }

    fn set_up(&mut self, seat: Seat, setup: &Setup) {
        let fields = Setup::fields(seat);
        self.secret |= self.options.zone.fields_planted_by(seat);
        for (i, (field, item)) in fields.into_iter().zip(setup.items()).enumerate() {
            if item.rod() == Rod::Large {
                self.large |= field.bit();
            }
            let id = 12 * seat.index() + i;
            self.stacks[id] = item.stack();
            self.plant(id, field);
        }
        self.phase = match (seat, self.options.first) {
            (Seat::First, _) => Phase::Setup(Seat::Second),
            (Seat::Second, FirstPlayer::Blue) => Phase::Move(Seat::First),
            (Seat::Second, FirstPlayer::Red) => Phase::Move(Seat::Second),
            (Seat::Second, FirstPlayer::Lot) => Phase::Lot,
        };
    }

    fn move_block(&mut self, seat: Seat, from: Field, to: Field) {
        let Some(id) = self.block_id_on(from) else { return };
        let before = self.lift(id, from);
        let after = self.plant(id, to);
        // BLO-16: a change of colour ends the turn, as a two-rod move always does (BLO-10).
        if from.row().abs_diff(to.row()) == 2 || before != after {
            self.end_turn(seat);
        } else {
            self.phase = Phase::Act(seat, to);
        }
    }

    /// Turns the victim over onto the rod on the moved block's other side (BLO-13, BLO-14).
    fn take_block(&mut self, moved: Field, victim: Field) {
        let east = moved.column() as i8 - victim.column() as i8;
        let north = moved.row() as i8 - victim.row() as i8;
        let (Some(id), Some(beyond)) = (self.block_id_on(victim), moved.offset(east, north)) else {
            return;
        };
        self.lift(id, victim);
        self.upside_down ^= 1 << id;
        self.plant(id, beyond);
    }

    /// Lifts a block off its rod, which becomes public together with the pawn the block showed
    /// there (BLO-07). Returns the colour it showed.
    #[inline]
    fn lift(&mut self, id: usize, field: Field) -> u8 {
        let slot = self.window_slot_of(id, field);
        self.public_pawns[id] |= 1 << slot;
        self.secret &= !field.bit();
        self.block_on[field.index()] = NO_BLOCK;
        for set in &mut self.shows {
            *set &= !field.bit();
        }
        self.stacks[id].bits(slot)
    }

    /// Plants a block; on a public rod the shown pawn becomes public. Returns the shown colour.
    #[inline]
    pub(crate) fn plant(&mut self, id: usize, field: Field) -> u8 {
        let slot = self.window_slot_of(id, field);
        if !field.is_in(self.secret) {
            self.public_pawns[id] |= 1 << slot;
        }
        let shown = self.stacks[id].bits(slot);
        self.put(id, field, shown as usize);
        shown
    }

    /// Puts a block on a field with the given shown colour.
    #[inline]
    pub(crate) fn put(&mut self, id: usize, field: Field, shown: usize) {
        self.field_of[id] = field;
        self.block_on[field.index()] = id as u8;
        if let Some(set) = self.shows.get_mut(shown) {
            *set |= field.bit();
        }
    }

    /// Rods and blocks turn together; the players stay (BLO-19).
    fn turn_board(&mut self, quarter: QuarterTurn) {
        self.quarter_turns = (self.quarter_turns + quarter.clockwise_turns()) % 4;
        self.large = rotate_set(self.large, quarter);
        self.secret = rotate_set(self.secret, quarter);
        self.shows = self.shows.map(|set| rotate_set(set, quarter));
        self.block_on = [NO_BLOCK; 64];
        for id in 0..24 {
            self.field_of[id] = self.field_of[id].rotated(quarter);
            self.block_on[self.field_of[id].index()] = id as u8;
        }
    }

    fn end_turn(&mut self, seat: Seat) {
        let [blue, red, neutral] = self.shown_counts();
        let [low_blue, low_red, high] = self.progress_marks;
        self.progress_marks = [low_blue.min(blue), low_red.min(red), high.max(neutral)];
        self.phase = match self.outcome_by_seven() {
            Some(outcome) => Phase::Over(outcome),
            None => self.next_turn(seat.other()),
        };
    }

    /// The phase in which this player moves or must pass, or the end if neither can act (BLO-21).
    fn next_turn(&self, seat: Seat) -> Phase {
        match self.outcome_if_stuck([seat, seat.other()]) {
            Some(outcome) => Phase::Over(outcome),
            None => Phase::Move(seat),
        }
    }

    /// The outcome if neither player can act (BLO-21). `seats` lists the likelier to act first, to
    /// exit early.
    pub(crate) fn outcome_if_stuck(&self, seats: [Seat; 2]) -> Option<Outcome> {
        let stuck = !seats.into_iter().any(|seat| self.can_act(seat));
        stuck.then(|| self.outcome_by_counts(EndReason::Board(&STUCK)))
    }

    /// COM-03 and BLO-25.
    pub(crate) fn progress_to(&self, ply: &Ply<Action, Roll>, after: &Blocs) -> PlyProgress {
        let played = matches!(
            ply,
            Ply::Act(Action::Move { .. } | Action::Take(_) | Action::Turn(_) | Action::Pass)
        );
        let ended = played && !matches!(after.phase, Phase::Act(..));
        // The marks are monotonic: the lows only fall, the high only rises.
        PlyProgress {
            turns_ended: u8::from(ended),
            made_progress: after.progress_marks != self.progress_marks,
        }
    }
}
