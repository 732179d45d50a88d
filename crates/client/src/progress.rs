//! How far somebody has come with lessons and puzzles, in one text that follows them from browser to browser.

use serde::{Deserialize, Serialize};

use crate::{Learning, Puzzling};

/// Lessons and puzzles together.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Progress {
    /// The lessons done.
    pub learning: Learning,
    /// How puzzles went.
    pub puzzling: Puzzling,
}

impl Progress {
    /// Reads what was kept; what cannot be read counts as nothing.
    pub fn read(text: &str) -> Progress {
        serde_json::from_str(text).unwrap_or_default()
    }

    /// The text to keep.
    pub fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// What is true of somebody who has this here and that there. Done on one side is done; so nothing is lost, whichever was
    /// written last.
    #[must_use]
    pub fn joined(mut self, other: Progress) -> Progress {
        self.learning.join(other.learning);
        self.puzzling.join(other.puzzling);
        self
    }
}

#[cfg(test)]
mod tests {
    use abaque_core::{Source, SplitMix};

    use super::*;
    use crate::puzzling::Result;

    /// Somebody who has learned for a while.
    fn somebody(seed: u64) -> Progress {
        let mut source = SplitMix(seed);
        let mut progress = Progress::default();
        for _ in 0..source.below(12) {
            let letters = ["aba", "abr", "ago", "blo"][source.below(4) as usize];
            let id = format!("{letters}-{}", source.below(9));
            let result = [Result::Clean, Result::Hinted, Result::Failed][source.below(3) as usize];
            progress.puzzling.count(&id, 700 + 100 * source.below(9) as u16, result);
            if source.below(3) == 0 {
                progress.puzzling.solve_day(source.below(5) as u32);
            }
            progress.learning.finish("abalone", &source.below(6).to_string());
        }
        progress
    }

    #[test]
    fn what_was_done_here_and_there_is_done() {
        let mut here = Progress::default();
        here.learning.finish("abalone", "start");
        here.puzzling.count("aba-1", 900, Result::Clean);
        let mut there = Progress::default();
        there.learning.finish("blocs", "start");
        for id in ["aba-2", "aba-3", "ago-1"] {
            there.puzzling.count(id, 900, Result::Clean);
        }
        there.puzzling.solve_day(7);
        let both = here.joined(there.clone());
        assert!(
            both.learning.is_done("abalone", "start") && both.learning.is_done("blocs", "start")
        );
        assert!(["aba-1", "aba-2", "ago-1"].iter().all(|id| both.puzzling.has_solved(id)));
        assert_eq!(
            both.puzzling.standing("abalone").level,
            there.puzzling.standing("abalone").level
        );
        assert_eq!((both.puzzling.streak.now, both.puzzling.day_streak(7).now), (3, 1));
        assert_eq!(Progress::read(&both.text()), both);
        assert_eq!(Progress::read("no JSON"), Progress::default());
    }

    /// Whoever writes first, last or twice: all browsers end with the same.
    #[test]
    fn the_order_does_not_matter() {
        for seed in 0..400 {
            let (one, other) = (somebody(seed), somebody(seed + 1000));
            let both = one.clone().joined(other.clone());
            let mut turned = other.clone().joined(one.clone());
            // A wish is no progress.
            (turned.puzzling.wish, turned.puzzling.game) =
                (both.puzzling.wish, both.puzzling.game.clone());
            assert_eq!(both, turned, "{seed}");
            assert_eq!(both.clone().joined(one), both, "{seed}");
            assert_eq!(both.clone().joined(other), both, "{seed}");
        }
    }
}
