// Made by
//   abaque-train abalone-games --games 1000 --nodes 1500 --first 200000 --out games.txt
//   abaque-train abalone-tune games.txt --lambda 95
// 172802 positions of 1000 games; against the weights those games were played with (fitted in the same way
// to 1500 games of the weights before), 40 pairs at 1500 nodes: +93 ± 79 Elo.

use super::evaluation::Weights;

/// The tuned weights.
#[rustfmt::skip]
pub static WEIGHTS: Weights = Weights([
    [199, 176], // having a 2nd life
    [175, 164], // a 3rd
    [157, 114], // a 4th
    [135, 145], // a 5th
    [128, 144], // a 6th
    [128, 144], // a 7th
    [128, 144], // an 8th
    [128, 144], // each more
    [47, 29], // balls in the centre
    [29, 13], // on ring 1
    [12, 2], // on ring 2
    [4, 1], // on ring 3
    [-6, 1], // in corners
    [-10, -18], // spread
    [2, 8], // balls with three to five neighbours
    [9, 26], // touching balls
    [4, 15], // wedges
    [-16, -5], // edge balls under attack
    [-19, -39], // edge balls attacked behind a friend
    [12, 23], // pushes of two on one
    [26, 23], // pushes of three
    [1, 17], // balls that can be pushed to the edge
    [3, 25], // the same on move
    [10, 43], // balls that can be ejected
    [20, 59], // second ones
    [18, 57], // ejections on move
    [21, 67], // second ones on move
    [18, 12], // the move
]);

/// A value of this many hundredths of a ball gives odds of e to 1.
pub const LOGISTIC_SCALE: f64 = 109.2;
