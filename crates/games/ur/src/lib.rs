#![doc = include_str!("../README.md")]
#![cfg_attr(not(test), no_std)]

extern crate alloc;

mod action;
#[cfg(feature = "arbitrary")]
mod arbitrary_values;
mod check;
mod describe;
pub mod endings;
#[cfg(feature = "arbitrary")]
mod fuzzing;
mod game;
mod options;
mod roll;
mod square;
mod text;
mod violation;

pub use action::Action;
pub use game::{Phase, Ur};
pub use options::{FirstPlayer, Options};
pub use roll::Roll;
pub use square::Square;
pub use violation::Violation;

#[cfg(feature = "serde")]
abaque_core::serde_as_text!(Action, Roll, Square);
#[cfg(feature = "serde")]
abaque_core::serde_as_spec!(Ur, Options);
