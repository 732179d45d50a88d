use super::{EloEstimate, Interval, Z95, elo_from_score, normal_cdf};

/// Pair results of a match: how many gave the first player 0, ½, 1, 1½ and 2 points. A pair is one
/// opening played from both sides, so its two games are not independent: errors are computed from
/// pairs, never from games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pentanomial(pub [u64; 5]);

/// Mean game score of each kind of pair.
pub(crate) const PAIR_SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

impl Pentanomial {
    /// Adds a pair by its half points, 0 to 4.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// Number of pairs.
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Mean game score, 0 to 1; a half if empty.
    pub fn mean(&self) -> f64 {
        if self.count() == 0 {
            return 0.5;
        }
        let points: f64 = self.scores_with_counts().map(|(score, pairs)| score * pairs).sum();
        points / self.count() as f64
    }

    /// Variance of a pair's mean score.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        let squares: f64 =
            self.scores_with_counts().map(|(score, pairs)| (score - mean).powi(2) * pairs).sum();
        squares / self.count().max(1) as f64
    }

    /// 95 % confidence interval of the score: Wilson's interval for the number of fair tosses with
    /// this variance. Unlike mean ± 1.96 errors it stays valid near 0 and 1, and when all pairs
    /// ended alike (each pair then counts as one toss).
    pub fn interval(&self) -> Interval {
        let (mean, pairs) = (self.mean(), self.count() as f64);
        if pairs == 0.0 {
            return Interval { low: 0.0, high: 1.0 };
        }
        let variance = self.variance();
        let tosses = if variance > 0.0 { mean * (1.0 - mean) * pairs / variance } else { pairs };
        let square = Z95 * Z95;
        let middle = (mean + square / (2.0 * tosses)) / (1.0 + square / tosses);
        let half = Z95 / (1.0 + square / tosses)
            * (mean * (1.0 - mean) / tosses + square / (4.0 * tosses * tosses)).sqrt();
        Interval { low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
    }

    /// Elo difference with its 95 % interval.
    pub fn elo(&self) -> EloEstimate {
        let Interval { low, high } = self.interval();
        EloEstimate {
            value: elo_from_score(self.mean()),
            low: elo_from_score(low),
            high: elo_from_score(high),
        }
    }

    /// Likelihood of superiority of the first player. A virtual pair, half won and half lost, keeps
    /// a few equal results from counting as certain.
    pub fn likelihood_of_superiority(&self) -> f64 {
        if self.count() == 0 {
            return 0.5;
        }
        let pairs = self.count() as f64 + 1.0;
        let mean = (self.mean() * (pairs - 1.0) + 0.5) / pairs;
        let squares: f64 = self
            .scores_with_counts()
            .chain([(0.0, 0.5), (1.0, 0.5)])
            .map(|(score, pairs)| (score - mean).powi(2) * pairs)
            .sum();
        normal_cdf((mean - 0.5) / (squares / (pairs * pairs)).sqrt())
    }

    fn scores_with_counts(&self) -> impl Iterator<Item = (f64, f64)> {
        PAIR_SCORES.into_iter().zip(self.0.map(|pairs| pairs as f64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64, by: f64) {
        assert!((a - b).abs() < by, "{a} is not {b}");
    }

    /// Mean, variance and error as fishtest computes them, by hand: [10, 20, 40, 20, 10].
    #[test]
    fn a_balanced_match() {
        let pairs = Pentanomial([10, 20, 40, 20, 10]);
        close(pairs.mean(), 0.5, 1e-12);
        close(pairs.variance(), (20.0 * 0.25 + 40.0 * 0.0625) / 100.0, 1e-12);
        close(pairs.likelihood_of_superiority(), 0.5, 1e-12);
        let EloEstimate { value, low, high } = pairs.elo();
        close(value, 0.0, 1e-9);
        close(low, -high, 1e-9);
    }

    /// Near the middle and with many pairs the interval is the plain one.
    #[test]
    fn many_pairs_give_the_plain_interval() {
        let pairs = Pentanomial([1410, 5930, 11120, 6660, 1580]);
        let error = (pairs.variance() / pairs.count() as f64).sqrt();
        let Interval { low, high } = pairs.interval();
        close(low, pairs.mean() - Z95 * error, 2e-6);
        close(high, pairs.mean() + Z95 * error, 2e-6);
    }

    /// Independent fair games: pairs have half the variance of games, and the interval is that of
    /// as many games.
    #[test]
    fn pairs_without_correlation_count_as_two_games() {
        let pairs = Pentanomial([25, 0, 50, 0, 25]);
        close(pairs.variance(), 0.125, 1e-12);
        let plain = Z95 * (0.25_f64 / 200.0).sqrt();
        close(pairs.interval().high - 0.5, plain, 1e-3);
    }

    /// Known Wilson bound for n wins out of n: n / (n + z²).
    #[test]
    fn a_clean_sweep_is_not_certain() {
        let pairs = Pentanomial([0, 0, 0, 0, 10]);
        let elo = pairs.elo();
        assert_eq!(elo.value, f64::INFINITY);
        close(pairs.interval().low, 10.0 / (10.0 + Z95 * Z95), 1e-12);
        assert!(elo.low > 150.0 && elo.low < 200.0, "{}", elo.low);
        let superiority = Pentanomial([0, 0, 0, 0, 1]).likelihood_of_superiority();
        assert!((0.7..0.9).contains(&superiority), "{superiority}");
    }

    #[test]
    fn no_games_give_the_whole_interval() {
        let none = Pentanomial::default();
        assert_eq!((none.mean(), none.likelihood_of_superiority()), (0.5, 0.5));
        assert_eq!(none.interval(), Interval { low: 0.0, high: 1.0 });
    }
}
