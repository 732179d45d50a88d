/// A closed interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// An Elo difference with its 95 % confidence interval; the ends may be infinite.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EloEstimate {
    /// Point estimate.
    pub value: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl EloEstimate {
    /// Half the width of the interval.
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// Elo difference of a mean score; infinite at 0 and 1.
pub fn elo_from_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// Expected score of an Elo difference.
pub fn score_from_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_and_score_are_inverse() {
        assert!((score_from_elo(400.0) - 10.0 / 11.0).abs() < 1e-12, "ten to one is 400");
        for points in [-300.0, -5.0, 0.0, 1.0, 120.0] {
            assert!((elo_from_score(score_from_elo(points)) - points).abs() < 1e-9);
        }
        assert_eq!((elo_from_score(0.0), elo_from_score(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
    }
}
