use std::collections::HashMap;

use abaque_bots::{AnyBot, AnySearchResult, BotKind, SearchRequest};
use abaque_catalog::AnyObservation;
use abaque_core::{Millis, Observer, Outcome, ParseError, Seat, Turn};
use abaque_search::SearchLimits;

use crate::AnalysisOptions;
use crate::report::flip_to_first;
use crate::segments::FollowedGame;

/// Maximum depth of consecutive lots.
const MAX_LOT_DEPTH: u32 = 3;

/// Evaluates positions with the strongest bot.
pub(crate) struct PositionEvaluator {
    bot: Box<dyn AnyBot>,
    options: AnalysisOptions,
    /// Whether it sees hidden information.
    sees_everything: bool,
    /// Cached means over the outcomes of lots.
    means: HashMap<String, f64>,
}

impl PositionEvaluator {
    pub(crate) fn new(
        spec: &str,
        plan: AnalysisOptions,
        everything: bool,
    ) -> Result<PositionEvaluator, ParseError> {
        let bot = abaque_bots::open_bot(spec, &BotKind::Best)?;
        Ok(PositionEvaluator {
            bot,
            options: plan,
            sees_everything: everything,
            means: HashMap::new(),
        })
    }

    /// Search result for the player to act; the budget of one position is divided by `share`.
    pub(crate) fn think(
        &mut self,
        at: &FollowedGame,
        seat: Seat,
        share: u64,
        lines: usize,
    ) -> Result<AnySearchResult, ParseError> {
        let request = SearchRequest {
            limits: divide_limits(self.options.limits, share),
            seed: self.options.seed,
            lines,
            threads: self.options.threads,
            stop: self.options.stop.clone(),
        };
        let observation = self.observation(at, seat);
        self.bot.think(&observation, &request, &mut |_| ())
    }

    /// What the player is judged by.
    pub(crate) fn observation(&self, at: &FollowedGame, seat: Seat) -> AnyObservation {
        // Secret set-ups are judged as they were made, without knowing the opponent's.
        if self.sees_everything && !at.game.is_sealed() {
            AnyObservation::without_history(at.game.full_view(), seat)
        } else {
            at.history.observation_of(&*at.game, seat)
        }
    }

    /// The first player's chance.
    pub(crate) fn evaluate(&mut self, at: &FollowedGame, share: u64) -> Result<f64, ParseError> {
        self.evaluate_within(at, share, MAX_LOT_DEPTH)
    }

    fn evaluate_within(
        &mut self,
        at: &FollowedGame,
        share: u64,
        lots: u32,
    ) -> Result<f64, ParseError> {
        if let Some(outcome) = at.ended {
            return Ok(first_share(outcome));
        }
        match at.game.turn() {
            Turn::Over(outcome) => Ok(first_share(outcome)),
            Turn::Of(seat) => {
                let result = self.think(at, seat, share, 1)?;
                Ok(flip_to_first(result.lines.first().map_or(0.5, |line| line.win), seat))
            }
            Turn::Chance if lots == 0 => self.bot.estimate(&at.game.any_view(Observer::Spectator)),
            Turn::Chance => {
                let key = at.game.position();
                if let Some(&mean) = self.means.get(&key) {
                    return Ok(mean);
                }
                let mean = self.lot_values(at, share, lots)?.mean;
                self.means.insert(key, mean);
                Ok(mean)
            }
        }
    }

    /// Values of all outcomes of the lot due.
    pub(crate) fn evaluate_lot(&mut self, at: &FollowedGame) -> Result<LotValues, ParseError> {
        let spread = self.lot_values(at, 1, MAX_LOT_DEPTH)?;
        self.means.insert(at.game.position(), spread.mean);
        Ok(spread)
    }

    fn lot_values(
        &mut self,
        at: &FollowedGame,
        share: u64,
        lots: u32,
    ) -> Result<LotValues, ParseError> {
        // Different outcomes may lead to the same position; evaluate each position once.
        let mut places: Vec<(String, FollowedGame, u32)> = Vec::new();
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
        let mut spread = LotValues { mean: 0.0, by_position: HashMap::new() };
        let mut weights = 0.0;
        for (position, next, weight) in places {
            let value = self.evaluate_within(&next, share, lots - 1)?;
            spread.mean += value * f64::from(weight);
            weights += f64::from(weight);
            spread.by_position.insert(position, value);
        }
        spread.mean = if weights > 0.0 { spread.mean / weights } else { 0.5 };
        Ok(spread)
    }
}

/// Values of a lot's outcomes for the first player.
#[derive(Clone, Debug)]
pub(crate) struct LotValues {
    /// Weighted mean over all outcomes.
    pub(crate) mean: f64,
    /// Values by resulting position.
    pub(crate) by_position: HashMap<String, f64>,
}

/// The first player's share of a finished game.
pub(crate) fn first_share(outcome: Outcome) -> f64 {
    match outcome.winner() {
        Some(Seat::First) => 1.0,
        Some(Seat::Second) => 0.0,
        None => 0.5,
    }
}

fn divide_limits(limits: SearchLimits, share: u64) -> SearchLimits {
    let share = share.max(1);
    SearchLimits {
        nodes: limits.nodes.map(|nodes| (nodes / share).max(1)),
        depth: limits.depth,
        time: limits.time.map(|time| Millis(time.0 / share)),
        soft_time: limits.soft_time.map(|time| Millis(time.0 / share)),
    }
}
