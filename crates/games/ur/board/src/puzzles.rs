use abaque_board::puzzles::{BoardPuzzles, PuzzleTexts};
use abaque_board::{StaticMessage, text};

use crate::Board;

impl BoardPuzzles for Board {
    const PUZZLES: PuzzleTexts = PuzzleTexts { themes: THEMES, ..PuzzleTexts::DEFAULT };
}

const THEMES: &[(&str, StaticMessage)] = &[
    ("hit", text!("hit", "frapper")),
    ("rosette", text!("rosette", "rosace")),
    ("safety", text!("safety", "sécurité")),
    ("home", text!("home", "arrivée")),
];
