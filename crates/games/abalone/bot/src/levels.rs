use abaque_search::SearchLimits;

use abaque_bot::Level;

/// Search settings of a bot.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BotSettings {
    /// Own limits per move; `None` uses the default.
    pub limits: Option<SearchLimits>,
    /// Standard deviation of the evaluation noise, in hundredths of a ball.
    pub blur: u16,
}

impl BotSettings {
    /// Full strength.
    pub const BEST: BotSettings = BotSettings { limits: None, blur: 0 };
}

const fn depth(depth: u32, blur: u16) -> BotSettings {
    BotSettings { limits: Some(SearchLimits::depth(depth)), blur }
}

const fn nodes(nodes: u64, blur: u16) -> BotSettings {
    BotSettings { limits: Some(SearchLimits::nodes(nodes)), blur }
}

/// The levels, weakest first.
const LEVELS: [BotSettings; 8] = [
    depth(1, 20),
    depth(1, 11),
    depth(2, 24),
    nodes(2_000, 0),
    nodes(7_000, 0),
    nodes(25_000, 0),
    nodes(110_000, 0),
    nodes(500_000, 0),
];

/// Settings of a level.
pub fn settings_for(level: Level) -> BotSettings {
    LEVELS[level.index()]
}
