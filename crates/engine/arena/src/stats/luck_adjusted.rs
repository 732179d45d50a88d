use super::Moments;

/// Running luck-adjusted scores (control variate).
///
/// Luck has mean zero, so subtracting any multiple of it leaves the mean unbiased. How much luck
/// turns into points depends on the players: for weak ones, subtracting all of it would only add
/// noise. The multiple is therefore the one that minimises the variance.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct LuckAdjusted {
    scores: Moments,
    luck: Moments,
    /// Σ (score − mean) · (luck − mean).
    co_moment: f64,
}

/// With fewer pairs the share cannot be estimated, and all luck is subtracted.
const MIN_PAIRS: u64 = 16;

impl LuckAdjusted {
    /// Adds a score and its luck.
    pub fn add(&mut self, score: f64, luck: f64) {
        let off = score - self.scores.mean();
        self.scores.add(score);
        self.luck.add(luck);
        self.co_moment += off * (luck - self.luck.mean());
    }

    /// The unadjusted scores.
    pub fn scores(&self) -> &Moments {
        &self.scores
    }

    /// Number of scores.
    pub fn count(&self) -> u64 {
        self.scores.count()
    }

    /// The multiple of luck that is subtracted.
    pub fn luck_share(&self) -> f64 {
        let squares = self.luck.squared_deviations();
        if self.is_fitted() { self.co_moment / squares } else { 1.0 }
    }

    /// Mean adjusted score.
    pub fn mean(&self) -> f64 {
        self.scores.mean() - self.luck_share() * self.luck.mean()
    }

    /// Variance of the adjusted scores.
    pub fn variance(&self) -> f64 {
        let share = self.luck_share();
        let squares = self.scores.squared_deviations() - 2.0 * share * self.co_moment
            + share * share * self.luck.squared_deviations();
        // The share is estimated from the same scores, which costs one degree of freedom.
        let free = self.count().saturating_sub(1 + u64::from(self.is_fitted()));
        if free == 0 { 0.0 } else { squares.max(0.0) / free as f64 }
    }

    /// Standard error of the mean.
    pub fn standard_error(&self) -> f64 {
        if self.count() == 0 { 0.0 } else { (self.variance() / self.count() as f64).sqrt() }
    }

    fn is_fitted(&self) -> bool {
        self.count() >= MIN_PAIRS && self.luck.squared_deviations() > 1e-12
    }
}

#[cfg(test)]
mod tests {
    use abaque_core::{RandomSource, SplitMix};

    use super::*;

    /// Scores that contain `part` of the luck, plus noise.
    fn match_of(pairs: u64, part: f64, source: &mut SplitMix) -> LuckAdjusted {
        let mut noise = || (0..6).map(|_| source.below(1_000_000) as f64 / 1e6 - 0.5).sum::<f64>();
        let mut all = LuckAdjusted::default();
        for _ in 0..pairs {
            let luck = 0.3 * noise();
            all.add(0.55 + part * luck + 0.1 * noise(), luck);
        }
        all
    }

    #[test]
    fn the_luck_share_is_estimated_from_the_scores() {
        let mut source = SplitMix(3);
        for part in [-0.2, 0.0, 0.4, 1.0, 1.3] {
            let all = match_of(5000, part, &mut source);
            assert!((all.luck_share() - part).abs() < 0.03, "{part}: {}", all.luck_share());
            assert!(
                (all.mean() - 0.55).abs() < 4.0 * all.standard_error(),
                "{part}: {}",
                all.mean()
            );
            assert!((all.variance() - 0.005).abs() < 0.0005, "{part}: {}", all.variance());
            assert!(all.variance() <= all.scores().variance() * 1.001, "never worse: {part}");
        }
    }

    /// The interval covers the true value as often as stated, also with few pairs.
    #[test]
    fn intervals_have_the_stated_coverage() {
        let mut source = SplitMix(4);
        for pairs in [8, 16, 20, 60] {
            let inside = (0..2000)
                .filter(|_| {
                    let all = match_of(pairs, 0.5, &mut source);
                    (all.mean() - 0.55).abs()
                        < super::super::student_t95(pairs) * all.standard_error()
                })
                .count();
            assert!((1850..=1950).contains(&inside), "{pairs}: {inside}");
        }
    }

    #[test]
    fn all_luck_is_subtracted_from_few_scores() {
        let mut all = LuckAdjusted::default();
        assert_eq!((all.mean(), all.variance(), all.standard_error()), (0.0, 0.0, 0.0));
        for (score, luck) in [(1.0, 0.25), (0.5, -0.25), (0.75, 0.0)] {
            all.add(score, luck);
        }
        assert_eq!((all.luck_share(), all.mean()), (1.0, 0.75));
        assert!(all.variance() < 1e-12, "nothing but luck: {}", all.variance());
    }
}
