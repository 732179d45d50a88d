//! A net with one hidden layer, in the two shapes it is used in: weights by input ([`Net`], what
//! is learned and stored) and sums by row ([`Table`], what is evaluated).

use super::inputs::{INPUTS, ROWS, Rows, describe};

/// Hidden units.
pub const HIDDEN: usize = 96;

/// One number for each hidden unit.
pub type Layer = [f32; HIDDEN];

/// The weights of a net.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    /// The first input it sees; those before it count for nothing.
    pub first: usize,
    /// From each input, beginning with `first`, to the hidden units.
    pub inputs: Vec<Layer>,
    /// What hidden units start from.
    pub bias: Layer,
    /// From the hidden units to the output.
    pub output: Layer,
    /// What the output starts from.
    pub output_bias: f32,
}

impl Net {
    /// A net that sees the inputs from `first` on and says nothing yet.
    pub fn blank(first: usize) -> Net {
        Net {
            first,
            inputs: vec![[0.0; HIDDEN]; INPUTS - first],
            bias: [0.0; HIDDEN],
            output: [0.0; HIDDEN],
            output_bias: 0.0,
        }
    }

    /// All its numbers, always in the same order.
    pub fn numbers(&self) -> impl Iterator<Item = &f32> {
        let hidden = self.inputs.iter().flatten().chain(&self.bias);
        hidden.chain(&self.output).chain([&self.output_bias])
    }

    /// The same, to be changed.
    pub fn numbers_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let hidden = self.inputs.iter_mut().flatten().chain(&mut self.bias);
        hidden.chain(&mut self.output).chain([&mut self.output_bias])
    }

    /// How many bytes [`Net::write`] gives for a net that sees the inputs from `first` on.
    pub const fn size(first: usize) -> usize {
        4 + 2 * ((INPUTS - first + 2) * HIDDEN + 1)
    }

    /// The net in sixteen bits a number, after the size of one step.
    pub fn write(&self, out: &mut Vec<u8>) {
        let most = self.numbers().fold(0.0f32, |most, number| most.max(number.abs()));
        let step = (most / 32_767.0).max(f32::MIN_POSITIVE);
        out.extend(step.to_le_bytes());
        for number in self.numbers() {
            out.extend(((number / step).round() as i16).to_le_bytes());
        }
    }

    /// Reads what [`Net::write`] wrote.
    pub fn read(first: usize, bytes: &[u8]) -> Option<Net> {
        let (step, rest) = bytes.split_first_chunk::<4>()?;
        if bytes.len() != Net::size(first) {
            return None;
        }
        let step = f32::from_le_bytes(*step);
        let mut net = Net::blank(first);
        for (number, two) in net.numbers_mut().zip(rest.as_chunks::<2>().0) {
            *number = f32::from(i16::from_le_bytes(*two)) * step;
        }
        Some(net)
    }
}

/// A net ready for evaluation: for each row the sum of its inputs' weights.
#[derive(Clone)]
pub struct Table {
    rows: Vec<Layer>,
    bias: Layer,
    output: Layer,
    output_bias: f32,
}

impl Table {
    /// The table of a net.
    pub fn of(net: &Net) -> Table {
        let mut rows = vec![[0.0; HIDDEN]; ROWS];
        for (row, sum) in rows.iter_mut().enumerate() {
            describe(row, &mut |input, value| {
                if value != 0.0 && input >= net.first {
                    add_scaled(sum, &net.inputs[input - net.first], value);
                }
            });
        }
        Table { rows, bias: net.bias, output: net.output, output_bias: net.output_bias }
    }

    /// The hidden units' sums for a position.
    #[inline]
    pub fn sums(&self, rows: &Rows) -> Layer {
        let mut sums = self.bias;
        for row in rows.iter() {
            add(&mut sums, &self.rows[row]);
        }
        sums
    }

    /// The output: the logarithm of the odds that the player about to throw wins.
    #[inline]
    pub fn output(&self, sums: &Layer) -> f32 {
        let mut lanes = [0.0; 16];
        for (sums, weights) in sums.as_chunks::<16>().0.iter().zip(self.output.as_chunks::<16>().0)
        {
            for i in 0..16 {
                // Written out: `max` minds NaN, which WASM has no instruction for.
                let unit = if sums[i] > 0.0 { sums[i] } else { 0.0 };
                lanes[i] += unit * weights[i];
            }
        }
        self.output_bias + lanes.iter().sum::<f32>()
    }

    /// The output with one more row.
    #[inline]
    pub fn output_with(&self, sums: &Layer, row: u16) -> f32 {
        let mut sums = *sums;
        add(&mut sums, &self.rows[usize::from(row)]);
        self.output(&sums)
    }

    /// The output's weights, for learning.
    pub fn output_weights(&self) -> &Layer {
        &self.output
    }
}

/// Adds a layer to another.
#[inline]
pub fn add(to: &mut Layer, from: &Layer) {
    for (to, from) in to.iter_mut().zip(from) {
        *to += from;
    }
}

/// Adds a multiple of a layer to another.
#[inline]
pub fn add_scaled(to: &mut Layer, from: &Layer, by: f32) {
    for (to, from) in to.iter_mut().zip(from) {
        *to += from * by;
    }
}

/// The probability that belongs to a logarithm of odds.
#[inline]
pub fn chance(log_odds: f32) -> f32 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// The logarithm of odds that belongs to a probability; nothing is called certain.
pub fn log_odds(chance: f32) -> f32 {
    let chance = chance.clamp(0.0002, 0.9998);
    (chance / (1.0 - chance)).ln()
}
