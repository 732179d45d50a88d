//! Truncated rollouts with variance reduction. Each round of 36 games starts with every throw of
//! two dice once, and has every throw once, in another order, as the second; later dice are random.
//! All candidates get the same dice, the nets evaluate after some turns, and the luck of each throw
//! (its gain over the mean of all 21) is subtracted.

use std::sync::Arc;

use abaque_abagio::{Abagio, Phase, Roll};
use abaque_core::{Game, Ply, RandomSource, SplitMix};
use abaque_search::{SearchBudget, SearchLimits, StopFlag};

use super::evaluation::{Evaluator, PlayRanker};
use super::expectimax::chance_at_throw;
use super::net::sigmoid;

/// Games per round: every throw of two dice once.
pub const GAMES_PER_ROUND: usize = 36;

/// Landings for which every chief square is tried.
const CHIEF_LANDINGS: usize = 4;

/// Rolls out positions.
pub struct Rollout {
    evaluator: Arc<Evaluator>,
    ranker: PlayRanker,
    /// Turns before the nets evaluate.
    turns: u32,
    seed: u64,
}

impl Rollout {
    /// Rollouts of `turns` turns; the same seed gives the same dice.
    pub fn new(evaluator: Arc<Evaluator>, turns: u32, seed: u64) -> Rollout {
        Rollout { evaluator, ranker: PlayRanker::default(), turns, seed }
    }

    /// Winning chance of the player whose turn led to `after`: the mean of one round.
    pub fn play_round(&mut self, after: &Abagio, round: u64) -> f64 {
        let mut budget = SearchBudget::new(SearchLimits::default(), StopFlag::default());
        let games = round * GAMES_PER_ROUND as u64..(round + 1) * GAMES_PER_ROUND as u64;
        let sum: f64 = games.filter_map(|number| self.play_game(after, number, &mut budget)).sum();
        sum / GAMES_PER_ROUND as f64
    }

    /// Result of one game, which may lie outside 0 to 1; `None` if the budget ran out.
    pub fn play_game(
        &mut self,
        after: &Abagio,
        number: u64,
        budget: &mut SearchBudget,
    ) -> Option<f64> {
        let player = after.side()?.other();
        if after.phase() == Phase::Over {
            return Some(1.0);
        }
        let [first, second] = self.first_throws(number);
        let mut dice = SplitMix(self.seed ^ number.wrapping_mul(0xD1B5_4A32_D192_ED03));
        let mut game = *after;
        let mut luck = 0.0;
        for turn in 0..self.turns {
            let at = match turn {
                0 => first,
                1 => second,
                _ => dice.below(36) as u8,
            };
            let throw = Roll::throw(1 + at / 6, 1 + at % 6);
            let gain = throw_luck(&mut self.ranker, &self.evaluator, &game, throw);
            luck += if game.side() == Some(player) { gain } else { -gain };
            game.apply_unchecked(Ply::Roll(throw));
            if game.phase() != Phase::Roll {
                game = self.ranker.best_play(&self.evaluator, &game, CHIEF_LANDINGS)?.after();
            }
            if budget.count_nodes(std::mem::take(&mut self.ranker.nodes)) {
                return None;
            }
            if game.phase() == Phase::Over {
                let won = if game.side() == Some(player) { 1.0 } else { 0.0 };
                return Some(won - luck);
            }
        }
        let side = game.side()?;
        let own = chance_at_throw(&self.evaluator, &game, side);
        Some(if side == player { own } else { 1.0 - own } - luck)
    }

    /// The first two throws of a game, as numbers below 36.
    fn first_throws(&self, number: u64) -> [u8; 2] {
        let (round, at) = (number / GAMES_PER_ROUND as u64, number as usize % GAMES_PER_ROUND);
        let mut source = SplitMix(!self.seed ^ round.wrapping_mul(0x9E6C_63D0_876A_9A63));
        [(); 2].map(|()| {
            let mut throws: [u8; GAMES_PER_ROUND] = std::array::from_fn(|throw| throw as u8);
            for at in (1..GAMES_PER_ROUND).rev() {
                throws.swap(at, source.below(at as u64 + 1) as usize);
            }
            throws[at]
        })
    }
}

/// A throw's gain to the thrower over the mean of all throws. Its expectation is zero whatever the
/// nets say, so subtracting it adds no bias, even with the chief ignored.
fn throw_luck(
    ranker: &mut PlayRanker,
    evaluator: &Evaluator,
    before: &Abagio,
    thrown: Roll,
) -> f64 {
    let Some(thrower) = before.side() else { return 0.0 };
    let (mut mean, mut came) = (0.0, 0.0);
    for throw in Roll::throws() {
        let mut game = *before;
        game.apply_unchecked(Ply::Roll(throw));
        let value = if game.phase() == Phase::Roll {
            1.0 - chance_at_throw(evaluator, &game, thrower.other())
        } else {
            f64::from(sigmoid(ranker.best_log_odds(evaluator, &game)))
        };
        mean += value * f64::from(throw.weight()) / 36.0;
        if throw == thrown {
            came = value;
        }
    }
    came - mean
}

/// Running mean with its standard error.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct RunningMean {
    count: f64,
    sum: f64,
    squares: f64,
}

impl RunningMean {
    /// Adds a value.
    pub fn add(&mut self, value: f64) {
        self.count += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    /// The mean so far.
    pub fn mean(&self) -> f64 {
        self.sum / self.count.max(1.0)
    }

    /// Standard error of the mean.
    pub fn standard_error(&self) -> f64 {
        let n = self.count.max(2.0);
        ((self.squares / n - (self.sum / n).powi(2)).max(0.0) / (n - 1.0)).sqrt()
    }
}
