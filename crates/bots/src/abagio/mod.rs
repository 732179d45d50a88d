//! The computer player of Abagio.
//!
//! A throw is played as a whole: [`Turns`] finds every position its leaps can lead to, each once; a
//! [`Judge`] of two small nets weighs them, with every place of the chief on the best ones
//! ([`Weigher`]); a [`Seeker`] looks at the candidates one or two turns further, over all 21
//! throws; [`Rollout`] plays them out for analysis. [`race`] knows how long races last for a
//! player alone.
//!
//! The nets see a position as the player about to throw does ([`inputs`]: by square how many frogs of
//! each colour, whose blot, pair or heap is on top, prisoners, full stacks; the chief, homes,
//! ponds, squares to go), have 96 hidden units and say the odds of winning. They learned by
//! TD(λ) self-play. `weights.bin`, `training.txt` (the learning curve) and
//! `docs/pictures/abagio-training.svg` (the same as a picture) come from one run:
//!
//! ```text
//! cargo run --release -p abaque-train -- abagio --games 300000 --until 260000 --seed 1
//! ```
//!
//! That run was begun without `--until` and ended by hand after 260,032 games; the option was added afterwards so
//! that the command ends there by itself. Runs of 640 games gave the same bytes with one thread and
//! with two; the whole run was not repeated. The last weights were kept, not the best: the curve is flat
//! from about 200,000 games on, and earlier points of it are as good.
//!
//! λ is 0.7; Adam in steps of 512 positions at a rate that falls from 0.002 to 0.0001; in one game of
//! four one turn of six is played anyhow; what is kept is a running mean of the weights. Fine-tuning on
//! short rollouts (`abaque-train abagio-refine --games 1000 --turns 2 --pairs 150`: 14,721
//! positions) came out at +4 Elo, −11 to +19, so it was not kept.
//!
//! Squares to go say little in this game. Frogs still meet on Eight and One when all are on the inner path, and
//! in self-play who has fewer squares to go wins no more often. So there is no race without
//! contact before the very end, the net judges races better than two lonely tables do
//! (`abaque-train abagio-check` compares them), and the unit of scores is not squares.

mod bot;
pub mod inputs;
mod judge;
mod level;
pub mod net;
pub mod race;
mod rollout;
mod search;
mod turn;

use abaque_abagio::Abagio;
use abaque_core::{BadText, Game, Source, Words};

use bot::Player;

use crate::reference::{Greedy, MonteCarlo, Random};
use crate::{Automated, Bot, Kind};

pub use judge::{DECIDED, Judge, Play, Weigher, Weights};
pub use rollout::{ROUND, Rollout, Tally};
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
            Kind::Special(name) if name == "rollout" => Ok(player(level::ROLLOUT)),
            Kind::Special(name) => Err(Kind::unknown(name, Self::special())),
        }
    }

    fn imagine(view: &<Abagio as Game>::View, _source: &mut dyn Source) -> Option<Abagio> {
        Some(*view)
    }

    fn special() -> &'static [&'static str] {
        &["rollout"]
    }

    /// Squares to go say little here (who is ahead by them wins no more often), so a line is worth
    /// what one would win on average for a stake of one.
    fn unveiled(&self) -> Abagio {
        *self
    }

    fn unit() -> Words {
        Words::new("stakes", "mises")
    }
}
