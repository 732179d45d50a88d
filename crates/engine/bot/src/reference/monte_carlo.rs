use abaque_core::{Game, Observer, ParseError, Ply, RandomSource, Seat, SplitMix, Turn};
use abaque_search::{SearchBudget, SearchLimits};

use super::random::{first_share_if_over, no_action_error};
use crate::{Bot, Observation, PrincipalVariation, SearchRequest, SearchResult};

/// Playouts are cut off and evaluated after this many plies.
const MAX_PLAYOUT_PLIES: usize = 400;
/// UCT exploration constant.
const EXPLORATION: f64 = 0.7;
/// Default node limit.
const DEFAULT_NODES: u64 = 2_000_000;

/// Plain Monte-Carlo tree search: each random playout starts from a newly sampled world and adds
/// one node to the tree. It knows only the rules; [`Bot::evaluate`] is used only for playouts that
/// are cut off.
pub struct MonteCarloBot<G: Game> {
    evaluator: Box<dyn Bot<G>>,
    tree: Vec<TreeNode<G>>,
}

/// A node of the search tree: the ply that led to it and its statistics.
struct TreeNode<G: Game> {
    ply: Option<Ply<G::Action, G::Roll>>,
    children: Vec<usize>,
    visits: f64,
    /// Sum of the first player's results.
    wins: f64,
}

impl<G: Game> TreeNode<G> {
    fn new(ply: Option<Ply<G::Action, G::Roll>>) -> TreeNode<G> {
        TreeNode { ply, children: Vec::new(), visits: 0.0, wins: 0.0 }
    }

    fn mean(&self, seat: Seat) -> f64 {
        let first = self.wins / self.visits.max(1.0);
        if seat == Seat::First { first } else { 1.0 - first }
    }
}

impl<G: Game> MonteCarloBot<G> {
    /// Creates a bot that uses `evaluator` only for playouts that are cut off.
    pub fn new(evaluator: Box<dyn Bot<G>>) -> MonteCarloBot<G> {
        MonteCarloBot { evaluator, tree: Vec::new() }
    }

    /// One playout through the tree and beyond.
    fn playout(
        &mut self,
        mut world: G,
        buffers: &mut PlayoutBuffers<G>,
        source: &mut SplitMix,
        budget: &mut SearchBudget,
    ) {
        buffers.path.clear();
        buffers.path.push(0);
        let mut at = 0;
        let mut growing = true;
        while growing {
            let next = match world.turn() {
                Turn::Over(_) => break,
                Turn::Chance => {
                    let Some(roll) = draw_roll(&world, &mut buffers.rolls, source) else { break };
                    self.child_index(at, Ply::Roll(roll))
                }
                Turn::Of(seat) => {
                    buffers.actions.clear();
                    world.legal_actions(&mut buffers.actions);
                    let Some(next) = self.select_child(at, seat, &buffers.actions, source) else {
                        break;
                    };
                    next
                }
            };
            let branch = &self.tree[next];
            growing = branch.visits > 0.0;
            if let Some(ply) = branch.ply {
                world.apply_unchecked(ply);
            }
            budget.count_node();
            buffers.path.push(next);
            at = next;
        }
        let won = self.finish_at_random(world, buffers, source, budget);
        for &at in &buffers.path {
            self.tree[at].visits += 1.0;
            self.tree[at].wins += won;
        }
    }

    /// Selects a child: an unvisited one, else the best by UCT for the player to act.
    fn select_child(
        &mut self,
        at: usize,
        seat: Seat,
        actions: &[G::Action],
        source: &mut SplitMix,
    ) -> Option<usize> {
        let tried = |this: &Self, action: &G::Action| {
            let children = &this.tree[at].children;
            children.iter().copied().find(|&child| this.tree[child].ply == Some(Ply::Act(*action)))
        };
        let fresh = actions.iter().filter(|action| tried(self, action).is_none()).count();
        if fresh > 0 {
            let pick = source.below(fresh as u64) as usize;
            let action = actions.iter().filter(|action| tried(self, action).is_none()).nth(pick)?;
            return Some(self.child_index(at, Ply::Act(*action)));
        }
        let log = self.tree[at].visits.max(1.0).ln();
        let bound = |child: &usize| {
            let branch = &self.tree[*child];
            branch.mean(seat) + EXPLORATION * (log / branch.visits.max(1.0)).sqrt()
        };
        let children = actions.iter().filter_map(|action| tried(self, action));
        children.max_by(|a, b| bound(a).total_cmp(&bound(b)))
    }

