//! The rules of Abalone: two players, fourteen balls each, a hexagon of 61 points. Groups of up
//! to three balls move, stronger groups push weaker ones, and who first pushes six balls off the
//! board wins.
//!
//! ```
//! use abaque_abalone::{Abalone, AbaloneOptions, Action};
//! use abaque_core::{Game, Refusal, perft};
//!
//! let mut game = Abalone::start(&AbaloneOptions::default());
//! assert_eq!(game.to_string(), "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 -");
//! assert_eq!(perft::perft(&game, 2), 1_936);
//!
//! let action: Action = "a1b2".parse().unwrap();
//! game.play(action).unwrap();
//! assert_eq!(game.to_string(), "wwwww/wwwwww/2www2/8/9/3b4/2bbb2/bbbbbb/1bbbb w 0-0 -");
//!
//! let far: Action = "i5i6".parse().unwrap();
//! assert_eq!(game.play(far).unwrap_err().rule(), "ABA-05");
//! ```

mod action;
mod apply;
mod board;
mod check;
mod game;
mod glossary;
pub mod import;
mod layout;
mod options;
mod points;
mod reach;
mod reading;
mod refusal;
mod tell;
mod text;

pub use action::{Action, Arrow, Line};
pub use board::{Direction, Point};
pub use game::Abalone;
pub use glossary::{GLOSSARY, Word};
pub use layout::Layout;
pub use options::AbaloneOptions;
pub use points::{Points, PointsIter};
pub use reading::{Balance, Contact};
pub use refusal::AbaloneRefusal;
