//! Games for machine learning: every action has a fixed number, every player's view is a tensor of
//! bytes, and thousands of games advance in one call.
//!
//! A game implements [`GameTensors`]; [`Episode`] plays one game by numbers, [`VectorEnv`] many.
//! Neither allocates while it steps. Tensors are written from a [`Game::View`](abaque_core::Game::View)
//! alone, so they cannot contain what their viewer does not know.

mod bits;
mod buffers;
mod episode;
mod erased;
mod history;
mod layout;
mod number_set;
mod tensors;
mod vector_env;

pub use bits::{expand_board, mix};
pub use buffers::Buffers;
pub use episode::{Episode, LotMode, Scratch};
pub use erased::{AnyEpisode, AnyVectorEnv};
pub use layout::{COMMON_SCALARS, Layout};
pub use number_set::NumberSet;
pub use tensors::{Choice, GameTensors};
pub use vector_env::{IllegalNumber, VectorEnv, VectorOptions, player};
