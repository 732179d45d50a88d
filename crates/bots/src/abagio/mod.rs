//! The computer player of Abagio.
//!
//! A throw is played as a whole: [`Turns`] finds every position its leaps can lead to, each once; a
//! [`Judge`] of two small nets weighs them, with every place of the chief on the best ones
//! ([`Weigher`]); a [`Seeker`] looks at the candidates one turn further, over all 21 throws; then
//! rollouts ([`Rollout`]) of those that are close fill the budget, until one is clearly ahead. In
//! a rollout the luck of every throw, what it gave beyond the mean of all 21, is taken out
//! again, so that a few dozen games tell a difference of one percent.
//!
//! The nets see a position as the player about to throw does ([`inputs`]: by square how many frogs of
//! each colour, whose blot, pair or heap is on top, prisoners, full stacks; the chief, homes,
//! ponds, squares to go), have 96 hidden units and say the odds of winning. They learned by
//! TD(λ) self-play. `weights.bin`, `training.txt` (the learning curve) and
//! `docs/pictures/abagio-training.svg` (the same as a picture) come from one run:
//!
//! ```text
//! cargo run --release -p abaque-train -- abagio --games 800000 --seed 1
//! ```
//!
//! λ is 0.7; Adam in steps of 512 positions at a rate that falls from 0.002 to 0.0001; in one game of
//! four one turn of six is played anyhow; what is kept is a running mean of the weights. The result
//! does not depend on the number of threads. Since that run races lost their places of the chief and
//! their very end its net (below), so the same command gives other weights today, not worse ones.
//!
//! Squares to go say little in this game. Frogs still meet on Eight and One when all are on the inner path, and
//! in self-play who has fewer squares to go wins no more often. So there is no race without
//! contact before the very end; [`race`] says where its exact table is played by, and the unit of
//! scores is not squares.

mod bot;
pub mod inputs;
mod judge;
mod level;
pub mod net;
mod playoff;
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
            Kind::Special(name) => Err(Kind::unknown(name, Self::special())),
        }
    }

    fn imagine(view: &<Abagio as Game>::View, _source: &mut dyn Source) -> Option<Abagio> {
        Some(*view)
    }

    fn unveiled(&self) -> Abagio {
        *self
    }

    /// Squares to go say little here (who is ahead by them wins no more often), so a line is worth
    /// what one would win on average for a stake of one.
    fn unit() -> Words {
        Words::new("stakes", "mises")
    }
}