    fn child_index(&mut self, at: usize, ply: Ply<G::Action, G::Roll>) -> usize {
        let children = &self.tree[at].children;
        if let Some(&child) = children.iter().find(|&&child| self.tree[child].ply == Some(ply)) {
            return child;
        }
        let child = self.tree.len();
        self.tree.push(TreeNode::new(Some(ply)));
        self.tree[at].children.push(child);
        child
    }

    /// Plays random plies to the end and returns the first player's result.
    fn finish_at_random(
        &mut self,
        mut world: G,
        buffers: &mut PlayoutBuffers<G>,
        source: &mut SplitMix,
        budget: &mut SearchBudget,
    ) -> f64 {
        for _ in 0..MAX_PLAYOUT_PLIES {
            let ply = match world.turn() {
                Turn::Over(_) => break,
                Turn::Chance => draw_roll(&world, &mut buffers.rolls, source).map(Ply::Roll),
                Turn::Of(_) => world.random_action(source).map(Ply::Act),
            };
            let Some(ply) = ply else { break };
            world.apply_unchecked(ply);
            budget.count_node();
        }
        first_share_if_over(world.turn())
            .unwrap_or_else(|| self.evaluator.evaluate(&world.view(Observer::Player(Seat::First))))
    }

    fn search_result(
        &self,
        seat: Seat,
        budget: &SearchBudget,
        lines: usize,
    ) -> Option<SearchResult<G::Action>> {
        let mut children: Vec<&TreeNode<G>> =
            self.tree[0].children.iter().map(|&child| &self.tree[child]).collect();
        children.sort_by(|a, b| b.visits.total_cmp(&a.visits));
        let line = |branch: &&TreeNode<G>| match branch.ply {
            Some(Ply::Act(action)) => Some(PrincipalVariation {
                actions: vec![action],
                win: branch.mean(seat),
                score: 0.0,
            }),
            _ => None,
        };
        let lines: Vec<_> = children.iter().filter_map(line).take(lines.max(1)).collect();
        Some(SearchResult {
            action: *lines.first()?.actions.first()?,
            lines,
            depth: 1,
            nodes: budget.nodes(),
            time: budget.elapsed(),
            notes: vec![("playouts", self.tree[0].visits.to_string())],
        })
    }
}

/// Buffers reused by playouts.
struct PlayoutBuffers<G: Game> {
    path: Vec<usize>,
    actions: Vec<G::Action>,
    rolls: Vec<(G::Roll, u32)>,
}

fn draw_roll<G: Game>(
    world: &G,
    rolls: &mut Vec<(G::Roll, u32)>,
    source: &mut SplitMix,
) -> Option<G::Roll> {
    rolls.clear();
    world.rolls(rolls);
    let total: u64 = rolls.iter().map(|(_, weight)| u64::from(*weight)).sum();
    let mut left = (total > 0).then(|| source.below(total))?;
    rolls.iter().find_map(|(roll, weight)| {
        let weight = u64::from(*weight);
        let hit = left < weight;
        left = left.saturating_sub(weight);
        hit.then_some(*roll)
    })
}

impl<G: Game> Bot<G> for MonteCarloBot<G> {
    fn think(
        &mut self,
        observation: &Observation<G>,
        request: &SearchRequest,
        _watch: &mut dyn FnMut(&SearchResult<G::Action>),
    ) -> Result<SearchResult<G::Action>, ParseError> {
        let limits = if request.limits.is_unlimited() {
            SearchLimits::nodes(DEFAULT_NODES)
        } else {
            request.limits
        };
        let mut budget = SearchBudget::new(limits, request.stop.clone());
        let mut source = SplitMix(request.seed);
        let mut buffers =
            PlayoutBuffers { path: Vec::new(), actions: Vec::new(), rolls: Vec::new() };
        self.tree.clear();
        self.tree.push(TreeNode::new(None));
        let mut playouts = 0;
        while playouts == 0 || budget.may_start_iteration(1) {
            let world = observation.sample_position(&mut source)?;
            self.playout(world, &mut buffers, &mut source, &mut budget);
            playouts += 1;
        }
        if let Some(result) = self.search_result(observation.seat, &budget, request.lines) {
            return Ok(result);
        }
        let world = observation.sample_position(&mut source)?;
        let action = world.random_action(&mut source).ok_or_else(no_action_error)?;
        let line = PrincipalVariation { actions: vec![action], win: 0.5, score: 0.0 };
        let (nodes, time) = (budget.nodes(), budget.elapsed());
        Ok(SearchResult { action, lines: vec![line], depth: 0, nodes, time, notes: Vec::new() })
    }

    fn evaluate(&mut self, view: &G::View) -> f64 {
        self.evaluator.evaluate(view)
    }
}
