use crate::board::{Board, FROGS};
use crate::{Abagio, Action, Dice, Phase, Roll, Square, moves};

impl Abagio {
    /// A lot's outcome: the set-up for whoever plays first (AGO-01, AGO-02), or a throw.
    pub(crate) fn cast(&mut self, roll: Roll) {
        match roll {
            Roll::First { red, purple } => {
                self.side = Roll::first(red, purple);
                self.board = Board::set_up(self.side);
                self.phase = Phase::Roll;
            }
            Roll::Throw { high, low } => self.go_on(Some(Dice::thrown(high, low))),
        }
    }

    /// What the player to act does.
    pub(crate) fn act(&mut self, action: Action) {
        match action {
            Action::Leap { from, number } => {
                let (Phase::Leap(dice), Some(track)) = (self.phase, from.track(self.side)) else {
                    return;
                };
                self.board.leap(self.side, track, number);
                if self.board.pond[self.side.index()] == FROGS {
                    self.phase = Phase::Over;
                } else {
                    self.go_on(dice.without(number));
                }
            }
            Action::Chief(square) => self.end_turn(square),
        }
    }

    /// Phases pass by themselves: leaps while there are any, then the chief for a player with no
    /// frog at home (AGO-19), else it goes beside the board (AGO-20).
    fn go_on(&mut self, dice: Option<Dice>) {
        match dice {
            Some(dice) if moves::any(&self.board, self.side, dice) => {
                self.phase = Phase::Leap(dice);
            }
            _ if self.board.home[self.side.index()] == 0 => self.phase = Phase::Chief,
            _ => self.end_turn(None),
        }
    }

    fn end_turn(&mut self, chief: Option<Square>) {
        self.board.chief = chief;
        self.side = self.side.other();
        self.phase = Phase::Roll;
    }
}
