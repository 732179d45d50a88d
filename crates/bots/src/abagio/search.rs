//! Looking further: the mean over all 21 throws of the best replies, one or two turns deep.

use std::sync::Arc;

use abaque_abagio::{Abagio, Phase, Roll};
use abaque_core::{Game, Ply, Seat};
use abaque_search::Meter;

use super::judge::{Judge, Play, Weigher};
use super::net::chance;

/// How wide to look where it matters less.
#[derive(Clone, Copy, Debug)]
pub struct Filter {
    /// On how many landings of a reply every place of the chief is tried.
    pub chief: usize,
    /// How many replies are looked into, where there is another turn to come.
    pub replies: usize,
    /// Replies that look worse than the best by more than this are not.
    pub margin: f32,
}

/// A judge with the buffers to look further.
pub struct Seeker {
    /// What it judges by at the end.
    pub judge: Arc<Judge>,
    filter: Filter,
    /// One for each turn of depth.
    hands: Vec<Weigher>,
}

impl Seeker {
    /// A seeker that looks as wide as the filter says.
    pub fn new(judge: Arc<Judge>, filter: Filter) -> Seeker {
        Seeker { judge, filter, hands: Vec::new() }
    }

    /// Every play of a turn at a glance, the best first.
    pub fn plays(&mut self, game: &Abagio, chief: usize, meter: &mut Meter) -> Vec<Play> {
        let mut hand = self.hands.pop().unwrap_or_default();
        let plays = hand.plays(&self.judge, game, chief).clone();
        meter.count_many(std::mem::take(&mut hand.nodes));
        self.hands.push(hand);
        plays
    }

    /// The chance of the player whose turn led to `after`, looking `turns` turns further; `None`
    /// if the budget ran out.
    pub fn reached(&mut self, after: &Abagio, turns: u32, meter: &mut Meter) -> Option<f64> {
        if after.phase() == Phase::Over {
            return Some(1.0);
        }
        let thrower = after.side()?;
        if turns == 0 {
            return Some(1.0 - glance(&self.judge, after, thrower));
        }
        let mut hand = self.hands.pop().unwrap_or_default();
        let mut sum = 0.0;
        for throw in Roll::throws() {
            let best = self.answered(&mut hand, after, throw, turns, meter);
            if let (Some(best), false) = (best, meter.is_spent()) {
                sum += best * f64::from(throw.weight());
            } else {
                self.hands.push(hand);
                return None;
            }
        }
        self.hands.push(hand);
        Some(1.0 - sum / 36.0)
    }

    /// The thrower's chance after the best play of one throw.
    fn answered(
        &mut self,
        hand: &mut Weigher,
        before: &Abagio,
        throw: Roll,
        turns: u32,
        meter: &mut Meter,
    ) -> Option<f64> {
        let mut game = *before;
        game.apply_unchecked(Ply::Roll(throw));
        if game.phase() == Phase::Roll {
            // Nothing can be played, and the turn is already the other's.
            return self.reached(&game, turns - 1, meter);
        }
        let plays = hand.plays(&self.judge, &game, self.filter.chief);
        let best = plays.first().map(|play| (play.value, play.landing.game.phase()));
        let (value, phase) = best?;
        if turns == 1 || phase == Phase::Over {
            meter.count_many(std::mem::take(&mut hand.nodes));
            return Some(if phase == Phase::Over { 1.0 } else { bounded(chance(value)) });
        }
        let least = bounded(chance(value)) - f64::from(self.filter.margin);
        let mut most = 0.0f64;
        for i in 0..plays_kept(hand, self.filter.replies, least) {
            let after = hand.found()[i].after();
            most = most.max(self.reached(&after, turns - 1, meter)?);
        }
        meter.count_many(std::mem::take(&mut hand.nodes));
        Some(most)
    }
}

/// How many of the plays last weighed deserve a closer look.
fn plays_kept(hand: &Weigher, most: usize, least: f64) -> usize {
    let good = hand.found().iter().take_while(|play| bounded(chance(play.value)) >= least);
    good.take(most).count().max(1)
}

/// The thrower's chance at a glance.
pub(super) fn glance(judge: &Judge, game: &Abagio, thrower: Seat) -> f64 {
    bounded(chance(judge.at_throw(game, thrower)))
}

/// Nothing is certain before it is seen to the end.
pub(super) fn bounded(chance: f32) -> f64 {
    f64::from(chance).clamp(0.0002, 0.9998)
}
