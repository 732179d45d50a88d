use std::str::FromStr;

use abaque_core::{BadText, Said, said};
use serde::{Deserialize, Serialize};

/// A position and a question about it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// A name that stays: the game's three letters and a number.
    pub id: String,
    /// The game's spec.
    pub game: String,
    /// The position; in a game with secrets the solver's view of it.
    pub position: String,
    /// What is asked, with the answer.
    pub ask: Ask,
    /// How hard it is, on the scale of players' ratings.
    pub rating: u16,
    /// What it is about, as short keys.
    pub themes: Vec<String>,
}

/// What a puzzle asks for, with the answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Ask {
    /// Play the only good line: the solver's actions and the replies, in the order of play. Every
    /// action of the solver is clearly better than any other; it ends with one of the solver's.
    Line(Vec<String>),
    /// Take as many pawns as possible before the turn passes: the number, and one way to do it.
    Most {
        /// The most that can be taken.
        pawns: u8,
        /// The actions of one best turn.
        line: Vec<String>,
    },
    /// Play the throw best: the actions of the turn. Another order with the same result is as good.
    Turn(Vec<String>),
    /// Find the hidden thing that is certain: where (`d6:middle`, `d6:rod`) and what it is.
    Certain {
        /// The field and the part.
        place: String,
        /// The pawn's colour letter or the rod's letter.
        answer: String,
    },
}

impl FromStr for Puzzle {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Puzzle, BadText> {
        serde_json::from_str(text).map_err(|error| {
            BadText::new(
                "PUZZLE",
                said!("not a puzzle: {error}", "ce n'est pas un problème : {error}"),
            )
        })
    }
}

/// Reads a file of puzzles, one a line; the error says which line is wrong.
pub fn read(text: &str) -> Result<Vec<Puzzle>, BadText> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(at, line)| {
            line.parse().map_err(|error: BadText| {
                let line = at + 1;
                let Said { en, fr } = error.said;
                BadText::new("PUZZLE", said!("line {line}: {en}", "ligne {line} : {fr}"))
            })
        })
        .collect()
}
