//! The computer player of Abraxas: alpha-beta over the actions that leave a choice
//! ([`Position`]), an evaluation of who can use which windows first ([`value`]), and an exhaustive solver
//! of single turns ([`Turns`]).

mod candidates;
mod glance;
mod hunt;
mod levels;
mod player;
mod position;
mod turns;
pub mod value;
pub mod weights;

use abaque_abraxas::Abraxas;
use abaque_core::{BadText, Game, Source, Words};

pub use hunt::Hunt;
pub use player::Player;
pub use position::{Play, Position, forced};
pub use turns::{Best, Turns};

use crate::reference::{Greedy, MonteCarlo, Random};
use crate::{Automated, Bot, Kind};

impl Automated for Abraxas {
    fn bot(_: &<Abraxas as Game>::Options, kind: &Kind) -> Result<Box<dyn Bot<Abraxas>>, BadText> {
        Ok(match kind {
            Kind::Level(level) => Box::new(Player::level(*level)),
            Kind::Best => Box::new(Player::best()),
            Kind::Random => Box::new(Random),
            Kind::Greedy => Box::new(Greedy::new(Box::new(Player::best()))),
            Kind::MonteCarlo => Box::new(MonteCarlo::new(Box::new(Player::best()))),
            Kind::Special(name) => return Err(Kind::unknown(name, Self::special())),
        })
    }

    fn imagine(view: &<Abraxas as Game>::View, _source: &mut dyn Source) -> Option<Abraxas> {
        Some(*view)
    }

    fn unveiled(&self) -> Abraxas {
        *self
    }

    fn unit() -> Words {
        Words::new("pawns", "pions")
    }
}
