/// One of the two players. `First` is the player the rulebook names first (Black, 1, Red, Blue),
/// not necessarily the one who starts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Seat {
    /// Black, player 1, Red (Abagio), Blue (Blocs-pions).
    First = 0,
    /// White, player 2, Purple, Red (Blocs-pions).
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
}
