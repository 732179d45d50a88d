//! The Abraxas bot: alpha-beta over the actions that leave a choice ([`AbraxasNode`]), an
//! evaluation of who can use which windows first ([`evaluation`]), and an exhaustive solver of
//! single turns ([`TurnSolver`]).

mod bot;
mod candidates;
pub mod evaluation;
mod levels;
mod line_scan;
mod line_win_search;
mod node;
mod turn_solver;
pub mod weights;

use abaque_abraxas::Abraxas;
use abaque_core::{Game, ParseError, RandomSource, StaticMessage};

pub use bot::AbraxasBot;
pub use line_win_search::LineWinSearch;
pub use node::{AbraxasNode, RankedAction, forced_action};
pub use turn_solver::{BestTurn, TurnSolver};

use crate::reference::{GreedyBot, MonteCarloBot, RandomBot};
use crate::{Bot, BotGame, BotKind};

impl BotGame for Abraxas {
    fn bot(
        _: &<Abraxas as Game>::Options,
        kind: &BotKind,
    ) -> Result<Box<dyn Bot<Abraxas>>, ParseError> {
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

    fn sample_position(
        view: &<Abraxas as Game>::View,
        _source: &mut dyn RandomSource,
    ) -> Option<Abraxas> {
        Some(*view)
    }

    fn unveiled_view(&self) -> Abraxas {
        *self
    }

    fn score_unit() -> StaticMessage {
        StaticMessage::new("pawns", "pions")
    }
}
