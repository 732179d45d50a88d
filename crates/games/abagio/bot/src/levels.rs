//! Settings of the levels.

use abaque_core::Millis;
use abaque_search::SearchLimits;

use super::expectimax::SearchWidth;
use abaque_bot::Level;

/// Search settings of a bot.
#[derive(Clone, Copy, Debug)]
pub(super) struct BotSettings {
    /// Standard deviation, in log odds, of the noise added to the position after each of its plays.
    pub(super) doubt: f32,
    /// Search depth in turns, its own included.
    pub(super) turns: u32,
    /// Maximum number of plays searched deeper, and how far behind the best they may be.
    pub(super) candidates: usize,
    pub(super) margin: f64,
    /// Whether it rolls out the best candidates.
    pub(super) uses_rollouts: bool,
    /// Default limits where the request sets none.
    pub(super) limits: SearchLimits,
    /// Search width for replies.
    pub(super) width: SearchWidth,
}

const DEFAULT_WIDTH: SearchWidth = SearchWidth { chief_landings: 3, replies: 3, margin: 0.03 };

/// Settings of a level (`abaque-train abagio-levels` measures the gaps between neighbours).
pub(super) fn settings_for(level: Level) -> BotSettings {
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
    let limits = SearchLimits { nodes, ..SearchLimits::default() };
    BotSettings { doubt, turns, limits, uses_rollouts: nodes.is_some(), ..BEST }
}

/// Full strength.
pub(super) const BEST: BotSettings = BotSettings {
    doubt: 0.0,
    turns: 2,
    candidates: 12,
    margin: 0.08,
    uses_rollouts: true,
    limits: SearchLimits::time(Millis(1000)),
    width: DEFAULT_WIDTH,
};
