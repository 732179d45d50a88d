//! Laws that every game must obey, played out on random games. Each game's own tests call
//! [`Suite::run`] ([`hidden::run`] where it has secrets, [`open::run`] where it has neither secrets nor lots) with its options and with every
//! action one could spell, so that generator and legality check answer independently.

pub mod hidden;
pub mod open;
mod random;
mod suite;

pub use random::{random_ply, scramble};
pub use suite::{Suite, position};
