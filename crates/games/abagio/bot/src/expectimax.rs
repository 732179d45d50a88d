//! Expectimax: the mean over all 21 throws of the best replies, one or two turns deep.

use std::sync::Arc;

use abaque_abagio::{Abagio, Phase, Roll};
use abaque_core::{Game, Ply, Seat};
use abaque_search::SearchBudget;

use super::evaluation::{Evaluator, PlayRanker, TurnPlay};
use super::net::sigmoid;

/// Search width below the root.
#[derive(Clone, Copy, Debug)]
pub struct SearchWidth {
    /// Landings of a reply for which every chief square is tried.
    pub chief_landings: usize,
    /// Replies searched deeper when another turn follows.
    pub replies: usize,
    /// Replies whose chance is worse than the best by more than this are skipped.
    pub margin: f32,
}

/// Expectimax search with its buffers.
pub struct Expectimax {
    /// Static evaluator at the leaves.
    pub evaluator: Arc<Evaluator>,
    width: SearchWidth,
    /// One ranker per level of depth.
    rankers: Vec<PlayRanker>,
}

impl Expectimax {
    /// Creates a search of the given width.
    pub fn new(evaluator: Arc<Evaluator>, width: SearchWidth) -> Expectimax {
        Expectimax { evaluator, width, rankers: Vec::new() }
    }

    /// Ranks every play of a turn by static evaluation, best first.
    pub fn ranked_plays(
        &mut self,
        game: &Abagio,
        chief: usize,
        budget: &mut SearchBudget,
    ) -> Vec<TurnPlay> {
        let mut ranker = self.rankers.pop().unwrap_or_default();
        let plays = ranker.ranked_plays(&self.evaluator, game, chief).clone();
        budget.count_nodes(std::mem::take(&mut ranker.nodes));
        self.rankers.push(ranker);
        plays
    }

    /// Winning chance of the player whose turn led to `after`, searched `turns` turns deep; `None`
    /// if the budget ran out.
    pub fn chance_after(
        &mut self,
        after: &Abagio,
        turns: u32,
        budget: &mut SearchBudget,
    ) -> Option<f64> {
        if after.phase() == Phase::Over {
            return Some(1.0);
        }
        let thrower = after.side()?;
        if turns == 0 {
            return Some(1.0 - chance_at_throw(&self.evaluator, after, thrower));
        }
        let mut ranker = self.rankers.pop().unwrap_or_default();
        let mut sum = 0.0;
        for throw in Roll::throws() {
            let best = self.best_reply_chance(&mut ranker, after, throw, turns, budget);
            if let (Some(best), false) = (best, budget.is_spent()) {
                sum += best * f64::from(throw.weight());
            } else {
                self.rankers.push(ranker);
                return None;
            }
        }
        self.rankers.push(ranker);
        Some(1.0 - sum / 36.0)
    }

    /// The thrower's chance after the best play of one throw.
    fn best_reply_chance(
        &mut self,
        ranker: &mut PlayRanker,
        before: &Abagio,
        throw: Roll,
        turns: u32,
        budget: &mut SearchBudget,
    ) -> Option<f64> {
        let mut game = *before;
        game.apply_unchecked(Ply::Roll(throw));
        if game.phase() == Phase::Roll {
            // No legal leap: the turn has already passed to the opponent.
            return self.chance_after(&game, turns - 1, budget);
        }
        let plays = ranker.ranked_plays(&self.evaluator, &game, self.width.chief_landings);
        let best = plays.first().map(|play| (play.log_odds, play.landing.game.phase()));
        let (value, phase) = best?;
        if turns == 1 || phase == Phase::Over {
            budget.count_nodes(std::mem::take(&mut ranker.nodes));
            return Some(if phase == Phase::Over { 1.0 } else { clamp_chance(sigmoid(value)) });
        }
        let least = clamp_chance(sigmoid(value)) - f64::from(self.width.margin);
        let mut most = 0.0f64;
        for i in 0..plays_kept(ranker, self.width.replies, least) {
            let after = ranker.last_ranked()[i].after();
            most = most.max(self.chance_after(&after, turns - 1, budget)?);
        }
        budget.count_nodes(std::mem::take(&mut ranker.nodes));
        Some(most)
    }
}

/// Number of ranked plays worth searching deeper.
fn plays_kept(ranker: &PlayRanker, most: usize, least: f64) -> usize {
    let good = ranker
        .last_ranked()
        .iter()
        .take_while(|play| clamp_chance(sigmoid(play.log_odds)) >= least);
    good.take(most).count().max(1)
}

/// The thrower's chance by static evaluation.
pub(super) fn chance_at_throw(evaluator: &Evaluator, game: &Abagio, thrower: Seat) -> f64 {
    clamp_chance(sigmoid(evaluator.log_odds_at_throw(game, thrower)))
}

/// Keeps estimates away from 0 and 1, which are reserved for finished games.
pub(super) fn clamp_chance(chance: f32) -> f64 {
    f64::from(chance).clamp(0.0002, 0.9998)
}
