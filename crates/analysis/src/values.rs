use std::collections::HashMap;

use abaque_catalog::bots::{Brief, Kind};
use abaque_catalog::{AnyBot, AnySight, AnyThought};
use abaque_core::{BadText, Millis, Observer, Outcome, Seat, Turn};
use abaque_search::Limits;

use crate::Plan;
use crate::report::for_first;
use crate::stints::Followed;

/// Lots that follow upon lots are looked through this deep.
const LOTS_DEEP: u32 = 3;

/// What positions are worth, by the strongest player.
pub(crate) struct Values {
    bot: Box<dyn AnyBot>,
    plan: Plan,
    /// Whether to look with everything known.
    everything: bool,
    /// The mean over the outcomes of lots seen before.
    means: HashMap<String, f64>,
}

impl Values {
    pub(crate) fn new(spec: &str, plan: Plan, everything: bool) -> Result<Values, BadText> {
        let bot = abaque_catalog::bot(spec, &Kind::Best)?;
        Ok(Values { bot, plan, everything, means: HashMap::new() })
    }

    /// The thought of the player to act. The budget of one position is shared among `share` of them.
    pub(crate) fn think(
        &mut self,
        at: &Followed,
        seat: Seat,
        share: u64,
        lines: usize,
    ) -> Result<AnyThought, BadText> {
        let brief = Brief {
            limits: shared(self.plan.limits, share),
            seed: self.plan.seed,
            lines,
            threads: self.plan.threads,
            stop: self.plan.stop.clone(),
        };
        // Secret set-ups are judged as they were made: without knowing the other's.
        let sight = if self.everything && !at.game.sealed() {
            AnySight::fresh(at.game.unveiled(), seat)
        } else {
            at.memory.sight_of(&*at.game, seat)
        };
        self.bot.think(&sight, &brief, &mut |_| ())
    }

    /// The first player's chance.
    pub(crate) fn value(&mut self, at: &Followed, share: u64) -> Result<f64, BadText> {
        self.value_within(at, share, LOTS_DEEP)
    }

    fn value_within(&mut self, at: &Followed, share: u64, lots: u32) -> Result<f64, BadText> {
        if let Some(outcome) = at.ended {
            return Ok(share_of(outcome));
        }
        match at.game.turn() {
            Turn::Over(outcome) => Ok(share_of(outcome)),
            Turn::Of(seat) => {
                let thought = self.think(at, seat, share, 1)?;
                Ok(for_first(thought.lines.first().map_or(0.5, |line| line.win), seat))
            }
            Turn::Chance if lots == 0 => self.bot.gauge(&at.game.sight(Observer::Spectator)),
            Turn::Chance => {
                let key = at.game.position();
                if let Some(&mean) = self.means.get(&key) {
                    return Ok(mean);
                }
                let mean = self.spread(at, share, lots)?.mean;
                self.means.insert(key, mean);
                Ok(mean)
            }
        }
    }

    /// What every outcome of the lot due is worth.
    pub(crate) fn lot(&mut self, at: &Followed) -> Result<Spread, BadText> {
        let spread = self.spread(at, 1, LOTS_DEEP)?;
        self.means.insert(at.game.position(), spread.mean);
        Ok(spread)
    }

    fn spread(&mut self, at: &Followed, share: u64, lots: u32) -> Result<Spread, BadText> {
        // Different outcomes may lead to the same position: each is looked at once.
        let mut places: Vec<(String, Followed, u32)> = Vec::new();
        for (roll, weight) in at.game.rolls() {
            let mut next = at.clone();
            if next.play(&roll).is_err() {
                continue;
            }
            let position = next.game.position();
            match places.iter_mut().find(|(there, ..)| *there == position) {
                Some((.., sum)) => *sum += weight,
                None => places.push((position, next, weight)),
            }
        }
        let share = share.saturating_mul(places.len().max(1) as u64);
        let mut spread = Spread { mean: 0.0, by_position: HashMap::new() };
        let mut weights = 0.0;
        for (position, next, weight) in places {
            let value = self.value_within(&next, share, lots - 1)?;
            spread.mean += value * f64::from(weight);
            weights += f64::from(weight);
            spread.by_position.insert(position, value);
        }
        spread.mean = if weights > 0.0 { spread.mean / weights } else { 0.5 };
        Ok(spread)
    }
}

/// The values of a lot's outcomes for the first player.
#[derive(Clone, Debug)]
pub(crate) struct Spread {
    /// Over all outcomes, by their weights.
    pub(crate) mean: f64,
    /// By the position each leads to.
    pub(crate) by_position: HashMap<String, f64>,
}

/// The first player's share of a finished game.
pub(crate) fn share_of(outcome: Outcome) -> f64 {
    match outcome.winner() {
        Some(Seat::First) => 1.0,
        Some(Seat::Second) => 0.0,
        None => 0.5,
    }
}

fn shared(limits: Limits, share: u64) -> Limits {
    let share = share.max(1);
    Limits {
        nodes: limits.nodes.map(|nodes| (nodes / share).max(1)),
        depth: limits.depth,
        time: limits.time.map(|time| Millis(time.0 / share)),
        enough: limits.enough.map(|time| Millis(time.0 / share)),
    }
}
