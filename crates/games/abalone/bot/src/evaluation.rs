//! Static evaluation: weighted features, with separate weights for the opening and the endgame.

use super::ball_sums::BallSums;
use super::generate::Pushes;
use super::geometry::{ALL, before, inside, stepped};
use super::node::AbaloneNode;

/// Number of features.
pub const FEATURES: usize = 28;

/// Number of steps from opening to endgame.
const PHASES: i32 = 12;

/// Opening and endgame weight per feature, in hundredths of a ball.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights(pub [[i16; 2]; FEATURES]);

/// Lives weighted individually; further lives count like the last.
const COUNTED_LIVES: usize = 8;

/// Feature names in weight order; each is the mover's count minus the opponent's.
#[rustfmt::skip]
pub const FEATURE_NAMES: [&str; FEATURES] = [
    "having a 2nd life", "a 3rd", "a 4th", "a 5th", "a 6th", "a 7th", "an 8th", "each more",
    "balls in the centre", "on ring 1", "on ring 2", "on ring 3", "in corners", "spread",
    "balls with three to five neighbours", "touching balls", "wedges",
    "edge balls under attack", "edge balls attacked behind a friend", "pushes of two on one", "pushes of three",
    "balls that can be pushed to the edge", "the same on move", "balls that can be ejected", "second ones",
    "ejections on move", "second ones on move", "the move",
];

/// Divisor of the spread feature.
const SPREAD_UNIT: i32 = 4;

/// Adds one side's features with the given sign.
#[inline(always)]
fn add_side_features(
    own: u64,
    opposing: u64,
    lives: u8,
    on_move: bool,
    sign: i32,
    out: &mut [i32; FEATURES],
) {
    let lives = usize::from(lives);
    for (i, count) in out.iter_mut().enumerate().take(COUNTED_LIVES - 1) {
        *count += sign * i32::from(lives > i + 1);
    }
    out[7] += sign * lives.saturating_sub(COUNTED_LIVES) as i32;
    let sums = BallSums::of(own);
    for (to, count) in out[8..13].iter_mut().zip(sums.places()) {
        *to += sign * count;
    }
    out[13] += sign * (sums.spread() / SPREAD_UNIT);
    let pushes = push_threats(own, opposing);
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
    let [ones, twos, fours] = bit_counts(neighbours);
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

/// Bitwise sum of six sets: ones, twos, fours.
#[inline(always)]
const fn bit_counts(s: [u64; 6]) -> [u64; 3] {
    let (a, ca) = full_adder(s[0], s[1], s[2]);
    let (b, cb) = full_adder(s[3], s[4], s[5]);
    let (ones, cc) = (a ^ b, a & b);
    let (twos, fours) = full_adder(ca, cb, cc);
    [ones, twos, fours]
}

#[inline(always)]
const fn full_adder(a: u64, b: u64, c: u64) -> (u64, u64) {
    let half = a ^ b;
    (half ^ c, a & b | half & c)
}

/// Pushes available to a side: balls that lead them, and opposing balls that would fall.
#[derive(Clone, Copy, Default)]
struct PushThreats {
    two: u64,
    three: u64,
    /// Opposing balls pushed to where another push in the same direction ejects them.
    to_edge: u64,
    falling: u64,
}

#[inline(always)]
fn push_threats(own: u64, opposing: u64) -> PushThreats {
    let free = ALL & !(own | opposing);
    let mut able = PushThreats::default();
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

/// The last ball of each push, from its rear ball: two steps on for two-on-one, four for
/// three-on-two. Three-on-one pushes the same ball as its two-on-one.
#[inline(always)]
const fn pushed<const D: usize>(by: Pushes) -> u64 {
    let two = stepped::<D>(stepped::<D>(by.three_two));
    stepped::<D>(stepped::<D>(by.two_one | two))
}

/// All features of a position, the mover's minus the opponent's.
pub fn features(board: &AbaloneNode) -> [i32; FEATURES] {
    let mut counts = [0; FEATURES];
    let (own, opposing) = board.sides();
    let (me, you) = (board.side.index(), board.side.other().index());
    add_side_features(own, opposing, board.lives[me], true, 1, &mut counts);
    add_side_features(opposing, own, board.lives[you], false, -1, &mut counts);
    counts[FEATURES - 1] = 1;
    counts
}

/// Game phase, 0 to [`PHASES`], by the share of balls lost.
#[inline]
fn phase(board: &AbaloneNode) -> i32 {
    let on_board = (board.balls[0] | board.balls[1]).count_ones() as i32;
    if board.is_placing() { 0 } else { (28 - on_board).clamp(0, PHASES) }
}

/// Game phase from 0 (opening) to 1.
pub fn lateness(board: &AbaloneNode) -> f64 {
    f64::from(phase(board)) / f64::from(PHASES)
}

/// Static evaluation for the player to move.
pub(crate) fn evaluate(board: &AbaloneNode, weights: &Weights) -> i32 {
    let counts = features(board);
    let late = phase(board);
    let [mut first, mut last] = [0, 0];
    for (count, weight) in counts.iter().zip(&weights.0) {
        first += count * i32::from(weight[0]);
        last += count * i32::from(weight[1]);
    }
    (first * (PHASES - late) + last * late) / PHASES
}
