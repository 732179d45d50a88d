//! Training and measurement of the Abraxas bot.

mod duel;
mod fit;
mod puzzles;
mod selfplay;
mod sheets;
mod tune;

use abaque_recipe::Recipe;

/// The recipes of this game.
pub static RECIPES: &[Recipe] = &[
    Recipe { command: duel::command, run: duel::run },
    Recipe { command: puzzles::command, run: puzzles::run },
    Recipe { command: sheets::command, run: sheets::run },
    Recipe { command: tune::command, run: tune::run },
    Recipe { command: tune::command_chance, run: tune::run_chance },
];
