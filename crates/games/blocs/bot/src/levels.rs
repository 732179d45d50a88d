use abaque_search::SearchLimits;

use abaque_bot::Level;

/// Settings of a Blocs-pions bot.
#[derive(Clone, Copy, Debug)]
pub struct BotSettings {
    /// Default node limit.
    pub nodes: u64,
    /// Maximum turns searched after its own.
    pub depth: u32,
    /// Number of sampled worlds; `None` derives it from the budget.
    pub worlds: Option<usize>,
    /// Standard deviation of the noise on an action's winning chance.
    pub noise: f64,
    /// Whether the belief uses set-up styles and tells; otherwise it is uniform.
    pub knows_styles: bool,
    /// Bonus in winning chance for a secret kept or learned. Zero: in matches of 200 games against
    /// a bot without it, 0.004 scored 53.2 % ± 5.9 and 0.012 45.5 % ± 6.2 (`abaque-train
    /// blocs-match best:secret=X best --nodes 2000 --pairs 100 --seed 4`).
    pub secret_value: f64,
    /// Actions within this winning chance of the best are chosen at random. Only equal ones: the
    /// sampled worlds already vary between searches.
    pub mixing_margin: f64,
}

impl BotSettings {
    /// Full strength.
    pub const BEST: BotSettings = BotSettings {
        nodes: 800_000,
        depth: 60,
        worlds: None,
        noise: 0.0,
        knows_styles: true,
        secret_value: 0.0,
        mixing_margin: 0.0,
    };

    /// Settings of a level.
    pub fn for_level(level: Level) -> BotSettings {
        let (nodes, depth, worlds, noise) = [
            (500, 0, 1, 0.14),
            (500, 0, 1, 0.1),
            (500, 0, 2, 0.072),
            (1_000, 0, 4, 0.044),
            (4_000, 1, 4, 0.033),
            (4_000, 1, 6, 0.018),
            (4_000, 2, 3, 0.012),
            (40_000, 60, 5, 0.0),
        ][level.index()];
        BotSettings {
            nodes,
            depth,
            worlds: Some(worlds),
            noise,
            knows_styles: level.index() > 4,
            ..BotSettings::BEST
        }
    }

    /// Default limits where the request sets none.
    pub fn limits(&self) -> SearchLimits {
        SearchLimits::nodes(self.nodes)
    }
}
