//! What the computer player of Blocs-pions was made with.

use crate::Recipe;

/// Everything that can be made for this game.
pub(crate) static RECIPES: &[Recipe] = &[];
