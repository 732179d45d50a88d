//! What the computer player of Abagio was made with.

mod check;
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
mod weights;

use crate::Recipe;

/// Everything that can be made for this game.
pub(crate) static RECIPES: &[Recipe] = &[
    td::RECIPE,
    check::RECIPE,
    levels::RECIPE,
    loss::RECIPE,
    plot::RECIPE,
    puzzles::RECIPE,
    refine::RECIPE,
    weights::RECIPE,
];
