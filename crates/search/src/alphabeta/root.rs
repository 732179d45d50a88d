use std::cmp::Reverse;

use crate::{Meter, Node, SEEN_TO_THE_END, WIN};

use super::tree::{MOST_PLIES, Spot, Worker};
use super::{Found, Variation};

/// A move at the root.
pub(super) struct Root<M> {
    play: M,
    /// Its value at the last depth where it was among the best, else [`UNKNOWN`].
    value: i32,
    line: Vec<M>,
}

/// Less than any value.
const UNKNOWN: i32 = -WIN - 2;

/// Half the first window around the value of the depth before.
const WINDOW: i32 = 20;

/// Deeper than any search gets.
const MOST_DEPTH: u32 = MOST_PLIES as u32 * 2 / 3;

impl<N: Node> Worker<N> {
    /// Searches deeper and deeper until the meter says enough.
    pub(super) fn deepen(
        &mut self,
        root: &N,
        past: &[u64],
        lines: usize,
        meter: Meter,
        watch: &mut dyn FnMut(&Found<N::Move>),
    ) -> Found<N::Move> {
        self.begin(root, past, meter);
        let lines = lines.min(self.roots.len());
        let mut found = self.found(lines, 0);
        for depth in 1..=MOST_DEPTH {
            if lines == 0 || !self.meter.may_begin(depth) {
                break;
            }
            let whole = self.depth(root, depth, lines);
            // A depth that was cut short still counts if it found something better first: the best
            // move of the depth before is looked at first.
            if whole || lines == 1 {
                found = self.found(lines, if whole { depth } else { depth - 1 });
            }
            if whole {
                watch(&found);
            }
            let decided = |line: &Variation<N::Move>| line.value.abs() >= WIN - depth as i32;
            if !whole || found.lines.iter().all(decided) {
                break;
            }
        }
        found.nodes = self.meter.nodes();
        found.time = self.meter.elapsed();
        found
    }

    /// The same for a thread whose only use is what it leaves in the table. Gives its nodes.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn help(
        &mut self,
        root: &N,
        past: &[u64],
        lines: usize,
        meter: Meter,
        number: usize,
    ) -> u64 {
        self.begin(root, past, meter);
        let lines = lines.min(self.roots.len());
        // Every other helper starts one deeper, so that they do not all do the same at once.
        for depth in 1 + (number as u32 + 1) % 2..=MOST_DEPTH {
            if lines == 0 || !self.meter.may_begin(depth) || !self.depth(root, depth, lines) {
                break;
            }
        }
        self.meter.nodes()
    }

    /// Lists the moves at the root and orders them by a glance at each.
    fn begin(&mut self, root: &N, past: &[u64], meter: Meter) {
        self.meter = meter;
        self.forget();
        self.path.clear();
        self.floor = 0;
        if root.recurs() {
            self.path.push(root.key());
        }
        self.drawn.clear();
        for (i, key) in past.iter().enumerate() {
            if past[..i].contains(key) && !self.drawn.contains(key) {
                self.drawn.push(*key);
            }
        }
        let mut moves = Vec::new();
        if root.ended().is_none() {
            root.moves(&mut moves);
        }
        self.roots.clear();
        for play in moves {
            let child = root.after(play);
            self.meter.count();
            let value = match child.ended() {
                Some(value) => value - value.signum(),
                None => child.value(),
            };
            let value = if child.side() == root.side() { value } else { -value };
            self.roots.push(Root { play, value, line: vec![play] });
        }
        self.roots.sort_by_key(|at| Reverse((at.value, root.promise(at.play))));
    }

    /// One depth, all lines; whether it was finished.
    fn depth(&mut self, root: &N, depth: u32, lines: usize) -> bool {
        // The values of the depth before, by which the windows are laid.
        for line in 0..lines {
            if !self.aspire(root, depth as i32, line) {
                return false;
            }
        }
        self.roots[..lines].sort_by_key(|at| Reverse(at.value));
        true
    }

    /// The best of the moves from `line` on, with its exact value, brought to `line`; whether it
    /// was found before the meter ran out.
    fn aspire(&mut self, root: &N, depth: i32, line: usize) -> bool {
        let guess = self.roots[line].value;
        let (mut alpha, mut beta) = (-WIN - 1, WIN + 1);
        let mut half = WINDOW;
        if depth >= 4 && guess.abs() < SEEN_TO_THE_END {
            (alpha, beta) = (guess - half, guess + half);
        }
        loop {
            let value = self.choose(root, depth, alpha, beta, line);
            if self.meter.is_spent() {
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

    /// Searches the moves from `line` on within a window and brings the best to `line`.
    fn choose(&mut self, root: &N, depth: i32, mut alpha: i32, beta: i32, line: usize) -> i32 {
        let (mut best, mut best_at) = (UNKNOWN, None);
        for n in line..self.roots.len() {
            let play = self.roots[n].play;
            let child = root.after(play);
            let spot = Spot { ply: 1, prior: Some(Self::slot(root, play)), may_pass: true };
            let mut value = UNKNOWN;
            if n > line {
                value = self.down(root, &child, depth - 1, alpha, alpha + 1, spot);
            }
            if n == line || (value > alpha && value < beta) {
                value = self.down(root, &child, depth - 1, alpha, beta, spot);
            }
            if self.meter.is_spent() {
                break;
            }
            best = best.max(value);
            if value > alpha {
                alpha = value;
                best_at = Some(n);
                self.follow(0, play);
                let at = &mut self.roots[n];
                at.value = value;
                at.line.clone_from(&self.frames[0].line);
                if value >= beta {
                    break;
                }
            }
        }
        if let Some(n) = best_at {
            self.roots[line..=n].rotate_right(1);
        }
        best
    }

    fn found(&self, lines: usize, depth: u32) -> Found<N::Move> {
        let lines = self.roots[..lines]
            .iter()
            .map(|at| Variation { moves: at.line.clone(), value: at.value })
            .collect();
        Found { lines, depth, nodes: self.meter.nodes(), time: self.meter.elapsed() }
    }
}
