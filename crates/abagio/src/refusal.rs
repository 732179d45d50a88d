use abaque_core::{Said, Seat};

use crate::words::words;
use crate::{Place, Square};

/// Why an action is refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Refusal {
    /// The dice that decide who plays first come next.
    DecideFirst,
    /// The throw comes next.
    ThrowFirst,
    /// The game is over.
    Over,
    /// The leaps come before the chief.
    LeapFirst,
    /// The leaps are done, the chief comes next.
    ChiefNext,
    /// The number is not among those still to play.
    NotThrown {
        /// The number asked for.
        number: u8,
    },
    /// The player has no frog there.
    NoFrog {
        /// Where.
        from: Place,
    },
    /// The safe square is the opponent's.
    OthersPath {
        /// Where.
        from: Square,
    },
    /// The player's frog is not on top.
    Imprisoned {
        /// Where.
        from: Square,
        /// Whose frog is on top.
        by: Seat,
    },
    /// The chief lies on the frog.
    UnderChief {
        /// Where.
        from: Square,
    },
    /// The chief lies on the square to land on.
    ChiefOn {
        /// Where.
        on: Square,
    },
    /// The stack to land on is full.
    Full {
        /// Where.
        on: Square,
        /// How many frogs it has.
        frogs: u8,
    },
    /// The opponent has a heap there.
    Heap {
        /// Where.
        on: Square,
        /// Whose heap.
        of: Seat,
        /// How many frogs of that colour lie on top.
        frogs: u8,
    },
    /// A final leap while a frog is still at the start or on the outer path.
    NotAllInside {
        /// Where that frog is.
        left: Place,
    },
    /// The number is larger than this frog needs but not larger than another one needs.
    Needed {
        /// The number.
        number: u8,
        /// Where the frog is that needs as much or more.
        by: Square,
        /// How much it needs.
        need: u8,
    },
    /// The number is larger than any frog needs, and another frog is farther.
    NotFarthest {
        /// Where the farthest frog is.
        farthest: Square,
    },
    /// Fewer numbers could be played then than another choice allows.
    FewerNumbers {
        /// How many numbers could be played with this leap.
        with: u8,
        /// How many are still to play.
        of: u8,
    },
    /// Either number could be played but not both: the larger must be.
    LargerNumber {
        /// The larger number.
        larger: u8,
    },
    /// The chief is for the outer path only.
    ChiefInside {
        /// Where it was to be put.
        on: Square,
    },
    /// An opposing frog is on top there.
    ChiefOnOther {
        /// Where it was to be put.
        on: Square,
        /// Whose frog is on top.
        of: Seat,
    },
    /// The stack is full.
    ChiefOnFull {
        /// Where it was to be put.
        on: Square,
    },
}

impl abaque_core::Refusal for Refusal {
    fn rule(&self) -> &'static str {
        match self {
            Refusal::DecideFirst => "AGO-01",
            Refusal::ThrowFirst | Refusal::LeapFirst | Refusal::ChiefNext => "AGO-03",
            Refusal::NotThrown { .. } => "AGO-04",
            Refusal::NoFrog { .. } | Refusal::Imprisoned { .. } => "AGO-07",
            Refusal::Heap { .. } => "AGO-11",
            Refusal::Full { .. } => "AGO-12",
            Refusal::OthersPath { .. } => "AGO-13",
            Refusal::FewerNumbers { .. } => "AGO-14",
            Refusal::LargerNumber { .. } => "AGO-15",
            Refusal::NotAllInside { .. } => "AGO-17",
            Refusal::Needed { .. } | Refusal::NotFarthest { .. } => "AGO-18",
            Refusal::ChiefInside { .. }
            | Refusal::ChiefOnOther { .. }
            | Refusal::ChiefOnFull { .. } => "AGO-19",
            Refusal::UnderChief { .. } | Refusal::ChiefOn { .. } => "AGO-21",
            Refusal::Over => "AGO-23",
        }
    }

    fn said(&self) -> Said {
        words(*self)
    }
}
