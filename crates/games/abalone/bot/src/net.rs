//! A small, efficiently updatable neural network that corrects the linear evaluation.
//!
//! Inputs are the balls, seen from each player's side: own balls by point, then opposing ones. One
//! hidden layer per side is kept up to date move by move; the output depends on how many balls are
//! left. All numbers are integers, so every machine computes the same value.

use std::sync::LazyLock;

use abaque_core::Seat;

use super::geometry::{BIT, NO_POINT};
use super::weights::LOGISTIC_SCALE;

/// Hidden units per side.
pub const HIDDEN: usize = 32;

/// Output weights are chosen by the number of balls lost.
pub const BUCKETS: usize = 4;

/// Input rows per colour; those without a point stay 0.
const ROWS: usize = 64;

/// A hidden unit of 1.0 as an integer.
pub const UNIT: i16 = 256;

/// An output weight of 1.0 as an integer.
pub const OUTPUT_UNIT: i16 = 128;

/// Hidden layer of one side.
pub(crate) type Accumulator = [i16; HIDDEN];

/// The weights of the network.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    inputs: Box<[[i16; HIDDEN]; 2 * ROWS]>,
    bias: Accumulator,
    /// By bucket: for the mover's hidden units, then the opponent's.
    outputs: [[[i16; HIDDEN]; 2]; BUCKETS],
    output_bias: [i32; BUCKETS],
}

/// The network in use. `abaque-train abalone-net` made it; `docs/strength.md` has the commands.
static BYTES: &[u8] = include_bytes!("net.bin");

/// The network in use, unpacked once.
pub fn shipped_net() -> Option<&'static Net> {
    static NET: LazyLock<Option<Net>> = LazyLock::new(|| Net::from_bytes(BYTES));
    NET.as_ref()
}

/// Numbers in a file of weights.
const NUMBERS: usize = 2 * NO_POINT * HIDDEN + HIDDEN + BUCKETS * (2 * HIDDEN + 1);

impl Net {
    /// Reads weights as 16-bit little-endian integers; `None` if their number is wrong.
    pub fn from_bytes(bytes: &[u8]) -> Option<Net> {
        if bytes.len() != 2 * NUMBERS {
            return None;
        }
        let (pairs, _) = bytes.as_chunks::<2>();
        let mut numbers = pairs.iter().map(|&pair| i16::from_le_bytes(pair));
        let mut net = Net {
            inputs: Box::new([[0; HIDDEN]; 2 * ROWS]),
            bias: [0; HIDDEN],
            outputs: [[[0; HIDDEN]; 2]; BUCKETS],
            output_bias: [0; BUCKETS],
        };
        for row in 0..2 * NO_POINT {
            let row = row / NO_POINT * ROWS + row % NO_POINT;
            net.inputs[row].fill_with(|| numbers.next().unwrap_or_default());
        }
        net.bias.fill_with(|| numbers.next().unwrap_or_default());
        for outputs in net.outputs.iter_mut().flatten() {
            outputs.fill_with(|| numbers.next().unwrap_or_default());
        }
        // The bias is in sixteenths of a unit product, to fit 16 bits.
        net.output_bias.fill_with(|| 16 * i32::from(numbers.next().unwrap_or_default()));
        Some(net)
    }

    /// The hidden layers by seat, from scratch.
    pub(crate) fn accumulate(&self, balls: [u64; 2]) -> [Accumulator; 2] {
        let mut all = [self.bias; 2];
        for seat in Seat::ALL {
            for point in (0..NO_POINT).filter(|&point| balls[seat.index()] & BIT[point] != 0) {
                self.add(&mut all, seat, point);
            }
        }
        all
    }

