//! Training and measurement of the Abagio bot.

mod calibration;
mod compare_weights;
mod curve;
mod duel;
mod learn;
mod levels;
mod loss;
mod plot;
mod puzzles;
mod refine;
mod td;
mod themes;

use abaque_recipe::Recipe;

/// The recipes of this game.
pub static RECIPES: &[Recipe] = &[
    td::RECIPE,
    calibration::RECIPE,
    levels::RECIPE,
    loss::RECIPE,
    plot::RECIPE,
    puzzles::RECIPE,
    refine::RECIPE,
    compare_weights::RECIPE,
];
