//! A net with one hidden layer, in two forms: weights by input ([`Net`], for training and storage)
//! and sums by row ([`CompiledNet`], for evaluation).

use super::inputs::{INPUT_COUNT, InputRows, ROW_COUNT, for_each_input};

/// Number of hidden units.
pub const HIDDEN_UNITS: usize = 96;

/// One value per hidden unit.
pub type HiddenLayer = [f32; HIDDEN_UNITS];

/// Trainable weights of a net.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    /// First input it uses; earlier inputs are ignored.
    pub first: usize,
    /// Weights from each input, starting with `first`, to the hidden units.
    pub inputs: Vec<HiddenLayer>,
    /// Biases of the hidden units.
    pub bias: HiddenLayer,
    /// Weights from the hidden units to the output.
    pub output: HiddenLayer,
    /// Bias of the output.
    pub output_bias: f32,
}

impl Net {
    /// An all-zero net using the inputs from `first` on.
    pub fn blank(first: usize) -> Net {
        Net {
            first,
            inputs: vec![[0.0; HIDDEN_UNITS]; INPUT_COUNT - first],
            bias: [0.0; HIDDEN_UNITS],
            output: [0.0; HIDDEN_UNITS],
            output_bias: 0.0,
        }
    }

    /// All parameters, in a fixed order.
    pub fn parameters(&self) -> impl Iterator<Item = &f32> {
        let hidden = self.inputs.iter().flatten().chain(&self.bias);
        hidden.chain(&self.output).chain([&self.output_bias])
    }

    /// All parameters, mutable, in the same order.
    pub fn parameters_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let hidden = self.inputs.iter_mut().flatten().chain(&mut self.bias);
        hidden.chain(&mut self.output).chain([&mut self.output_bias])
    }

    /// Bytes written by [`Net::write_to`] for a net using the inputs from `first` on.
    pub const fn byte_len(first: usize) -> usize {
        4 + 2 * ((INPUT_COUNT - first + 2) * HIDDEN_UNITS + 1)
    }

    /// Quantises to 16 bits per parameter, preceded by the step size.
    pub fn write_to(&self, out: &mut Vec<u8>) {
        let most = self.parameters().fold(0.0f32, |most, number| most.max(number.abs()));
        let step = (most / 32_767.0).max(f32::MIN_POSITIVE);
        out.extend(step.to_le_bytes());
        for number in self.parameters() {
            out.extend(((number / step).round() as i16).to_le_bytes());
        }
    }

    /// Reads the format of [`Net::write_to`].
    pub fn from_bytes(first: usize, bytes: &[u8]) -> Option<Net> {
        let (step, rest) = bytes.split_first_chunk::<4>()?;
        if bytes.len() != Net::byte_len(first) {
            return None;
        }
        let step = f32::from_le_bytes(*step);
        let mut net = Net::blank(first);
        for (number, two) in net.parameters_mut().zip(rest.as_chunks::<2>().0) {
            *number = f32::from(i16::from_le_bytes(*two)) * step;
        }
        Some(net)
    }
}

/// A net ready for evaluation: per row the sum of its inputs' weights.
#[derive(Clone)]
pub struct CompiledNet {
    rows: Vec<HiddenLayer>,
    bias: HiddenLayer,
    output: HiddenLayer,
    output_bias: f32,
}

impl CompiledNet {
    /// Precomputes the row sums of a net.
    pub fn from_net(net: &Net) -> CompiledNet {
        let mut rows = vec![[0.0; HIDDEN_UNITS]; ROW_COUNT];
        for (row, sum) in rows.iter_mut().enumerate() {
            for_each_input(row, &mut |input, value| {
                if value != 0.0 && input >= net.first {
                    add_scaled(sum, &net.inputs[input - net.first], value);
                }
            });
        }
        CompiledNet { rows, bias: net.bias, output: net.output, output_bias: net.output_bias }
    }

    /// Hidden-layer sums of a position.
    #[inline]
    pub fn sums(&self, rows: &InputRows) -> HiddenLayer {
        let mut sums = self.bias;
        for row in rows.iter() {
            add_layer(&mut sums, &self.rows[row]);
        }
        sums
    }

    /// Log odds that the player about to throw wins.
    #[inline]
    pub fn output(&self, sums: &HiddenLayer) -> f32 {
        let mut lanes = [0.0; 16];
        for (sums, weights) in sums.as_chunks::<16>().0.iter().zip(self.output.as_chunks::<16>().0)
        {
            for i in 0..16 {
                // Not `f32::max`: its NaN handling has no single WASM instruction.
                let unit = if sums[i] > 0.0 { sums[i] } else { 0.0 };
                lanes[i] += unit * weights[i];
            }
        }
        self.output_bias + lanes.iter().sum::<f32>()
    }

    /// Output with one more row added.
    #[inline]
    pub fn output_with(&self, sums: &HiddenLayer, row: u16) -> f32 {
        let mut sums = *sums;
        add_layer(&mut sums, &self.rows[usize::from(row)]);
        self.output(&sums)
    }

    /// Output weights, for training.
    pub fn output_weights(&self) -> &HiddenLayer {
        &self.output
    }
}

/// Adds `from` to `to`.
#[inline]
pub fn add_layer(to: &mut HiddenLayer, from: &HiddenLayer) {
    for (to, from) in to.iter_mut().zip(from) {
        *to += from;
    }
}

/// Adds `by * from` to `to`.
#[inline]
pub fn add_scaled(to: &mut HiddenLayer, from: &HiddenLayer, by: f32) {
    for (to, from) in to.iter_mut().zip(from) {
        *to += from * by;
    }
}

/// Probability from log odds.
#[inline]
pub fn sigmoid(log_odds: f32) -> f32 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// Log odds from a probability, clamped away from 0 and 1.
pub fn log_odds(chance: f32) -> f32 {
    let chance = chance.clamp(0.0002, 0.9998);
    (chance / (1.0 - chance)).ln()
}
