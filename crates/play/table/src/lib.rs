//! A match of any game as a pure state machine: `(state, act, now) → events`. Covers clocks,
//! offers, resignation, automatic draws, interrupt windows, secret submissions and lots. It does no
//! I/O, never sleeps and owns no random source.
//!
//! The caller (terminal, server) passes in acts with their arrival time, draws lots when one is
//! due, and sends [`TableAct::Tick`] when [`Table::deadline`] has passed.
//!
//! ```
//! use abaque_core::{Observer, Seat};
//! use abaque_table::{MatchSettings, Table, TableAct, TableEvent, Timestamp};
//!
//! let mut table = Table::new(MatchSettings::new("abalone").unwrap(), Timestamp(0));
//! let events = table.step(TableAct::play(Seat::First, "a1b1"), Timestamp(5)).unwrap();
//! assert_eq!(events, [TableEvent::Played { seat: Some(Seat::First), index: 0 }]);
//! assert_eq!(table.visible_ply(0, Observer::Spectator), Some("a1b1"));
//! let second = TableAct::play(Seat::First, "a2b2");
//! assert!(table.step(second, Timestamp(6)).is_err(), "White is to move");
//! ```

mod act;
mod clock;
mod error;
mod lots;
mod settings;
mod table;
mod timestamp;

pub use act::{Offer, TableAct, TableEvent};
pub use clock::ClockReading;
pub use error::ActError;
pub use lots::{LotDue, LotSource, ScriptedLots, VerifiableLots};
pub use settings::{INTERRUPT_CHOICE, MatchSettings};
pub use table::{Table, TablePly};
pub use timestamp::Timestamp;
