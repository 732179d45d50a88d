//! The computer player of Abalone.

use abaque_abalone::Abalone;
use abaque_core::{BadText, Game, Source, Words};

use crate::reference::Random;
use crate::{Automated, Bot, Kind};

impl Automated for Abalone {
    fn bot(_: &<Abalone as Game>::Options, kind: &Kind) -> Result<Box<dyn Bot<Abalone>>, BadText> {
        match kind {
            Kind::Special(name) => Err(Kind::unknown(name, Self::special())),
            _ => Ok(Box::new(Random)),
        }
    }

    fn imagine(view: &<Abalone as Game>::View, _source: &mut dyn Source) -> Option<Abalone> {
        Some(*view)
    }

    fn unit() -> Words {
        Words::new("balls", "boules")
    }
}
