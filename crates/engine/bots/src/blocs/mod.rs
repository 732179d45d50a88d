//! The Blocs-pions bot. It uses only its own view: an exact belief about the opponent's blocks
//! ([`belief`]), and a search over whole turns in worlds sampled from it (`node`).

pub mod belief;
mod bot;
pub mod evaluation;
mod levels;
mod node;
pub mod style;
pub mod tells;
mod turn_plans;

pub use bot::BlocsBot;
pub use levels::BotSettings;
pub use node::BlocsNode;

use abaque_blocs::{Blocs, Options, View};
use abaque_core::{HiddenInformation, ParseError, RandomSource, StaticMessage};

use crate::reference::{GreedyBot, MonteCarloBot, RandomBot};
use crate::{Bot, BotGame, BotKind};

impl BotGame for Blocs {
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

    fn sample_position(view: &View, source: &mut dyn RandomSource) -> Option<Blocs> {
        HiddenInformation::sample(view, source)
    }

    fn unveiled_view(&self) -> View {
        View::fully_visible(self)
    }

    fn score_unit() -> StaticMessage {
        StaticMessage::new("blocks", "blocs")
    }

    fn special_bots() -> &'static [&'static str] {
        &["seer", "uniform"]
    }
}
