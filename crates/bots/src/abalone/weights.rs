// Made by abaque-train abalone-tune --games 1800 --nodes 1500 --first 0: 233746 positions;
// against the weights before, 150 pairs at 3000 nodes: +538 ± 73 Elo.

use super::value::Weights;

/// The weights play uses.
#[rustfmt::skip]
pub static WEIGHTS: Weights = Weights([
    [173, 143], // having a 2nd life
    [130, 94], // a 3rd
    [73, 116], // a 4th
    [94, 141], // a 5th
    [95, 85], // a 6th
    [100, 100], // a 7th
    [100, 100], // an 8th
    [100, 100], // each more
    [51, 16], // balls in the centre
    [41, 12], // on ring 1
    [19, 8], // on ring 2
    [14, -8], // on ring 3
    [-16, -3], // in corners
    [0, -24], // balls without a neighbour
    [-3, -11], // with one
    [-3, -6], // with two
    [-2, 14], // with three
    [-3, 17], // with four
    [-1, 18], // with five
    [-2, -6], // with six
    [4, 11], // rows of three
    [11, 30], // touching balls
    [1, 2], // wedges
    [-14, -10], // edge balls under attack
    [-16, -27], // edge balls held by a friend
    [13, 23], // pushes of two on one
    [15, 45], // pushes of three
    [12, 57], // balls that can be ejected
    [50, 50], // ejections on move
    [16, 19], // the move
]);

/// A value of so many hundredths of a ball wins e to 1.
pub(super) const SCALE: f64 = 125.4;
