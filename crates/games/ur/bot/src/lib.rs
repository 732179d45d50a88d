#![doc = include_str!("../README.md")]

mod bot;
mod evaluation;
pub mod explain;

use abaque_bot::reference::{GreedyBot, MonteCarloBot, RandomBot};
use abaque_bot::{Bot, BotKind, Explanation, GameBots, TurnToExplain};
use abaque_core::{ParseError, StaticMessage};
use abaque_ur::{Options, Ur};

use bot::UrBot;

/// The computer players of the Royal Game of Ur.
pub struct Bots;

impl GameBots for Bots {
    type Game = Ur;

    fn bot(_: &Options, kind: &BotKind) -> Result<Box<dyn Bot<Ur>>, ParseError> {
        match kind {
            BotKind::Level(level) => Ok(Box::new(UrBot::at_level(*level))),
            BotKind::Best => Ok(Box::new(UrBot::BEST)),
            BotKind::Random => Ok(Box::new(RandomBot)),
            BotKind::Greedy => Ok(Box::new(GreedyBot::new(Box::new(UrBot::BEST)))),
            BotKind::MonteCarlo => Ok(Box::new(MonteCarloBot::new(Box::new(UrBot::BEST)))),
            BotKind::Special(name) => Err(BotKind::unknown_bot_error(name, Self::special_bots())),
        }
    }

    /// A line's score is the lead in squares that its winning chance stands for.
    fn score_unit() -> StaticMessage {
        StaticMessage::new("squares", "cases")
    }

    fn explain(turn: &TurnToExplain<Ur>) -> Vec<Explanation> {
        explain::facts(turn).iter().map(explain::Fact::explanation).collect()
    }
}
