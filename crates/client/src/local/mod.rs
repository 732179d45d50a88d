//! A game at one screen: two people, or with computers.

mod resume;
mod sitting;
mod task;
mod think;
mod written;

#[cfg(test)]
mod tests;

pub use abaque_record::Warrant as Proof;
pub use resume::Saved;
pub use sitting::{Player, Sitting, Step};
pub use task::{Answer, Choice, Task};
pub(crate) use think::answered;
pub use think::think;
