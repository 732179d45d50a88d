use std::sync::Arc;

use crate::transposition_table::{Bound, NO_MOVE, TableEntry, TranspositionTable};
use crate::{Node, PROVEN_WIN, SearchBudget, SearchTuning, WIN};

use super::follow_ups::{FollowUpHistory, FollowUpRow};
use super::move_ordering::{ScoredMove, pick_best};
use super::root::RootMove;

/// Maximum length of a line, quiescence included.
pub(super) const MAX_PLY: usize = 120;

/// Per-ply buffers, reused so that the search does not allocate.
pub(super) struct PlyFrame<M> {
    pub(super) moves: Vec<M>,
    pub(super) ordered: Vec<ScoredMove>,
    pub(super) pv: Vec<M>,
    pub(super) killers: [Option<M>; 2],
    /// Static evaluation, or [`NO_VALUE`].
    static_value: i32,
}

/// No static evaluation.
const NO_VALUE: i32 = i32::MIN;

impl<M> Default for PlyFrame<M> {
    fn default() -> PlyFrame<M> {
        PlyFrame {
            moves: Vec::new(),
            ordered: Vec::new(),
            pv: Vec::new(),
            killers: [None, None],
            static_value: NO_VALUE,
        }
    }
}

/// State of one search thread.
pub(super) struct SearchThread<N: Node> {
    pub(super) table: Arc<TranspositionTable>,
    pub(super) tuning: SearchTuning,
    pub(super) budget: SearchBudget,
    pub(super) frames: Vec<PlyFrame<N::Move>>,
    /// History heuristic, indexed by side and slot.
    pub(super) history: Vec<i32>,
    /// Counter-move heuristic: the last refutation, indexed by the previous move's slot.
    pub(super) counter_moves: Vec<Option<N::Move>>,
    /// Keys on the current line that count for repetition.
    pub(super) path: Vec<u64>,
    /// Start of the path that counts for repetition; a null move resets it.
    pub(super) repetition_floor: usize,
    /// Keys of positions that have already occurred twice in the game.
    pub(super) drawn_keys: Vec<u64>,
    pub(super) root_moves: Vec<RootMove<N::Move>>,
    /// History of pairs of moves: one and two plies apart.
    pub(super) follow_ups: FollowUpHistory,
    /// Depth of the current iteration.
    pub(super) root_depth: i32,
}

/// Position of a node on the current line and how it was reached.
#[derive(Clone, Copy)]
pub(super) struct NodeContext {
    pub(super) ply: usize,
    /// History slot of the move that led here.
    pub(super) previous_slot: Option<usize>,
    /// Rows of the follow-up history for the last two moves.
    pub(super) rows: [FollowUpRow; 2],
    /// Forbids two null moves in a row.
    pub(super) may_try_null_move: bool,
    /// Index of a move that a singular search leaves out, or [`NO_MOVE`].
    pub(super) excluded: u16,
}

impl NodeContext {
    /// The context after a null move, and of a search without earlier moves.
    pub(super) const fn without_move(ply: usize, may_try_null_move: bool) -> NodeContext {
        NodeContext {
            ply,
            previous_slot: None,
            rows: [FollowUpRow::NONE; 2],
            may_try_null_move,
            excluded: NO_MOVE,
        }
    }
}

impl<N: Node> SearchThread<N> {
    /// Value of `child`, reached from `node`, to the player to move at `node`.
    #[inline]
    pub(super) fn search_child(
        &mut self,
        node: &N,
        child: &N,
        depth: i32,
        alpha: i32,
        beta: i32,
        context: NodeContext,
    ) -> i32 {
        if child.side_to_move() == node.side_to_move() {
            self.search(child, depth, alpha, beta, context)
        } else {
            -self.search(child, depth, -beta, -alpha, context)
        }
    }

