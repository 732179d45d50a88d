//! The ways a game ends on the board.

use abaque_core::{BoardEnding, StaticMessage};

/// A player has taken enough pawns.
pub const TARGET: BoardEnding = BoardEnding {
    keyword: "target",
    phrase: StaticMessage::new("by pawns taken", "au nombre de pions pris"),
    can_draw: false,
};
