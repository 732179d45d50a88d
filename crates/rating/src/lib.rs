//! How strong a player is, from the games played: Glicko-2 as Mark Glickman describes it ("Example of the Glicko-2 system", 2013),
//! where every game is a rating period of its own, as long as the player stayed away before it.
//!
//! ```
//! use abaque_rating::{Rating, Score, after};
//!
//! let (ann, bob) = (Rating::default(), Rating::default());
//! let [ann, bob] = after(ann, bob, Score::Win, [0.0, 0.0]);
//! assert_eq!((ann.to_string(), bob.to_string()), ("1662?".into(), "1338?".into()));
//! ```
//!
//! It knows no clock, no store and no names.

mod glicko;
mod rating;

pub use glicko::after;
pub use rating::{MOST_DEVIATION, PROVISIONAL, Rating, START};

/// What a game was to the first of two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Won.
    Win,
    /// Neither won.
    Draw,
    /// Lost.
    Loss,
}

impl Score {
    /// What it was to the other player.
    pub fn reversed(self) -> Score {
        match self {
            Score::Win => Score::Loss,
            Score::Draw => Score::Draw,
            Score::Loss => Score::Win,
        }
    }

    /// As a share of one point.
    pub fn points(self) -> f64 {
        match self {
            Score::Win => 1.0,
            Score::Draw => 0.5,
            Score::Loss => 0.0,
        }
    }
}
