//! Glicko-2 player ratings after Mark Glickman's paper ("Example of the Glicko-2 system", 2013).
//! Every game is its own rating period, as long as the time since the player's previous game.
//!
//! ```
//! use abaque_rating::{GameScore, Rating, update_ratings};
//!
//! let (ann, bob) = (Rating::default(), Rating::default());
//! let [ann, bob] = update_ratings(ann, bob, GameScore::Win, [0.0, 0.0]);
//! assert_eq!((ann.to_string(), bob.to_string()), ("1662?".into(), "1338?".into()));
//! ```
//!
//! The crate is pure arithmetic: no clock, no store, no player names.

mod glicko;
mod rating;

pub use glicko::update_ratings;
pub use rating::{MAX_DEVIATION, PROVISIONAL_DEVIATION, Rating, START_RATING};

/// Result of a game, seen from the first of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameScore {
    /// Won.
    Win,
    /// Draw.
    Draw,
    /// Lost.
    Loss,
}

impl GameScore {
    /// The same result seen from the opponent.
    pub fn reversed(self) -> GameScore {
        match self {
            GameScore::Win => GameScore::Loss,
            GameScore::Draw => GameScore::Draw,
            GameScore::Loss => GameScore::Win,
        }
    }

    /// Points scored: 1, ½ or 0.
    pub fn points(self) -> f64 {
        match self {
            GameScore::Win => 1.0,
            GameScore::Draw => 0.5,
            GameScore::Loss => 0.0,
        }
    }
}