    /// Puts a ball of `seat` on a point.
    #[inline]
    pub(crate) fn add(&self, all: &mut [Accumulator; 2], seat: Seat, point: usize) {
        for (side, sums) in all.iter_mut().enumerate() {
            let row = &self.inputs[usize::from(seat.index() != side) * ROWS + (point & 63)];
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum = sum.wrapping_add(*weight);
            }
        }
    }

    /// Takes a ball of `seat` off a point.
    #[inline]
    pub(crate) fn remove(&self, all: &mut [Accumulator; 2], seat: Seat, point: usize) {
        for (side, sums) in all.iter_mut().enumerate() {
            let row = &self.inputs[usize::from(seat.index() != side) * ROWS + (point & 63)];
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum = sum.wrapping_sub(*weight);
            }
        }
    }

    /// Correction of the linear evaluation, in hundredths of a ball, for the side to move.
    #[inline]
    pub(crate) fn correction(&self, all: &[Accumulator; 2], side: Seat, balls_lost: usize) -> i32 {
        let bucket = bucket(balls_lost);
        let [own, opposing] = &self.outputs[bucket];
        let sum = self.output_bias[bucket]
            + activate(&all[side.index()], own)
            + activate(&all[side.other().index()], opposing);
        // 109 hundredths of a ball per logit; see `LOGISTIC_SCALE`.
        sum / 16 * SCALE / (i32::from(UNIT) * i32::from(OUTPUT_UNIT) / 16)
    }
}

/// [`LOGISTIC_SCALE`] as an integer.
const SCALE: i32 = LOGISTIC_SCALE as i32;

/// The output weights to use when both sides together have lost this many balls.
pub fn bucket(balls_lost: usize) -> usize {
    (balls_lost / 2).min(BUCKETS - 1)
}

/// Weighted sum of the hidden units, clipped to 0 … 1.
#[inline]
fn activate(sums: &Accumulator, weights: &[i16; HIDDEN]) -> i32 {
    let mut total = 0;
    for (sum, weight) in sums.iter().zip(weights) {
        total += i32::from((*sum).clamp(0, UNIT)) * i32::from(*weight);
    }
    total
}

#[cfg(test)]
mod tests {
    use abaque_abalone::{Abalone, Layout, Options};
    use abaque_core::{Game, Ply, SplitMix};

    use super::*;
    use crate::node::AbaloneNode;
    use crate::weights::WEIGHTS;
    use abaque_search::Node;

    #[test]
    fn the_shipped_net_has_the_right_size() {
        assert!(shipped_net().is_some());
        assert!(BYTES.len() <= 300_000, "{}", BYTES.len());
        assert!(Net::from_bytes(&BYTES[1..]).is_none());
    }

    #[test]
    fn hidden_layers_follow_the_moves() {
        let net = shipped_net().expect("a net");
        let mut source = SplitMix(4);
        for layout in Layout::ALL {
            let options = Options::new(6, layout).expect("options");
            let mut game = Abalone::start(&options);
            let mut node = AbaloneNode::new(&game, 0, &WEIGHTS).with_net(net);
            for _ in 0..300 {
                let mut plays = Vec::new();
                node.moves(&mut plays);
                let Some(action) = game.random_action(&mut source).filter(|_| !game.is_over())
                else {
                    break;
                };
                let play = plays.into_iter().find(|play| play.to_action() == Some(action));
                node = node.after(play.expect("a legal move"));
                game.apply_unchecked(Ply::Act(action));
                let fresh = AbaloneNode::new(&game, 0, &WEIGHTS).with_net(net);
                assert!(node.has_same_hidden_layers(&fresh), "{game}");
            }
        }
    }

    /// Hidden sums stay far from the limits of 16 bits, whatever the position.
    #[test]
    fn no_hidden_unit_overflows() {
        let net = shipped_net().expect("a net");
        for unit in 0..HIDDEN {
            let mut weights: Vec<i32> =
                net.inputs.iter().map(|row| i32::from(row[unit]).abs()).collect();
            weights.sort_unstable_by(|a, b| b.cmp(a));
            let most: i32 = weights[..28].iter().sum();
            assert!(most + i32::from(net.bias[unit]).abs() < i32::from(i16::MAX), "{unit}: {most}");
        }
    }
}
