//! The Abalone bot: bitboards, a tuned evaluation, alpha-beta.

mod ball_sums;
mod bot;
mod evaluation;
mod generate;
mod geometry;
mod levels;
mod node;
mod packed_move;
mod weights;

use abaque_abalone::Abalone;
use abaque_core::{Game, ParseError, RandomSource, StaticMessage};

use crate::reference::{GreedyBot, MonteCarloBot, RandomBot};
use crate::{Bot, BotGame, BotKind};

pub use bot::{AbaloneBot, win_chance};
pub use evaluation::{FEATURE_NAMES, FEATURES, Weights, features, lateness};
pub use levels::{BotSettings, settings_for};
pub use node::AbaloneNode;
pub use packed_move::PackedMove;
pub use weights::WEIGHTS;

impl BotGame for Abalone {
    fn bot(
        _: &<Abalone as Game>::Options,
        kind: &BotKind,
    ) -> Result<Box<dyn Bot<Abalone>>, ParseError> {
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

    fn sample_position(
        view: &<Abalone as Game>::View,
        _source: &mut dyn RandomSource,
    ) -> Option<Abalone> {
        Some(*view)
    }

    fn unveiled_view(&self) -> Abalone {
        *self
    }

    fn score_unit() -> StaticMessage {
        StaticMessage::new("balls", "boules")
    }
}
