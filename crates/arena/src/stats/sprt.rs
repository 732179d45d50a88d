use super::pairs::SCORES;
use super::{Adjusted, Pairs, score};

/// A sequential test between two differences in strength: it ends as soon as the pairs played are
/// enough to choose one, with the error rates given.
///
/// The ratio is the generalised one over the five results a pair can have: each hypothesis is
/// represented by the likeliest distribution of them with its mean.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// What the first player's advantage is if nothing was gained.
    pub elo0: f64,
    /// What it is if enough was.
    pub elo1: f64,
    /// How often `elo1` may be accepted where `elo0` is true.
    pub alpha: f64,
    /// How often `elo0` may be accepted where `elo1` is true.
    pub beta: f64,
}

/// What a sequential test has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// `elo0` is accepted.
    NothingGained,
    /// `elo1` is accepted.
    Gained,
}

/// Scores without luck decide nothing before there are so many pairs.
const FEWEST: u64 = 16;

/// What an empty cell counts, so that nothing is impossible.
const SPECK: f64 = 1e-3;

impl Sprt {
    /// A test with 5 % errors of either kind.
    pub fn new(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// The ratio at which `elo0` is accepted and the one at which `elo1` is (Wald's bounds).
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// How much likelier the pairs are under `elo1` than under `elo0`: the logarithm of the ratio.
    pub fn ratio(&self, pairs: &Pairs) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        let cells = pairs.0.map(|count| if count == 0 { SPECK } else { count as f64 });
        let [tilt0, tilt1] = [self.elo0, self.elo1].map(|elo| {
            let mean = score(elo);
            (mean, tilt(&cells, mean))
        });
        // The likeliest share of a cell under a hypothesis is its own share over 1 + tilt·(score − mean).
        let shrunk = |score: f64, (mean, tilt): (f64, f64)| (1.0 + tilt * (score - mean)).ln();
        let each = SCORES.into_iter().zip(cells);
        each.map(|(score, count)| count * (shrunk(score, tilt0) - shrunk(score, tilt1))).sum()
    }

    /// The same for mean scores that are no longer steps of a half point (luck taken out): normal, the
    /// spread estimated under each hypothesis. Nothing is said before there are a few pairs.
    pub fn ratio_of_scores(&self, scores: &Adjusted) -> f64 {
        let pairs = scores.count();
        if pairs < FEWEST {
            return 0.0;
        }
        let spread = scores.variance().max(SPECK) * (pairs - 1) as f64 / pairs as f64;
        let [miss0, miss1] = [self.elo0, self.elo1].map(|elo| (scores.mean() - score(elo)).powi(2));
        pairs as f64 / 2.0 * ((spread + miss0) / (spread + miss1)).ln()
    }

    /// What a ratio decides; `None` while the test goes on.
    pub fn verdict(&self, ratio: f64) -> Option<Verdict> {
        let [low, high] = self.bounds();
        match ratio {
            ratio if ratio <= low => Some(Verdict::NothingGained),
            ratio if ratio >= high => Some(Verdict::Gained),
            _ => None,
        }
    }
}

