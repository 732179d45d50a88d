//! Laws that every game must obey, played out on random games. Each game's own tests call
//! [`Suite::run`] (and [`hidden::run`] where it has secrets) with its options and with every
//! action one could spell, so that generator and legality check answer independently.

pub mod hidden;
mod random;
mod suite;

pub use random::{random_ply, scramble};
pub use suite::{Suite, position};
