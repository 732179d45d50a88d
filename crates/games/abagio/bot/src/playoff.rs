//! Chooses among plays by rollouts: all candidates play the same games until the budget ends, and
//! clearly inferior ones are eliminated.

use std::ops::Range;
use std::sync::Arc;

use abaque_abagio::Abagio;
use abaque_search::SearchBudget;

use super::evaluation::Evaluator;
use super::rollout::Rollout;

/// Rollouts are truncated after this many turns and evaluated by the nets.
const ROLLOUT_TURNS: u32 = 9;
/// Games between two elimination checks.
const GAMES_PER_BATCH: u64 = 6;
/// Upper bound on games per candidate.
const MAX_GAMES: u64 = 36 * 100;
/// Standard deviation of the search's error when comparing two plays (measured by `abaque-train
/// abagio-loss`). Serves as the prior, so a few rollouts change little.
const PRIOR_DEVIATION: f64 = 0.004;
/// Prior standard deviation of one rollout game, and its weight in games.
const GAME_DEVIATION: f64 = 0.025;
const PRIOR_GAMES: f64 = 12.0;
/// A candidate this many standard deviations behind is eliminated.
const ELIMINATION_DEVIATIONS: f64 = 2.5;

/// A play in the playoff.
pub(super) struct PlayoffCandidate {
    after: Abagio,
    /// Chance found by the search.
    prior: f64,
    /// Results of its rollouts.
    results: Vec<f64>,
    is_out: bool,
}

impl PlayoffCandidate {
    pub(super) fn new(after: Abagio, prior: f64) -> PlayoffCandidate {
        PlayoffCandidate { after, prior, results: Vec::new(), is_out: false }
    }

    /// Posterior chance: the search prior combined with the rollouts by precision.
    pub(super) fn win(&self) -> f64 {
        let (mean, spread) = mean_and_variance(self.results.iter().copied());
        combine_with_prior(self.prior, mean, spread).0.clamp(0.0002, 0.9998)
    }

    /// Lead over another candidate and its standard deviation.
    fn lead(&self, other: &PlayoffCandidate) -> (f64, f64) {
        let (mean, spread) =
            mean_and_variance(self.results.iter().zip(&other.results).map(|(a, b)| a - b));
        combine_with_prior(self.prior - other.prior, mean, spread)
    }
}

/// Mean of the games and the variance of that mean.
fn mean_and_variance(games: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let n = games.clone().count() as f64;
    let mean = games.clone().sum::<f64>() / n.max(1.0);
    let squares: f64 = games.map(|game| (game - mean).powi(2)).sum();
    let guessed = PRIOR_GAMES * GAME_DEVIATION * GAME_DEVIATION;
    (mean, (guessed + squares) / (PRIOR_GAMES + n) / n.max(1e-9))
}

/// Posterior mean and standard deviation.
fn combine_with_prior(prior: f64, mean: f64, spread: f64) -> (f64, f64) {
    let doubt = PRIOR_DEVIATION * PRIOR_DEVIATION;
    let share = doubt / (doubt + spread);
    (prior + share * (mean - prior), (share * spread).sqrt())
}

/// Rollouts of several candidates side by side.
pub(super) struct Playoff {
    pub(super) candidates: Vec<PlayoffCandidate>,
    /// Games played by every remaining candidate.
    pub(super) games: u64,
    /// Number of best candidates to rank.
    wanted: usize,
    /// One per thread.
    rollouts: Vec<Rollout>,
}

impl Playoff {
    /// Starts a playoff for the `wanted` best plays.
    pub(super) fn new(
        candidates: Vec<PlayoffCandidate>,
        wanted: usize,
        evaluator: &Arc<Evaluator>,
        seed: u64,
        threads: usize,
    ) -> Playoff {
        let rollout = || Rollout::new(evaluator.clone(), ROLLOUT_TURNS, seed);
        let rollouts = (0..threads.max(1)).map(|_| rollout()).collect();
        let mut playoff = Playoff { candidates, games: 0, wanted, rollouts };
        playoff.eliminate();
        playoff
    }

    /// Whether more games could change the ranking.
    pub(super) fn is_open(&self) -> bool {
        self.active().count() > 1 && self.games < MAX_GAMES
    }

