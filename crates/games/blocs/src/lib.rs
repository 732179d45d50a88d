#![doc = include_str!("../README.md")]
#![cfg_attr(not(test), no_std)]

#[macro_use]
extern crate alloc;

mod action;
mod apply;
#[cfg(feature = "arbitrary")]
mod arbitrary_values;
mod block;
mod block_knowledge;
mod certain;
mod check;
mod deduce;
mod describe;
pub mod endings;
mod field;
#[cfg(feature = "arbitrary")]
mod fuzzing;
mod game;
mod moves;
mod options;
mod position;
mod rematch;
mod sample;
mod setup;
mod state;
mod text;
mod view;
mod view_text;
mod violation;
mod whole_turn;

pub use action::{Action, Roll, Setup, SetupItem};
pub use block::{Block, Colour, Rod};
pub use block_knowledge::BlockKnowledge;
pub use deduce::{ColourOdds, DeducedBlock, deduce};
pub use field::{Field, QuarterTurn};
pub use options::{FirstPlayer, Options, ZoneSize};
pub use setup::{PRESETS, Preset};
pub use state::{Blocs, Phase};
pub use view::{BlockView, View};
pub use violation::Violation;
pub use whole_turn::{Mobility, TurnFinish, WholeTurn};

#[cfg(feature = "serde")]
abaque_core::serde_as_text!(Action, Field, Roll);
#[cfg(feature = "serde")]
abaque_core::serde_as_spec!(Blocs, Options);
