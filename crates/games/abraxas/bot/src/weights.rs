//! Weights of the evaluation features.
//!
//! `weights.txt` was fitted to 1,500 self-play games (`abaque-train abraxas-tune --games 1500
//! --nodes 600`), played with weights fitted the same way before; the first games used hand-set
//! weights (`crates/engine/train/src/abraxas/by-hand.txt`). Each set was kept because it won a
//! match against the one before; the figures are in `docs/strength.md`.
//!
//! A pawn lead is worth little early on and a stop pawn much: the player with the last Stop decides
//! whether the winning turn can be played to its end.

use std::sync::OnceLock;

use super::evaluation::{FEATURES, feature_names};

/// The fitted weights, written by `abaque-train abraxas-tune`.
const WEIGHTS_TEXT: &str = include_str!("weights.txt");

/// Feature weights, and the scale from values to winning chances.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// Hundredths of a pawn per feature.
    pub worth: [f32; FEATURES],
    /// Log odds of winning per pawn of search value.
    pub slope: f32,
}

impl Weights {
    /// Reads lines of a number and a name: the slope and the features, in any order. Missing
    /// features weigh 0; an unknown name is an error.
    pub fn parse(text: &str) -> Option<Weights> {
        let names = feature_names();
        let mut weights = Weights { worth: [0.0; FEATURES], slope: 0.0 };
        for line in text.lines() {
            let (number, name) = line.split_once(' ')?;
            let number = number.parse().ok()?;
            if name == "slope" {
                weights.slope = number;
            } else {
                let at = names.iter().position(|known| known == name)?;
                weights.worth[at] = number;
            }
        }
        (weights.slope > 0.0).then_some(weights)
    }

    /// Writes the format of [`Weights::parse`].
    pub fn to_text(&self) -> String {
        let mut text = format!("{:.4} slope\n", self.slope);
        for (worth, name) in self.worth.iter().zip(feature_names()) {
            text += &format!("{worth:.1} {name}\n");
        }
        text
    }

    /// Weighted sum of the features.
    pub fn value(&self, features: &[f32; FEATURES]) -> f32 {
        self.worth.iter().zip(features).map(|(worth, feature)| worth * feature).sum()
    }

    /// Winning chance of a search value in hundredths of a pawn.
    pub fn win_chance(&self, value: i32) -> f64 {
        1.0 / (1.0 + (-f64::from(self.slope) * f64::from(value) / 100.0).exp())
    }
}

/// The shipped weights.
pub fn weights() -> &'static Weights {
    static WEIGHTS: OnceLock<Weights> = OnceLock::new();
    // A test checks the file; the fallback values only pawns.
    WEIGHTS.get_or_init(|| {
        Weights::parse(WEIGHTS_TEXT).unwrap_or_else(|| {
            let mut worth = [0.0; FEATURES];
            worth[1] = 100.0;
            Weights { worth, slope: 0.5 }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_round_trip() {
        let read = Weights::parse(WEIGHTS_TEXT).unwrap();
        assert_eq!(read.to_text(), WEIGHTS_TEXT);
        let at = |name: &str| {
            read.worth[feature_names().iter().position(|known| known == name).unwrap()]
        };
        let pawn = at("lead in pawns") + at("lead, the nearer the end the more") / 2.0;
        assert!(pawn > 0.0, "a pawn is worth having, at the latest half-way");
        for name in ["a stop pawn", "two stop pawns", "three stop pawns"] {
            assert!(at(name) > pawn, "every stop pawn is worth more");
        }
        assert!(Weights::parse("0.5 slope\n3 nothing known\n").is_none());
        assert!(Weights::parse("3 to act\n").is_none(), "without a slope");
    }
}
