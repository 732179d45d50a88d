//! Applies legal actions to the state.

use abaque_core::Seat;

use crate::{Abraxas, Action, Hole, Phase};

impl Abraxas {
    pub(crate) fn apply_action(&mut self, action: Action) {
        match action {
            Action::Lay(corner) => {
                self.corner = Some(corner);
                self.side = Seat::First;
                self.phase = Phase::Place;
            }
            Action::Put(hole) => {
                self.reserve -= 1;
                self.put_red(None, hole);
            }
            Action::Move { from, to } => {
                self.red &= !from.bit();
                self.put_red(Some(from), to);
            }
            Action::Stop(hole) => {
                self.undo_stopped();
                self.stop |= hole.bit();
                self.stops[self.side.index()] -= 1;
                self.phase = Phase::PushOrNot;
            }
            Action::Push(corner) => {
                self.corner = Some(corner);
                let after_stop = self.phase == Phase::PushOrNot;
                if self.needs_taking() {
                    self.phase = if after_stop { Phase::TakeStop } else { Phase::Take };
                } else {
                    self.pass_turn(after_stop);
                }
            }
            Action::Stay => self.pass_turn(true),
            Action::Go => {
                self.side = self.side.other();
                self.phase = Phase::Push;
            }
            Action::Take(holes) => {
                self.red &= !holes.0;
                self.scores[self.side.index()] += holes.len() as u8;
                self.after_taking();
            }
            Action::End => match self.phase {
                Phase::TakeMore => self.phase = Phase::Again,
                phase => self.pass_turn(phase == Phase::TakeStop),
            },
        }
    }

    /// Puts a red pawn. ABR-14: the opponent can stop it only when the player plays again.
    fn put_red(&mut self, from: Option<Hole>, at: Hole) {
        self.red |= at.bit();
        if self.phase == Phase::Again && self.stops[self.side.other().index()] > 0 {
            self.side = self.side.other();
            self.phase = Phase::Stop { from, at };
        } else {
            self.phase = Phase::Push;
        }
    }

    /// ABR-14: a stopped pawn returns to where it came from.
    fn undo_stopped(&mut self) {
        if let Phase::Stop { from, at } = self.phase {
            self.red &= !at.bit();
            match from {
                Some(from) => self.red |= from.bit(),
                None => self.reserve += 1,
            }
        }
    }

    fn after_taking(&mut self) {
        if self.scores[self.side.index()] >= self.options.target {
            self.phase = Phase::Over;
        } else if self.needs_taking() {
            if self.phase == Phase::Take && self.has_manual_claims() {
                self.phase = Phase::TakeMore;
            }
        } else if self.phase == Phase::TakeStop {
            self.pass_turn(true);
        } else {
            self.phase = Phase::Again;
        }
    }

    /// ABR-19: with manual claims every push is followed by a taking phase, line or not.
    fn needs_taking(&self) -> bool {
        self.has_manual_claims() || self.lines().next().is_some()
    }

    fn pass_turn(&mut self, after_stop: bool) {
        self.side = self.side.other();
        self.phase = if after_stop { Phase::PlaceNoStop } else { Phase::Place };
    }
}
