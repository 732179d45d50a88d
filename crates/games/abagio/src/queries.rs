//! Position queries for drawing, bots and evaluation.

use abaque_core::Seat;

use crate::square::TRACK_POND;
use crate::{Abagio, Dice, Phase, Square, Stack};

impl Abagio {
    /// What must happen next.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The player to act, or the winner; `None` before the deciding dice.
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

    /// Every occupied square with its frogs, in text order. A square with only the chief does not
    /// count.
    pub fn stacks(&self) -> impl Iterator<Item = (Square, Stack)> {
        Square::all()
            .map(|square| (square, self.stack(square)))
            .filter(|(_, stack)| !stack.is_empty())
    }

    /// The chief's square; `None` when it is beside the board.
    pub const fn chief(&self) -> Option<Square> {
        self.board.chief
    }

    /// The number of frogs of a colour in the start position.
    pub const fn home(&self, seat: Seat) -> u8 {
        self.board.home[seat.index()]
    }

    /// The number of frogs of a colour in the pond.
    pub const fn pond(&self, seat: Seat) -> u8 {
        self.board.pond[seat.index()]
    }

    /// The numbers left to play, while leaps are due.
    pub const fn dice(&self) -> Option<Dice> {
        match self.phase {
            Phase::Leap(dice) => Some(dice),
            _ => None,
        }
    }

    /// The pip count: squares that all frogs of a colour still have to go. Corner frogs count once
    /// they are placed.
    pub fn pips(&self, seat: Seat) -> u32 {
        let on_squares: u32 = self
            .stacks()
            .filter_map(|(square, stack)| {
                let need = TRACK_POND - square.track(seat)?;
                Some(u32::from(need) * u32::from(stack.count(seat)))
            })
            .sum();
        on_squares + u32::from(TRACK_POND) * u32::from(self.home(seat))
    }

    /// The blots of a colour, in text order (AGO-09), including those no frog can hit because of a
    /// full stack, a safe square or the chief.
    pub fn blots(&self, seat: Seat) -> impl Iterator<Item = Square> {
        self.stacks()
            .filter(move |(_, stack)| stack.top() == Some(seat) && stack.top_run() == 1)
            .map(|(square, _)| square)
    }
}
