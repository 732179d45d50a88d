//! The Abagio bot: searches whole turns, then plays their actions one by one.

use std::sync::Arc;

use abaque_abagio::{Abagio, Action, Phase};
use abaque_core::{Game, Millis, ParseError, Ply, RandomSource, Seat, SplitMix};
use abaque_search::SearchBudget;

use super::evaluation::{DECIDED_LOG_ODDS, Evaluator, PlayRanker, TurnPlay};
use super::expectimax::{Expectimax, chance_at_throw, clamp_chance};
use super::levels::BotSettings;
use super::net::sigmoid;
use super::playoff::{Playoff, PlayoffCandidate};
use super::rollout::GAMES_PER_ROUND;
use abaque_bot::reference::no_action_error;
use abaque_bot::{Bot, Observation, PrincipalVariation, SearchRequest, SearchResult};

/// Landings for which every chief square is tried at the root.
const ROOT_CHIEF_LANDINGS: usize = 64;
/// Landings for which every chief square is tried in a static evaluation.
const EVALUATE_CHIEF_LANDINGS: usize = 6;
/// Maximum expectimax depth in turns, whatever the limits allow.
const MAX_TURNS: u32 = 3;
/// Candidates deepened first, in case the budget allows no more.
const FIRST_CANDIDATES: usize = 4;

/// The Abagio bot.
pub(super) struct AbagioBot {
    settings: BotSettings,
    expectimax: Expectimax,
    ranker: PlayRanker,
    /// Rest of the chosen turn: upcoming positions and the line to play from each.
    plan: Vec<(Abagio, PrincipalVariation<Action>)>,
    /// Search depth of the stored plan.
    plan_depth: u32,
}

/// A play with its winning chance at the depth searched so far.
#[derive(Clone, Copy)]
struct CandidatePlay {
    play: TurnPlay,
    win: f64,
}

impl AbagioBot {
    pub(super) fn new(evaluator: Arc<Evaluator>, settings: BotSettings) -> AbagioBot {
        let expectimax = Expectimax::new(evaluator, settings.width);
        AbagioBot {
            settings,
            expectimax,
            ranker: PlayRanker::default(),
            plan: Vec::new(),
            plan_depth: 0,
        }
    }

    /// The result planned earlier in this turn.
    fn planned_result(&self, game: &Abagio) -> Option<SearchResult<Action>> {
        let (_, line) = self.plan.iter().find(|(position, _)| position == game)?;
        let action = *line.actions.first()?;
        Some(SearchResult {
            action,
            lines: vec![line.clone()],
            depth: self.plan_depth,
            nodes: 0,
            time: Millis(0),
            notes: vec![("plan", "decided at the start of the turn".into())],
        })
    }

    /// Stores the rest of the line for the following actions of the turn.
    fn store_plan(&mut self, game: &Abagio, line: &PrincipalVariation<Action>, depth: u32) {
        self.plan.clear();
        self.plan_depth = depth;
        let mut game = *game;
        for at in 1..line.actions.len() {
            game.apply_unchecked(Ply::Act(line.actions[at - 1]));
            let rest = PrincipalVariation { actions: line.actions[at..].to_vec(), ..*line };
            self.plan.push((game, rest));
        }
    }

    /// Searches the best candidates one turn deeper: first a few, then all within the margin.
    /// `false` if the budget ran out before the first few were done.
    fn deepen(
        &mut self,
        found: &mut [CandidatePlay],
        least: usize,
        turns: u32,
        budget: &mut SearchBudget,
    ) -> bool {
        let mut done = 0;
        for most in [FIRST_CANDIDATES, self.settings.candidates] {
            let floor = found[0].win - self.settings.margin;
            let rest = found[done..].iter();
            let good = done + rest.take_while(|candidate| candidate.win >= floor).count();
            let kept = good.min(most).max(least).max(done).min(found.len());
            let mut deeper = Vec::with_capacity(kept - done);
            for candidate in &found[done..kept] {
                match self.expectimax.chance_after(&candidate.play.after(), turns, budget) {
                    Some(win) => deeper.push(CandidatePlay { win, ..*candidate }),
                    None => return done > 0,
                }
            }
            found[done..done + deeper.len()].copy_from_slice(&deeper);
            done += deeper.len();
            found[..done].sort_by(|a, b| b.win.total_cmp(&a.win));
        }
        true
    }
}

impl AbagioBot {
    /// Rolls out the best candidates until the budget ends or one is clearly ahead, then sorts
    /// them.
    fn run_playoff(
        &mut self,
        found: &mut [CandidatePlay],
        request: &SearchRequest,
        mut result: SearchResult<Action>,
        budget: &mut SearchBudget,
        watch: &mut dyn FnMut(&SearchResult<Action>),
    ) -> SearchResult<Action> {
        let lines = request.lines.max(1);
        let kept = self.settings.candidates.max(lines).min(found.len());
        let entrants =
            found[..kept].iter().map(|one| PlayoffCandidate::new(one.play.after(), one.win));
        // A node limit forces a single thread so that the search is reproducible.
        let threads = if budget.limits().nodes.is_some() { 1 } else { request.threads };
        let evaluator = &self.expectimax.evaluator;
        let mut playoff = Playoff::new(entrants.collect(), lines, evaluator, request.seed, threads);
        let before = found[..kept].to_vec();
        let depth = result.depth;
        let mut tell_at = GAMES_PER_ROUND as u64;
        while playoff.is_open() && budget.may_start_iteration(depth + 1) {
            let more = playoff.play_batch(budget);
            if playoff.games == 0 {
                break;
            }
            for ((place, old), entrant) in found.iter_mut().zip(&before).zip(&playoff.candidates) {
                *place = CandidatePlay { win: entrant.win(), ..*old };
            }
            found[..kept].sort_by(|a, b| b.win.total_cmp(&a.win));
            result = to_search_result(found, lines, depth, budget);
            result.notes.push(("games", playoff.games.to_string()));
            result.notes.push(("error", format!("{:.4}", playoff.standard_error())));
            if more && playoff.games >= tell_at {
                watch(&result);
                tell_at = 2 * playoff.games;
            }
        }
        result
    }
}

