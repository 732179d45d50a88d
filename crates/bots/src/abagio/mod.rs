//! The computer player of Abagio.

mod bot;
pub mod inputs;
mod judge;
mod level;
pub mod net;
mod search;
mod turn;

use abaque_abagio::Abagio;
use abaque_core::{BadText, Game, Source, Words};

use bot::Player;

use crate::reference::{Greedy, MonteCarlo, Random};
use crate::{Automated, Bot, Kind};

pub use bot::LOG_ODDS_A_PIP;
pub use judge::{DECIDED, Judge, Play, Weigher, Weights};
pub use search::{Filter, Seeker};
pub use turn::{Landing, Turns};

impl Automated for Abagio {
    fn bot(_: &<Abagio as Game>::Options, kind: &Kind) -> Result<Box<dyn Bot<Abagio>>, BadText> {
        let player = |habits| Box::new(Player::new(Judge::learned(), habits));
        match kind {
            Kind::Level(level) => Ok(player(level::habits(*level))),
            Kind::Best => Ok(player(level::BEST)),
            Kind::Random => Ok(Box::new(Random)),
            Kind::Greedy => Ok(Box::new(Greedy::new(player(level::BEST)))),
            Kind::MonteCarlo => Ok(Box::new(MonteCarlo::new(player(level::BEST)))),
            Kind::Special(name) => Err(Kind::unknown(name, Self::special())),
        }
    }

    fn imagine(view: &<Abagio as Game>::View, _source: &mut dyn Source) -> Option<Abagio> {
        Some(*view)
    }

    fn unit() -> Words {
        Words::new("pips", "points")
    }
}
