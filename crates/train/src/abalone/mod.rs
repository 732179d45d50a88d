//! What the computer player of Abalone was made with.

mod contest;
mod games;
mod ladder;
mod puzzles;
mod selfplay;
mod symmetry;
mod tune;

use crate::Recipe;

/// Everything that can be made for this game.
pub(crate) static RECIPES: &[Recipe] = &[
    Recipe { command: games::command, run: games::run },
    Recipe { command: tune::command, run: tune::run },
    Recipe { command: contest::command, run: contest::run },
    Recipe { command: ladder::command, run: ladder::run },
    Recipe { command: puzzles::command, run: puzzles::run },
];
