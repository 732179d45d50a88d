use std::cmp::Reverse;

use crate::node::FULL_DEPTH_SCORE;
use crate::{Node, PROVEN_WIN, SearchBudget, WIN};

use super::follow_ups::FollowUpRow;
use super::tree::{MAX_PLY, NodeContext, SearchThread};
use super::{AlphaBetaResult, Variation};

/// A root move with its line.
pub(super) struct RootMove<M> {
    play: M,
    /// Value at the last depth where the move was among the best lines, else [`BELOW_ANY_VALUE`].
    value: i32,
    pv: Vec<M>,
}

/// Lower than any search value.
const BELOW_ANY_VALUE: i32 = -WIN - 2;

/// How long the best move has been the same.
struct Stability<M> {
    best: Option<M>,
    value: i32,
    iterations: usize,
}

impl<M> Default for Stability<M> {
    fn default() -> Stability<M> {
        Stability { best: None, value: 0, iterations: 0 }
    }
}

impl<M: Copy + Eq> Stability<M> {
    /// Share of the usual time, in percent, that the search deserves after an iteration with this
    /// result: less the longer the best move stays, more after it changed or lost value.
    fn percent_after(&mut self, line: &Variation<M>) -> u64 {
        const BY_STABILITY: [u64; 6] = [150, 125, 105, 90, 80, 70];
        const WORRYING_LOSS: i32 = 25;
        let best = line.moves.first().copied();
        self.iterations = if best == self.best { self.iterations + 1 } else { 0 };
        let worse = self.best.is_some() && line.value < self.value - WORRYING_LOSS;
        (self.best, self.value) = (best, line.value);
        let percent = BY_STABILITY[self.iterations.min(BY_STABILITY.len() - 1)];
        if worse { percent * 4 / 3 } else { percent }
    }
}

/// Iterative deepening stops here.
const MAX_DEPTH: u32 = MAX_PLY as u32 * 2 / 3;

impl<N: Node> SearchThread<N> {
    /// Iterative deepening until the budget is spent.
    pub(super) fn deepen(
        &mut self,
        root: &N,
        past: &[u64],
        lines: usize,
        budget: SearchBudget,
        watch: &mut dyn FnMut(&AlphaBetaResult<N::Move>),
    ) -> AlphaBetaResult<N::Move> {
        self.prepare_root(root, past, budget);
        let lines = lines.min(self.root_moves.len());
        let mut found = self.result_so_far(lines, 0);
        let mut stability = Stability::default();
        for depth in 1..=MAX_DEPTH {
            if lines == 0 || !self.budget.may_start_iteration(depth) {
                break;
            }
            let whole = self.search_depth(root, depth, lines);
            // An interrupted iteration still counts: it searches the previous best move first, so
            // any new best move is a real improvement.
            if whole || lines == 1 {
                found = self.result_so_far(lines, if whole { depth } else { depth - 1 });
            }
            if whole {
                watch(&found);
            }
            if self.tuning.stability_time
                && let Some(line) = found.lines.first()
            {
                self.budget.scale_soft_time(stability.percent_after(line));
            }
            let decided = |line: &Variation<N::Move>| line.value.abs() >= WIN - depth as i32;
            if !whole || found.lines.iter().all(decided) {
                break;
            }
        }
        found.nodes = self.budget.nodes();
        found.time = self.budget.elapsed();
        found
    }

