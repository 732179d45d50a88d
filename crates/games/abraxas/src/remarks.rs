use alloc::string::{String, ToString};
use alloc::vec::Vec;

use abaque_core::{Message, message};

use crate::options::ClaimMode;
use crate::phase::Phase;
use crate::state::Abraxas;

/// The lines to take now; none with manual claims, where players find them themselves (ABR-19).
pub(crate) fn remarks(game: &Abraxas) -> Vec<Message> {
    let taking = matches!(game.phase(), Phase::Take | Phase::TakeStop);
    if !taking || game.options.claim == ClaimMode::Manual {
        return Vec::new();
    }
    let remark = |line: crate::line::Line| {
        let cells: Vec<String> = line.cells().map(|cell| cell.to_string()).collect();
        let (length, due, cells) = (line.len(), line.pawns_due(), cells.join(" "));
        message!(
            "line of {length} on {cells}: {due} to take (ABR-07)",
            "alignement de {length} en {cells}\u{a0}: {due} à prendre (ABR-07)"
        )
    };
    game.lines().map(remark).collect()
}
