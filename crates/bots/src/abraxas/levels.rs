//! What sets the levels apart: how far they look and how clearly they judge.

use abaque_search::Limits;

use crate::Level;

/// How a player thinks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Habits {
    /// What it spends where nothing else is said.
    pub(super) limits: Limits,
    /// How far its judgement of a first move may be off, in hundredths of a pawn.
    pub(super) blur: i32,
}

const fn habits(depth: u32, nodes: u64, blur: i32) -> Habits {
    Habits {
        limits: Limits { nodes: Some(nodes), depth: Some(depth), time: None, enough: None },
        blur,
    }
}

/// Budgets are in nodes and depth, never in time, so that a level is the same everywhere.
const LEVELS: [Habits; 8] = [
    habits(1, 20_000, 450),
    habits(1, 20_000, 300),
    habits(1, 20_000, 210),
    habits(40, 500, 0),
    habits(40, 1_400, 0),
    habits(40, 5_000, 0),
    habits(40, 28_000, 0),
    habits(40, 160_000, 0),
];

/// The habits of a level.
pub(super) fn of(level: Level) -> Habits {
    LEVELS[level.index()]
}
