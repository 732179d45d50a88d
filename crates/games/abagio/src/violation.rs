use abaque_core::{Message, RuleViolation, Seat, violation_error};

use crate::wording::violation_message;
use crate::{LeapOrigin, Square};

/// Why an action is refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Violation {
    /// The deciding dice come next.
    DecideFirst,
    /// The throw comes next.
    ThrowFirst,
    /// The game is over.
    Over,
    /// Leaps come before the chief.
    LeapFirst,
    /// The leaps are done; the chief comes next.
    ChiefNext,
    /// The number is not left to play.
    NotThrown {
        /// The requested number.
        number: u8,
    },
    /// The player has no frog there.
    NoFrog {
        /// The requested origin.
        from: LeapOrigin,
    },
    /// The safe square belongs to the opponent.
    OthersPath {
        /// The requested origin.
        from: Square,
    },
    /// The player's frog is not on top of the stack.
    Imprisoned {
        /// The requested origin.
        from: Square,
        /// The owner of the top frog.
        by: Seat,
    },
    /// The chief lies on the frog.
    UnderChief {
        /// The requested origin.
        from: Square,
    },
    /// The chief lies on the landing square.
    ChiefOn {
        /// The landing square.
        on: Square,
    },
    /// The stack on the landing square is full.
    Full {
        /// The landing square.
        on: Square,
        /// The height of the stack.
        frogs: u8,
    },
    /// The opponent has a heap on the landing square.
    Heap {
        /// The landing square.
        on: Square,
        /// The owner of the heap.
        of: Seat,
        /// The size of the heap.
        frogs: u8,
    },
    /// A final leap while a frog is at the start or on the outer path.
    NotAllInside {
        /// The place of that frog.
        left: LeapOrigin,
    },
    /// The number exceeds what this frog needs, but another frog needs it or more.
    Needed {
        /// The requested number.
        number: u8,
        /// The place of the frog that needs as much or more.
        by: Square,
        /// The number that frog needs.
        need: u8,
    },
    /// The number exceeds what any frog needs, and another frog is farther away.
    NotFarthest {
        /// The square of the farthest frog.
        farthest: Square,
    },
    /// The leap would allow fewer numbers than another choice.
    FewerNumbers {
        /// How many numbers this leap allows.
        with: u8,
        /// How many numbers are left to play.
        of: u8,
    },
    /// Either number can be played but not both, so the larger must be.
    LargerNumber {
        /// The larger number.
        larger: u8,
    },
    /// The chief may only lie on the outer path.
    ChiefInside {
        /// The requested square.
        on: Square,
    },
    /// An opposing frog is on top of the stack.
    ChiefOnOther {
        /// The requested square.
        on: Square,
        /// The owner of the top frog.
        of: Seat,
    },
    /// The stack on the requested square is full.
    ChiefOnFull {
        /// The requested square.
        on: Square,
    },
}

violation_error!(Violation);

impl RuleViolation for Violation {
    fn rule(&self) -> &'static str {
        match self {
            Violation::DecideFirst => "AGO-01",
            Violation::ThrowFirst | Violation::LeapFirst | Violation::ChiefNext => "AGO-03",
            Violation::NotThrown { .. } => "AGO-04",
            Violation::NoFrog { .. } | Violation::Imprisoned { .. } => "AGO-07",
            Violation::Heap { .. } => "AGO-11",
            Violation::Full { .. } => "AGO-12",
            Violation::OthersPath { .. } => "AGO-13",
            Violation::FewerNumbers { .. } => "AGO-14",
            Violation::LargerNumber { .. } => "AGO-15",
            Violation::NotAllInside { .. } => "AGO-17",
            Violation::Needed { .. } | Violation::NotFarthest { .. } => "AGO-18",
            Violation::ChiefInside { .. }
            | Violation::ChiefOnOther { .. }
            | Violation::ChiefOnFull { .. } => "AGO-19",
            Violation::UnderChief { .. } | Violation::ChiefOn { .. } => "AGO-21",
            Violation::Over => "AGO-23",
        }
    }

    fn message(&self) -> Message {
        violation_message(*self)
    }
}
