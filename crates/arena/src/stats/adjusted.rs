use super::Moments;

/// Scores with luck taken out, as they come.
///
/// Luck has the mean zero, so any multiple of it may be taken out and the mean stays true. How much of it
/// the players turn into points is for the scores to say: two who waste their luck would only
/// be blurred by taking out all of it. So the multiple is the one that leaves the least spread.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Adjusted {
    scores: Moments,
    luck: Moments,
    /// Σ (score − mean) · (luck − mean).
    together: f64,
}

/// Until there are so many pairs, all luck is taken out: fewer say too little about the share.
const FEWEST: u64 = 16;

impl Adjusted {
    /// Hears of one more score and the luck in it.
    pub fn add(&mut self, score: f64, luck: f64) {
        let off = score - self.scores.mean();
        self.scores.add(score);
        self.luck.add(luck);
        self.together += off * (luck - self.luck.mean());
    }

    /// The scores as they were.
    pub fn scores(&self) -> &Moments {
        &self.scores
    }

    /// How many there were.
    pub fn count(&self) -> u64 {
        self.scores.count()
    }

    /// How many times the luck is taken out.
    pub fn share(&self) -> f64 {
        let squares = self.luck.squares();
        if self.fitted() { self.together / squares } else { 1.0 }
    }

    /// The mean score, luck taken out.
    pub fn mean(&self) -> f64 {
        self.scores.mean() - self.share() * self.luck.mean()
    }

    /// The variance of what is left.
    pub fn variance(&self) -> f64 {
        let share = self.share();
        let squares = self.scores.squares() - 2.0 * share * self.together
            + share * share * self.luck.squares();
        // The share is estimated from the same scores: one freedom less.
        let free = self.count().saturating_sub(1 + u64::from(self.fitted()));
        if free == 0 { 0.0 } else { squares.max(0.0) / free as f64 }
    }

    /// The standard error of the mean.
    pub fn error(&self) -> f64 {
        if self.count() == 0 { 0.0 } else { (self.variance() / self.count() as f64).sqrt() }
    }

    fn fitted(&self) -> bool {
        self.count() >= FEWEST && self.luck.squares() > 1e-12
    }
}

#[cfg(test)]
mod tests {
    use abaque_core::{Source, SplitMix};

    use super::*;

    /// Scores that hold `part` of the luck, and other noise.
    fn match_of(pairs: u64, part: f64, source: &mut SplitMix) -> Adjusted {
        let mut noise = || (0..6).map(|_| source.below(1_000_000) as f64 / 1e6 - 0.5).sum::<f64>();
        let mut all = Adjusted::default();
        for _ in 0..pairs {
            let luck = 0.3 * noise();
            all.add(0.55 + part * luck + 0.1 * noise(), luck);
        }
        all
    }

    #[test]
    fn as_much_luck_as_the_scores_hold() {
        let mut source = SplitMix(3);
        for part in [-0.2, 0.0, 0.4, 1.0, 1.3] {
            let all = match_of(5000, part, &mut source);
            assert!((all.share() - part).abs() < 0.03, "{part}: {}", all.share());
            assert!((all.mean() - 0.55).abs() < 4.0 * all.error(), "{part}: {}", all.mean());
            assert!((all.variance() - 0.005).abs() < 0.0005, "{part}: {}", all.variance());
            assert!(all.variance() <= all.scores().variance() * 1.001, "never worse: {part}");
        }
    }

    /// The interval holds the truth as often as it says, also with few pairs.
    #[test]
    fn errors_are_honest() {
        let mut source = SplitMix(4);
        for pairs in [8, 16, 20, 60] {
            let inside = (0..2000)
                .filter(|_| {
                    let all = match_of(pairs, 0.5, &mut source);
                    (all.mean() - 0.55).abs() < super::super::student95(pairs) * all.error()
                })
                .count();
            assert!((1850..=1950).contains(&inside), "{pairs}: {inside}");
        }
    }

    #[test]
    fn few_scores_lose_all_their_luck() {
        let mut all = Adjusted::default();
        assert_eq!((all.mean(), all.variance(), all.error()), (0.0, 0.0, 0.0));
        for (score, luck) in [(1.0, 0.25), (0.5, -0.25), (0.75, 0.0)] {
            all.add(score, luck);
        }
        assert_eq!((all.share(), all.mean()), (1.0, 0.75));
        assert!(all.variance() < 1e-12, "nothing but luck: {}", all.variance());
    }
}
