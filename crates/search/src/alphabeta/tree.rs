use std::sync::Arc;

use crate::table::{Bound, Entry, NO_PLAY, Table};
use crate::{Meter, Node, SEEN_TO_THE_END, WIN};

use super::order::{Turn, pick};
use super::root::Root;

/// How many plies a line may have, quiescence included.
pub(super) const MOST_PLIES: usize = 120;

/// What belongs to one ply of the line being searched; kept, so that nothing is allocated.
pub(super) struct Frame<M> {
    pub(super) moves: Vec<M>,
    pub(super) turns: Vec<Turn>,
    pub(super) line: Vec<M>,
    pub(super) killers: [Option<M>; 2],
}

impl<M> Default for Frame<M> {
    fn default() -> Frame<M> {
        Frame { moves: Vec::new(), turns: Vec::new(), line: Vec::new(), killers: [None, None] }
    }
}

/// One thread's search.
pub(super) struct Worker<N: Node> {
    pub(super) table: Arc<Table>,
    pub(super) meter: Meter,
    pub(super) frames: Vec<Frame<N::Move>>,
    /// By side and slot: how often a move cut the search.
    pub(super) history: Vec<i32>,
    /// By the slot of the move before: what refuted it last.
    pub(super) answers: Vec<Option<N::Move>>,
    /// Keys of the positions on the line being searched that count for repetition.
    pub(super) path: Vec<u64>,
    /// Where the path begins to count: a pass cannot be part of a repetition.
    pub(super) floor: usize,
    /// Keys of positions that the game has already seen twice.
    pub(super) drawn: Vec<u64>,
    pub(super) roots: Vec<Root<N::Move>>,
}

/// A node on the line being searched: where it is and how it was reached.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    pub(super) ply: usize,
    /// The slot of the move that led here.
    pub(super) prior: Option<usize>,
    /// Whether a pass may be tried: not right after another.
    pub(super) may_pass: bool,
}

impl<N: Node> Worker<N> {
    /// The value of `child`, reached from `node`, to the player to move at `node`.
    #[inline]
    pub(super) fn down(
        &mut self,
        node: &N,
        child: &N,
        depth: i32,
        alpha: i32,
        beta: i32,
        spot: Spot,
    ) -> i32 {
        if child.side() == node.side() {
            self.search(child, depth, alpha, beta, spot)
        } else {
            -self.search(child, depth, -beta, -alpha, spot)
        }
    }

