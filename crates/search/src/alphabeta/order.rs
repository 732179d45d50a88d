use std::sync::Arc;

use crate::node::PROMISING;
use crate::table::Table;
use crate::{Limits, Meter, Node, Stop};

use super::tree::{Frame, MOST_PLIES, Spot, Worker};

/// How far a move's history may go either way.
const MOST_HISTORY: i32 = 1 << 14;

/// History counts in the order of moves up to [`PROMISING`], no more.
const HISTORY_PER_PROMISE: i32 = MOST_HISTORY / PROMISING;

/// What a move that refuted a sister position, or the same answer elsewhere, adds to its promise.
const KILLER: [i32; 2] = [PROMISING * 9 / 10, PROMISING * 8 / 10];
const ANSWER: i32 = PROMISING * 6 / 10;

/// A move in the order it is tried: what speaks for it above, its place in the list below.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Turn(i64);

impl Turn {
    fn new(score: i32, keen: bool, place: usize) -> Turn {
        Turn(i64::from(score) << 20 | i64::from(keen) << 16 | (0xFFFF - place as i64))
    }

    /// The place in the list of moves.
    #[inline]
    pub(super) fn place(self) -> usize {
        (0xFFFF - (self.0 & 0xFFFF)) as usize
    }

    /// Whether it promises something, so that it deserves its full depth.
    #[inline]
    pub(super) fn keen(self) -> bool {
        self.0 >> 16 & 1 != 0
    }
}

/// Brings the best of the moves from `n` on to `n`. The first few are picked one by one, since one
/// of them mostly suffices; then the rest are sorted.
#[inline]
pub(super) fn pick(turns: &mut [Turn], n: usize) -> Turn {
    const PICKED: usize = 4;
    if n < PICKED {
        let mut best = n;
        for i in n + 1..turns.len() {
            if turns[i] > turns[best] {
                best = i;
            }
        }
        turns.swap(n, best);
    } else if n == PICKED {
        turns[n..].sort_unstable_by(|a, b| b.cmp(a));
    }
    turns[n]
}

impl<N: Node> Worker<N> {
    pub(super) fn new(table: Arc<Table>) -> Worker<N> {
        let mut frames = Vec::new();
        frames.resize_with(MOST_PLIES + 2, Frame::default);
        Worker {
            table,
            meter: Meter::new(Limits::default(), Stop::default()),
            frames,
            history: vec![0; 2 * N::SLOTS],
            answers: vec![None; 2 * N::SLOTS],
            path: Vec::with_capacity(MOST_PLIES + 2),
            floor: 0,
            drawn: Vec::new(),
            roots: Vec::new(),
        }
    }

    /// Forgets what was learned about moves.
    pub(super) fn forget(&mut self) {
        self.history.fill(0);
        self.answers.fill(None);
        for frame in &mut self.frames {
            frame.killers = [None; 2];
        }
    }

    /// Where the history of a move is kept: every side has its own.
    #[inline]
    pub(super) fn slot(node: &N, play: N::Move) -> usize {
        node.side().index() * N::SLOTS + node.slot(play)
    }

    /// Says in which order to try the moves of `node`.
    #[inline]
    pub(super) fn arrange(
        &self,
        node: &N,
        moves: &[N::Move],
        turns: &mut Vec<Turn>,
        known: u16,
        spot: Spot,
    ) {
        let [first, second] = self.frames[spot.ply].killers;
        let answer = spot.prior.and_then(|slot| self.answers[slot]);
        turns.clear();
        // A list longer than a place can hold is cut: what comes after is not tried.
        for (place, &play) in moves.iter().enumerate().take(0xFFFE) {
            if place == usize::from(known) {
                turns.push(Turn::new(i32::MAX, true, place));
                continue;
            }
            let promise = node.promise(play).clamp(-1_000_000_000, 1_000_000_000);
            let mut score = promise + self.history[Self::slot(node, play)] / HISTORY_PER_PROMISE;
            if Some(play) == first {
                score += KILLER[0];
            } else if Some(play) == second {
                score += KILLER[1];
            } else if Some(play) == answer {
                score += ANSWER;
            }
            turns.push(Turn::new(score, promise >= PROMISING, place));
        }
    }

    /// Learns from a cut: the last of `tried` made it, the others did not.
    pub(super) fn learn(
        &mut self,
        node: &N,
        moves: &[N::Move],
        tried: &[Turn],
        depth: i32,
        spot: Spot,
    ) {
        let Some((cut, before)) = tried.split_last() else { return };
        let bonus = (depth * depth * 16).min(MOST_HISTORY / 4);
        for turn in before {
            self.credit(Self::slot(node, moves[turn.place()]), -bonus);
        }
        let play = moves[cut.place()];
        self.credit(Self::slot(node, play), bonus);
        let killers = &mut self.frames[spot.ply].killers;
        if killers[0] != Some(play) {
            *killers = [Some(play), killers[0]];
        }
        if let Some(slot) = spot.prior {
            self.answers[slot] = Some(play);
        }
    }

    fn credit(&mut self, slot: usize, bonus: i32) {
        let history = &mut self.history[slot];
        *history += bonus - *history * bonus.abs() / MOST_HISTORY;
    }
}
