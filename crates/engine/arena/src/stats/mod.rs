//! Match statistics: Elo estimates, confidence intervals, SPRT and luck adjustment.

mod estimate;
mod luck_adjusted;
mod moments;
mod normal;
mod pentanomial;
mod sprt;

pub use estimate::{EloEstimate, Interval, elo_from_score, score_from_elo};
pub use luck_adjusted::LuckAdjusted;
pub use moments::Moments;
pub use normal::{Z95, normal_cdf, student_t95};
pub use pentanomial::Pentanomial;
pub use sprt::{Sprt, SprtDecision};
