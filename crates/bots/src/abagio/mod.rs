//! The computer player of Abagio.

use abaque_abagio::Abagio;
use abaque_core::{BadText, Game, Source, Words};

use crate::reference::Random;
use crate::{Automated, Bot, Kind};

impl Automated for Abagio {
    fn bot(_: &<Abagio as Game>::Options, kind: &Kind) -> Result<Box<dyn Bot<Abagio>>, BadText> {
        match kind {
            Kind::Special(name) => Err(Kind::unknown(name, Self::special())),
            _ => Ok(Box::new(Random)),
        }
    }

    fn imagine(view: &<Abagio as Game>::View, _source: &mut dyn Source) -> Option<Abagio> {
        Some(*view)
    }

    fn unit() -> Words {
        Words::new("pips", "points")
    }
}
