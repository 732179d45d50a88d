//! What the levels do differently.

use super::search::Filter;
use crate::Level;

/// How a player thinks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Habits {
    /// How unsure it is of what it sees, in log odds: the spread of what it imagines into every
    /// position after its own turn.
    pub(super) doubt: f32,
    /// How many turns it looks ahead, its own counted.
    pub(super) turns: u32,
    /// How many of its own plays it looks into further, and how much worse than the best they may
    /// look.
    pub(super) candidates: usize,
    pub(super) margin: f64,
    /// How many rounds of rollouts follow.
    pub(super) rounds: u32,
    /// Whether it says how long a race would last (the table for it takes a second to make).
    pub(super) tells_races: bool,
    /// How wide it looks at replies.
    pub(super) filter: Filter,
}

const WIDE: Filter = Filter { chief: 6, replies: 3, margin: 0.03 };

/// The habits of a level (`abaque-train abagio-levels` measures how far neighbours lie apart).
pub(super) fn habits(level: Level) -> Habits {
    let (doubt, turns) =
        [(2.0, 1), (1.2, 1), (0.75, 1), (0.45, 1), (0.2, 1), (0.0, 1), (0.0, 2), (0.0, 3)]
            [level.index()];
    Habits { doubt, turns, candidates: if turns < 3 { 12 } else { 6 }, tells_races: false, ..BEST }
}

/// Everything it can do.
pub(super) const BEST: Habits = Habits {
    doubt: 0.0,
    turns: 3,
    candidates: 8,
    margin: 0.08,
    rounds: 0,
    tells_races: false,
    filter: WIDE,
};

/// What rollouts say, for analysis.
pub(super) const ROLLOUT: Habits =
    Habits { turns: 2, candidates: 6, rounds: 64, tells_races: true, ..BEST };
