//! The rules of Abraxas: a plate of 8×8 holes slides one field over a printed sheet of 9×9 cells.
//! Put a pawn, push the plate, and take pawns from every line of four or more red spots, be they
//! pawns or printed dots. Whoever has 11 pawns wins.
//!
//! ```
//! use abaque_abraxas::{Abraxas, AbraxasOptions, Action, Phase};
//! use abaque_core::Game;
//!
//! let mut game = Abraxas::start(&AbraxasOptions::default());
//! for action in ["@nw", "re5", ">sw"] {
//!     game.play(action.parse().unwrap()).unwrap();
//! }
//! // On the first sheet a pawn on e5 makes a line with the printed dots around it.
//! assert_eq!(game.phase(), Phase::Take);
//! assert_eq!(game.lines().count(), 1);
//!
//! let taking: Action = "xe5".parse().unwrap();
//! game.play(taking).unwrap();
//! assert_eq!(game.to_string(), "8/8/8/8/8/8/8/8 sw 1 23 1-0 3-3 again");
//! ```
//!
//! The plate is two words of 64 holes, the sheet one of 81 cells with an empty one after each
//! column; lines are found by shifting what is seen from above against itself.

mod action;
mod apply;
mod cell;
mod check;
mod claim;
mod corner;
mod game;
mod hole;
mod line;
mod moves;
mod options;
mod phase;
mod refusal;
mod remarks;
mod setup;
mod sheet;
mod state;
mod takings;
mod tell;
mod text;

pub use action::Action;
pub use cell::{Cell, STRIDE, Spot, lay, lift};
pub use corner::Corner;
pub use hole::{Hole, Holes};
pub use line::{Axis, Line, Lines};
pub use options::{AbraxasOptions, Claim, Leave, PushRule};
pub use phase::Phase;
pub use refusal::Refusal;
pub use sheet::Sheet;
pub use state::{Abraxas, Pawn};
