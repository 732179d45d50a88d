//! The computer player of Abraxas.

use abaque_abraxas::Abraxas;
use abaque_core::{BadText, Game, Source, Words};

use crate::reference::Random;
use crate::{Automated, Bot, Kind};

impl Automated for Abraxas {
    fn bot(_: &<Abraxas as Game>::Options, kind: &Kind) -> Result<Box<dyn Bot<Abraxas>>, BadText> {
        match kind {
            Kind::Special(name) => Err(Kind::unknown(name, Self::special())),
            _ => Ok(Box::new(Random)),
        }
    }

    fn imagine(view: &<Abraxas as Game>::View, _source: &mut dyn Source) -> Option<Abraxas> {
        Some(*view)
    }

    fn unit() -> Words {
        Words::new("pawns", "pions")
    }
}
