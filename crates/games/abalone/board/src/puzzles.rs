use abaque_board::puzzles::{BoardPuzzles, PuzzleTexts};
use abaque_board::{StaticMessage, text};

use crate::Board;

impl BoardPuzzles for Board {
    const PUZZLES: PuzzleTexts = PuzzleTexts { themes: THEMES, ..PuzzleTexts::DEFAULT };
}

const THEMES: &[(&str, StaticMessage)] = &[
    ("ejection", text!("ejection", "éjection")),
    ("win", text!("win", "gagner")),
    ("sumito", text!("push", "sumito")),
    ("defence", text!("defence", "défense")),
    ("net", text!("net", "filet")),
    ("long", text!("several moves", "plusieurs coups")),
    ("quiet", text!("quiet move", "coup tranquille")),
    ("arrow", text!("arrow", "flèche")),
];
