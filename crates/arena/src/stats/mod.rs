//! What a match says about the players, and how sure it is.

mod adjusted;
mod estimate;
mod moments;
mod normal;
mod pairs;
mod sprt;

pub use adjusted::Adjusted;
pub use estimate::{Elo, Interval, elo, score};
pub use moments::Moments;
pub use normal::{Z95, cumulative, student95};
pub use pairs::Pairs;
pub use sprt::{Sprt, Verdict};
