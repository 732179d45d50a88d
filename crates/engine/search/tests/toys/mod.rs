//! Toy games small enough for plain minimax.
#![allow(dead_code, unreachable_pub)]

use abaque_core::Seat;
use abaque_search::{FULL_DEPTH_SCORE, Node, WIN};

/// Plain minimax to a fixed depth; value to the player to move.
pub fn minimax<N: Node>(node: &N, depth: u32, ply: i32) -> i32 {
    if let Some(value) = node.terminal_value() {
        return value - value.signum() * ply;
    }
    if depth == 0 {
        return node.evaluate();
    }
    let mut moves = Vec::new();
    node.moves(&mut moves);
    moves.into_iter().map(|play| through(node, play, depth, ply)).max().unwrap()
}

/// Minimax value of a move to the player who makes it.
pub fn through<N: Node>(node: &N, play: N::Move, depth: u32, ply: i32) -> i32 {
    let child = node.after(play);
    let value = minimax(&child, depth - 1, ply + 1);
    if child.side_to_move() == node.side_to_move() { value } else { -value }
}

/// Drop stones into columns; `ROW` in a row win. `REDUCED` lets the search reduce late moves.
#[derive(Clone, Debug)]
pub struct Drop<const WIDTH: usize, const HEIGHT: usize, const ROW: usize, const REDUCED: bool> {
    pub cells: [[u8; 8]; 8],
    pub side: Seat,
    pub stones: usize,
    won: bool,
}

impl<const W: usize, const H: usize, const R: usize, const X: bool> Default for Drop<W, H, R, X> {
    fn default() -> Self {
        Drop { cells: [[0; 8]; 8], side: Seat::First, stones: 0, won: false }
    }
}

impl<const W: usize, const H: usize, const R: usize, const X: bool> Drop<W, H, R, X> {
    fn height(&self, column: usize) -> usize {
        self.cells[column].iter().take(H).take_while(|&&cell| cell != 0).count()
    }

    fn run(&self, column: usize, row: usize, mark: u8) -> bool {
        [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(dc, dr)| {
            let count = |sign: isize| {
                (1..R as isize)
                    .take_while(|k| {
                        let c = column as isize + sign * k * dc;
                        let r = row as isize + sign * k * dr;
                        (0..W as isize).contains(&c)
                            && (0..H as isize).contains(&r)
                            && self.cells[c as usize][r as usize] == mark
                    })
                    .count()
            };
            count(1) + count(-1) + 1 >= R
        })
    }
}

impl<const W: usize, const H: usize, const R: usize, const X: bool> Node for Drop<W, H, R, X> {
    type Move = usize;
    const HISTORY_SLOTS: usize = 8;

    fn side_to_move(&self) -> Seat {
        self.side
    }

    fn terminal_value(&self) -> Option<i32> {
        if self.won { Some(-WIN) } else { (self.stones == W * H).then_some(0) }
    }

    fn moves(&self, out: &mut Vec<usize>) {
        out.extend((0..W).filter(|&column| self.height(column) < H));
    }

    fn noisy_moves(&self, _: &mut Vec<usize>) {}

    fn after(&self, column: usize) -> Self {
        let mut next = self.clone();
        let (row, mark) = (self.height(column), self.side.index() as u8 + 1);
        next.cells[column][row] = mark;
        next.won = next.run(column, row, mark);
        next.stones += 1;
        next.side = self.side.other();
        next
    }

    fn key(&self) -> u64 {
        let cells = self.cells.iter().flatten();
        cells.fold(7, |key, &cell| (key ^ u64::from(cell)).wrapping_mul(0x100_0000_01B3))
    }

    fn evaluate(&self) -> i32 {
        let middle: i32 = (0..W)
            .flat_map(|c| (0..H).map(move |r| (c, r)))
            .map(|(c, r)| {
                let weight = (c.min(W - 1 - c) * 3 + r) as i32;
                [0, weight, -weight][usize::from(self.cells[c][r])]
            })
            .sum();
        if self.side == Seat::First { middle } else { -middle }
    }

    fn ordering_score(&self, column: usize) -> i32 {
        column.min(W - 1 - column) as i32 + if X { 0 } else { FULL_DEPTH_SCORE }
    }

    fn history_slot(&self, column: usize) -> usize {
        column
    }
}

