//! Settings of the levels: search limits and evaluation noise.

use abaque_search::SearchLimits;

use abaque_bot::Level;

/// Search settings of a bot.
#[derive(Clone, Copy, Debug)]
pub(super) struct BotSettings {
    /// Default limits where the request sets none.
    pub(super) limits: SearchLimits,
    /// Scale of the noise on a root move's value, in hundredths of a pawn.
    pub(super) blur: i32,
}

const fn settings(depth: u32, nodes: u64, blur: i32) -> BotSettings {
    BotSettings {
        limits: SearchLimits {
            nodes: Some(nodes),
            depth: Some(depth),
            time: None,
            soft_time: None,
        },
        blur,
    }
}

/// Limits are in nodes and depth, never in time, so that a level plays the same everywhere.
const LEVELS: [BotSettings; 8] = [
    settings(1, 20_000, 450),
    settings(1, 20_000, 300),
    settings(1, 20_000, 210),
    settings(40, 500, 0),
    settings(40, 1_400, 0),
    settings(40, 5_000, 0),
    settings(40, 28_000, 0),
    settings(40, 160_000, 0),
];

/// Settings of a level.
pub(super) fn settings_for(level: Level) -> BotSettings {
    LEVELS[level.index()]
}