/// The root of Σ count·d / (1 + tilt·d) with d = score − mean. The sum falls from +∞ to −∞ between the
/// poles of the two extreme scores, so halving finds it.
fn tilt(cells: &[f64; 5], mean: f64) -> f64 {
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if middle <= low || middle >= high {
            break;
        }
        let slope: f64 = SCORES
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
    use abaque_core::{Source, SplitMix};

    use super::*;

    /// Values of fishtest's `LLR_logistic`, as published in the tests of several re-implementations.
    #[test]
    fn ratios_are_those_of_fishtest() {
        for (counts, elo0, elo1, ratio) in [
            ([3, 20, 50, 22, 5], 0.0, 20.0, 0.040_320_372_416),
            ([3, 20, 50, 22, 5], -10.0, 10.0, 0.934_472_911_388),
            ([0, 10, 30, 12, 0], 0.0, 20.0, -0.270_414_536_288),
            ([12, 40, 60, 30, 8], 0.0, 20.0, -2.997_301_135_158),
            ([30, 120, 240, 180, 30], 0.0, 5.0, 1.622_809_170_6),
            ([141, 593, 1112, 666, 158], 0.0, 5.0, 2.146_607_391_5),
        ] {
            let found = Sprt::new(elo0, elo1).ratio(&Pairs(counts));
            assert!((found - ratio).abs() < 1e-8, "{counts:?}: {found}");
        }
    }

    /// For plain tosses (a pair is won or lost whole) the ratio has a closed form.
    #[test]
    fn tosses_have_a_closed_form() {
        let (won, lost) = (62.0_f64, 38.0_f64);
        let [p0, p1] = [0.0, 30.0].map(score);
        let closed = won * (p1 / p0).ln() + lost * ((1.0 - p1) / (1.0 - p0)).ln();
        let found = Sprt::new(0.0, 30.0).ratio(&Pairs([38, 0, 0, 0, 62]));
        assert!((found - closed).abs() < 1e-2, "{found} {closed}");
    }

    #[test]
    fn bounds_are_walds() {
        let [low, high] = Sprt::new(0.0, 5.0).bounds();
        assert!((high - 19.0_f64.ln()).abs() < 1e-12 && (low + high).abs() < 1e-12);
        assert_eq!(Sprt::new(0.0, 5.0).ratio(&Pairs::default()), 0.0);
        assert_eq!(Sprt::new(0.0, 5.0).verdict(0.0), None);
        let sweep = Pairs([0, 0, 0, 0, 60]);
        let sprt = Sprt::new(0.0, 20.0);
        assert_eq!(sprt.verdict(sprt.ratio(&sweep)), Some(Verdict::Gained));
    }

    /// Plays simulated matches with a true difference until the test ends; gives how many were
    /// accepted as gained.
    fn accepted(truth: f64, sprt: Sprt, matches: u32, source: &mut SplitMix) -> u32 {
        let mut gained = 0;
        for _ in 0..matches {
            let mut pairs = Pairs::default();
            let verdict = loop {
                let mut points = 0;
                for _ in 0..2 {
                    // Three games in ten are drawn; the rest go by the true difference.
                    let drawn = source.below(1000) < 300;
                    let chance = 0.5 + (score(truth) - 0.5) / 0.7;
                    let won = source.below(1_000_000) < (chance * 1e6) as u64;
                    points += if drawn { 1 } else { 2 * usize::from(won) };
                }
                pairs.add(points);
                if let Some(verdict) = sprt.verdict(sprt.ratio(&pairs)) {
                    break verdict;
                }
                assert!(pairs.count() < 100_000, "endless");
            };
            gained += u32::from(verdict == Verdict::Gained);
        }
        gained
    }

    /// The same with scores that are not steps: the mean of six uniform numbers, as luck leaves them.
    #[test]
    fn errors_are_as_rare_without_luck() {
        let mut source = SplitMix(77);
        let sprt = Sprt::new(0.0, 60.0);
        let mut gains = [0, 0];
        for (truth, gained) in [0.0, 60.0].into_iter().zip(&mut gains) {
            for _ in 0..1000 {
                let mut scores = Adjusted::default();
                let verdict = loop {
                    let noise: f64 =
                        (0..6).map(|_| source.below(1_000_000) as f64 / 1e6 - 0.5).sum();
                    let luck: f64 =
                        (0..6).map(|_| source.below(1_000_000) as f64 / 1e6 - 0.5).sum();
                    scores.add(score(truth) + 0.3 * noise + 0.1 * luck, 0.2 * luck);
                    if let Some(verdict) = sprt.verdict(sprt.ratio_of_scores(&scores)) {
                        break verdict;
                    }
                };
                *gained += u32::from(verdict == Verdict::Gained);
            }
        }
        assert!(gains[0] <= 71 && gains[1] >= 929, "{gains:?}");
    }

    /// With 5 % promised, 1000 simulated matches err at most 5 % + 3 errors of that share.
    #[test]
    fn errors_are_as_rare_as_promised() {
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
