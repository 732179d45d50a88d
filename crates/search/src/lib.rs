//! Search that knows no game: budgets that stop it at any moment, time management, and the
//! searches themselves.
//!
//! ```
//! use abaque_search::{Limits, Meter, Stop};
//!
//! let stop = Stop::default();
//! let mut meter = Meter::new(Limits::nodes(2), stop);
//! assert!(!meter.count());
//! assert!(meter.count(), "the second node is the last one paid for");
//! ```

mod alphabeta;
mod clock;
mod limits;
mod meter;
mod node;
mod table;
pub mod worlds;

pub use alphabeta::{Found, Order, Searcher, Variation};
pub use clock::{Allotment, allot};
pub use limits::{Limits, Stop};
pub use meter::Meter;
pub use node::{Node, PROMISING, SEEN_TO_THE_END, WIN};
