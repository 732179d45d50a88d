//! A user's progress with lessons and puzzles, synchronised between browsers as one text.

use serde::{Deserialize, Serialize};

use crate::{LessonProgress, PuzzleProgress};

/// Lessons and puzzles together.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Progress {
    /// Completed lessons.
    pub learning: LessonProgress,
    /// Puzzle results.
    pub puzzling: PuzzleProgress,
}

impl Progress {
    /// Parses the stored text; unreadable text counts as no progress.
    pub fn parse(text: &str) -> Progress {
        serde_json::from_str(text).unwrap_or_default()
    }

    /// The text to store.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Merges the progress of two browsers. Whatever is done in one of them is done, so nothing is
    /// lost, whichever wrote last.
    #[must_use]
    pub fn merged(mut self, other: Progress) -> Progress {
        self.learning.merge(other.learning);
        self.puzzling.merge(other.puzzling);
        self
    }
}

#[cfg(test)]
mod tests {
    use abaque_core::{RandomSource, SplitMix};

    use super::*;
    use crate::puzzle_progress::PuzzleResult;

    /// Some lessons and puzzles done.
    fn random_progress(seed: u64) -> Progress {
        let mut source = SplitMix(seed);
        let mut progress = Progress::default();
        for _ in 0..source.below(12) {
            let letters = ["aba", "abr", "ago", "blo"][source.below(4) as usize];
            let id = format!("{letters}-{}", source.below(9));
            let result = [PuzzleResult::Clean, PuzzleResult::Hinted, PuzzleResult::Failed]
                [source.below(3) as usize];
            progress.puzzling.record_result(&id, 700 + 100 * source.below(9) as u16, result);
            if source.below(3) == 0 {
                progress.puzzling.mark_day_solved(source.below(5) as u32);
            }
            progress.learning.mark_done("abalone", &source.below(6).to_string());
        }
        progress
    }

    #[test]
    fn merged_progress_keeps_both_devices() {
        let mut here = Progress::default();
        here.learning.mark_done("abalone", "start");
        here.puzzling.record_result("aba-1", 900, PuzzleResult::Clean);
        let mut there = Progress::default();
        there.learning.mark_done("blocs", "start");
        for id in ["aba-2", "aba-3", "ago-1"] {
            there.puzzling.record_result(id, 900, PuzzleResult::Clean);
        }
        there.puzzling.mark_day_solved(7);
        let both = here.merged(there.clone());
        assert!(
            both.learning.is_done("abalone", "start") && both.learning.is_done("blocs", "start")
        );
        assert!(["aba-1", "aba-2", "ago-1"].iter().all(|id| both.puzzling.has_solved(id)));
        assert_eq!(both.puzzling.stats("abalone").level, there.puzzling.stats("abalone").level);
        assert_eq!((both.puzzling.streak.now, both.puzzling.day_streak(7).now), (3, 1));
        assert_eq!(Progress::parse(&both.to_text()), both);
        assert_eq!(Progress::parse("no JSON"), Progress::default());
    }

    /// All browsers end with the same progress, in whatever order and however often they write.
    #[test]
    fn merging_is_commutative() {
        for seed in 0..400 {
            let (one, other) = (random_progress(seed), random_progress(seed + 1000));
            let both = one.clone().merged(other.clone());
            let mut turned = other.clone().merged(one.clone());
            // The chosen difficulty and game are preferences, not progress.
            (turned.puzzling.wish, turned.puzzling.game) =
                (both.puzzling.wish, both.puzzling.game.clone());
            assert_eq!(both, turned, "{seed}");
            assert_eq!(both.clone().merged(one), both, "{seed}");
            assert_eq!(both.clone().merged(other), both, "{seed}");
        }
    }
}
