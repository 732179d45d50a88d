#![doc = include_str!("../README.md")]
#![cfg_attr(not(test), no_std)]

#[macro_use]
extern crate alloc;

mod action;
mod apply;
#[cfg(feature = "arbitrary")]
mod arbitrary_values;
mod cell;
mod check;
mod check_taking;
mod corner;
mod describe;
pub mod endings;
#[cfg(feature = "arbitrary")]
mod fuzzing;
mod game;
mod hole;
mod line;
mod moves;
mod options;
mod phase;
mod remarks;
mod sheet;
mod state;
mod takings;
mod text;
mod validate;
mod violation;

pub use action::Action;
pub use cell::{Cell, CellView, SHEET_STRIDE, plate_to_sheet, sheet_to_plate};
pub use corner::Corner;
pub use hole::{Hole, HoleSet};
pub use line::{Axis, Line, LineIter};
pub use options::{ClaimMode, LeaveRule, Options, PushRule};
pub use phase::Phase;
pub use sheet::Sheet;
pub use state::{Abraxas, Pawn};
pub use violation::Violation;

#[cfg(feature = "serde")]
abaque_core::serde_as_text!(Action, Corner, Hole);
#[cfg(feature = "serde")]
abaque_core::serde_as_spec!(Abraxas, Options);
