#![doc = include_str!("../README.md")]

mod bot;
mod candidates;
pub mod evaluation;
pub mod explain;
mod levels;
mod line_scan;
mod line_win_search;
mod node;
mod turn_solver;
pub mod weights;

use abaque_abraxas::{Abraxas, Options};
use abaque_core::{ParseError, StaticMessage};

pub use bot::AbraxasBot;
pub use line_win_search::LineWinSearch;
pub use node::{AbraxasNode, RankedAction, forced_action};
pub use turn_solver::{BestTurn, TurnSolver};

use abaque_bot::reference::{GreedyBot, MonteCarloBot, RandomBot};
use abaque_bot::{Bot, BotKind, Explanation, GameBots, TurnToExplain};

/// The computer players of Abraxas.
pub struct Bots;

impl GameBots for Bots {
    type Game = Abraxas;

    fn bot(_: &Options, kind: &BotKind) -> Result<Box<dyn Bot<Abraxas>>, ParseError> {
        Ok(match kind {
            BotKind::Level(level) => Box::new(AbraxasBot::level(*level)),
            BotKind::Best => Box::new(AbraxasBot::best()),
            BotKind::Random => Box::new(RandomBot),
            BotKind::Greedy => Box::new(GreedyBot::new(Box::new(AbraxasBot::best()))),
            BotKind::MonteCarlo => Box::new(MonteCarloBot::new(Box::new(AbraxasBot::best()))),
            BotKind::Special(name) => {
                return Err(BotKind::unknown_bot_error(name, Self::special_bots()));
            }
        })
    }

    fn score_unit() -> StaticMessage {
        StaticMessage::new("pawns", "pions")
    }

    fn explain(turn: &TurnToExplain<Abraxas>) -> Vec<Explanation> {
        explain::facts(turn).iter().map(explain::Fact::explanation).collect()
    }
}