impl Bot<Abagio> for AbagioBot {
    fn think(
        &mut self,
        observation: &Observation<Abagio>,
        request: &SearchRequest,
        watch: &mut dyn FnMut(&SearchResult<Action>),
    ) -> Result<SearchResult<Action>, ParseError> {
        let mut source = SplitMix(request.seed);
        let game = observation.sample_position(&mut source)?;
        if let (0..=1, Some(result)) = (request.lines, self.planned_result(&game)) {
            return Ok(result);
        }
        let limits =
            if request.limits.is_unlimited() { self.settings.limits } else { request.limits };
        let mut budget = SearchBudget::new(limits, request.stop.clone());
        let plays = self.expectimax.ranked_plays(&game, ROOT_CHIEF_LANDINGS, &mut budget);
        let mut found: Vec<CandidatePlay> = plays
            .into_iter()
            .map(|play| CandidatePlay { play, win: win_chance(&play, 0.0) })
            .collect();
        if found.is_empty() {
            return Err(no_action_error());
        }
        let lines = request.lines.max(1);
        let mut result = to_search_result(&found, lines, 1, &budget);
        watch(&result);
        let alone = found.len() == 1 || found[0].win == 1.0;
        // A depth limit means exactly that depth, without rollouts.
        let (most, plays_out) = match limits.depth {
            Some(depth) if self.settings.uses_rollouts => (depth.min(MAX_TURNS), false),
            _ => (self.settings.turns, self.settings.uses_rollouts),
        };
        for turns in 2..=most {
            if alone || !budget.may_start_iteration(turns) {
                break;
            }
            if !self.deepen(&mut found, lines, turns - 1, &mut budget) {
                break;
            }
            result = to_search_result(&found, lines, turns, &budget);
            watch(&result);
        }
        if plays_out && !alone {
            result = self.run_playoff(&mut found, request, result, &mut budget, watch);
        }
        let chosen = if self.settings.doubt > 0.0 {
            choose_with_doubt(&found, self.settings.doubt, &mut source)
        } else {
            found[0]
        };
        let line = principal_variation(&chosen);
        result.action = *line.actions.first().ok_or_else(no_action_error)?;
        result.nodes = budget.nodes();
        result.time = budget.elapsed();
        self.store_plan(&game, &line, result.depth);
        Ok(result)
    }

    fn evaluate(&mut self, view: &Abagio) -> f64 {
        let evaluator = &self.expectimax.evaluator;
        let Some(side) = view.side() else { return 0.5 };
        let own = match view.phase() {
            Phase::First => 0.5,
            Phase::Over => 1.0,
            Phase::Roll => chance_at_throw(evaluator, view, side),
            Phase::Leap(_) | Phase::Chief => self
                .ranker
                .best_play(evaluator, view, EVALUATE_CHIEF_LANDINGS)
                .map_or(0.5, |play| win_chance(&play, 0.0)),
        };
        if side == Seat::First { own } else { 1.0 - own }
    }

    fn forget(&mut self) {
        self.plan.clear();
    }
}

/// Winning chance of the player who made `play`, with `doubt` added to its log odds.
fn win_chance(play: &TurnPlay, doubt: f32) -> f64 {
    if play.log_odds == DECIDED_LOG_ODDS {
        1.0
    } else {
        clamp_chance(sigmoid(play.log_odds + doubt))
    }
}

/// Picks the best play after adding random noise to each evaluation (weaker levels).
fn choose_with_doubt(found: &[CandidatePlay], doubt: f32, source: &mut SplitMix) -> CandidatePlay {
    let imagined = found.iter().map(|candidate| {
        // The sum of four uniform numbers approximates a normal distribution.
        let bell: f32 = (0..4).map(|_| (source.next_u64() >> 40) as f32 / 8_388_608.0 - 1.0).sum();
        (win_chance(&candidate.play, doubt * bell * 0.866), candidate)
    });
    imagined.max_by(|a, b| a.0.total_cmp(&b.0)).map_or(found[0], |(_, candidate)| *candidate)
}

fn principal_variation(candidate: &CandidatePlay) -> PrincipalVariation<Action> {
    let win = candidate.win;
    // Expected gain for a stake of one.
    let score = 2.0 * win - 1.0;
    PrincipalVariation { actions: candidate.play.actions().collect(), win, score }
}

fn to_search_result(
    found: &[CandidatePlay],
    lines: usize,
    depth: u32,
    budget: &SearchBudget,
) -> SearchResult<Action> {
    let lines: Vec<PrincipalVariation<Action>> =
        found.iter().take(lines).map(principal_variation).collect();
    SearchResult {
        action: lines[0].actions[0],
        lines,
        depth,
        nodes: budget.nodes(),
        time: budget.elapsed(),
        notes: Vec::new(),
    }
}
