use super::{Elo, Interval, Z95, cumulative, elo};

/// How the pairs of a match ended: how many gave the first player 0, ½, 1, 1½ and 2 points. A pair is
/// one opening played from both sides, so its two games are not independent: errors are
/// computed from pairs, never from games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pairs(pub [u64; 5]);

/// The mean score of a game for each kind of pair.
pub(crate) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

impl Pairs {
    /// Counts a pair by its half points, 0 to 4.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// How many pairs there are.
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The mean score of a game, 0 to 1; a half if there is none.
    pub fn mean(&self) -> f64 {
        if self.count() == 0 {
            return 0.5;
        }
        let points: f64 = self.weighted().map(|(score, pairs)| score * pairs).sum();
        points / self.count() as f64
    }

    /// The variance of a pair's mean score.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        let squares: f64 =
            self.weighted().map(|(score, pairs)| (score - mean).powi(2) * pairs).sum();
        squares / self.count().max(1) as f64
    }

    /// Where the true score lies with 95 % certainty. Wilson's interval for as many fair tosses
    /// as would have this variance: unlike mean ± 1.96 errors it stays honest near 0 and 1, and
    /// where all pairs ended alike (each pair then counts as one toss).
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

    /// The difference in strength, with its 95 % interval.
    pub fn elo(&self) -> Elo {
        let Interval { low, high } = self.interval();
        Elo { value: elo(self.mean()), low: elo(low), high: elo(high) }
    }

    /// The likelihood that the first player is the stronger one. One imaginary drawn-out pair, half of
    /// it won and half lost, keeps a handful of equal results from being called certain.
    pub fn superiority(&self) -> f64 {
        if self.count() == 0 {
            return 0.5;
        }
        let pairs = self.count() as f64 + 1.0;
        let mean = (self.mean() * (pairs - 1.0) + 0.5) / pairs;
        let squares: f64 = self
            .weighted()
            .chain([(0.0, 0.5), (1.0, 0.5)])
            .map(|(score, pairs)| (score - mean).powi(2) * pairs)
            .sum();
        cumulative((mean - 0.5) / (squares / (pairs * pairs)).sqrt())
    }

    fn weighted(&self) -> impl Iterator<Item = (f64, f64)> {
        SCORES.into_iter().zip(self.0.map(|pairs| pairs as f64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64, by: f64) {
        assert!((a - b).abs() < by, "{a} is not {b}");
    }

    /// Mean, variance and error of fishtest's way to count, by hand: [10, 20, 40, 20, 10].
    #[test]
    fn of_a_balanced_match() {
        let pairs = Pairs([10, 20, 40, 20, 10]);
        close(pairs.mean(), 0.5, 1e-12);
        close(pairs.variance(), (20.0 * 0.25 + 40.0 * 0.0625) / 100.0, 1e-12);
        close(pairs.superiority(), 0.5, 1e-12);
        let Elo { value, low, high } = pairs.elo();
        close(value, 0.0, 1e-9);
        close(low, -high, 1e-9);
    }

    /// In the middle and with many pairs the interval is the plain one.
    #[test]
    fn many_pairs_give_the_plain_interval() {
        let pairs = Pairs([1410, 5930, 11120, 6660, 1580]);
        let error = (pairs.variance() / pairs.count() as f64).sqrt();
        let Interval { low, high } = pairs.interval();
        close(low, pairs.mean() - Z95 * error, 2e-6);
        close(high, pairs.mean() + Z95 * error, 2e-6);
    }

    /// Independent fair games: the variance of pairs is half that of games, and the interval is
    /// that of as many games.
    #[test]
    fn tosses_count_as_games() {
        let pairs = Pairs([25, 0, 50, 0, 25]);
        close(pairs.variance(), 0.125, 1e-12);
        let plain = Z95 * (0.25_f64 / 200.0).sqrt();
        close(pairs.interval().high - 0.5, plain, 1e-3);
    }

    /// The known Wilson bound for n wins out of n: n / (n + z²).
    #[test]
    fn a_clean_sweep_is_not_certain() {
        let pairs = Pairs([0, 0, 0, 0, 10]);
        let elo = pairs.elo();
        assert_eq!(elo.value, f64::INFINITY);
        close(pairs.interval().low, 10.0 / (10.0 + Z95 * Z95), 1e-12);
        assert!(elo.low > 150.0 && elo.low < 200.0, "{}", elo.low);
        let superiority = Pairs([0, 0, 0, 0, 1]).superiority();
        assert!((0.7..0.9).contains(&superiority), "{superiority}");
    }

    #[test]
    fn no_games_say_nothing() {
        let none = Pairs::default();
        assert_eq!((none.mean(), none.superiority()), (0.5, 0.5));
        assert_eq!(none.interval(), Interval { low: 0.0, high: 1.0 });
    }
}
