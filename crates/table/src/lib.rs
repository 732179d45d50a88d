//! A match of any game as a pure machine: `(state, act, now) → events`. Clocks, offers, resignation,
//! the automatic draws, the Stop window's own clock, secret submissions and lots; no input or
//! output, no sleeping, no random source of its own.
//!
//! Whoever runs a table (terminal, server) hands it acts with the time they arrived, draws lots
//! when one is due, and sends [`Act::Tick`] when [`Table::deadline`] has passed.
//!
//! ```
//! use abaque_core::{Observer, Seat};
//! use abaque_table::{Act, At, Event, Setting, Table};
//!
//! let mut table = Table::new(Setting::new("abalone").unwrap(), At(0));
//! let events = table.step(Act::play(Seat::First, "a1b1"), At(5)).unwrap();
//! assert_eq!(events, [Event::Played { seat: Some(Seat::First), index: 0 }]);
//! assert_eq!(table.shown(0, Observer::Spectator), Some("a1b1"));
//! assert!(table.step(Act::play(Seat::First, "a2b2"), At(6)).is_err(), "White is to move");
//! ```

mod act;
mod clock;
mod lots;
mod refused;
mod setting;
mod table;
mod time;

pub use act::{Act, Event, Offer};
pub use clock::Dial;
pub use lots::{LotDue, LotSource, ScriptedLots, VerifiableLots};
pub use refused::Refused;
pub use setting::Setting;
pub use table::{Entry, Table};
pub use time::At;