    /// Iterative deepening on a helper thread, which only fills the table. Returns its node count.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn search_as_helper(
        &mut self,
        root: &N,
        past: &[u64],
        lines: usize,
        budget: SearchBudget,
        number: usize,
    ) -> u64 {
        self.prepare_root(root, past, budget);
        let lines = lines.min(self.root_moves.len());
        // Every other helper starts one ply deeper, so that helpers do not search in lockstep.
        for depth in 1 + (number as u32 + 1) % 2..=MAX_DEPTH {
            if lines == 0
                || !self.budget.may_start_iteration(depth)
                || !self.search_depth(root, depth, lines)
            {
                break;
            }
        }
        self.budget.nodes()
    }

    /// Lists the root moves and orders them by the static evaluation of each child.
    fn prepare_root(&mut self, root: &N, past: &[u64], budget: SearchBudget) {
        self.budget = budget;
        self.clear_history();
        self.path.clear();
        self.repetition_floor = 0;
        if root.counts_for_repetition() {
            self.path.push(root.key());
        }
        self.drawn_keys.clear();
        for (i, key) in past.iter().enumerate() {
            if past[..i].contains(key) && !self.drawn_keys.contains(key) {
                self.drawn_keys.push(*key);
            }
        }
        let mut moves = Vec::new();
        if root.terminal_value().is_none() {
            root.moves(&mut moves);
        }
        self.root_moves.clear();
        for play in moves {
            let child = root.after(play);
            self.budget.count_node();
            let value = match child.terminal_value() {
                Some(value) => value - value.signum(),
                None => child.evaluate(),
            };
            let value = if child.side_to_move() == root.side_to_move() { value } else { -value };
            self.root_moves.push(RootMove { play, value, pv: vec![play] });
        }
        self.root_moves.sort_by_key(|at| Reverse((at.value, root.ordering_score(at.play))));
    }

    /// Searches one depth for all lines; `false` if interrupted.
    fn search_depth(&mut self, root: &N, depth: u32, lines: usize) -> bool {
        self.root_depth = depth as i32;
        // Aspiration windows are centred on the previous depth's values.
        for line in 0..lines {
            if !self.search_with_aspiration(root, depth as i32, line) {
                return false;
            }
        }
        self.root_moves[..lines].sort_by_key(|at| Reverse(at.value));
        true
    }

    /// Finds the exact value of the best root move from `line` on and moves it to `line`; `false`
    /// if the budget ran out first.
    fn search_with_aspiration(&mut self, root: &N, depth: i32, line: usize) -> bool {
        let guess = self.root_moves[line].value;
        let (mut alpha, mut beta) = (-WIN - 1, WIN + 1);
        let mut half = self.tuning.aspiration_window;
        if depth >= 4 && guess.abs() < PROVEN_WIN {
            (alpha, beta) = (guess - half, guess + half);
        }
        loop {
            let value = self.search_root_moves(root, depth, alpha, beta, line);
            if self.budget.is_spent() {
                return false;
            }
            half *= 3;
            if value <= alpha {
                alpha = if half > 1000 { -WIN - 1 } else { value - half };
            } else if value >= beta {
                beta = if half > 1000 { WIN + 1 } else { value + half };
            } else {
                return true;
            }
        }
    }

    /// Searches the root moves from `line` on within a window and moves the best to `line`.
    fn search_root_moves(
        &mut self,
        root: &N,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        line: usize,
    ) -> i32 {
        let (mut best, mut best_at) = (BELOW_ANY_VALUE, None);
        for n in line..self.root_moves.len() {
            let play = self.root_moves[n].play;
            let child = root.after(play);
            let context = NodeContext {
                previous_slot: Some(Self::history_slot(root, play)),
                rows: [self.follow_ups.row(root, play), FollowUpRow::NONE],
                ..NodeContext::without_move(1, true)
            };
            let mut value = BELOW_ANY_VALUE;
            if n > line {
                let quiet = root.ordering_score(play) < FULL_DEPTH_SCORE;
                let lmr = if self.tuning.reduces_root_moves && quiet && depth >= 4 && n >= line + 6
                {
                    1 + i32::from(depth >= 8 && n >= line + 20)
                } else {
                    0
                };
                value = self.search_child(root, &child, depth - 1 - lmr, alpha, alpha + 1, context);
                if value > alpha && lmr > 0 {
                    value = self.search_child(root, &child, depth - 1, alpha, alpha + 1, context);
                }
            }
            if n == line || (value > alpha && value < beta) {
                value = self.search_child(root, &child, depth - 1, alpha, beta, context);
            }
            if self.budget.is_spent() {
                break;
            }
            best = best.max(value);
            if value > alpha {
                alpha = value;
                best_at = Some(n);
                self.update_pv(0, play);
                let at = &mut self.root_moves[n];
                at.value = value;
                at.pv.clone_from(&self.frames[0].pv);
                if value >= beta {
                    break;
                }
            }
        }
        if let Some(n) = best_at {
            self.root_moves[line..=n].rotate_right(1);
        }
        best
    }

    fn result_so_far(&self, lines: usize, depth: u32) -> AlphaBetaResult<N::Move> {
        let lines = self.root_moves[..lines]
            .iter()
            .map(|at| Variation { moves: at.pv.clone(), value: at.value })
            .collect();
        AlphaBetaResult { lines, depth, nodes: self.budget.nodes(), time: self.budget.elapsed() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shares of the time after iterations with these best moves and values.
    fn shares(results: &[(u8, i32)]) -> Vec<u64> {
        let mut stability = Stability::default();
        let line = |&(best, value): &(u8, i32)| Variation { moves: vec![best], value };
        results.iter().map(|result| stability.percent_after(&line(result))).collect()
    }

    #[test]
    fn a_stable_move_needs_less_time_and_a_worse_one_more() {
        let stable = shares(&[(1, 0); 8]);
        assert!(stable.is_sorted_by(|a, b| a >= b) && stable[7] < 100, "{stable:?}");
        let changed = shares(&[(1, 0), (1, 0), (1, 0), (2, 0)]);
        assert!(changed[3] > 100, "{changed:?}");
        let worse = shares(&[(1, 0), (1, 0), (1, 0), (1, -60)]);
        assert!(worse[3] > stable[3], "{worse:?}");
    }
}
