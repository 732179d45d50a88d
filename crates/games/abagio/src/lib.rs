#![doc = include_str!("../README.md")]
#![cfg_attr(not(test), no_std)]

extern crate alloc;

mod action;
mod apply;
#[cfg(feature = "arbitrary")]
mod arbitrary_values;
mod board;
mod check;
mod describe;
mod dice;
pub mod endings;
#[cfg(feature = "arbitrary")]
mod fuzzing;
mod game;
mod moves;
mod options;
mod queries;
mod remarks;
mod roll;
mod square;
mod stack;
mod text;
mod violation;
mod wording;

pub use action::Action;
pub use dice::Dice;
pub use game::{Abagio, Phase};
pub use options::{FirstPlayer, Options};
pub use roll::Roll;
pub use square::{LeapOrigin, Square};
pub use stack::Stack;
pub use violation::Violation;

#[cfg(feature = "serde")]
abaque_core::serde_as_text!(Action, LeapOrigin, Roll, Square);
#[cfg(feature = "serde")]
abaque_core::serde_as_spec!(Abagio, Options);
