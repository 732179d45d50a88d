//! What the computer player of Abagio was made with.

mod curve;
mod duel;
mod learn;
mod td;

use crate::Recipe;

/// Everything that can be made for this game.
pub(crate) static RECIPES: &[Recipe] = &[td::RECIPE];
