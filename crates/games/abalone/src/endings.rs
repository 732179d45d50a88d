//! The ways a game ends on the board.

use abaque_core::{BoardEnding, StaticMessage};

/// Enough balls are ejected (ABA-10).
pub const EJECTION: BoardEnding = BoardEnding {
    keyword: "ejection",
    phrase: StaticMessage::new("by ejection", "par éjection"),
    can_draw: false,
};

/// Too many turns passed without an ejection, and the tournament lets the lead in balls decide
/// (ABA-17).
pub const LEAD: BoardEnding = BoardEnding {
    keyword: "lead",
    phrase: StaticMessage::new(
        "on balls after 300 turns without an ejection",
        "aux boules après 300 tours sans éjection",
    ),
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
