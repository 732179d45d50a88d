use std::sync::Arc;

use crate::node::FULL_DEPTH_SCORE;
use crate::transposition_table::TranspositionTable;
use crate::{Node, SearchBudget, SearchLimits, SearchTuning, StopFlag};

use super::follow_ups::FollowUpHistory;
use super::tree::{MAX_PLY, NodeContext, PlyFrame, SearchThread};

/// History values stay within ± this bound.
pub(super) const MAX_HISTORY: i32 = 1 << 14;

/// Scales history so that it adds at most [`FULL_DEPTH_SCORE`] to the ordering score.
const HISTORY_DIVISOR: i32 = MAX_HISTORY / FULL_DEPTH_SCORE;

/// Ordering bonus of killer moves and of the counter-move.
const KILLER_BONUS: [i32; 2] = [FULL_DEPTH_SCORE * 9 / 10, FULL_DEPTH_SCORE * 8 / 10];
const COUNTER_MOVE_BONUS: i32 = FULL_DEPTH_SCORE * 6 / 10;

/// A move index packed with its ordering score: score in the high bits, index in the low bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ScoredMove(i64);

impl ScoredMove {
    fn new(score: i32, full_depth: bool, place: usize) -> ScoredMove {
        ScoredMove(i64::from(score) << 20 | i64::from(full_depth) << 16 | (0xFFFF - place as i64))
    }

    /// Index in the move list.
    #[inline]
    pub(super) fn index(self) -> usize {
        (0xFFFF - (self.0 & 0xFFFF)) as usize
    }

    /// Whether the ordering score exempts the move from reductions and pruning.
    #[inline]
    pub(super) fn deserves_full_depth(self) -> bool {
        self.0 >> 16 & 1 != 0
    }
}

/// Swaps the best-scored move from `n` on into position `n`. The first few are selected one at a
/// time, because a cutoff usually comes early; after that the rest is sorted.
#[inline]
pub(super) fn pick_best(ordered: &mut [ScoredMove], n: usize) -> ScoredMove {
    const PICKED: usize = 4;
    if n < PICKED {
        let mut best = n;
        for i in n + 1..ordered.len() {
            if ordered[i] > ordered[best] {
                best = i;
            }
        }
        ordered.swap(n, best);
    } else if n == PICKED {
        ordered[n..].sort_unstable_by(|a, b| b.cmp(a));
    }
    ordered[n]
}

impl<N: Node> SearchThread<N> {
    pub(super) fn new(table: Arc<TranspositionTable>, tuning: SearchTuning) -> SearchThread<N> {
        let mut frames = Vec::new();
        frames.resize_with(MAX_PLY + 2, PlyFrame::default);
        SearchThread {
            table,
            tuning,
            budget: SearchBudget::new(SearchLimits::default(), StopFlag::default()),
            frames,
            history: vec![0; 2 * N::HISTORY_SLOTS],
            counter_moves: vec![None; 2 * N::HISTORY_SLOTS],
            path: Vec::with_capacity(MAX_PLY + 2),
            repetition_floor: 0,
            drawn_keys: Vec::new(),
            root_moves: Vec::new(),
            follow_ups: FollowUpHistory::new(N::FOLLOW_UP_SLOTS),
            root_depth: 0,
        }
    }

    /// Clears all that move ordering has learned.
    pub(super) fn clear(&mut self) {
        self.follow_ups.clear();
        self.clear_history();
    }

    /// Clears history, killers and counter-moves.
    pub(super) fn clear_history(&mut self) {
        self.history.fill(0);
        self.counter_moves.fill(None);
        for frame in &mut self.frames {
            frame.killers = [None; 2];
        }
    }

    /// History index of a move; each side has its own half of the table.
    #[inline]
    pub(super) fn history_slot(node: &N, play: N::Move) -> usize {
        node.side_to_move().index() * N::HISTORY_SLOTS + node.history_slot(play)
    }

    /// Scores and orders the moves of `node`.
    #[inline]
    pub(super) fn order_moves(
        &self,
        node: &N,
        moves: &[N::Move],
        ordered: &mut Vec<ScoredMove>,
        table_move: u16,
        context: NodeContext,
    ) {
        let [first, second] = self.frames[context.ply].killers;
        let counter_move = context.previous_slot.and_then(|slot| self.counter_moves[slot]);
        let [replies, plans] = self.follow_ups.slices(context.rows);
        ordered.clear();
        // A move index has 16 bits; moves beyond that are dropped.
        for (place, &play) in moves.iter().enumerate().take(0xFFFE) {
            if place == usize::from(table_move) {
                ordered.push(ScoredMove::new(i32::MAX, true, place));
                continue;
            }
            let static_score = node.ordering_score(play).clamp(-1_000_000_000, 1_000_000_000);
            let mut score =
                static_score + self.history[Self::history_slot(node, play)] / HISTORY_DIVISOR;
            if N::FOLLOW_UP_SLOTS > 0 {
                let slot = node.follow_up_slot(play);
                let value = |row: &[i16]| row.get(slot).map_or(0, |&value| i32::from(value));
                score += (value(replies) + value(plans)) / HISTORY_DIVISOR;
            }
            if Some(play) == first {
                score += KILLER_BONUS[0];
            } else if Some(play) == second {
                score += KILLER_BONUS[1];
            } else if Some(play) == counter_move {
                score += COUNTER_MOVE_BONUS;
            }
            ordered.push(ScoredMove::new(score, static_score >= FULL_DEPTH_SCORE, place));
        }
    }

    /// Updates killers, counter-moves and history after a beta cutoff by the last move of `tried`.
    pub(super) fn record_cutoff(
        &mut self,
        node: &N,
        moves: &[N::Move],
        tried: &[ScoredMove],
        depth: i32,
        context: NodeContext,
    ) {
        let Some((cut, before)) = tried.split_last() else { return };
        let bonus = (depth * depth * 16).min(MAX_HISTORY / 4);
        for scored in before {
            self.update_history(node, moves[scored.index()], -bonus, context);
        }
        let play = moves[cut.index()];
        self.update_history(node, play, bonus, context);
        let killers = &mut self.frames[context.ply].killers;
        if killers[0] != Some(play) {
            *killers = [Some(play), killers[0]];
        }
        if let Some(slot) = context.previous_slot {
            self.counter_moves[slot] = Some(play);
        }
    }

    #[inline]
    fn update_history(&mut self, node: &N, play: N::Move, bonus: i32, context: NodeContext) {
        let history = &mut self.history[Self::history_slot(node, play)];
        *history += bonus - *history * bonus.abs() / MAX_HISTORY;
        if N::FOLLOW_UP_SLOTS > 0 {
            self.follow_ups.update(context.rows, node.follow_up_slot(play), bonus);
        }
    }

    /// History of a move, alone and after the moves before it.
    #[inline]
    pub(super) fn quiet_history(&self, node: &N, play: N::Move, context: NodeContext) -> i32 {
        let mut sum = self.history[Self::history_slot(node, play)];
        if N::FOLLOW_UP_SLOTS > 0 {
            let slot = node.follow_up_slot(play);
            for row in self.follow_ups.slices(context.rows) {
                sum += row.get(slot).map_or(0, |&value| i32::from(value));
            }
        }
        sum
    }
}
