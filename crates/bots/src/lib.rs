//! The computer players. One [`Bot`] a game, all asked the same way: a [`Sight`] (what the player
//! to act may know, never more) and a [`Brief`] (how long to think) give a [`Thought`].
//!
//! ```
//! use abaque_abalone::Abalone;
//! use abaque_bots::{Automated, Brief, Kind, Sight};
//! use abaque_core::{Game, Options, Seat};
//! use abaque_search::Limits;
//!
//! let game = Abalone::start(&"abalone".parse().and_then(|spec| Options::from_spec(&spec)).unwrap());
//! let mut bot = Abalone::bot(&game.options(), &Kind::Best).unwrap();
//! let brief = Brief { limits: Limits::nodes(2_000), ..Brief::default() };
//! let thought = bot.think(&Sight::fresh(game, Seat::First), &brief, &mut |_| ()).unwrap();
//! assert!(game.check(&thought.action).is_ok());
//! ```

pub mod abagio;
pub mod abalone;
pub mod abraxas;
pub mod blocs;
mod bot;
mod kind;
pub mod reference;

pub use bot::{Automated, Bot, Brief, Line, Sight, Thought};
pub use kind::{Kind, Level};