    /// The value of `node` to the player to move, exact if between `alpha` and `beta`, else a
    /// bound. Means nothing once the meter is spent.
    pub(super) fn search(
        &mut self,
        node: &N,
        depth: i32,
        mut alpha: i32,
        mut beta: i32,
        spot: Spot,
    ) -> i32 {
        if depth <= 0 {
            return self.settle(node, alpha, beta, spot.ply);
        }
        let ply = spot.ply;
        self.frames[ply].line.clear();
        if self.meter.count() {
            return 0;
        }
        if let Some(value) = node.ended() {
            return end_value(value, ply);
        }
        let (key, recurs) = (node.key(), node.recurs());
        if recurs && self.recurred(key) {
            return 0;
        }
        if ply >= MOST_PLIES {
            return node.value();
        }
        // No line from here is better than winning with the next move, or worse than having lost.
        alpha = alpha.max(ply as i32 - WIN);
        beta = beta.min(WIN - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        let wide = beta - alpha > 1;

        let entry = self.table.get(key);
        if let Some(entry) = entry.filter(|entry| entry.depth >= depth && !wide) {
            let value = from_table(entry.value, ply);
            let decides = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => value >= beta,
                Bound::AtMost => value <= alpha,
            };
            if decides {
                return value;
            }
        }
        let known = entry.map_or(NO_PLAY, |entry| entry.play);
        let settled = !node.unsettled();
        let still = match entry {
            _ if !settled => 0,
            Some(entry) => entry.still,
            None => node.value(),
        };

        let calm = beta.abs() < SEEN_TO_THE_END && settled && !wide;
        if calm {
            if let Some(drift) = N::DRIFT
                && depth <= 5
                && still - drift * depth >= beta
            {
                return still;
            }
            if let Some(value) = self.pass(node, depth, beta, still, spot) {
                return value;
            }
        }
        // Without a move to begin with, a shallower search finds one for next time.
        let depth = if known == NO_PLAY && depth >= 5 { depth - 1 } else { depth };

        let mut moves = std::mem::take(&mut self.frames[ply].moves);
        let mut turns = std::mem::take(&mut self.frames[ply].turns);
        moves.clear();
        node.moves(&mut moves);
        self.arrange(node, &moves, &mut turns, known, spot);
        if recurs {
            self.path.push(key);
        }
        self.frames[ply + 1].killers = [None; 2];
        let (mut best, mut best_place) = (-WIN - 1, NO_PLAY);
        let bottom = alpha;
        for n in 0..turns.len() {
            let turn = pick(&mut turns, n);
            let late = n >= 3 && !turn.keen();
            if late && calm && best > -SEEN_TO_THE_END && hopeless::<N>(depth, n, still, alpha) {
                continue;
            }
            let play = moves[turn.place()];
            let child = node.after(play);
            let below = Spot { ply: ply + 1, prior: Some(Self::slot(node, play)), may_pass: true };
            let value = if n == 0 {
                self.down(node, &child, depth - 1, alpha, beta, below)
            } else {
                let less =
                    if late && depth >= 3 && settled { reduction(depth, n, wide) } else { 0 };
                let mut value = self.down(node, &child, depth - 1 - less, alpha, alpha + 1, below);
                if value > alpha && less > 0 {
                    value = self.down(node, &child, depth - 1, alpha, alpha + 1, below);
                }
                if value > alpha && value < beta {
                    value = self.down(node, &child, depth - 1, alpha, beta, below);
                }
                value
            };
            if self.meter.is_spent() {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_place = turn.place() as u16;
                    self.follow(ply, play);
                    if value >= beta {
                        self.learn(node, &moves, &turns[..=n], depth, spot);
                        break;
                    }
                }
            }
        }
        if recurs {
            self.path.pop();
        }
        let none = turns.is_empty();
        self.frames[ply].moves = moves;
        self.frames[ply].turns = turns;
        if self.meter.is_spent() {
            return 0;
        }
        if none {
            return node.value();
        }
        let bound = if best >= beta {
            Bound::AtLeast
        } else if best > bottom {
            Bound::Exact
        } else {
            Bound::AtMost
        };
        let value = to_table(best, ply);
        self.table.put(key, Entry { value, still, depth, bound, play: best_place });
        best
    }

    /// Null move: if even passing leaves the player at `beta`, a move will.
    #[inline]
    fn pass(&mut self, node: &N, depth: i32, beta: i32, still: i32, spot: Spot) -> Option<i32> {
        if !spot.may_pass || depth < 2 || still < beta {
            return None;
        }
        let passed = node.pass()?;
        let floor = std::mem::replace(&mut self.floor, self.path.len());
        let below = Spot { ply: spot.ply + 1, prior: None, may_pass: false };
        let value = self.down(node, &passed, depth - 3 - depth / 4, beta - 1, beta, below);
        self.floor = floor;
        // A win seen after a pass is not a win seen to its end.
        (value >= beta).then(|| value.min(SEEN_TO_THE_END - 1))
    }

    /// Quiescence: plays out what is loud until the position can be judged.
    pub(super) fn settle(&mut self, node: &N, mut alpha: i32, beta: i32, ply: usize) -> i32 {
        self.frames[ply].line.clear();
        if self.meter.count() {
            return 0;
        }
        if let Some(value) = node.ended() {
            return end_value(value, ply);
        }
        if ply >= MOST_PLIES {
            return node.value();
        }
        let settled = !node.unsettled();
        let mut best = if settled { node.value() } else { ply as i32 - WIN };
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        let mut moves = std::mem::take(&mut self.frames[ply].moves);
        let mut turns = std::mem::take(&mut self.frames[ply].turns);
        moves.clear();
        if settled {
            node.loud(&mut moves);
        } else {
            node.moves(&mut moves);
        }
        self.arrange(node, &moves, &mut turns, NO_PLAY, Spot { ply, prior: None, may_pass: false });
        for n in 0..turns.len() {
            let play = moves[pick(&mut turns, n).place()];
            let child = node.after(play);
            let value = if child.side() == node.side() {
                self.settle(&child, alpha, beta, ply + 1)
            } else {
                -self.settle(&child, -beta, -alpha, ply + 1)
            };
            if self.meter.is_spent() {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    self.follow(ply, play);
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        let stuck = turns.is_empty() && !settled;
        self.frames[ply].moves = moves;
        self.frames[ply].turns = turns;
        if stuck { node.value() } else { best }
    }

    /// The best line from `ply` on is `play` and the best line after it.
    #[inline]
    pub(super) fn follow(&mut self, ply: usize, play: N::Move) {
        if let [frame, below] = &mut self.frames[ply..ply + 2] {
            frame.line.clear();
            frame.line.push(play);
            frame.line.extend_from_slice(&below.line);
        }
    }

    /// Whether a position counts as drawn by repetition: its third time in the game, or its second
    /// on the line being searched (who could force that once can force it again).
    #[inline]
    fn recurred(&self, key: u64) -> bool {
        self.path[self.floor..].contains(&key) || self.drawn.contains(&key)
    }

    /// See [`super::Searcher::value`].
    pub(super) fn glance(
        &mut self,
        node: &N,
        depth: u32,
        alpha: i32,
        beta: i32,
        meter: &mut Meter,
    ) -> i32 {
        std::mem::swap(&mut self.meter, meter);
        self.path.clear();
        self.drawn.clear();
        self.floor = 0;
        let spot = Spot { ply: 0, prior: None, may_pass: true };
        let value = self.search(node, depth.min(100) as i32, alpha, beta, spot);
        std::mem::swap(&mut self.meter, meter);
        value
    }
}

/// Whether a quiet move late in the order is not worth a look this close to the horizon.
#[inline]
fn hopeless<N: Node>(depth: i32, n: usize, still: i32, alpha: i32) -> bool {
    let Some(drift) = N::DRIFT else { return false };
    depth <= 3 && (n as i32 >= 6 + 3 * depth * depth || still + drift * (depth + 1) <= alpha)
}

/// How many plies less a quiet move late in the order gets at first.
#[inline]
fn reduction(depth: i32, n: usize, wide: bool) -> i32 {
    let less = (16 + quarter_log(depth as u32) * quarter_log(n as u32) * 5 / 12) / 32;
    (less - i32::from(wide)).clamp(0, depth - 2)
}

/// Four times the logarithm to base 2 of a positive number, roughly.
#[inline]
fn quarter_log(n: u32) -> i32 {
    let whole = n.ilog2();
    (4 * whole + ((n * 4) >> whole & 3)) as i32
}

/// The value of a game that ended `ply` plies from the root.
#[inline]
fn end_value(value: i32, ply: usize) -> i32 {
    match value {
        WIN => WIN - ply as i32,
        v if v == -WIN => ply as i32 - WIN,
        other => other,
    }
}

/// Wins and losses are stored by their distance from the position, not from the root.
#[inline]
fn to_table(value: i32, ply: usize) -> i32 {
    if value >= SEEN_TO_THE_END {
        value + ply as i32
    } else if value <= -SEEN_TO_THE_END {
        value - ply as i32
    } else {
        value
    }
}

#[inline]
fn from_table(value: i32, ply: usize) -> i32 {
    if value >= SEEN_TO_THE_END {
        value - ply as i32
    } else if value <= -SEEN_TO_THE_END {
        value + ply as i32
    } else {
        value
    }
}
