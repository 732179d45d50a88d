//! The ways a game ends on the board.

use abaque_core::{BoardEnding, StaticMessage};

/// Enough balls are ejected (ABA-10).
pub const EJECTION: BoardEnding = BoardEnding {
    keyword: "ejection",
    phrase: StaticMessage::new("by ejection", "par éjection"),
    can_draw: false,
};

/// The player to move has no legal move (ABA-14).
pub const BLOCKED: BoardEnding = BoardEnding {
    keyword: "blocked",
    phrase: StaticMessage::new(
        "because the opponent cannot move",
        "car l'adversaire ne peut plus jouer",
    ),
    can_draw: false,
};
