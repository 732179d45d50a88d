use abaque_core::{BadText, said};

use crate::{Puzzle, read};

static FILES: &[(&str, &str)] = &[
    ("abalone", include_str!("../../../puzzles/abalone.jsonl")),
    ("abraxas", include_str!("../../../puzzles/abraxas.jsonl")),
    ("abagio", include_str!("../../../puzzles/abagio.jsonl")),
    ("blocs", include_str!("../../../puzzles/blocs.jsonl")),
];

/// The puzzles that come with the program for a game, by its name.
pub fn shipped(game: &str) -> Result<Vec<Puzzle>, BadText> {
    let file = FILES.iter().find(|(name, _)| *name == game);
    let (_, text) = file.ok_or_else(|| {
        let known = FILES.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
        BadText::new(
            "GAME",
            said!(
                "there are no puzzles for `{game}`; there are for {known}",
                "il n'y a pas de problèmes pour « {game} » ; il y en a pour {known}"
            ),
        )
    })?;
    read(text)
}
