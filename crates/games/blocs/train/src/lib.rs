//! Training and measurement of the Blocs-pions bot.

mod belief;
mod deduction;
mod game;
mod matches;
mod puzzles;
mod setups;
mod tells;
mod tune;

use abaque_recipe::Recipe;

/// The recipes of this game.
pub static RECIPES: &[Recipe] = &[
    Recipe { command: tune::command, run: tune::run },
    Recipe { command: setups::command, run: setups::run },
    Recipe { command: belief::command, run: belief::run },
    Recipe { command: matches::command, run: matches::run },
    Recipe { command: puzzles::command, run: puzzles::run },
    Recipe { command: tells::command, run: tells::run },
];
