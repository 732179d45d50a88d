//! The ways a game ends on the board.

use abaque_core::{BoardEnding, StaticMessage};

/// The rule of seven.
pub const SEVEN: BoardEnding = BoardEnding {
    keyword: "seven",
    phrase: StaticMessage::new("by the rule of seven", "par la règle des 7"),
    can_draw: true,
};

/// Neither player can move.
pub const STUCK: BoardEnding = BoardEnding {
    keyword: "stuck",
    phrase: StaticMessage::new("because neither player can move", "car aucun joueur ne peut jouer"),
    can_draw: true,
};
