//! Laws that every game must obey, checked on random games. Each game's tests call
//! [`LawSuite::run`] (plus [`hidden::run`] for hidden information, or [`open::run`] for perfect
//! information) with its options and every action that can be spelled, so that generator and
//! legality check answer independently.

pub mod hidden;
pub mod open;
mod random;
mod suite;

pub use random::{random_ply, scramble};
pub use suite::{LawSuite, parse_position};

/// The example of the workspace's README compiles and holds. It is tested here because a published crate cannot
/// include a file outside its folder.
#[cfg(doctest)]
#[doc = include_str!("../../../../README.md")]
struct Readme;
