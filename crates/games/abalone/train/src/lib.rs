//! Training and measurement of the Abalone bot.

mod contest;
mod games;
mod ladder;
mod net;
mod puzzles;
mod selfplay;
mod symmetry;
mod tune;

use abaque_recipe::Recipe;

/// The recipes of this game.
pub static RECIPES: &[Recipe] = &[
    Recipe { command: games::command, run: games::run },
    Recipe { command: tune::command, run: tune::run },
    Recipe { command: net::command, run: net::run },
    Recipe { command: contest::command, run: contest::run },
    Recipe { command: ladder::command, run: ladder::run },
    Recipe { command: puzzles::command, run: puzzles::run },
];
