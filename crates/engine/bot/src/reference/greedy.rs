use abaque_core::{Game, Observer, ParseError, Ply, Seat, SplitMix};
use abaque_search::SearchBudget;

use super::random::no_action_error;
use crate::{Bot, Observation, PrincipalVariation, SearchRequest, SearchResult};

/// Sampled worlds where something is hidden.
const SAMPLED_WORLDS: usize = 16;

/// Plays the action with the best [`Bot::evaluate`] of another bot after it.
pub struct GreedyBot<G: Game> {
    evaluator: Box<dyn Bot<G>>,
}

impl<G: Game> GreedyBot<G> {
    /// Creates a greedy bot that evaluates positions with `evaluator`.
    pub fn new(evaluator: Box<dyn Bot<G>>) -> GreedyBot<G> {
        GreedyBot { evaluator }
    }

    fn mean_chance_after(&mut self, worlds: &[G], seat: Seat, action: G::Action) -> f64 {
        let sum: f64 = worlds
            .iter()
            .map(|world| {
                let mut after = world.clone();
                after.apply_unchecked(Ply::Act(action));
                self.evaluator.evaluate(&after.view(Observer::Player(seat)))
            })
            .sum();
        let first = sum / worlds.len() as f64;
        if seat == Seat::First { first } else { 1.0 - first }
    }
}

impl<G: Game> Bot<G> for GreedyBot<G> {
    fn think(
        &mut self,
        observation: &Observation<G>,
        request: &SearchRequest,
        _watch: &mut dyn FnMut(&SearchResult<G::Action>),
    ) -> Result<SearchResult<G::Action>, ParseError> {
        let mut budget = SearchBudget::new(request.limits, request.stop.clone());
        let mut source = SplitMix(request.seed);
        let mut worlds = vec![observation.sample_position(&mut source)?];
        while worlds.len() < SAMPLED_WORLDS {
            let another = observation.sample_position(&mut source)?;
            if worlds[0] == another {
                break;
            }
            worlds.push(another);
        }
        let mut actions = Vec::new();
        worlds[0].legal_actions(&mut actions);
        if actions.is_empty() {
            actions.push(worlds[0].random_action(&mut source).ok_or_else(no_action_error)?);
        }
        let mut lines: Vec<PrincipalVariation<G::Action>> = Vec::with_capacity(actions.len());
        for action in actions {
            if budget.is_spent() && !lines.is_empty() {
                break;
            }
            let win = self.mean_chance_after(&worlds, observation.seat, action);
            lines.push(PrincipalVariation { actions: vec![action], win, score: 0.0 });
            budget.count_nodes(worlds.len() as u64);
        }
        lines.sort_by(|a, b| b.win.total_cmp(&a.win));
        lines.truncate(request.lines.max(1));
        let action = lines[0].actions[0];
        let (nodes, time) = (budget.nodes(), budget.elapsed());
        Ok(SearchResult { action, lines, depth: 1, nodes, time, notes: Vec::new() })
    }

    fn evaluate(&mut self, view: &G::View) -> f64 {
        self.evaluator.evaluate(view)
    }
}
