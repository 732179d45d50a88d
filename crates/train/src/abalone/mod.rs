//! What the computer player of Abalone was made with.

mod ladder;
mod puzzles;
mod selfplay;
mod symmetry;
mod tune;

use crate::Recipe;

/// Everything that can be made for this game.
pub(crate) static RECIPES: &[Recipe] = &[
    Recipe { command: tune::command, run: tune::run },
    Recipe { command: ladder::command, run: ladder::run },
    Recipe { command: puzzles::command, run: puzzles::run },
];
