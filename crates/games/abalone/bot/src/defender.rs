//! A reference player that only keeps its balls together in the centre: the wall to break.

use abaque_abalone::{Abalone, Action};
use abaque_core::{Millis, ParseError, Seat, SplitMix};
use abaque_search::{
    AlphaBetaResult, AlphaBetaSearcher, Node, SearchLimits, SearchParams, Variation,
};

use abaque_bot::reference::{first_share_if_over, no_action_error};
use abaque_bot::{Bot, Observation, PrincipalVariation, SearchRequest, SearchResult};
use abaque_core::Game;

use super::ball_sums::BallSums;
use super::bot::win_chance;
use super::node::AbaloneNode;
use super::packed_move::PackedMove;
use super::weights::WEIGHTS;

/// Nodes per move where the request sets no limit.
const DEFAULT_NODES: u64 = 2_000;

/// Value of a ball of the defender, above anything its formation is worth.
const BALL_VALUE: i32 = 1_000;

/// A player that looks ahead, but only to keep its own balls on the board, together and near the
/// centre. Ejecting a ball is worth nothing to it.
pub struct DefenderBot {
    searcher: AlphaBetaSearcher<DefenderNode>,
}

impl DefenderBot {
    /// Creates a defender.
    pub fn new() -> DefenderBot {
        DefenderBot { searcher: AlphaBetaSearcher::new(1) }
    }
}

impl Default for DefenderBot {
    fn default() -> DefenderBot {
        DefenderBot::new()
    }
}

impl Bot<Abalone> for DefenderBot {
    fn think(
        &mut self,
        observation: &Observation<Abalone>,
        request: &SearchRequest,
        _watch: &mut dyn FnMut(&SearchResult<Action>),
    ) -> Result<SearchResult<Action>, ParseError> {
        let game = observation.sample_position(&mut SplitMix(request.seed))?;
        let node = DefenderNode::new(&game, observation.idle_turns, observation.seat);
        let limits = match request.limits.is_unlimited() {
            true => SearchLimits::nodes(DEFAULT_NODES),
            false => request.limits,
        };
        self.searcher.clear();
        let params = SearchParams {
            limits,
            stop: request.stop.clone(),
            lines: request.lines,
            threads: request.threads,
        };
        // Repetition suits the defender: earlier positions do not matter to it.
        let found = self.searcher.search(&node, &[], &params, &mut |_| ());
        to_search_result(&found).ok_or_else(no_action_error)
    }

    fn evaluate(&mut self, view: &Abalone) -> f64 {
        first_share_if_over(view.turn())
            .unwrap_or_else(|| win_chance(DefenderNode::new(view, 0, Seat::First).formation()))
    }

    fn forget(&mut self) {
        self.searcher.clear();
    }
}

fn to_search_result(found: &AlphaBetaResult<PackedMove>) -> Option<SearchResult<Action>> {
    let line = |variation: &Variation<PackedMove>| PrincipalVariation {
        actions: variation.moves.iter().map_while(|play| play.to_action()).collect(),
        win: win_chance(variation.value),
        score: f64::from(variation.value) / f64::from(BALL_VALUE),
    };
    let lines: Vec<PrincipalVariation<Action>> = found.lines.iter().map(line).collect();
    Some(SearchResult {
        action: *lines.first()?.actions.first()?,
        lines,
        depth: found.depth,
        nodes: found.nodes,
        time: Millis(found.time.0),
        notes: Vec::new(),
    })
}

/// A position valued by the defender's formation alone.
#[derive(Clone, Debug)]
pub struct DefenderNode {
    board: AbaloneNode,
    defender: Seat,
}

impl DefenderNode {
    /// A position as the defender in this seat sees it.
    pub fn new(game: &Abalone, idle_turns: u16, defender: Seat) -> DefenderNode {
        DefenderNode { board: AbaloneNode::new(game, idle_turns, &WEIGHTS), defender }
    }

    /// The defender's formation: balls it can still lose, less their squared distances from one
    /// another and, half as much, from the centre.
    fn formation(&self) -> i32 {
        let sums = BallSums::of(self.board.balls[self.defender.index()]);
        let lives = i32::from(self.board.lives(self.defender).min(14));
        BALL_VALUE * (lives - 6) - 4 * sums.spread() - 2 * sums.central_moment()
    }
}

impl Node for DefenderNode {
    type Move = PackedMove;
    const HISTORY_SLOTS: usize = AbaloneNode::HISTORY_SLOTS;
    const FUTILITY_MARGIN: Option<i32> = Some(150);

    fn side_to_move(&self) -> Seat {
        self.board.side_to_move()
    }

    fn terminal_value(&self) -> Option<i32> {
        self.board.terminal_value()
    }

    fn moves(&self, out: &mut Vec<PackedMove>) {
        self.board.moves(out);
    }

    fn noisy_moves(&self, out: &mut Vec<PackedMove>) {
        if self.side_to_move() != self.defender {
            self.board.noisy_moves(out);
        }
    }

    fn after(&self, play: PackedMove) -> DefenderNode {
        DefenderNode { board: self.board.after(play), defender: self.defender }
    }

    fn key(&self) -> u64 {
        self.board.key()
    }

    fn evaluate(&self) -> i32 {
        let value = self.formation();
        if self.side_to_move() == self.defender { value } else { -value }
    }

    fn ordering_score(&self, play: PackedMove) -> i32 {
        self.board.ordering_score(play)
    }

    fn history_slot(&self, play: PackedMove) -> usize {
        self.board.history_slot(play)
    }

    fn after_null_move(&self) -> Option<DefenderNode> {
        let board = self.board.after_null_move()?;
        Some(DefenderNode { board, defender: self.defender })
    }
}
