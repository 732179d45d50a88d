//! What the features of a position are worth.
//!
//! `weights.txt` was fitted to 1,500 games of the player against itself (`abaque-train abraxas-tune --games 1500
//! --nodes 600`), which it had played with weights fitted the same way before; the first games were played
//! with weights set by hand (`crates/train/src/abraxas/by-hand.txt`). Each was kept because it won a match
//! against the one before; the figures are in `docs/strength.md`.
//!
//! A pawn ahead is worth little early on and a stop pawn much: who has the last Stop decides whether the turn
//! that takes the rest is played to its end.

use std::sync::OnceLock;

use super::value::{FEATURES, names};

/// The fitted numbers; `abaque-train abraxas-tune` writes them.
const FILE: &str = include_str!("weights.txt");

/// How features become a value, and values a chance to win.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// Hundredths of a pawn a feature is worth.
    pub worth: [f32; FEATURES],
    /// What a value of one pawn, found by search, adds to the logarithm of the odds to win.
    pub slope: f32,
}

impl Weights {
    /// Reads lines of a number and a name: the slope and the features, in any order. What is not named is
    /// worth nothing; an unknown name is an error.
    pub fn read(text: &str) -> Option<Weights> {
        let names = names();
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

    /// The same as text.
    pub fn write(&self) -> String {
        let mut text = format!("{:.4} slope\n", self.slope);
        for (worth, name) in self.worth.iter().zip(names()) {
            text += &format!("{worth:.1} {name}\n");
        }
        text
    }

    /// The value of some features.
    pub fn value(&self, features: &[f32; FEATURES]) -> f32 {
        self.worth.iter().zip(features).map(|(worth, feature)| worth * feature).sum()
    }

    /// The chance to win of a position found to be worth so many hundredths of a pawn.
    pub fn chance(&self, value: i32) -> f64 {
        1.0 / (1.0 + (-f64::from(self.slope) * f64::from(value) / 100.0).exp())
    }
}

/// The weights in use.
pub fn weights() -> &'static Weights {
    static WEIGHTS: OnceLock<Weights> = OnceLock::new();
    // The file is checked by a test; without it a pawn is a pawn.
    WEIGHTS.get_or_init(|| {
        Weights::read(FILE).unwrap_or_else(|| {
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
    fn the_weights_are_read_and_written_alike() {
        let read = Weights::read(FILE).unwrap();
        assert_eq!(read.write(), FILE);
        let at = |name: &str| read.worth[names().iter().position(|known| known == name).unwrap()];
        let pawn = at("lead in pawns") + at("lead, the nearer the end the more") / 2.0;
        assert!(pawn > 0.0, "a pawn is worth having, at the latest half-way");
        for name in ["a stop pawn", "two stop pawns", "three stop pawns"] {
            assert!(at(name) > pawn, "every stop pawn is worth more");
        }
        assert!(Weights::read("0.5 slope\n3 nothing known\n").is_none());
        assert!(Weights::read("3 to act\n").is_none(), "without a slope");
    }
}
