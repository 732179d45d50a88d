//! The ways a game ends on the board.

use abaque_core::{BoardEnding, StaticMessage};

/// All frogs of a player are in the pond.
pub const POND: BoardEnding = BoardEnding {
    keyword: "pond",
    phrase: StaticMessage::new(
        "with all frogs in the pond",
        ": toutes ses grenouilles sont à l'étang",
    ),
    can_draw: false,
};
