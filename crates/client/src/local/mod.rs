//! A game at one screen: two people, or with computers.

mod proof;
mod resume;
mod sitting;
mod task;
mod think;
mod written;

#[cfg(test)]
mod tests;

pub use proof::Proof;
pub use resume::Saved;
pub use sitting::{Player, Sitting, Step};
pub use task::{Answer, Choice, Task};
pub use think::think;
