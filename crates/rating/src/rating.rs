use std::fmt;

use crate::glicko::{SCALE, weight};

/// Where everybody starts.
pub const START: f64 = 1500.0;

/// As unsure as about somebody never seen.
pub const MOST_DEVIATION: f64 = 350.0;

/// Nobody is surer than this: one good or bad week must still move a rating.
const LEAST_DEVIATION: f64 = 45.0;

/// A rating less sure than this is provisional.
pub const PROVISIONAL: f64 = 110.0;

/// Ratings stay in here. Real players are far from both ends; the sums below stay finite because of them.
const RATINGS: (f64, f64) = (0.0, 4000.0);

const START_VOLATILITY: f64 = 0.06;
const VOLATILITIES: (f64, f64) = (0.01, 0.1);

/// How strong somebody is at one kind of game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The estimate.
    pub rating: f64,
    /// How unsure it is: one standard deviation.
    pub deviation: f64,
    /// How unsteady the player is.
    pub volatility: f64,
}

impl Default for Rating {
    fn default() -> Rating {
        Rating { rating: START, deviation: MOST_DEVIATION, volatility: START_VOLATILITY }
    }
}

impl Rating {
    /// Whether it is too unsure to be compared with others.
    pub fn is_provisional(self) -> bool {
        self.bounded().deviation > PROVISIONAL
    }

    /// The points to expect against somebody, between 0 and 1; what both expect adds up to 1.
    pub fn expected(self, other: Rating) -> f64 {
        let (one, other) = (self.bounded(), other.bounded());
        let unsure = one.deviation.hypot(other.deviation) / SCALE;
        let ahead = (one.rating - other.rating) / SCALE;
        1.0 / (1.0 + (-weight(unsure) * ahead).exp())
    }

    /// The same within what we keep; what is no number becomes what a newcomer has.
    pub(crate) fn bounded(self) -> Rating {
        let within = |value: f64, (least, most): (f64, f64), start: f64| {
            if value.is_nan() { start } else { value.clamp(least, most) }
        };
        Rating {
            rating: within(self.rating, RATINGS, START),
            deviation: within(self.deviation, (LEAST_DEVIATION, MOST_DEVIATION), MOST_DEVIATION),
            volatility: within(self.volatility, VOLATILITIES, START_VOLATILITY),
        }
    }
}

/// The rating without decimals, and a question mark while it is provisional.
impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.is_provisional() { "?" } else { "" };
        write!(f, "{:.0}{mark}", self.bounded().rating)
    }
}