    /// Value of `node` to the player to move: exact between `alpha` and `beta`, otherwise a bound.
    /// The value is meaningless once the budget is spent.
    pub(super) fn search(
        &mut self,
        node: &N,
        depth: i32,
        mut alpha: i32,
        mut beta: i32,
        context: NodeContext,
    ) -> i32 {
        if depth <= 0 {
            return self.quiescence(node, alpha, beta, context.ply);
        }
        let ply = context.ply;
        self.frames[ply].pv.clear();
        if self.budget.count_node() {
            return 0;
        }
        if let Some(value) = node.terminal_value() {
            return terminal_value_from_root(value, ply);
        }
        let (key, repeatable) = (node.key(), node.counts_for_repetition());
        if repeatable && self.is_repetition(key) {
            return node.draw_value();
        }
        if ply >= MAX_PLY {
            return node.evaluate();
        }
        // Mate-distance pruning: no line beats winning on the next move or is worse than a loss
        // now.
        alpha = alpha.max(ply as i32 - WIN);
        beta = beta.min(WIN - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        let is_pv = beta - alpha > 1;
        let excludes = context.excluded != NO_MOVE;

        let entry = self.table.get(key);
        if let Some(entry) = entry.filter(|entry| entry.depth >= depth && !is_pv && !excludes)
            && let Some(value) = deciding_value(entry, alpha, beta, ply)
        {
            return value;
        }
        let table_move = entry.map_or(NO_MOVE, |entry| entry.move_index);
        let settled = !node.is_unsettled();
        let static_value = match entry {
            _ if !settled => 0,
            Some(entry) => entry.static_value,
            None => node.evaluate(),
        };
        let tuning = self.tuning;
        let likely = match entry {
            Some(entry) if tuning.refined_evaluation && settled => {
                refined(entry, static_value, ply)
            }
            _ => static_value,
        };
        self.frames[ply].static_value = if settled { static_value } else { NO_VALUE };
        let improving = tuning.uses_improvement && settled && self.is_improving(ply);

        let can_prune = beta.abs() < PROVEN_WIN && settled && !is_pv && !excludes;
        if can_prune {
            if let Some(margin) = N::FUTILITY_MARGIN
                && depth <= tuning.static_pruning_depth
                && likely - margin * (depth - i32::from(improving)) >= beta
            {
                return likely;
            }
            if depth <= tuning.razoring_depth && likely + tuning.razoring_margin * depth <= alpha {
                let value = self.quiescence(node, alpha, alpha + 1, ply);
                if value <= alpha {
                    return value;
                }
            }
            if let Some(value) = self.try_null_move(node, depth, beta, likely, context) {
                return value;
            }
        }
        let mut extension = 0;
        if let Some(entry) = entry.filter(|entry| {
            tuning.singular_depth > 0
                && depth >= tuning.singular_depth
                && !excludes
                && settled
                && (ply as i32) < 2 * self.root_depth
                && entry.move_index != NO_MOVE
                && entry.bound != Bound::Upper
                && entry.depth >= depth - 3
                && entry.value.abs() < PROVEN_WIN
        }) {
            let bar = entry.value - tuning.singular_margin * depth;
            let others = NodeContext { excluded: entry.move_index, ..context };
            let value = self.search(node, (depth - 1) / 2, bar - 1, bar, others);
            if self.budget.is_spent() {
                return 0;
            }
            self.frames[ply].pv.clear();
            if value < bar {
                extension = 1;
            } else if !is_pv && bar >= beta {
                return bar;
            } else if entry.value >= beta {
                extension = -1;
            }
        }
        // Internal iterative reduction: without a table move, search shallower and store one.
        let depth = if table_move == NO_MOVE && depth >= 5 { depth - 1 } else { depth };

        let mut moves = std::mem::take(&mut self.frames[ply].moves);
        let mut ordered = std::mem::take(&mut self.frames[ply].ordered);
        moves.clear();
        node.moves(&mut moves);
        self.order_moves(node, &moves, &mut ordered, table_move, context);
        if repeatable {
            self.path.push(key);
        }
        self.frames[ply + 1].killers = [None; 2];
        let (mut best, mut best_index) = (-WIN - 1, NO_MOVE);
        let original_alpha = alpha;
        let mut searched = 0;
        for n in 0..ordered.len() {
            let scored = pick_best(&mut ordered, n);
            if scored.index() == usize::from(context.excluded) {
                continue;
            }
            let late = n >= 3 && !scored.deserves_full_depth();
            if late
                && can_prune
                && best > -PROVEN_WIN
                && self.is_futile(depth, n, static_value, alpha, improving)
            {
                continue;
            }
            let play = moves[scored.index()];
            let child = node.after(play);
            let below = NodeContext {
                ply: ply + 1,
                previous_slot: Some(Self::history_slot(node, play)),
                rows: [self.follow_ups.row(node, play), context.rows[0]],
                may_try_null_move: true,
                excluded: NO_MOVE,
            };
            let value = if searched == 0 {
                let extended =
                    if scored.index() == usize::from(table_move) { extension } else { 0 };
                self.search_child(node, &child, depth - 1 + extended, alpha, beta, below)
            } else {
                let lmr = if late && depth >= 3 && settled {
                    let history = match tuning.reduction_history {
                        0 => 0,
                        unit => self.quiet_history(node, play, context) / unit,
                    };
                    self.reduction(depth, n, is_pv, history + i32::from(improving))
                } else {
                    0
                };
                let mut value =
                    self.search_child(node, &child, depth - 1 - lmr, alpha, alpha + 1, below);
                if value > alpha && lmr > 0 {
                    value = self.search_child(node, &child, depth - 1, alpha, alpha + 1, below);
                }
                if value > alpha && value < beta {
                    value = self.search_child(node, &child, depth - 1, alpha, beta, below);
                }
                value
            };
            searched += 1;
            if self.budget.is_spent() {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_index = scored.index() as u16;
                    self.update_pv(ply, play);
                    if value >= beta {
                        self.record_cutoff(node, &moves, &ordered[..=n], depth, context);
                        break;
                    }
                }
            }
        }
        if repeatable {
            self.path.pop();
        }
        let none = ordered.is_empty();
        self.frames[ply].moves = moves;
        self.frames[ply].ordered = ordered;
        if self.budget.is_spent() {
            return 0;
        }
        if excludes {
            // Without the excluded move nothing is left to compare it with.
            return if searched == 0 { alpha } else { best };
        }
        if none {
            return node.evaluate();
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > original_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let value = to_table(best, ply);
        self.table
            .put(key, TableEntry { value, static_value, depth, bound, move_index: best_index });
        best
    }

    /// Whether the player to move stands better than two plies before.
    #[inline]
    fn is_improving(&self, ply: usize) -> bool {
        let now = self.frames[ply].static_value;
        let before = if ply >= 2 { self.frames[ply - 2].static_value } else { NO_VALUE };
        before != NO_VALUE && now > before
    }

    /// Futility pruning: whether a late quiet move cannot raise `alpha` this close to the horizon.
    #[inline]
    fn is_futile(
        &self,
        depth: i32,
        n: usize,
        static_value: i32,
        alpha: i32,
        improving: bool,
    ) -> bool {
        let Some(margin) = N::FUTILITY_MARGIN else { return false };
        let tuning = &self.tuning;
        let mut late = tuning.late_move_base + tuning.late_move_growth * depth * depth;
        if tuning.uses_improvement && !improving {
            late /= 2;
        }
        depth <= tuning.late_move_depth
            && (n as i32 >= late || static_value + margin * (depth + 1) <= alpha)
    }

    /// Late move reduction in plies; `less` plies are taken off.
    #[inline]
    fn reduction(&self, depth: i32, n: usize, is_pv: bool, less: i32) -> i32 {
        let growth = quarter_log(depth as u32) * quarter_log(n as u32);
        let lmr = (16 + growth * self.tuning.reduction_growth / 12) / 32;
        (lmr - i32::from(is_pv) - less).clamp(0, depth - 2)
    }

    /// Null-move pruning: if passing already reaches `beta`, some move will too.
    #[inline]
    fn try_null_move(
        &mut self,
        node: &N,
        depth: i32,
        beta: i32,
        static_value: i32,
        context: NodeContext,
    ) -> Option<i32> {
        if !context.may_try_null_move || depth < 2 || static_value < beta {
            return None;
        }
        let passed = node.after_null_move()?;
        let floor = std::mem::replace(&mut self.repetition_floor, self.path.len());
        let below = NodeContext::without_move(context.ply + 1, false);
        let more = match self.tuning.null_move_margin {
            0 => 0,
            margin => ((static_value - beta) / margin).min(3),
        };
        let depth = depth - 3 - depth / 4 - more;
        let value = self.search_child(node, &passed, depth, beta - 1, beta, below);
        self.repetition_floor = floor;
        // A win after a null move is not a proven win.
        (value >= beta).then(|| value.min(PROVEN_WIN - 1))
    }

    /// Quiescence search: plays noisy moves until the position is quiet.
    pub(super) fn quiescence(&mut self, node: &N, mut alpha: i32, beta: i32, ply: usize) -> i32 {
        self.frames[ply].pv.clear();
        if self.budget.count_node() {
            return 0;
        }
        if let Some(value) = node.terminal_value() {
            return terminal_value_from_root(value, ply);
        }
        if ply >= MAX_PLY {
            return node.evaluate();
        }
        let settled = !node.is_unsettled();
        let stores = self.tuning.quiescence_table && settled;
        let key = if stores { node.key() } else { 0 };
        let entry = if stores { self.table.get(key) } else { None };
        if let Some(value) = entry
            .and_then(|entry| deciding_value(entry, alpha, beta, ply))
            .filter(|_| beta - alpha == 1)
        {
            return value;
        }
        let static_value = match entry {
            Some(entry) => entry.static_value,
            None if settled => node.evaluate(),
            None => 0,
        };
        let mut best = match entry {
            Some(entry) => refined(entry, static_value, ply),
            None if settled => static_value,
            None => ply as i32 - WIN,
        };
        if best >= beta {
            if stores && entry.is_none() {
                self.store_quiescence(key, best, static_value, Bound::Lower, ply);
            }
            return best;
        }
        let original_alpha = alpha;
        alpha = alpha.max(best);
        let mut moves = std::mem::take(&mut self.frames[ply].moves);
        let mut ordered = std::mem::take(&mut self.frames[ply].ordered);
        moves.clear();
        if settled {
            node.noisy_moves(&mut moves);
        } else {
            node.moves(&mut moves);
        }
        self.order_moves(
            node,
            &moves,
            &mut ordered,
            NO_MOVE,
            NodeContext::without_move(ply, false),
        );
        for n in 0..ordered.len() {
            let play = moves[pick_best(&mut ordered, n).index()];
            let child = node.after(play);
            let value = if child.side_to_move() == node.side_to_move() {
                self.quiescence(&child, alpha, beta, ply + 1)
            } else {
                -self.quiescence(&child, -beta, -alpha, ply + 1)
            };
            if self.budget.is_spent() {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    self.update_pv(ply, play);
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        let stuck = ordered.is_empty() && !settled;
        self.frames[ply].moves = moves;
        self.frames[ply].ordered = ordered;
        if stores && !self.budget.is_spent() {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > original_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            self.store_quiescence(key, best, static_value, bound, ply);
        }
        if stuck { node.evaluate() } else { best }
    }

    #[inline]
    fn store_quiescence(&self, key: u64, value: i32, static_value: i32, bound: Bound, ply: usize) {
        let value = to_table(value, ply);
        let entry = TableEntry { value, static_value, depth: 0, bound, move_index: NO_MOVE };
        self.table.put(key, entry);
    }

    /// Sets the principal variation at `ply` to `play` followed by the child's variation.
    #[inline]
    pub(super) fn update_pv(&mut self, ply: usize, play: N::Move) {
        if let [frame, below] = &mut self.frames[ply..ply + 2] {
            frame.pv.clear();
            frame.pv.push(play);
            frame.pv.extend_from_slice(&below.pv);
        }
    }

    /// Whether `key` is a draw by repetition: third occurrence in the game, or second on the
    /// current line (a player who can force it once can force it again).
    #[inline]
    fn is_repetition(&self, key: u64) -> bool {
        self.path[self.repetition_floor..].contains(&key) || self.drawn_keys.contains(&key)
    }

    /// See [`super::AlphaBetaSearcher::search_fixed_depth`].
    pub(super) fn search_fixed_depth(
        &mut self,
        node: &N,
        depth: u32,
        alpha: i32,
        beta: i32,
        budget: &mut SearchBudget,
    ) -> i32 {
        std::mem::swap(&mut self.budget, budget);
        self.path.clear();
        self.drawn_keys.clear();
        self.repetition_floor = 0;
        self.root_depth = depth.min(100) as i32;
        let context = NodeContext::without_move(0, true);
        let value = self.search(node, depth.min(100) as i32, alpha, beta, context);
        std::mem::swap(&mut self.budget, budget);
        value
    }
}

/// The value of a table entry, if it decides a search with this window.
#[inline]
fn deciding_value(entry: TableEntry, alpha: i32, beta: i32, ply: usize) -> Option<i32> {
    let value = from_table(entry.value, ply);
    let decides = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => value >= beta,
        Bound::Upper => value <= alpha,
    };
    decides.then_some(value)
}

/// A static evaluation corrected by a table value where that bounds it.
#[inline]
fn refined(entry: TableEntry, static_value: i32, ply: usize) -> i32 {
    let value = from_table(entry.value, ply);
    match entry.bound {
        Bound::Exact => value,
        Bound::Lower => static_value.max(value),
        Bound::Upper => static_value.min(value),
    }
}

/// Roughly `4 * log2(n)` for positive `n`.
#[inline]
fn quarter_log(n: u32) -> i32 {
    let whole = n.ilog2();
    (4 * whole + ((n * 4) >> whole & 3)) as i32
}

/// Adjusts a terminal value by its distance from the root.
#[inline]
fn terminal_value_from_root(value: i32, ply: usize) -> i32 {
    match value {
        WIN => WIN - ply as i32,
        v if v == -WIN => ply as i32 - WIN,
        other => other,
    }
}

/// Converts a win or loss from distance-to-root to distance-to-node before storing it.
#[inline]
fn to_table(value: i32, ply: usize) -> i32 {
    if value >= PROVEN_WIN {
        value + ply as i32
    } else if value <= -PROVEN_WIN {
        value - ply as i32
    } else {
        value
    }
}

#[inline]
fn from_table(value: i32, ply: usize) -> i32 {
    if value >= PROVEN_WIN {
        value - ply as i32
    } else if value <= -PROVEN_WIN {
        value + ply as i32
    } else {
        value
    }
}
