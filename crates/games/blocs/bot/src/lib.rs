#![doc = include_str!("../README.md")]

pub mod belief;
mod bot;
pub mod evaluation;
pub mod explain;
mod levels;
mod node;
pub mod style;
pub mod tells;
mod turn_plans;

pub use bot::BlocsBot;
pub use levels::BotSettings;
pub use node::BlocsNode;

use abaque_blocs::{Blocs, Options};
use abaque_core::{ParseError, StaticMessage};

use abaque_bot::reference::{GreedyBot, MonteCarloBot, RandomBot};
use abaque_bot::{Bot, BotKind, Explanation, GameBots, TurnToExplain};

/// The computer players of Blocs-pions.
pub struct Bots;

impl GameBots for Bots {
    type Game = Blocs;

    fn bot(options: &Options, kind: &BotKind) -> Result<Box<dyn Bot<Blocs>>, ParseError> {
        let player = |settings| Box::new(BlocsBot::new(options, settings));
        Ok(match kind {
            BotKind::Level(level) => player(BotSettings::for_level(*level)),
            BotKind::Best => player(BotSettings::BEST),
            BotKind::Random => Box::new(RandomBot),
            BotKind::Greedy => Box::new(GreedyBot::new(player(BotSettings::BEST))),
            BotKind::MonteCarlo => Box::new(MonteCarloBot::new(player(BotSettings::BEST))),
            BotKind::Special(name) => match name.as_str() {
                // The seer observes the whole position, so there is a single world to search.
                "seer" => player(BotSettings::BEST),
                "uniform" => player(BotSettings { knows_styles: false, ..BotSettings::BEST }),
                _ => return Err(BotKind::unknown_bot_error(name, Self::special_bots())),
            },
        })
    }

    fn score_unit() -> StaticMessage {
        StaticMessage::new("blocks", "blocs")
    }

    fn explain(turn: &TurnToExplain<Blocs>) -> Vec<Explanation> {
        explain::facts(turn).iter().map(explain::Fact::explanation).collect()
    }

    fn special_bots() -> &'static [&'static str] {
        &["seer", "uniform"]
    }
}
