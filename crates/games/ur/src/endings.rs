//! The ways a game ends on the board.

use abaque_core::{BoardEnding, StaticMessage};

/// All pieces of a player are home (RGU-13).
pub const HOME: BoardEnding = BoardEnding {
    keyword: "home",
    phrase: StaticMessage::new("with all pieces home", ": tous ses pions sont arrivés"),
    can_draw: false,
};
