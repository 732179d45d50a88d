use abaque_board::puzzles::{BoardPuzzles, PuzzleTexts};
use abaque_board::{StaticMessage, text};

use crate::Board;

impl BoardPuzzles for Board {
    const PUZZLES: PuzzleTexts = PuzzleTexts {
        themes: THEMES,
        most_task: text!(
            "Take as many pawns as you can in this turn. Your opponent does not say Stop!",
            "Prenez le plus de pions possible pendant ce tour. L'adversaire ne dit pas Stop !"
        ),
        most_answer: text!("pawns can be taken.", "pions peuvent être pris."),
        ..PuzzleTexts::DEFAULT
    };
}

const THEMES: &[(&str, StaticMessage)] = &[
    ("most-pawns", text!("most pawns", "le plus de pions")),
    ("one-push", text!("one push", "une poussée")),
    ("long-line", text!("long line", "long alignement")),
    ("long-turn", text!("long turn", "long tour")),
];
