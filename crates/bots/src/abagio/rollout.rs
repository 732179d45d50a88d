//! Rollouts: positions are worth what comes of playing them out. Rounds of 36 games, one for each throw
//! of two dice to begin with, then one for each again in another order; from there on the dice are
//! drawn. All candidates get the same dice, and after some turns the nets judge: all of this
//! takes luck out of the comparison.

use std::sync::Arc;

use abaque_abagio::{Abagio, Phase, Roll};
use abaque_core::{Game, Ply, Seat, Source, SplitMix};

use super::judge::{Judge, Weigher};
use super::search::glance;

/// Games in a round: every throw of two dice once.
pub const ROUND: usize = 36;

/// On how many landings every place of the chief is tried.
const CHIEF: usize = 4;

/// Plays positions out.
pub struct Rollout {
    judge: Arc<Judge>,
    hand: Weigher,
    /// After how many turns the nets judge.
    turns: u32,
    seed: u64,
}

impl Rollout {
    /// Rollouts that last so many turns; the same seed gives the same dice.
    pub fn new(judge: Arc<Judge>, turns: u32, seed: u64) -> Rollout {
        Rollout { judge, hand: Weigher::default(), turns, seed }
    }

    /// Positions evaluated since it was last asked.
    pub fn take_nodes(&mut self) -> u64 {
        std::mem::take(&mut self.hand.nodes)
    }

    /// The chance of the player whose turn led to `after`: the mean of one round.
    pub fn round(&mut self, after: &Abagio, round: u64) -> f64 {
        let Some(player) = after.side().map(Seat::other) else { return 0.5 };
        if after.phase() == Phase::Over {
            return 1.0;
        }
        let mut source = SplitMix(self.seed ^ round.wrapping_mul(0xD1B5_4A32_D192_ED03));
        let mut seconds: [u8; ROUND] = std::array::from_fn(|at| at as u8);
        for at in (1..ROUND).rev() {
            seconds.swap(at, source.below(at as u64 + 1) as usize);
        }
        let sum: f64 = seconds
            .iter()
            .enumerate()
            .map(|(first, &second)| {
                let dice = SplitMix(source.next_u64());
                self.game(after, player, [first as u8, second], dice)
            })
            .sum();
        sum / ROUND as f64
    }

    fn game(&mut self, after: &Abagio, player: Seat, begin: [u8; 2], mut dice: SplitMix) -> f64 {
        let mut game = *after;
        for turn in 0..self.turns as usize {
            let at = begin.get(turn).copied().unwrap_or_else(|| dice.below(36) as u8);
            game.apply_unchecked(Ply::Roll(Roll::throw(1 + at / 6, 1 + at % 6)));
            if game.phase() == Phase::Roll {
                continue;
            }
            let Some(play) = self.hand.best(&self.judge, &game, CHIEF) else { break };
            game = play.after();
            if game.phase() == Phase::Over {
                return if game.side() == Some(player) { 1.0 } else { 0.0 };
            }
        }
        let Some(side) = game.side() else { return 0.5 };
        let own = glance(&self.judge, &game, side);
        if side == player { own } else { 1.0 - own }
    }
}

/// A mean that grows, with its standard error.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Tally {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Tally {
    /// Takes one more value in.
    pub fn add(&mut self, value: f64) {
        self.count += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    /// The mean.
    pub fn mean(&self) -> f64 {
        self.sum / self.count.max(1.0)
    }

    /// Its standard error.
    pub fn error(&self) -> f64 {
        let n = self.count.max(2.0);
        ((self.squares / n - (self.sum / n).powi(2)).max(0.0) / (n - 1.0)).sqrt()
    }
}
