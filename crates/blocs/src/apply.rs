//! Advancing by a legal ply.

use abaque_core::{Outcome, Pace, Ply, Reason, Seat};

use crate::action::{Action, Roll, Setup};
use crate::block::Rod;
use crate::field::{Field, Quarter, turn_set};
use crate::options::First;
use crate::state::{Blocs, NONE, Phase};

impl Blocs {
    pub(crate) fn advance(&mut self, ply: Ply<Action, Roll>) {
        match (self.phase, ply) {
            (Phase::Setup(seat), Ply::Act(Action::Setup(setup))) => self.set_up(seat, &setup),
            (Phase::Lot, Ply::Roll(Roll(seat))) => self.phase = Phase::Move(seat),
            (Phase::Move(seat), Ply::Act(Action::Move { from, to })) => {
                self.move_block(seat, from, to);
            }
            (Phase::Move(seat), Ply::Act(Action::Pass)) => self.end_turn(seat),
            (Phase::Act(seat, moved), Ply::Act(Action::Take(victim))) => {
                self.take(moved, victim);
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
        self.secret |= self.options.zone.planted_by(seat);
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
            (Seat::Second, First::Blue) => Phase::Move(Seat::First),
            (Seat::Second, First::Red) => Phase::Move(Seat::Second),
            (Seat::Second, First::Lot) => Phase::Lot,
        };
    }

    fn move_block(&mut self, seat: Seat, from: Field, to: Field) {
        let Some(id) = self.id_on(from) else { return };
        let before = self.lift(id, from);
        let after = self.plant(id, to);
        // BLO-16: a change of colour ends the turn, as two rods do anyway (BLO-10).
        if from.row().abs_diff(to.row()) == 2 || before != after {
            self.end_turn(seat);
        } else {
            self.phase = Phase::Act(seat, to);
        }
    }

    /// The victim is turned over onto the rod on the moved block's other side (BLO-13, BLO-14).
    fn take(&mut self, moved: Field, victim: Field) {
        let east = moved.column() as i8 - victim.column() as i8;
        let north = moved.row() as i8 - victim.row() as i8;
        let (Some(id), Some(beyond)) = (self.id_on(victim), moved.offset(east, north)) else {
            return;
        };
        self.lift(id, victim);
        self.over ^= 1 << id;
        self.plant(id, beyond);
    }

    /// Takes a block off its rod, which thereby becomes known, and with it the pawn that the
    /// block showed there (BLO-07). Gives the colour it showed.
    #[inline]
    fn lift(&mut self, id: usize, field: Field) -> u8 {
        let slot = self.slot(id, field);
        self.seen[id] |= 1 << slot;
        self.secret &= !field.bit();
        self.on[field.index()] = NONE;
        for set in &mut self.shows {
            *set &= !field.bit();
        }
        self.stacks[id].bits(slot)
    }

    /// Plants a block; what it shows on a rod that is not secret is seen by all. Gives the colour.
    #[inline]
    pub(crate) fn plant(&mut self, id: usize, field: Field) -> u8 {
        let slot = self.slot(id, field);
        if !field.within(self.secret) {
            self.seen[id] |= 1 << slot;
        }
        let shown = self.stacks[id].bits(slot);
        self.put(id, field, shown as usize);
        shown
    }

    /// Stands a block on a field with a colour shown.
    #[inline]
    pub(crate) fn put(&mut self, id: usize, field: Field, shown: usize) {
        self.at[id] = field;
        self.on[field.index()] = id as u8;
        if let Some(set) = self.shows.get_mut(shown) {
            *set |= field.bit();
        }
    }

    /// Rods and blocks turn together, the players stay (BLO-19).
    fn turn_board(&mut self, quarter: Quarter) {
        self.turned = (self.turned + quarter.times()) % 4;
        self.large = turn_set(self.large, quarter);
        self.secret = turn_set(self.secret, quarter);
        self.shows = self.shows.map(|set| turn_set(set, quarter));
        self.on = [NONE; 64];
        for id in 0..24 {
            self.at[id] = self.at[id].turned(quarter);
            self.on[self.at[id].index()] = id as u8;
        }
    }

    fn end_turn(&mut self, seat: Seat) {
        let [blue, red, neutral] = self.counts();
        let [low_blue, low_red, high] = self.marks;
        self.marks = [low_blue.min(blue), low_red.min(red), high.max(neutral)];
        self.phase = match self.by_seven() {
            Some(outcome) => Phase::Over(outcome),
            None => self.next_turn(seat.other()),
        };
    }

    /// A turn of this player, who may have to pass, unless neither can act (BLO-21).
    fn next_turn(&self, seat: Seat) -> Phase {
        match self.by_stuck([seat, seat.other()]) {
            Some(outcome) => Phase::Over(outcome),
            None => Phase::Move(seat),
        }
    }

    /// How the game ends if neither player can act (BLO-21); the likelier to act is asked first.
    pub(crate) fn by_stuck(&self, seats: [Seat; 2]) -> Option<Outcome> {
        let stuck = !seats.into_iter().any(|seat| self.can_act(seat));
        stuck.then(|| self.verdict(Reason::Stuck))
    }

    /// COM-03 and BLO-25.
    pub(crate) fn pace_to(&self, ply: &Ply<Action, Roll>, after: &Blocs) -> Pace {
        let played = matches!(
            ply,
            Ply::Act(Action::Move { .. } | Action::Take(_) | Action::Turn(_) | Action::Pass)
        );
        let ended = played && !matches!(after.phase, Phase::Act(..));
        // The marks move only one way: lows down, the high up.
        Pace { turns_ended: u8::from(ended), progress: after.marks != self.marks }
    }
}