    fn active(&self) -> impl Iterator<Item = &PlayoffCandidate> {
        self.candidates.iter().filter(|candidate| !candidate.is_out)
    }

    /// Plays one batch of games; `false` if the budget ran out.
    pub(super) fn play_batch(&mut self, budget: &mut SearchBudget) -> bool {
        let numbers = self.games..self.games + GAMES_PER_BATCH * self.rollouts.len() as u64;
        let live: Vec<Abagio> = self.active().map(|candidate| candidate.after).collect();
        let values = play(&mut self.rollouts, numbers, &live, budget);
        // A game counts only if every candidate has played it.
        let whole: Vec<&[Option<f64>]> = values
            .chunks(live.len().max(1))
            .filter(|game| game.iter().all(Option::is_some))
            .collect();
        let live = self.candidates.iter_mut().filter(|candidate| !candidate.is_out);
        for (at, candidate) in live.enumerate() {
            candidate.results.extend(whole.iter().filter_map(|game| game[at]));
        }
        self.games += whole.len() as u64;
        self.eliminate();
        !budget.is_spent()
    }

    /// Eliminates candidates clearly behind all wanted places.
    fn eliminate(&mut self) {
        let mut order: Vec<usize> =
            (0..self.candidates.len()).filter(|&at| !self.candidates[at].is_out).collect();
        order.sort_by(|&a, &b| self.candidates[b].win().total_cmp(&self.candidates[a].win()));
        let Some(&last) = order.get(self.wanted.max(1) - 1) else { return };
        for &at in order.iter().skip(self.wanted.max(1)) {
            let (lead, spread) = self.candidates[last].lead(&self.candidates[at]);
            self.candidates[at].is_out = lead > ELIMINATION_DEVIATIONS * spread;
        }
    }

    /// Standard error of the best candidate's chance.
    pub(super) fn standard_error(&self) -> f64 {
        let best = self.active().max_by(|a, b| a.win().total_cmp(&b.win()));
        best.map_or(0.0, |best| mean_and_variance(best.results.iter().copied()).1.sqrt())
    }
}

/// Plays the games one after the other on this thread.
fn play_alone(
    rollout: &mut Rollout,
    jobs: impl Iterator<Item = (u64, Abagio)>,
    budget: &mut SearchBudget,
) -> Vec<Option<f64>> {
    jobs.map(|(number, after)| {
        (!budget.is_spent()).then(|| rollout.play_game(&after, number, budget)).flatten()
    })
    .collect()
}

/// Results of the numbered games for all remaining plays, game by game.
#[cfg(target_arch = "wasm32")]
fn play(
    rollouts: &mut [Rollout],
    numbers: Range<u64>,
    live: &[Abagio],
    budget: &mut SearchBudget,
) -> Vec<Option<f64>> {
    let jobs = numbers.flat_map(|number| live.iter().map(move |&after| (number, after)));
    play_alone(&mut rollouts[0], jobs, budget)
}

/// Results of the numbered games for all remaining plays, game by game. Threads share the games
/// evenly, each with its own budget; several threads never run under a node limit.
#[cfg(not(target_arch = "wasm32"))]
fn play(
    rollouts: &mut [Rollout],
    numbers: Range<u64>,
    live: &[Abagio],
    budget: &mut SearchBudget,
) -> Vec<Option<f64>> {
    let each = (numbers.end - numbers.start).div_ceil(rollouts.len().max(1) as u64);
    let jobs = |thread: u64| {
        let from = numbers.start + thread * each;
        let part = from..(from + each).min(numbers.end);
        part.flat_map(|number| live.iter().map(move |&after| (number, after)))
    };
    let Some((own, others)) = rollouts.split_first_mut() else { return Vec::new() };
    let begun = budget.nodes();
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..)
            .zip(others)
            .map(|(thread, rollout)| {
                let (jobs, mut budget) = (jobs(thread), budget.clone());
                scope
                    .spawn(move || (play_alone(rollout, jobs, &mut budget), budget.nodes() - begun))
            })
            .collect();
        let mut values = play_alone(own, jobs(0), budget);
        for helper in helpers {
            if let Ok((more, nodes)) = helper.join() {
                values.extend(more);
                budget.count_nodes(nodes);
            }
        }
        values
    })
}
