//! The rules of Blocs-pions: hollow blocks with three pawns inside, on small and large rods, on a
//! board that can be turned.
//!
//! ```
//! use abaque_blocs::{Blocs, BlocsOptions, PRESETS};
//! use abaque_core::{Game, Observer, Seat};
//!
//! let options = BlocsOptions::default();
//! let mut game = Blocs::start(&options);
//! assert_eq!(game.unlisted(), Some(174_904_810_080));
//! for seat in Seat::ALL {
//!     let setup = PRESETS[0].setup(&options, seat);
//!     game.play(abaque_blocs::Action::Setup(setup)).unwrap();
//! }
//! game.play("d3d5".parse().unwrap()).unwrap();
//! // What Red built and planted stays hidden from Blue.
//! let view = game.view(Observer::Player(Seat::First)).to_string();
//! assert!(view.starts_with("?r[???],?r[???]/lr[r??],"));
//! ```
//!
//! Deliberately absent: a random source (set-ups and samples are handed one), repetition counts
//! (they belong to the record; [`abaque_core::Game::recurrence`] gives what to compare), and any
//! way to a secret other than the state itself: whoever may not see everything gets a [`View`].

mod action;
mod apply;
mod block;
mod check;
mod deduce;
mod field;
mod game;
mod moves;
mod options;
mod position;
mod refusal;
mod rematch;
mod sample;
mod setup;
mod state;
mod tell;
mod text;
mod unknown;
mod view;
mod view_text;
mod whole;

pub use action::{Action, Item, Roll, Setup};
pub use block::{Block, Colour, Rod};
pub use deduce::{Deduced, Odds, deduce};
pub use field::{Field, Quarter};
pub use options::{BlocsOptions, First, Zone};
pub use refusal::Refusal;
pub use setup::{PRESETS, Preset};
pub use state::{Blocs, Phase};
pub use unknown::Built;
pub use view::{Seen, View};
pub use whole::{Finish, Reach, WholeTurn};
