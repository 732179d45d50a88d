use abaque_board::puzzles::{BoardPuzzles, PuzzleTexts};
use abaque_board::{StaticMessage, text};

use crate::Board;

impl BoardPuzzles for Board {
    const PUZZLES: PuzzleTexts = PuzzleTexts { themes: THEMES, ..PuzzleTexts::DEFAULT };
}

const THEMES: &[(&str, StaticMessage)] = &[
    ("hit", text!("hit", "frapper")),
    ("free", text!("escape", "se libérer")),
    ("safety", text!("safety", "sécurité")),
    ("block", text!("block", "blocage")),
    ("cover", text!("cover", "couvrir")),
    ("no-hit", text!("do not hit", "ne pas frapper")),
    ("race", text!("race", "course")),
    ("pond", text!("pond", "étang")),
    ("double", text!("doubles", "un double")),
    ("chief", text!("chief frog", "grenouille en chef")),
    ("position", text!("good squares", "bonnes cases")),
];
