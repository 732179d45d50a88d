#![doc = include_str!("../README.md")]

mod ball_sums;
mod bot;
mod evaluation;
pub mod explain;
mod generate;
mod geometry;
mod levels;
mod node;
mod packed_move;
mod weights;

use abaque_abalone::{Abalone, Options};
use abaque_core::{ParseError, StaticMessage};

use abaque_bot::reference::{GreedyBot, MonteCarloBot, RandomBot};
use abaque_bot::{Bot, BotKind, Explanation, GameBots, TurnToExplain};

pub use bot::{AbaloneBot, win_chance};
pub use evaluation::{FEATURE_NAMES, FEATURES, Weights, features, lateness};
pub use levels::{BotSettings, settings_for};
pub use node::AbaloneNode;
pub use packed_move::PackedMove;
pub use weights::WEIGHTS;

/// The computer players of Abalone.
pub struct Bots;

impl GameBots for Bots {
    type Game = Abalone;

    fn bot(_: &Options, kind: &BotKind) -> Result<Box<dyn Bot<Abalone>>, ParseError> {
        let best = || Box::new(AbaloneBot::new(BotSettings::BEST, &WEIGHTS));
        Ok(match kind {
            BotKind::Level(level) => Box::new(AbaloneBot::new(settings_for(*level), &WEIGHTS)),
            BotKind::Best => best(),
            BotKind::Random => Box::new(RandomBot),
            BotKind::Greedy => Box::new(GreedyBot::new(best())),
            BotKind::MonteCarlo => Box::new(MonteCarloBot::new(best())),
            BotKind::Special(name) => {
                return Err(BotKind::unknown_bot_error(name, Self::special_bots()));
            }
        })
    }

    fn score_unit() -> StaticMessage {
        StaticMessage::new("balls", "boules")
    }

    fn explain(turn: &TurnToExplain<Abalone>) -> Vec<Explanation> {
        explain::facts(turn).iter().map(explain::Fact::explanation).collect()
    }
}
