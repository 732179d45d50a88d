//! Texts and forms of a game's puzzles.

use abaque_core::StaticMessage;

use crate::painter::BoardPainter;

/// A board with puzzles.
pub trait BoardPuzzles: BoardPainter {
    /// What is special about the game's puzzles.
    const PUZZLES: PuzzleTexts = PuzzleTexts::DEFAULT;
}

/// What is special about a game's puzzles.
pub struct PuzzleTexts {
    /// Names of their themes, by key.
    pub themes: &'static [(&'static str, StaticMessage)],
    /// The task of puzzles that ask for as much as possible.
    pub most_task: StaticMessage,
    /// What follows the number in the answer to such a puzzle.
    pub most_answer: StaticMessage,
    /// The form of puzzles that ask for a deduction.
    pub deduction: Option<&'static DeductionForm>,
}

impl PuzzleTexts {
    /// No themes, no deductions.
    pub const DEFAULT: PuzzleTexts = PuzzleTexts {
        themes: &[],
        most_task: StaticMessage::new("Take as much as you can.", "Prenez le plus possible."),
        most_answer: StaticMessage::new("can be taken.", "peuvent être pris."),
        deduction: None,
    };

    /// The name of a theme.
    pub fn theme_name(&self, key: &str) -> Option<StaticMessage> {
        self.themes.iter().find(|(known, _)| *known == key).map(|(_, name)| *name)
    }
}

/// A form for what can be deduced: a square, a part of what stands there, its value.
pub struct DeductionForm {
    /// The task.
    pub task: StaticMessage,
    /// The label of the square.
    pub square_label: StaticMessage,
    /// The parts and their values.
    pub parts: &'static [DeductionPart],
    /// The squares with something hidden in a view.
    pub hidden_squares: fn(&str, &str) -> Vec<String>,
}

/// A part of what stands on a square.
pub struct DeductionPart {
    /// Its key in answers.
    pub key: &'static str,
    /// Its name.
    pub name: StaticMessage,
    /// What it can be: keys in answers, and names.
    pub values: &'static [(&'static str, StaticMessage)],
}
