//! The computer player of Blocs-pions.

use abaque_blocs::Blocs;
use abaque_core::{BadText, Game, Hidden, Source, Words};

use crate::reference::Random;
use crate::{Automated, Bot, Kind};

impl Automated for Blocs {
    fn bot(_: &<Blocs as Game>::Options, kind: &Kind) -> Result<Box<dyn Bot<Blocs>>, BadText> {
        match kind {
            Kind::Special(name) => Err(Kind::unknown(name, Self::special())),
            _ => Ok(Box::new(Random)),
        }
    }

    fn imagine(view: &<Blocs as Game>::View, source: &mut dyn Source) -> Option<Blocs> {
        Hidden::sample(view, source)
    }

    fn unit() -> Words {
        Words::new("blocks", "blocs")
    }
}
