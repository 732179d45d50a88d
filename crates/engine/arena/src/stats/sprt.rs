use super::pentanomial::PAIR_SCORES;
use super::{LuckAdjusted, Pentanomial, score_from_elo};

/// Sequential probability ratio test between two Elo differences: it ends as soon as the pairs
/// played decide between them at the given error rates.
///
/// It uses the generalised likelihood ratio over the five results of a pair: each hypothesis is
/// represented by the likeliest distribution with its mean.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// Elo difference under the null hypothesis.
    pub elo0: f64,
    /// Elo difference under the alternative.
    pub elo1: f64,
    /// Probability of accepting `elo1` when `elo0` is true.
    pub alpha: f64,
    /// Probability of accepting `elo0` when `elo1` is true.
    pub beta: f64,
}

/// Decision of a sequential test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtDecision {
    /// `elo0` is accepted.
    AcceptElo0,
    /// `elo1` is accepted.
    AcceptElo1,
}

/// Luck-adjusted scores decide nothing before this many pairs.
const MIN_PAIRS: u64 = 16;

/// Pseudo-count of an empty cell, so that no result is impossible.
const EMPTY_CELL_COUNT: f64 = 1e-3;

impl Sprt {
    /// A test with 5 % error rates.
    pub fn new(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// Wald's bounds: the ratios at which `elo0` and `elo1` are accepted.
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// Log-likelihood ratio of `elo1` over `elo0` for the pairs.
    pub fn log_likelihood_ratio(&self, pairs: &Pentanomial) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        let cells = pairs.0.map(|count| if count == 0 { EMPTY_CELL_COUNT } else { count as f64 });
        let [tilt0, tilt1] = [self.elo0, self.elo1].map(|elo| {
            let mean = score_from_elo(elo);
            (mean, tilt(&cells, mean))
        });
        // Under a hypothesis the likeliest share of a cell is its own share over 1 + tilt·(score −
        // mean).
        let shrunk = |score: f64, (mean, tilt): (f64, f64)| (1.0 + tilt * (score - mean)).ln();
        let each = PAIR_SCORES.into_iter().zip(cells);
        each.map(|(score, count)| count * (shrunk(score, tilt0) - shrunk(score, tilt1))).sum()
    }

    /// Log-likelihood ratio for luck-adjusted scores, which are not multiples of a half point:
    /// normal, with the variance estimated under each hypothesis. 0 before there are enough pairs.
    pub fn log_likelihood_ratio_of_scores(&self, scores: &LuckAdjusted) -> f64 {
        let pairs = scores.count();
        if pairs < MIN_PAIRS {
            return 0.0;
        }
        let spread = scores.variance().max(EMPTY_CELL_COUNT) * (pairs - 1) as f64 / pairs as f64;
        let [miss0, miss1] =
            [self.elo0, self.elo1].map(|elo| (scores.mean() - score_from_elo(elo)).powi(2));
        pairs as f64 / 2.0 * ((spread + miss0) / (spread + miss1)).ln()
    }

    /// Decision at a ratio; `None` while the test continues.
    pub fn decide(&self, ratio: f64) -> Option<SprtDecision> {
        let [low, high] = self.bounds();
        match ratio {
            ratio if ratio <= low => Some(SprtDecision::AcceptElo0),
            ratio if ratio >= high => Some(SprtDecision::AcceptElo1),
            _ => None,
        }
    }
}

