use abaque_core::{ParseError, message};

use crate::{Puzzle, parse_puzzles};

static FILES: &[(&str, &str)] = &[
    ("abalone", include_str!("../../../../puzzles/abalone.jsonl")),
    ("abraxas", include_str!("../../../../puzzles/abraxas.jsonl")),
    ("abagio", include_str!("../../../../puzzles/abagio.jsonl")),
    ("blocs", include_str!("../../../../puzzles/blocs.jsonl")),
];

/// The built-in puzzles of a game, by its name.
pub fn shipped(game: &str) -> Result<Vec<Puzzle>, ParseError> {
    let file = FILES.iter().find(|(name, _)| *name == game);
    let (_, text) = file.ok_or_else(|| {
        let known = FILES.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
        ParseError::new(
            "GAME",
            message!(
                "there are no puzzles for `{game}`; there are for {known}",
                "il n'y a pas de problèmes pour « {game} » ; il y en a pour {known}"
            ),
        )
    })?;
    parse_puzzles(text)
}
