#![doc = include_str!("../README.md")]
#![cfg_attr(not(test), no_std)]

#[macro_use]
extern crate alloc;
// `arbitrary` needs it, and so do the helpers for fuzzing.
#[cfg(feature = "arbitrary")]
extern crate std;

#[cfg(feature = "arbitrary")]
mod arbitrary_values;
mod clock;
mod description;
#[cfg(feature = "arbitrary")]
pub mod fuzzing;
mod game;
mod hidden;
mod import;
mod message;
mod outcome;
pub mod perft;
#[cfg(feature = "rand_core")]
mod rand_core_traits;
mod random;
mod seat;
#[cfg(feature = "serde")]
pub mod seat_number;
#[cfg(feature = "serde")]
mod serde_text;
mod spec;
mod text;
mod time;
mod visible;

pub use clock::ClockRule;
pub use description::{GameDescription, OptionDescription, StaticMessage};
pub use game::{
    DiceThrow, Game, Never, PerfectInformation, Ply, PlyProgress, PlyValue, RuleViolation, Turn,
};
pub use hidden::{HiddenInformation, Observer};
pub use import::{ImportError, ImportResult, ImportedMoves, Importer, ParsedStart};
pub use message::{Lang, Message};
pub use outcome::{BoardEnding, EndReason, IDLE_TURN_LIMIT, Outcome, REPETITION_LIMIT};
#[cfg(feature = "rand_core")]
pub use rand_core_traits::RngSource;
pub use random::{RandomSource, SplitMix};
pub use seat::Seat;
#[cfg(feature = "serde")]
pub use serde_text::OutcomeSeed;
pub use spec::{GameOptions, Spec};
pub use text::{ParseError, parse_number, split_fields};
pub use time::Millis;
pub use visible::{is_invisible, visible_line, visible_text};

/// What the macros of this crate expand to.
#[doc(hidden)]
pub mod __private {
    pub use alloc::format;
    #[cfg(feature = "serde")]
    pub use serde;

    #[cfg(feature = "serde")]
    pub use crate::serde_text::{
        deserialize_game, deserialize_options, deserialize_text, serialize_game,
    };
}
