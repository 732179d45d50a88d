use abaque_core::{Said, said};

use crate::options::Claim;
use crate::phase::Phase;
use crate::state::Abraxas;

/// The lines to be taken now. With manual claims they are for the player to find (ABR-19).
pub(crate) fn remarks(game: &Abraxas) -> Vec<Said> {
    let taking = matches!(game.phase(), Phase::Take | Phase::TakeStop);
    if !taking || game.options.claim == Claim::Manual {
        return Vec::new();
    }
    let tell = |line: crate::line::Line| {
        let cells: Vec<String> = line.cells().map(|cell| cell.to_string()).collect();
        let (length, due, cells) = (line.len(), line.due(), cells.join(" "));
        said!(
            "line of {length} on {cells}: {due} to take (ABR-07)",
            "alignement de {length} en {cells} : {due} à prendre (ABR-07)"
        )
    };
    game.lines().map(tell).collect()
}
