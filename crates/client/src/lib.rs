//! The front end without a screen: what a player points at, pieces that keep their identity while they move, and games at one
//! screen, between two people or with computers. Everything here is plain data in and out and tested without a browser.

mod cast;
pub mod hand;
pub mod local;

pub use cast::{Cast, Member};
pub use hand::Hand;
pub use local::Sitting;
