//! The computer player of Abalone: bitboards, a tuned evaluation, alpha-beta.

mod bot;
mod generate;
mod geometry;
mod levels;
mod node;
mod play;
mod tally;
mod value;
mod weights;

use abaque_abalone::Abalone;
use abaque_core::{BadText, Game, Source, Words};

use crate::reference::{Greedy, MonteCarlo, Random};
use crate::{Automated, Bot, Kind};

pub use bot::{Player, win_chance};
pub use levels::{Habits, habits};
pub use node::Board;
pub use play::Play;
pub use value::{FEATURES, NAMES, Weights, counts, lateness};
pub use weights::WEIGHTS;

impl Automated for Abalone {
    fn bot(_: &<Abalone as Game>::Options, kind: &Kind) -> Result<Box<dyn Bot<Abalone>>, BadText> {
        let best = || Box::new(Player::new(Habits::BEST, &WEIGHTS));
        Ok(match kind {
            Kind::Level(level) => Box::new(Player::new(habits(*level), &WEIGHTS)),
            Kind::Best => best(),
            Kind::Random => Box::new(Random),
            Kind::Greedy => Box::new(Greedy::new(best())),
            Kind::MonteCarlo => Box::new(MonteCarlo::new(best())),
            Kind::Special(name) => return Err(Kind::unknown(name, Self::special())),
        })
    }

    fn imagine(view: &<Abalone as Game>::View, _source: &mut dyn Source) -> Option<Abalone> {
        Some(*view)
    }

    fn unveiled(&self) -> Abalone {
        *self
    }

    fn unit() -> Words {
        Words::new("balls", "boules")
    }
}
