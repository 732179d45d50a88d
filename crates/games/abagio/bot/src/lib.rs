#![doc = include_str!("../README.md")]
//!
//! # How it plays
//!
//! A throw is played as a whole. [`TurnGenerator`] lists every position its leaps can lead to, each
//! once. An [`Evaluator`] of two small nets ranks them, trying every chief square for the best ones
//! ([`PlayRanker`]). [`Expectimax`] searches the candidates one turn deeper, over all 21 throws.
//! Rollouts ([`Rollout`]) of the close ones then use up the budget until one is clearly ahead.
//! Rollouts subtract the luck of every throw, its gain over the mean of all 21 (variance
//! reduction), so a few dozen games show a difference of one percent.
//!
//! The nets see a position from the player about to throw ([`inputs`]: per square the frogs of each
//! colour, whose blot, pair or heap is on top, prisoners, full stacks; the chief, homes, ponds,
//! squares to go). They have 96 hidden units, output the log odds of winning, and were trained by
//! TD(λ) self-play. `weights.bin`, `training.txt` (the learning curve) and
//! `docs/pictures/abagio-training.svg` (its plot) come from one run:
//!
//! ```text
//! cargo run --release -p abaque-train -- abagio --games 800000 --seed 1
//! ```
//!
//! λ is 0.7. Adam takes minibatches of 512 positions with a learning rate falling from 0.002 to
//! 0.0001. In one game of four, one turn of six is random. The result is a running mean of the
//! weights and does not depend on the number of threads. After that run the race net lost its chief
//! inputs and the endgame moved to a table (below), so today the command gives different weights,
//! not worse ones.
//!
//! The pip count says little in this game: frogs still meet on Eight and One when all are on the
//! inner path, and in self-play the player with fewer squares to go wins no more often. There is
//! therefore no contact-free race before the very end; [`race`] says where its exact table applies,
//! and scores are not measured in squares.

mod bot;
mod evaluation;
mod expectimax;
pub mod explain;
pub mod inputs;
mod levels;
pub mod net;
mod playoff;
pub mod race;
mod rollout;
mod turn_generator;

use abaque_abagio::{Abagio, Options};
use abaque_core::{ParseError, StaticMessage};

use bot::AbagioBot;

use abaque_bot::reference::{GreedyBot, MonteCarloBot, RandomBot};
use abaque_bot::{Bot, BotKind, Explanation, GameBots, TurnToExplain};

pub use evaluation::{DECIDED_LOG_ODDS, Evaluator, PlayRanker, TurnPlay, Weights};
pub use expectimax::{Expectimax, SearchWidth};
pub use rollout::{GAMES_PER_ROUND, Rollout, RunningMean};
pub use turn_generator::{Landing, TurnGenerator};

/// The computer players of Abagio.
pub struct Bots;

impl GameBots for Bots {
    type Game = Abagio;

    fn bot(_: &Options, kind: &BotKind) -> Result<Box<dyn Bot<Abagio>>, ParseError> {
        let player = |settings| Box::new(AbagioBot::new(Evaluator::trained(), settings));
        match kind {
            BotKind::Level(level) => Ok(player(levels::settings_for(*level))),
            BotKind::Best => Ok(player(levels::BEST)),
            BotKind::Random => Ok(Box::new(RandomBot)),
            BotKind::Greedy => Ok(Box::new(GreedyBot::new(player(levels::BEST)))),
            BotKind::MonteCarlo => Ok(Box::new(MonteCarloBot::new(player(levels::BEST)))),
            BotKind::Special(name) => Err(BotKind::unknown_bot_error(name, Self::special_bots())),
        }
    }

    /// The pip count does not predict the winner here, so a line's score is the expected gain for a
    /// stake of one.
    fn score_unit() -> StaticMessage {
        StaticMessage::new("stakes", "mises")
    }

    fn explain(turn: &TurnToExplain<Abagio>) -> Vec<Explanation> {
        explain::facts(turn).iter().map(explain::Fact::explanation).collect()
    }
}
