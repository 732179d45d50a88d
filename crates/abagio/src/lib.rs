//! The rules of Abagio: two players race twelve frogs each around the board and into the pond.
//!
//! ```
//! use abaque_abagio::{Abagio, AbagioOptions};
//! use abaque_core::{Game, Refusal};
//!
//! let mut game = Abagio::start(&AbagioOptions::default());
//! assert!(game.roll("f52".parse()?)); // Red plays first
//! assert!(game.roll("d53".parse()?));
//! game.play("s+5".parse()?).unwrap(); // hits the purple blot on 5
//! assert_eq!(game.to_string(), "5=rprr,10=prpr,15=rprp 5-7 0-0 r 3");
//! let refused = game.play("5+5".parse()?).unwrap_err();
//! assert_eq!(refused.rule(), "AGO-04");
//! # Ok::<(), abaque_core::BadText>(())
//! ```

mod action;
mod apply;
mod board;
mod check;
mod dice;
mod game;
mod moves;
mod options;
mod refusal;
mod remarks;
mod roll;
mod square;
mod stack;
mod tell;
mod text;
mod view;
mod words;

pub use action::Action;
pub use dice::Dice;
pub use game::{Abagio, Phase};
pub use options::{AbagioOptions, First};
pub use refusal::Refusal;
pub use roll::Roll;
pub use square::{Place, Square};
pub use stack::Stack;
