//! What the four games share: seats, turns, outcomes, the [`Game`] trait and its companions,
//! game specs, bilingual messages and perft.
//!
//! Nothing here knows a game, a clock or a random source; chance comes in as an action.
//!
//! ```
//! use abaque_core::Spec;
//!
//! let spec: Spec = "abalone:target=4,layout=belgian-daisy".parse().unwrap();
//! assert_eq!(spec.name, "abalone");
//! assert_eq!(spec.get("target"), Some("4"));
//! assert!("abalone:".parse::<Spec>().is_err());
//! ```

mod clock;
mod game;
mod hidden;
mod info;
mod outcome;
pub mod perft;
mod said;
mod seat;
mod source;
mod spec;
mod text;
mod time;

pub use clock::ClockRule;
pub use game::{Action, Game, Never, Open, Pace, Ply, Refusal, Turn};
pub use hidden::{Hidden, Observer};
pub use info::{GameInfo, OptionInfo, Words};
pub use outcome::{Outcome, Reason};
pub use said::{Lang, Said};
pub use seat::Seat;
pub use source::{Source, SplitMix};
pub use spec::{Options, Spec};
pub use text::{BadText, number, split_fields};
pub use time::Millis;
