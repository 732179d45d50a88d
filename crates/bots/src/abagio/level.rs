//! What the levels do differently.

use abaque_core::Millis;
use abaque_search::Limits;

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
    /// Whether it then plays the best of them out.
    pub(super) plays_out: bool,
    /// What it may spend where nothing is said.
    pub(super) limits: Limits,
    /// How wide it looks at replies.
    pub(super) filter: Filter,
}

const WIDE: Filter = Filter { chief: 3, replies: 3, margin: 0.03 };

/// The habits of a level (`abaque-train abagio-levels` measures how far neighbours lie apart).
pub(super) fn habits(level: Level) -> Habits {
    let (doubt, turns, nodes) = [
        (1.6, 1, None),
        (0.95, 1, None),
        (0.58, 1, None),
        (0.36, 1, None),
        (0.2, 1, None),
        (0.1, 1, None),
        (0.05, 1, None),
        (0.0, 2, Some(350_000)),
    ][level.index()];
    let limits = Limits { nodes, ..Limits::default() };
    Habits { doubt, turns, limits, plays_out: nodes.is_some(), ..BEST }
}

/// Everything it can do.
pub(super) const BEST: Habits = Habits {
    doubt: 0.0,
    turns: 2,
    candidates: 12,
    margin: 0.08,
    plays_out: true,
    limits: Limits::time(Millis(1000)),
    filter: WIDE,
};
