//! Colours, rods and blocks.

use abaque_core::Seat;

/// The colour of a pawn, and of a block showing it (BLO-03).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Colour {
    /// Blue, who sits south.
    Blue = 0,
    /// Red, who sits north.
    Red = 1,
    /// Neutral (yellow).
    Neutral = 2,
}

impl Colour {
    /// All three, in order.
    pub const ALL: [Colour; 3] = [Colour::Blue, Colour::Red, Colour::Neutral];

    /// The colour of a player.
    pub const fn of_player(seat: Seat) -> Colour {
        match seat {
            Seat::First => Colour::Blue,
            Seat::Second => Colour::Red,
        }
    }

    /// The letter in positions.
    pub const fn letter(self) -> char {
        match self {
            Colour::Blue => 'b',
            Colour::Red => 'r',
            Colour::Neutral => 'n',
        }
    }

    /// Parses a colour letter.
    pub const fn from_letter(letter: u8) -> Option<Colour> {
        match letter {
            b'b' => Some(Colour::Blue),
            b'r' => Some(Colour::Red),
            b'n' => Some(Colour::Neutral),
            _ => None,
        }
    }

    /// The English name.
    pub const fn en(self) -> &'static str {
        match self {
            Colour::Blue => "blue",
            Colour::Red => "red",
            Colour::Neutral => "neutral",
        }
    }

    /// The French name.
    pub const fn fr(self) -> &'static str {
        match self {
            Colour::Blue => "bleu",
            Colour::Red => "rouge",
            Colour::Neutral => "neutre",
        }
    }

    /// The index in arrays by colour: blue, red, neutral.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The size of a rod.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rod {
    /// The window shows the middle pawn (BLO-01).
    Small,
    /// The rod pushes the stack up, and the window shows the bottom pawn (BLO-01).
    Large,
}

impl Rod {
    /// The letter in positions while the rod is public.
    pub const fn letter(self) -> char {
        match self {
            Rod::Small => 's',
            Rod::Large => 'l',
        }
    }

    /// Parses a lower-case rod letter.
    pub const fn from_letter(letter: u8) -> Option<Rod> {
        match letter {
            b's' => Some(Rod::Small),
            b'l' => Some(Rod::Large),
            _ => None,
        }
    }

    /// The slot of the pawn in the window, counted from the bottom (BLO-01).
    pub const fn window(self) -> usize {
        match self {
            Rod::Small => 1,
            Rod::Large => 0,
        }
    }
}

/// A block: its builder and its three pawns from bottom to top as it stands now.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Block {
    /// The player who built it; it may belong to the opponent by now (BLO-03).
    pub builder: Seat,
    /// Bottom, middle, top.
    pub pawns: [Colour; 3],
}

impl Block {
    /// The colour shown on a rod (BLO-01).
    pub const fn shows(self, rod: Rod) -> Colour {
        self.pawns[rod.window()]
    }

    /// The same block upside down (BLO-02).
    pub const fn turned_over(self) -> Block {
        let [bottom, middle, top] = self.pawns;
        Block { builder: self.builder, pawns: [top, middle, bottom] }
    }
}

/// Three pawns from bottom to top as built, two bits each; `UNKNOWN_PAWN` where a view has a hole.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct PawnStack(pub(crate) u8);

const UNKNOWN_PAWN: u8 = 3;

impl PawnStack {
    /// A stack of three unknown pawns.
    pub(crate) const HIDDEN: PawnStack = PawnStack(0b11_1111);

    pub(crate) const fn new(pawns: [Colour; 3]) -> PawnStack {
        PawnStack(pawns[0] as u8 | (pawns[1] as u8) << 2 | (pawns[2] as u8) << 4)
    }

    /// The pawn in a slot, if known.
    pub(crate) const fn get(self, slot: usize) -> Option<Colour> {
        match self.bits(slot) {
            0 => Some(Colour::Blue),
            1 => Some(Colour::Red),
            2 => Some(Colour::Neutral),
            _ => None,
        }
    }

    /// The colour index of the pawn; `UNKNOWN_PAWN` for a hole.
    #[inline]
    pub(crate) const fn bits(self, slot: usize) -> u8 {
        self.0 >> (2 * slot) & UNKNOWN_PAWN
    }

    pub(crate) const fn with(self, slot: usize, pawn: Colour) -> PawnStack {
        PawnStack(self.0 & !(UNKNOWN_PAWN << (2 * slot)) | (pawn as u8) << (2 * slot))
    }

    /// Keeps only the slots in `known` (one bit per slot).
    pub(crate) const fn masked(self, known: u8) -> PawnStack {
        let spread = known & 1 | (known & 2) << 1 | (known & 4) << 2;
        PawnStack(self.0 | !(spread * 3) & 0b11_1111)
    }

    /// All three pawns, if all are known.
    pub(crate) fn pawns(self) -> Option<[Colour; 3]> {
        Some([self.get(0)?, self.get(1)?, self.get(2)?])
    }
}

/// The slot, in building order, of the pawn in the window (BLO-01, BLO-02).
#[inline]
pub(crate) const fn window_slot(large: bool, over: bool) -> usize {
    match (large, over) {
        (false, _) => 1,
        (true, false) => 0,
        (true, true) => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Colour::*;

    #[test]
    fn blo_01_blo_02_blo_03_what_a_block_shows() {
        let block = Block { builder: Seat::First, pawns: [Blue, Red, Neutral] };
        assert_eq!(block.shows(Rod::Small), Red);
        assert_eq!(block.shows(Rod::Large), Blue);
        assert_eq!(block.turned_over().shows(Rod::Small), Red);
        assert_eq!(block.turned_over().shows(Rod::Large), Neutral);
        assert_eq!(block.turned_over().turned_over(), block);
    }

    #[test]
    fn pawn_stacks_match_their_blocks() {
        let block = Block { builder: Seat::First, pawns: [Blue, Red, Neutral] };
        let stack = PawnStack::new(block.pawns);
        assert_eq!(stack.pawns(), Some(block.pawns));
        for (over, seen) in [(false, block), (true, block.turned_over())] {
            assert_eq!(stack.get(window_slot(false, over)), Some(seen.shows(Rod::Small)));
            assert_eq!(stack.get(window_slot(true, over)), Some(seen.shows(Rod::Large)));
        }
        let top = stack.masked(0b100);
        assert_eq!([top.get(0), top.get(1), top.get(2)], [None, None, Some(Neutral)]);
        assert_eq!(stack.masked(0), PawnStack::HIDDEN);
        assert_eq!(top.with(0, Blue).with(1, Red), stack);
    }
}
