//! The computer player of Blocs-pions: it knows its own view and nothing else, weighs exactly what the
//! other's blocks may be ([`belief`]), and looks at whole turns in worlds sampled from that (`world`).

pub mod belief;
pub mod eval;
mod habits;
mod plans;
mod player;
pub mod style;
pub mod tells;
mod world;

pub use habits::Habits;
pub use player::Player;
pub use world::World;

use abaque_blocs::{Blocs, BlocsOptions, View};
use abaque_core::{BadText, Hidden, Source, Words};

use crate::reference::{Greedy, MonteCarlo, Random};
use crate::{Automated, Bot, Kind};

impl Automated for Blocs {
    fn bot(options: &BlocsOptions, kind: &Kind) -> Result<Box<dyn Bot<Blocs>>, BadText> {
        let player = |habits| Box::new(Player::new(options, habits));
        Ok(match kind {
            Kind::Level(level) => player(Habits::of(*level)),
            Kind::Best => player(Habits::BEST),
            Kind::Random => Box::new(Random),
            Kind::Greedy => Box::new(Greedy::new(player(Habits::BEST))),
            Kind::MonteCarlo => Box::new(MonteCarlo::new(player(Habits::BEST))),
            Kind::Special(name) => match name.as_str() {
                // Handed a whole position it has one world to look at: what is best if nothing is hidden.
                "seer" => player(Habits::BEST),
                "uniform" => player(Habits { knows_styles: false, ..Habits::BEST }),
                _ => return Err(Kind::unknown(name, Self::special())),
            },
        })
    }

    fn imagine(view: &View, source: &mut dyn Source) -> Option<Blocs> {
        Hidden::sample(view, source)
    }

    fn unveiled(&self) -> View {
        View::open(self)
    }

    fn unit() -> Words {
        Words::new("blocks", "blocs")
    }

    fn special() -> &'static [&'static str] {
        &["seer", "uniform"]
    }
}
