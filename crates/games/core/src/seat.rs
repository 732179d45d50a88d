/// One of the two players. `First` is the player the rulebook names first (Black, 1, Red, Blue),
/// not necessarily the one who starts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Seat {
    /// The player listed first, such as Black or player 1.
    First = 0,
    /// The other player, such as White or player 2.
    Second = 1,
}

impl Seat {
    /// Both seats, in order.
    pub const ALL: [Seat; 2] = [Seat::First, Seat::Second];

    /// The opponent.
    #[inline]
    pub const fn other(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }

    /// 0 or 1, for arrays indexed by seat.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// 1 or 2, as messages and stored games number the seats.
    #[inline]
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The seat of a number; `None` unless it is 1 or 2.
    pub const fn from_number(number: u8) -> Option<Seat> {
        match number {
            1 => Some(Seat::First),
            2 => Some(Seat::Second),
            _ => None,
        }
    }
}