/// Root of Σ count·d / (1 + tilt·d) with d = score − mean. The sum falls from +∞ to −∞ between the
/// poles of the two extreme scores, so bisection finds it.
fn tilt(cells: &[f64; 5], mean: f64) -> f64 {
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if middle <= low || middle >= high {
            break;
        }
        let slope: f64 = PAIR_SCORES
            .into_iter()
            .zip(cells)
            .map(|(score, count)| count * (score - mean) / (1.0 + middle * (score - mean)))
            .sum();
        if slope > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use abaque_core::{RandomSource, SplitMix};

    use super::*;

    /// Values of fishtest's `LLR_logistic`, as published in the tests of several
    /// re-implementations.
    #[test]
    fn ratios_agree_with_fishtest() {
        for (counts, elo0, elo1, ratio) in [
            ([3, 20, 50, 22, 5], 0.0, 20.0, 0.040_320_372_416),
            ([3, 20, 50, 22, 5], -10.0, 10.0, 0.934_472_911_388),
            ([0, 10, 30, 12, 0], 0.0, 20.0, -0.270_414_536_288),
            ([12, 40, 60, 30, 8], 0.0, 20.0, -2.997_301_135_158),
            ([30, 120, 240, 180, 30], 0.0, 5.0, 1.622_809_170_6),
            ([141, 593, 1112, 666, 158], 0.0, 5.0, 2.146_607_391_5),
        ] {
            let found = Sprt::new(elo0, elo1).log_likelihood_ratio(&Pentanomial(counts));
            assert!((found - ratio).abs() < 1e-8, "{counts:?}: {found}");
        }
    }

    /// If every pair is won or lost whole, the ratio has a closed form.
    #[test]
    fn decided_pairs_match_the_closed_form() {
        let (won, lost) = (62.0_f64, 38.0_f64);
        let [p0, p1] = [0.0, 30.0].map(score_from_elo);
        let closed = won * (p1 / p0).ln() + lost * ((1.0 - p1) / (1.0 - p0)).ln();
        let found = Sprt::new(0.0, 30.0).log_likelihood_ratio(&Pentanomial([38, 0, 0, 0, 62]));
        assert!((found - closed).abs() < 1e-2, "{found} {closed}");
    }

    #[test]
    fn bounds_match_walds_formula() {
        let [low, high] = Sprt::new(0.0, 5.0).bounds();
        assert!((high - 19.0_f64.ln()).abs() < 1e-12 && (low + high).abs() < 1e-12);
        assert_eq!(Sprt::new(0.0, 5.0).log_likelihood_ratio(&Pentanomial::default()), 0.0);
        assert_eq!(Sprt::new(0.0, 5.0).decide(0.0), None);
        let sweep = Pentanomial([0, 0, 0, 0, 60]);
        let sprt = Sprt::new(0.0, 20.0);
        assert_eq!(sprt.decide(sprt.log_likelihood_ratio(&sweep)), Some(SprtDecision::AcceptElo1));
    }

    /// Simulates matches with a true difference until the test ends; returns how many accepted
    /// `elo1`.
    fn accepted(truth: f64, sprt: Sprt, matches: u32, source: &mut SplitMix) -> u32 {
        let mut gained = 0;
        for _ in 0..matches {
            let mut pairs = Pentanomial::default();
            let verdict = loop {
                let mut points = 0;
                for _ in 0..2 {
                    // Three games in ten are drawn; the rest follow the true difference.
                    let drawn = source.below(1000) < 300;
                    let chance = 0.5 + (score_from_elo(truth) - 0.5) / 0.7;
                    let won = source.below(1_000_000) < (chance * 1e6) as u64;
                    points += if drawn { 1 } else { 2 * usize::from(won) };
                }
                pairs.add(points);
                if let Some(verdict) = sprt.decide(sprt.log_likelihood_ratio(&pairs)) {
                    break verdict;
                }
                assert!(pairs.count() < 100_000, "endless");
            };
            gained += u32::from(verdict == SprtDecision::AcceptElo1);
        }
        gained
    }

    /// The same with continuous scores: the mean of six uniform numbers, similar to luck-adjusted
    /// ones.
    #[test]
    fn error_rates_hold_for_luck_adjusted_scores() {
        let mut source = SplitMix(77);
        let sprt = Sprt::new(0.0, 60.0);
        let mut gains = [0, 0];
        for (truth, gained) in [0.0, 60.0].into_iter().zip(&mut gains) {
            for _ in 0..1000 {
                let mut scores = LuckAdjusted::default();
                let verdict = loop {
                    let noise: f64 =
                        (0..6).map(|_| source.below(1_000_000) as f64 / 1e6 - 0.5).sum();
                    let luck: f64 =
                        (0..6).map(|_| source.below(1_000_000) as f64 / 1e6 - 0.5).sum();
                    scores.add(score_from_elo(truth) + 0.3 * noise + 0.1 * luck, 0.2 * luck);
                    if let Some(verdict) = sprt.decide(sprt.log_likelihood_ratio_of_scores(&scores))
                    {
                        break verdict;
                    }
                };
                *gained += u32::from(verdict == SprtDecision::AcceptElo1);
            }
        }
        assert!(gains[0] <= 71 && gains[1] >= 929, "{gains:?}");
    }

    /// At a 5 % error rate, 1000 simulated matches err at most 5 % + 3 standard errors.
    #[test]
    fn error_rates_hold() {
        let mut source = SplitMix(2026);
        let sprt = Sprt::new(0.0, 60.0);
        let false_gains = accepted(0.0, sprt, 1000, &mut source);
        let false_losses = 1000 - accepted(60.0, sprt, 1000, &mut source);
        assert!((5..=71).contains(&false_gains), "{false_gains}");
        assert!((5..=71).contains(&false_losses), "{false_losses}");
        let clear = accepted(150.0, sprt, 200, &mut source);
        assert!(clear >= 198, "{clear}");
    }
}
