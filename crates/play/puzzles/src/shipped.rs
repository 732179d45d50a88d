use abaque_core::{ParseError, message};

use crate::{Puzzle, parse_puzzles};

macro_rules! files {
    ($($(#[$cfg:meta])* $name:literal: $rules:ty, $bots:path, $board:path, $tensors:path;)*) => {
        static FILES: &[(&str, &str)] = &[$(
            $(#[$cfg])*
            ($name, include_str!(concat!("../../../../puzzles/", $name, ".jsonl"))),
        )*];
    };
}

abaque_catalog::for_each_game!(files);

/// The built-in puzzles of a game, by its name.
pub fn shipped(game: &str) -> Result<Vec<Puzzle>, ParseError> {
    let file = FILES.iter().find(|(name, _)| *name == game);
    let (_, text) = file.ok_or_else(|| {
        let known = FILES.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
        ParseError::new(
            "GAME",
            message!(
                "there are no puzzles for `{game}`; there are for {known}",
                "il n'y a pas de problèmes pour «\u{a0}{game}\u{a0}»\u{a0}; il y en a pour {known}"
            ),
        )
    })?;
    parse_puzzles(text)
}