/// Small enough to solve by minimax.
pub type Small = Drop<4, 3, 3, false>;
/// Connect Four, with reductions.
pub type Four = Drop<7, 6, 4, true>;

/// A pile of coins: take one to three; leaving a multiple of four gives another turn. The player
/// with more coins wins.
#[derive(Clone, Debug)]
pub struct Again {
    pub pile: i32,
    pub lead: i32,
    pub side: Seat,
}

impl Node for Again {
    type Move = i32;
    const HISTORY_SLOTS: usize = 4;

    fn side_to_move(&self) -> Seat {
        self.side
    }

    fn terminal_value(&self) -> Option<i32> {
        (self.pile == 0).then(|| WIN * self.lead.signum())
    }

    fn moves(&self, out: &mut Vec<i32>) {
        out.extend(1..=self.pile.min(3));
    }

    fn noisy_moves(&self, _: &mut Vec<i32>) {}

    fn after(&self, coins: i32) -> Again {
        let (pile, lead) = (self.pile - coins, self.lead + coins);
        if pile % 4 == 0 {
            Again { pile, lead, side: self.side }
        } else {
            Again { pile, lead: -lead, side: self.side.other() }
        }
    }

    fn key(&self) -> u64 {
        let lead = if self.side == Seat::First { self.lead } else { -self.lead };
        let whole = self.pile as u64 * 1000 + (lead + 400) as u64 * 2 + self.side.index() as u64;
        whole.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn evaluate(&self) -> i32 {
        self.lead * 10
    }

    fn ordering_score(&self, coins: i32) -> i32 {
        FULL_DEPTH_SCORE + coins
    }

    fn history_slot(&self, coins: i32) -> usize {
        coins as usize
    }
}

/// A graph of arrows; each point has a value to the first player, and the game never ends.
#[derive(Clone, Debug)]
pub struct Maze {
    pub at: usize,
    pub side: Seat,
    pub arrows: &'static [&'static [usize]],
    pub values: &'static [i32],
}

impl Node for Maze {
    type Move = usize;
    const HISTORY_SLOTS: usize = 16;

    fn side_to_move(&self) -> Seat {
        self.side
    }

    fn terminal_value(&self) -> Option<i32> {
        None
    }

    fn moves(&self, out: &mut Vec<usize>) {
        out.extend(self.arrows[self.at]);
    }

    fn noisy_moves(&self, _: &mut Vec<usize>) {}

    fn after(&self, at: usize) -> Maze {
        Maze { at, side: self.side.other(), ..*self }
    }

    fn key(&self) -> u64 {
        (self.at as u64 * 2 + self.side.index() as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn evaluate(&self) -> i32 {
        let value = self.values[self.at];
        if self.side == Seat::First { value } else { -value }
    }

    fn ordering_score(&self, _: usize) -> i32 {
        FULL_DEPTH_SCORE
    }

    fn history_slot(&self, at: usize) -> usize {
        at
    }
}

/// A maze in which a draw by repetition has a value to the first player.
#[derive(Clone, Debug)]
pub struct Grudge {
    pub maze: Maze,
    pub draw: i32,
}

impl Node for Grudge {
    type Move = usize;
    const HISTORY_SLOTS: usize = Maze::HISTORY_SLOTS;
    const FOLLOW_UP_SLOTS: usize = Maze::HISTORY_SLOTS;

    fn side_to_move(&self) -> Seat {
        self.maze.side
    }

    fn terminal_value(&self) -> Option<i32> {
        None
    }

    fn moves(&self, out: &mut Vec<usize>) {
        self.maze.moves(out);
    }

    fn noisy_moves(&self, _: &mut Vec<usize>) {}

    fn after(&self, at: usize) -> Grudge {
        Grudge { maze: self.maze.after(at), draw: self.draw }
    }

    fn key(&self) -> u64 {
        self.maze.key()
    }

    fn evaluate(&self) -> i32 {
        self.maze.evaluate()
    }

    fn ordering_score(&self, at: usize) -> i32 {
        self.maze.ordering_score(at)
    }

    fn history_slot(&self, at: usize) -> usize {
        at
    }

    fn follow_up_slot(&self, at: usize) -> usize {
        at
    }

    fn draw_value(&self) -> i32 {
        if self.maze.side == Seat::First { self.draw } else { -self.draw }
    }
}
