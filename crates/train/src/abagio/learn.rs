//! Learning: gradients of the cross entropy by rows, folded into the inputs' weights, and Adam.

use abaque_bots::abagio::inputs::{ROWS, Rows, describe};
use abaque_bots::abagio::net::{HIDDEN, Layer, Net, Table, add, add_scaled, chance};
use abaque_core::{Source, SplitMix};

/// A position and what it turned out to be worth to the player about to throw.
#[derive(Clone, Copy)]
pub(crate) struct Sample {
    pub(crate) rows: Rows,
    pub(crate) target: f32,
}

/// A net that has everything to learn: small random weights.
pub(crate) fn unlearned(first: usize, source: &mut SplitMix) -> Net {
    let mut net = Net::blank(first);
    let mut uniform = || (source.next_u64() >> 40) as f32 / (1u64 << 23) as f32 - 1.0;
    for layer in &mut net.inputs {
        layer.iter_mut().for_each(|weight| *weight = 0.15 * uniform());
    }
    net.output.iter_mut().for_each(|weight| *weight = 0.2 * uniform());
    net
}

/// The sum of the gradients of many samples.
pub(crate) struct Gradient {
    rows: Vec<Layer>,
    bias: Layer,
    output: Layer,
    output_bias: f32,
    /// The sum of the cross entropies.
    pub(crate) loss: f64,
    samples: u32,
}

impl Gradient {
    pub(crate) fn new() -> Gradient {
        let zero = [0.0; HIDDEN];
        let rows = vec![zero; ROWS];
        Gradient { rows, bias: zero, output: zero, output_bias: 0.0, loss: 0.0, samples: 0 }
    }

    /// Adds one sample's.
    pub(crate) fn add(&mut self, table: &Table, sample: &Sample) {
        let sums = table.sums(&sample.rows);
        let output = table.output(&sums);
        let said = chance(output);
        let error = said - sample.target;
        let mut back = [0.0; HIDDEN];
        for i in 0..HIDDEN {
            let open = if sums[i] > 0.0 { 1.0 } else { 0.0 };
            back[i] = error * table.output_weights()[i] * open;
            self.output[i] += error * sums[i].max(0.0);
        }
        self.output_bias += error;
        add(&mut self.bias, &back);
        for row in sample.rows.iter() {
            add(&mut self.rows[row], &back);
        }
        // ln(1 + e^x) − t·x, without overflow.
        let softplus = f64::from(output.max(0.0)) + f64::from((-output.abs()).exp()).ln_1p();
        self.loss += softplus - f64::from(sample.target * output);
        self.samples += 1;
    }

    /// The mean gradient by weights, in the shape of the net.
    pub(crate) fn mean(&self, first: usize) -> Net {
        let scale = 1.0 / self.samples.max(1) as f32;
        let mut net = Net::blank(first);
        for (row, sum) in self.rows.iter().enumerate() {
            if sum.iter().all(|&part| part == 0.0) {
                continue;
            }
            describe(row, &mut |input, value| {
                if value != 0.0 && input >= first {
                    add_scaled(&mut net.inputs[input - first], sum, value * scale);
                }
            });
        }
        add_scaled(&mut net.bias, &self.bias, scale);
        add_scaled(&mut net.output, &self.output, scale);
        net.output_bias = self.output_bias * scale;
        net
    }
}

/// A net that learns (Adam), with a running mean of its weights, which plays more steadily.
pub(crate) struct Learner {
    pub(crate) net: Net,
    pub(crate) steady: Net,
    table: Table,
    momentum: Net,
    spread: Net,
    steps: i32,
}

impl Learner {
    pub(crate) fn new(net: Net) -> Learner {
        Learner {
            steady: net.clone(),
            table: Table::of(&net),
            momentum: Net::blank(net.first),
            spread: Net::blank(net.first),
            net,
            steps: 0,
        }
    }

    /// Learns from some samples at once; gives the sum of their losses.
    pub(crate) fn step(&mut self, samples: &[Sample], rate: f32) -> f64 {
        const KEEP: f32 = 0.9;
        const KEEP_SPREAD: f32 = 0.999;
        let mut sum = Gradient::new();
        samples.iter().for_each(|sample| sum.add(&self.table, sample));
        let gradient = sum.mean(self.net.first);
        self.steps += 1;
        let rate =
            rate * (1.0 - KEEP_SPREAD.powi(self.steps)).sqrt() / (1.0 - KEEP.powi(self.steps));
        let steady = (self.steps as f32 / (self.steps as f32 + 10.0)).min(0.999);
        let state = self.momentum.numbers_mut().zip(self.spread.numbers_mut());
        let nets = self.net.numbers_mut().zip(self.steady.numbers_mut());
        for ((g, (m, v)), (weight, mean)) in gradient.numbers().zip(state).zip(nets) {
            *m = KEEP * *m + (1.0 - KEEP) * g;
            *v = KEEP_SPREAD * *v + (1.0 - KEEP_SPREAD) * g * g;
            *weight -= rate * *m / (v.sqrt() + 1e-8);
            *mean = steady * *mean + (1.0 - steady) * *weight;
        }
        self.table = Table::of(&self.net);
        sum.loss
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abagio::duel;
    use abaque_bots::abagio::inputs::INNER_INPUTS;
    use abaque_core::Seat;

    fn loss(net: &Net, samples: &[Sample]) -> f64 {
        let mut sum = Gradient::new();
        samples.iter().for_each(|sample| sum.add(&Table::of(net), sample));
        sum.loss / samples.len() as f64
    }

    #[test]
    fn gradients_agree_with_finite_differences() {
        let mut source = SplitMix(5);
        for first in [0, INNER_INPUTS] {
            let net = unlearned(first, &mut source);
            let start = Rows::of(&duel::start(), Seat::First);
            let samples = [Sample { rows: start, target: 0.9 }];
            let mut sum = Gradient::new();
            samples.iter().for_each(|sample| sum.add(&Table::of(&net), sample));
            let gradient = sum.mean(first);
            let count = net.numbers().count() as u64;
            let mut checked = 0;
            while checked < 40 {
                let at = source.below(count) as usize;
                let said = f64::from(*gradient.numbers().nth(at).unwrap());
                if said == 0.0 {
                    continue;
                }
                let moved = |by: f32| {
                    let mut net = net.clone();
                    *net.numbers_mut().nth(at).unwrap() += by;
                    loss(&net, &samples)
                };
                let seen = (moved(2e-3) - moved(-2e-3)) / 4e-3;
                assert!((said - seen).abs() < 2e-3 + 0.03 * said.abs(), "{at}: {said} {seen}");
                checked += 1;
            }
        }
    }

    #[test]
    fn steps_lower_the_loss() {
        let net = unlearned(0, &mut SplitMix(1));
        let samples = [Sample { rows: Rows::of(&duel::start(), Seat::First), target: 0.8 }];
        let before = loss(&net, &samples);
        let mut learner = Learner::new(net);
        for _ in 0..50 {
            learner.step(&samples, 0.003);
        }
        let best = -(0.8f64 * 0.8f64.ln() + 0.2 * 0.2f64.ln());
        let after = loss(&learner.net, &samples);
        assert!(after < before && after - best < 0.01, "{before} {after} {best}");
    }
}
