//! What a legal action does.

use abaque_core::Seat;

use crate::{Abraxas, Action, Hole, Phase};

impl Abraxas {
    pub(crate) fn advance(&mut self, action: Action) {
        match action {
            Action::Lay(corner) => {
                self.corner = Some(corner);
                self.side = Seat::First;
                self.phase = Phase::Place;
            }
            Action::Put(hole) => {
                self.reserve -= 1;
                self.put(None, hole);
            }
            Action::Move { from, to } => {
                self.red &= !from.bit();
                self.put(Some(from), to);
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
                if self.asks_for_takings() {
                    self.phase = if after_stop { Phase::TakeStop } else { Phase::Take };
                } else {
                    self.pass(after_stop);
                }
            }
            Action::Stay => self.pass(true),
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
                phase => self.pass(phase == Phase::TakeStop),
            },
        }
    }

    /// A red pawn was put. ABR-14: only when playing again can it be stopped.
    fn put(&mut self, from: Option<Hole>, at: Hole) {
        self.red |= at.bit();
        if self.phase == Phase::Again && self.stops[self.side.other().index()] > 0 {
            self.side = self.side.other();
            self.phase = Phase::Stop { from, at };
        } else {
            self.phase = Phase::Push;
        }
    }

    /// ABR-14: a stopped pawn goes back where it came from.
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
        } else if self.asks_for_takings() {
            if self.phase == Phase::Take && self.manual() {
                self.phase = Phase::TakeMore;
            }
        } else if self.phase == Phase::TakeStop {
            self.pass(true);
        } else {
            self.phase = Phase::Again;
        }
    }

    /// ABR-19: with manual claims every push is followed by a taking phase, line or not.
    fn asks_for_takings(&self) -> bool {
        self.manual() || self.lines().next().is_some()
    }

    fn pass(&mut self, after_stop: bool) {
        self.side = self.side.other();
        self.phase = if after_stop { Phase::PlaceNoStop } else { Phase::Place };
    }
}
