//! Rollouts: positions are worth what comes of playing them out. Every 36 games in a row begin with
//! each throw of two dice once, and go on with each once in another order; from there on the dice are
//! drawn. All candidates get the same dice, after some turns the nets judge, and what each throw
//! gave beyond the mean of all 21 is taken out again: all of this takes luck out of the comparison.

use std::sync::Arc;

use abaque_abagio::{Abagio, Phase, Roll};
use abaque_core::{Game, Ply, Source, SplitMix};
use abaque_search::{Limits, Meter, Stop};

use super::judge::{Judge, Weigher};
use super::net::chance;
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

    /// The chance of the player whose turn led to `after`: the mean of one round.
    pub fn round(&mut self, after: &Abagio, round: u64) -> f64 {
        let mut meter = Meter::new(Limits::default(), Stop::default());
        let games = round * ROUND as u64..(round + 1) * ROUND as u64;
        let sum: f64 = games.filter_map(|number| self.game(after, number, &mut meter)).sum();
        sum / ROUND as f64
    }

    /// The same by one game (it may well lie outside 0 to 1); `None` if the budget ran out.
    pub fn game(&mut self, after: &Abagio, number: u64, meter: &mut Meter) -> Option<f64> {
        let player = after.side()?.other();
        if after.phase() == Phase::Over {
            return Some(1.0);
        }
        let [first, second] = self.begin(number);
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
            let gain = luck_of(&mut self.hand, &self.judge, &game, throw);
            luck += if game.side() == Some(player) { gain } else { -gain };
            game.apply_unchecked(Ply::Roll(throw));
            if game.phase() != Phase::Roll {
                game = self.hand.best(&self.judge, &game, CHIEF)?.after();
            }
            if meter.count_many(std::mem::take(&mut self.hand.nodes)) {
                return None;
            }
            if game.phase() == Phase::Over {
                let won = if game.side() == Some(player) { 1.0 } else { 0.0 };
                return Some(won - luck);
            }
        }
        let side = game.side()?;
        let own = glance(&self.judge, &game, side);
        Some(if side == player { own } else { 1.0 - own } - luck)
    }

    /// The first two throws of a game: numbers below 36.
    fn begin(&self, number: u64) -> [u8; 2] {
        let (round, at) = (number / ROUND as u64, number as usize % ROUND);
        let mut source = SplitMix(!self.seed ^ round.wrapping_mul(0x9E6C_63D0_876A_9A63));
        [(); 2].map(|()| {
            let mut throws: [u8; ROUND] = std::array::from_fn(|throw| throw as u8);
            for at in (1..ROUND).rev() {
                throws.swap(at, source.below(at as u64 + 1) as usize);
            }
            throws[at]
        })
    }
}

/// What a throw is worth to the thrower beyond the mean of all throws. The mean of this is zero
/// whatever the nets think, so taking it out is fair, and the chief may be left out of it.
fn luck_of(hand: &mut Weigher, judge: &Judge, before: &Abagio, thrown: Roll) -> f64 {
    let Some(thrower) = before.side() else { return 0.0 };
    let (mut mean, mut came) = (0.0, 0.0);
    for throw in Roll::throws() {
        let mut game = *before;
        game.apply_unchecked(Ply::Roll(throw));
        let value = if game.phase() == Phase::Roll {
            1.0 - glance(judge, &game, thrower.other())
        } else {
            f64::from(chance(hand.most(judge, &game)))
        };
        mean += value * f64::from(throw.weight()) / 36.0;
        if throw == thrown {
            came = value;
        }
    }
    came - mean
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
