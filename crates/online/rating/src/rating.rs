use std::fmt;

use crate::glicko::{SCALE, deviation_weight};

/// Rating of a new player.
pub const START_RATING: f64 = 1500.0;

/// Deviation of a new player, about whom nothing is known.
pub const MAX_DEVIATION: f64 = 350.0;

/// Lower bound of the deviation: one good or bad week must still move a rating.
const MIN_DEVIATION: f64 = 45.0;

/// A rating with a larger deviation is provisional.
pub const PROVISIONAL_DEVIATION: f64 = 110.0;

/// Allowed ratings. Real players stay far from both ends; the bounds keep the arithmetic finite.
const RATING_RANGE: (f64, f64) = (0.0, 4000.0);

const START_VOLATILITY: f64 = 0.06;
const VOLATILITY_RANGE: (f64, f64) = (0.01, 0.1);

/// A player's strength at one kind of game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Estimated strength in points.
    pub rating: f64,
    /// Uncertainty of the estimate: one standard deviation.
    pub deviation: f64,
    /// How erratic the player's results are (σ).
    pub volatility: f64,
}

impl Default for Rating {
    fn default() -> Rating {
        Rating { rating: START_RATING, deviation: MAX_DEVIATION, volatility: START_VOLATILITY }
    }
}

impl Rating {
    /// Whether the rating is too uncertain to compare with others.
    pub fn is_provisional(self) -> bool {
        self.clamped().deviation > PROVISIONAL_DEVIATION
    }

    /// Expected points against `other`, between 0 and 1. The expectations of both players sum to 1.
    pub fn expected_score(self, other: Rating) -> f64 {
        let (one, other) = (self.clamped(), other.clamped());
        let unsure = one.deviation.hypot(other.deviation) / SCALE;
        let ahead = (one.rating - other.rating) / SCALE;
        1.0 / (1.0 + (-deviation_weight(unsure) * ahead).exp())
    }

    /// The rating with every value clamped to its range; NaN becomes the start value.
    pub(crate) fn clamped(self) -> Rating {
        let within = |value: f64, (least, most): (f64, f64), start: f64| {
            if value.is_nan() { start } else { value.clamp(least, most) }
        };
        Rating {
            rating: within(self.rating, RATING_RANGE, START_RATING),
            deviation: within(self.deviation, (MIN_DEVIATION, MAX_DEVIATION), MAX_DEVIATION),
            volatility: within(self.volatility, VOLATILITY_RANGE, START_VOLATILITY),
        }
    }
}

/// Rounded rating, followed by a question mark while it is provisional.
impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.is_provisional() { "?" } else { "" };
        write!(f, "{:.0}{mark}", self.clamped().rating)
    }
}
