//! What pictures, players and evaluations ask a position.

use abaque_core::Seat;

use crate::square::POND;
use crate::{Abagio, Dice, Phase, Square, Stack};

impl Abagio {
    /// What the game waits for.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Whose turn it is, the winner when it is over; nobody's before the deciding dice.
    pub const fn side(&self) -> Option<Seat> {
        match self.phase {
            Phase::First => None,
            _ => Some(self.side),
        }
    }

    /// The frogs on a square.
    pub const fn stack(&self, square: Square) -> Stack {
        self.board.stack(square)
    }

    /// Every occupied square with its frogs, in text order (a square that holds only the chief
    /// is not occupied).
    pub fn stacks(&self) -> impl Iterator<Item = (Square, Stack)> {
        Square::all()
            .map(|square| (square, self.stack(square)))
            .filter(|(_, stack)| !stack.is_empty())
    }

    /// The square the chief lies on; `None` beside the board.
    pub const fn chief(&self) -> Option<Square> {
        self.board.chief
    }

    /// How many frogs of a colour are in the start position.
    pub const fn home(&self, seat: Seat) -> u8 {
        self.board.home[seat.index()]
    }

    /// How many frogs of a colour are in the pond.
    pub const fn pond(&self, seat: Seat) -> u8 {
        self.board.pond[seat.index()]
    }

    /// The numbers still to play, while leaps are due.
    pub const fn dice(&self) -> Option<Dice> {
        match self.phase {
            Phase::Leap(dice) => Some(dice),
            _ => None,
        }
    }

    /// How many squares the frogs of a colour have still to go in all; the corner frogs count
    /// once they are placed.
    pub fn pips(&self, seat: Seat) -> u32 {
        let on_squares: u32 = self
            .stacks()
            .filter_map(|(square, stack)| {
                let need = POND - square.track(seat)?;
                Some(u32::from(need) * u32::from(stack.count(seat)))
            })
            .sum();
        on_squares + u32::from(POND) * u32::from(self.home(seat))
    }

    /// The blots of a colour, in text order (AGO-09), also those no frog may hit because the
    /// stack is full, the square safe or the chief on it.
    pub fn blots(&self, seat: Seat) -> impl Iterator<Item = Square> {
        self.stacks()
            .filter(move |(_, stack)| stack.top() == Some(seat) && stack.run() == 1)
            .map(|(square, _)| square)
    }
}
