//! Tables on a server, without a network: messages come in, messages go out, and what is shown follows.

mod link;
mod stake;
mod table;
pub mod telling;
mod verdict;

#[cfg(test)]
mod tests;

pub use link::{Link, Wait};
pub use stake::Stake;
pub use table::{News, OnlineTable, number};
pub use verdict::Verdict;
