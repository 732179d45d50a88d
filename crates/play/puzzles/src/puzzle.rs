use std::str::FromStr;

use abaque_core::{Message, ParseError, message};
use serde::{Deserialize, Serialize};

/// A position with a question.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// A permanent id: the game's three letters and a number.
    pub id: String,
    /// The game's spec.
    pub game: String,
    /// The position; with hidden information, the solver's view.
    pub position: String,
    /// The question and its answer.
    pub ask: PuzzleQuestion,
    /// The difficulty, on the scale of player ratings.
    pub rating: u16,
    /// Themes, as short keys.
    pub themes: Vec<String>,
}

/// The question of a puzzle, with the answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum PuzzleQuestion {
    /// Play the only good line: the solver's actions and the replies, in order. Every action of the
    /// solver is clearly better than any other; the last ply is the solver's.
    Line(Vec<String>),
    /// Gain as many points as possible before the turn passes.
    Most {
        /// The maximum; the name stems from the first game that asked.
        pawns: u8,
        /// The actions of one best turn.
        line: Vec<String>,
    },
    /// Play the throw best: the actions of the turn. Any order with the same result counts.
    Turn(Vec<String>),
    /// Find the hidden fact that is certain; `place=answer` is the statement in the game's notation.
    Certain {
        /// What the fact is about.
        place: String,
        /// What it is.
        answer: String,
    },
}

impl FromStr for Puzzle {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Puzzle, ParseError> {
        serde_json::from_str(text).map_err(|error| {
            ParseError::new(
                "PUZZLE",
                message!("not a puzzle: {error}", "ce n'est pas un problème\u{a0}: {error}"),
            )
        })
    }
}

/// Parses a file with one puzzle per line; the error names the line.
pub fn parse_puzzles(text: &str) -> Result<Vec<Puzzle>, ParseError> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(at, line)| {
            line.parse().map_err(|error: ParseError| {
                let line = at + 1;
                let Message { en, fr } = error.message;
                ParseError::new("PUZZLE", message!("line {line}: {en}", "ligne {line}\u{a0}: {fr}"))
            })
        })
        .collect()
}
