//! Players to measure the others against.

mod random;

pub use random::Random;
