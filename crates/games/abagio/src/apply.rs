use crate::board::{Board, FROGS_PER_PLAYER};
use crate::{Abagio, Action, Dice, Phase, Roll, Square, moves};

impl Abagio {
    /// Applies a roll: sets up the board for the first player (AGO-01, AGO-02), or throws.
    pub(crate) fn apply_roll(&mut self, roll: Roll) {
        match roll {
            Roll::First { red, purple } => {
                self.side = Roll::first_player(red, purple);
                self.board = Board::initial(self.side);
                self.phase = Phase::Roll;
            }
            Roll::Throw { high, low } => self.advance_phase(Some(Dice::from_throw(high, low))),
        }
    }

    /// Applies a player's action.
    pub(crate) fn apply_action(&mut self, action: Action) {
        match action {
            Action::Leap { from, number } => {
                let (Phase::Leap(dice), Some(track)) = (self.phase, from.track(self.side)) else {
                    return;
                };
                self.board.leap(self.side, track, number);
                if self.board.pond[self.side.index()] == FROGS_PER_PLAYER {
                    self.phase = Phase::Over;
                } else {
                    self.advance_phase(dice.without(number));
                }
            }
            Action::Chief(square) => self.end_turn(square),
        }
    }

    /// Skips phases without a choice: leaps while any exist, then the chief for a player without
    /// frogs at home (AGO-19); otherwise the chief goes beside the board (AGO-20).
    fn advance_phase(&mut self, dice: Option<Dice>) {
        match dice {
            Some(dice) if moves::can_play_any(&self.board, self.side, dice) => {
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
