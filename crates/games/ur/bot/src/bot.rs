//! Expectimax over the five throws, and the levels.

use abaque_bot::reference::no_action_error;
use abaque_bot::{Bot, Level, Observation, PrincipalVariation, SearchRequest, SearchResult};
use abaque_core::{Game, ParseError, Ply, RandomSource, Seat, SplitMix, Turn};
use abaque_search::{SearchBudget, SearchLimits};
use abaque_ur::{Action, Roll, Ur};

use crate::evaluation::{chance_at_throw, lead_of_chance};

/// Maximum depth in turns, whatever the limits allow.
const MAX_TURNS: u32 = 6;

/// A bot that searches a fixed number of turns and, on weak levels, misjudges positions.
pub(crate) struct UrBot {
    /// Search depth in turns, its own included.
    turns: u32,
    /// Standard deviation, in squares, of the error added to each of its moves.
    doubt: f64,
    /// Default limits where the request sets none.
    limits: SearchLimits,
}

/// A move with its winning chance.
type RatedMove = (Action, f64);

impl UrBot {
    /// Full strength.
    pub(crate) const BEST: UrBot =
        UrBot { turns: MAX_TURNS, doubt: 0.0, limits: SearchLimits::nodes(300_000) };

    pub(crate) fn at_level(level: Level) -> UrBot {
        let (doubt, turns) =
            [(40.0, 1), (20.0, 1), (12.0, 1), (8.0, 1), (5.5, 1), (4.0, 2), (2.0, 2), (0.0, 4)]
                [level.index()];
        UrBot { turns, doubt, limits: SearchLimits::nodes(200_000) }
    }

    /// Adds a random error to each move and picks the best one.
    fn choose(&self, moves: &[RatedMove], source: &mut SplitMix) -> Option<Action> {
        let imagined = moves.iter().map(|&(action, win)| {
            // The sum of four uniform numbers approximates a normal distribution.
            let bell: f64 =
                (0..4).map(|_| (source.next_u64() >> 40) as f64 / 8_388_608.0 - 1.0).sum();
            (action, lead_of_chance(win) + self.doubt * bell * 0.866)
        });
        imagined.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(action, _)| action)
    }
}

/// The chance that `seat` wins, searched `turns` turns deep; `None` if the budget ran out.
fn chance(game: &Ur, seat: Seat, turns: u32, budget: &mut SearchBudget) -> Option<f64> {
    if budget.count_node() {
        return None;
    }
    match game.turn() {
        Turn::Over(outcome) => Some(if outcome.winner() == Some(seat) { 1.0 } else { 0.0 }),
        Turn::Chance if turns == 0 => Some(chance_at_throw(game, seat)),
        Turn::Chance => Roll::throws().try_fold(0.0, |sum, roll| {
            let mut next = *game;
            next.apply_unchecked(Ply::Roll(roll));
            let turns = if next.turn() == Turn::Chance { turns - 1 } else { turns };
            Some(sum + chance(&next, seat, turns, budget)? * f64::from(roll.weight()) / 16.0)
        }),
        Turn::Of(side) => {
            let best = game.moves().try_fold(0.0, |best: f64, action| {
                let mut next = *game;
                next.apply_unchecked(Ply::Act(action));
                Some(best.max(chance(&next, side, turns.saturating_sub(1), budget)?))
            })?;
            Some(if side == seat { best } else { 1.0 - best })
        }
    }
}

/// Rates every move `turns` turns deep, best first; `None` if the budget ran out.
fn rate(game: &Ur, seat: Seat, turns: u32, budget: &mut SearchBudget) -> Option<Vec<RatedMove>> {
    let mut moves = Vec::new();
    for action in game.moves() {
        let mut next = *game;
        next.apply_unchecked(Ply::Act(action));
        moves.push((action, chance(&next, seat, turns - 1, budget)?));
    }
    moves.sort_by(|a, b| b.1.total_cmp(&a.1));
    Some(moves)
}

fn to_search_result(
    moves: &[RatedMove],
    lines: usize,
    depth: u32,
    budget: &SearchBudget,
) -> SearchResult<Action> {
    let line = |&(action, win): &RatedMove| PrincipalVariation {
        actions: vec![action],
        win,
        score: lead_of_chance(win),
    };
    SearchResult {
        action: moves[0].0,
        lines: moves.iter().take(lines).map(line).collect(),
        depth,
        nodes: budget.nodes(),
        time: budget.elapsed(),
        notes: Vec::new(),
    }
}

impl Bot<Ur> for UrBot {
    fn think(
        &mut self,
        observation: &Observation<Ur>,
        request: &SearchRequest,
        watch: &mut dyn FnMut(&SearchResult<Action>),
    ) -> Result<SearchResult<Action>, ParseError> {
        let mut source = SplitMix(request.seed);
        let game = observation.sample_position(&mut source)?;
        let (seat, lines) = (observation.seat, request.lines.max(1));
        // The first turn is always rated, however small the budget.
        let mut free = SearchBudget::new(SearchLimits::default(), Default::default());
        let mut moves = rate(&game, seat, 1, &mut free).ok_or_else(no_action_error)?;
        if moves.is_empty() {
            return Err(no_action_error());
        }
        let limits = if request.limits.is_unlimited() { self.limits } else { request.limits };
        let mut budget = SearchBudget::new(limits, request.stop.clone());
        budget.count_nodes(free.nodes());
        let mut result = to_search_result(&moves, lines, 1, &budget);
        watch(&result);
        for turns in 2..=self.turns {
            if moves.len() == 1 || !budget.may_start_iteration(turns) {
                break;
            }
            let Some(deeper) = rate(&game, seat, turns, &mut budget) else { break };
            moves = deeper;
            result = to_search_result(&moves, lines, turns, &budget);
            watch(&result);
        }
        if self.doubt > 0.0 {
            result.action = self.choose(&moves, &mut source).ok_or_else(no_action_error)?;
        }
        result.nodes = budget.nodes();
        result.time = budget.elapsed();
        Ok(result)
    }

    fn evaluate(&mut self, view: &Ur) -> f64 {
        let mut free = SearchBudget::new(SearchLimits::default(), Default::default());
        match view.side() {
            None => 0.5,
            Some(_) => chance(view, Seat::First, 0, &mut free).unwrap_or(0.5),
        }
    }
}
