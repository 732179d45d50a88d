//! What a position is worth: counts of things on the board, each with a weight early and late.

use super::generate::Pushes;
use super::geometry::{ALL, before, inside, stepped};
use super::node::Board;
use super::tally::Tally;

/// How many things are counted.
pub const FEATURES: usize = 28;

/// How many steps there are from early to late.
const PHASES: i32 = 12;

/// A weight for every count, early and late, in hundredths of a ball.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights(pub [[i16; 2]; FEATURES]);

/// Lives of a side that are counted one by one; more are worth as much as the last.
const LIVES: usize = 8;

/// What is counted, in the order of the weights: the mover's minus the opponent's.
#[rustfmt::skip]
pub const NAMES: [&str; FEATURES] = [
    "having a 2nd life", "a 3rd", "a 4th", "a 5th", "a 6th", "a 7th", "an 8th", "each more",
    "balls in the centre", "on ring 1", "on ring 2", "on ring 3", "in corners", "spread",
    "balls with three to five neighbours", "touching balls", "wedges",
    "edge balls under attack", "edge balls attacked behind a friend", "pushes of two on one", "pushes of three",
    "balls that can be pushed to the edge", "the same on move", "balls that can be ejected", "second ones",
    "ejections on move", "second ones on move", "the move",
];

/// Balls are spread out by so much to count one.
const SPREAD: i32 = 4;

/// The counts of one side against the other, and the phase.
#[inline(always)]
fn side(own: u64, opposing: u64, lives: u8, on_move: bool, sign: i32, out: &mut [i32; FEATURES]) {
    let lives = usize::from(lives);
    for (i, count) in out.iter_mut().enumerate().take(LIVES - 1) {
        *count += sign * i32::from(lives > i + 1);
    }
    out[7] += sign * lives.saturating_sub(LIVES) as i32;
    let tally = Tally::of(own);
    for (to, count) in out[8..13].iter_mut().zip(tally.places()) {
        *to += sign * count;
    }
    out[13] += sign * (tally.spread() / SPREAD);
    let pushes = pushes(own, opposing);
    let neighbours = [
        stepped::<0>(own),
        stepped::<1>(own),
        stepped::<2>(own),
        stepped::<3>(own),
        stepped::<4>(own),
        stepped::<5>(own),
    ];
    let against = [
        stepped::<0>(opposing),
        stepped::<1>(opposing),
        stepped::<2>(opposing),
        stepped::<3>(opposing),
        stepped::<4>(opposing),
        stepped::<5>(opposing),
    ];
    let [ones, twos, fours] = added(neighbours);
    let touching = against.iter().fold(0, |all, set| all | set);
    let wedge = |a: usize| against[a] & against[a + 3];
    let (mut attacked, mut shielded) = (0, 0);
    macro_rules! edge {
        ($($d:literal)*) => {$(
            let edge = own & !inside::<$d>();
            attacked |= edge & against[$d];
            shielded |= edge & neighbours[$d] & stepped::<$d>(against[$d]);
        )*};
    }
    edge!(0 1 2 3 4 5);
    let sets = [
        own & (fours & !twos | !fours & twos & ones),
        own & touching,
        own & wedge(0),
        own & wedge(1),
        own & wedge(2),
        attacked,
        shielded,
        pushes.two,
        pushes.three,
        pushes.to_edge,
        pushes.falling,
    ];
    let counts = sets.map(|set| set.count_ones() as i32);
    out[14] += sign * counts[0];
    out[15] += sign * counts[1];
    out[16] += sign * (counts[2] + counts[3] + counts[4]);
    for (to, count) in out[17..21].iter_mut().zip(&counts[5..]) {
        *to += sign * count;
    }
    let turn = usize::from(on_move);
    out[21 + turn] += sign * counts[9];
    out[23 + 2 * turn] += sign * counts[10].min(1);
    out[24 + 2 * turn] += sign * (counts[10] - 1).max(0);
}

/// Bit by bit the sum of six sets: ones, twos, fours.
#[inline(always)]
const fn added(s: [u64; 6]) -> [u64; 3] {
    let (a, ca) = add(s[0], s[1], s[2]);
    let (b, cb) = add(s[3], s[4], s[5]);
    let (ones, cc) = (a ^ b, a & b);
    let (twos, fours) = add(ca, cb, cc);
    [ones, twos, fours]
}

#[inline(always)]
const fn add(a: u64, b: u64, c: u64) -> (u64, u64) {
    let half = a ^ b;
    (half ^ c, a & b | half & c)
}

/// What a side can push now: balls that lead pushes, and opposing balls that would fall.
#[derive(Clone, Copy, Default)]
struct Able {
    two: u64,
    three: u64,
    /// Opposing balls that would be where a further push the same way ejects them.
    to_edge: u64,
    falling: u64,
}

#[inline(always)]
fn pushes(own: u64, opposing: u64) -> Able {
    let free = ALL & !(own | opposing);
    let mut able = Able::default();
    macro_rules! toward {
        ($($d:literal)*) => {$(
            let edge = opposing & !inside::<$d>();
            let last = opposing & before::<$d>(free) & inside::<$d>();
            let on = Pushes::of::<$d>(own, opposing, last);
            able.two |= on.two_one;
            able.three |= on.three_two;
            able.to_edge |= pushed::<$d>(on) & before::<$d>(ALL & !inside::<$d>()) & inside::<$d>();
            able.falling |= pushed::<$d>(Pushes::of::<$d>(own, opposing, edge));
        )*};
    }
    toward!(0 1 2 3 4 5);
    able
}

/// The last ball of each push, found from the rear ball: two steps on for two on one, four for three on
/// two (three on one push what two on one do).
#[inline(always)]
const fn pushed<const D: usize>(by: Pushes) -> u64 {
    let two = stepped::<D>(stepped::<D>(by.three_two));
    stepped::<D>(stepped::<D>(by.two_one | two))
}

/// Everything that is counted in a position, the mover's minus the opponent's.
pub fn counts(board: &Board) -> [i32; FEATURES] {
    let mut counts = [0; FEATURES];
    let (own, opposing) = board.sides();
    let (me, you) = (board.side.index(), board.side.other().index());
    side(own, opposing, board.lives[me], true, 1, &mut counts);
    side(opposing, own, board.lives[you], false, -1, &mut counts);
    counts[FEATURES - 1] = 1;
    counts
}

/// How late it is, 0 to [`PHASES`]: how many of all the balls are gone.
#[inline]
fn phase(board: &Board) -> i32 {
    let on_board = (board.balls[0] | board.balls[1]).count_ones() as i32;
    if board.placing() { 0 } else { (28 - on_board).clamp(0, PHASES) }
}

/// How late a position is, 0 (early) to 1.
pub fn lateness(board: &Board) -> f64 {
    f64::from(phase(board)) / f64::from(PHASES)
}

/// What a position is worth to the player to move.
pub(crate) fn value(board: &Board, weights: &Weights) -> i32 {
    let counts = counts(board);
    let late = phase(board);
    let [mut first, mut last] = [0, 0];
    for (count, weight) in counts.iter().zip(&weights.0) {
        first += count * i32::from(weight[0]);
        last += count * i32::from(weight[1]);
    }
    (first * (PHASES - late) + last * late) / PHASES
}
