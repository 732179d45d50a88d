//! Players to measure the others against: they know the rules and nothing else.

mod greedy;
mod monte_carlo;
mod random;

pub use greedy::Greedy;
pub use monte_carlo::MonteCarlo;
pub use random::Random;
pub(crate) use random::{known, nothing};
