#![doc = include_str!("../README.md")]
#![cfg_attr(not(test), no_std)]

#[macro_use]
extern crate alloc;

mod action;
mod apply;
#[cfg(feature = "arbitrary")]
mod arbitrary_values;
mod board;
mod check;
mod contacts;
mod describe;
pub mod endings;
#[cfg(feature = "arbitrary")]
mod fuzzing;
mod game;
mod glossary;
pub mod import;
mod layout;
mod movegen;
mod options;
mod points;
mod text;
mod violation;

pub use action::{Action, ArrowMove, LineMove};
pub use board::{Direction, Point};
pub use contacts::{Balance, Contact};
pub use game::Abalone;
pub use glossary::{GLOSSARY, GlossaryEntry};
pub use layout::Layout;
pub use options::Options;
pub use points::{PointSet, PointSetIter};
pub use violation::Violation;

#[cfg(feature = "serde")]
abaque_core::serde_as_text!(Action, Point);
#[cfg(feature = "serde")]
abaque_core::serde_as_spec!(Abalone, Options);
