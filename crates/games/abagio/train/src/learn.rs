//! Training: cross-entropy gradients by row, mapped to input weights, and Adam.

use abaque_abagio_bot::inputs::{InputRows, ROW_COUNT, for_each_input};
use abaque_abagio_bot::net::{
    CompiledNet, HIDDEN_UNITS, HiddenLayer, Net, add_layer, add_scaled, sigmoid,
};
use abaque_core::{RandomSource, SplitMix};

/// A position and its target for the player about to throw.
#[derive(Clone, Copy)]
pub(crate) struct TrainingSample {
    pub(crate) rows: InputRows,
    pub(crate) target: f32,
}

/// A net with small random weights.
pub(crate) fn random_net(first: usize, source: &mut SplitMix) -> Net {
    let mut net = Net::blank(first);
    let mut uniform = || (source.next_u64() >> 40) as f32 / (1u64 << 23) as f32 - 1.0;
    for layer in &mut net.inputs {
        layer.iter_mut().for_each(|weight| *weight = 0.15 * uniform());
    }
    net.output.iter_mut().for_each(|weight| *weight = 0.2 * uniform());
    net
}

/// Summed gradients of a batch.
pub(crate) struct Gradient {
    rows: Vec<HiddenLayer>,
    bias: HiddenLayer,
    output: HiddenLayer,
    output_bias: f32,
    /// Summed cross entropy.
    pub(crate) loss: f64,
    samples: u32,
}

impl Gradient {
    pub(crate) fn new() -> Gradient {
        let zero = [0.0; HIDDEN_UNITS];
        let rows = vec![zero; ROW_COUNT];
        Gradient { rows, bias: zero, output: zero, output_bias: 0.0, loss: 0.0, samples: 0 }
    }

    /// Adds one sample.
    pub(crate) fn add(&mut self, table: &CompiledNet, sample: &TrainingSample) {
        let sums = table.sums(&sample.rows);
        let output = table.output(&sums);
        let message = sigmoid(output);
        let error = message - sample.target;
        let mut back = [0.0; HIDDEN_UNITS];
        for i in 0..HIDDEN_UNITS {
            let open = if sums[i] > 0.0 { 1.0 } else { 0.0 };
            back[i] = error * table.output_weights()[i] * open;
            self.output[i] += error * sums[i].max(0.0);
        }
        self.output_bias += error;
        add_layer(&mut self.bias, &back);
        for row in sample.rows.iter() {
            add_layer(&mut self.rows[row], &back);
        }
        // ln(1 + e^x) − t·x, without overflow.
        let softplus = f64::from(output.max(0.0)) + f64::from((-output.abs()).exp()).ln_1p();
        self.loss += softplus - f64::from(sample.target * output);
        self.samples += 1;
    }

    /// Mean gradient by weight, in the shape of the net.
    pub(crate) fn mean(&self, first: usize) -> Net {
        let scale = 1.0 / self.samples.max(1) as f32;
        let mut net = Net::blank(first);
        for (row, sum) in self.rows.iter().enumerate() {
            if sum.iter().all(|&part| part == 0.0) {
                continue;
            }
            for_each_input(row, &mut |input, value| {
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

/// A net trained with Adam, with a running mean of its weights, which plays more steadily.
pub(crate) struct Learner {
    pub(crate) net: Net,
    pub(crate) steady: Net,
    table: CompiledNet,
    momentum: Net,
    spread: Net,
    steps: i32,
}

impl Learner {
    pub(crate) fn new(net: Net) -> Learner {
        Learner {
            steady: net.clone(),
            table: CompiledNet::from_net(&net),
            momentum: Net::blank(net.first),
            spread: Net::blank(net.first),
            net,
            steps: 0,
        }
    }

    /// Trains on one batch; returns the summed loss.
    pub(crate) fn step(&mut self, samples: &[TrainingSample], rate: f32) -> f64 {
        const ADAM_BETA1: f32 = 0.9;
        const ADAM_BETA2: f32 = 0.999;
        let mut sum = Gradient::new();
        samples.iter().for_each(|sample| sum.add(&self.table, sample));
        let gradient = sum.mean(self.net.first);
        self.steps += 1;
        let rate =
            rate * (1.0 - ADAM_BETA2.powi(self.steps)).sqrt() / (1.0 - ADAM_BETA1.powi(self.steps));
        let steady = (self.steps as f32 / (self.steps as f32 + 10.0)).min(0.999);
        let state = self.momentum.parameters_mut().zip(self.spread.parameters_mut());
        let nets = self.net.parameters_mut().zip(self.steady.parameters_mut());
        for ((g, (m, v)), (weight, mean)) in gradient.parameters().zip(state).zip(nets) {
            *m = ADAM_BETA1 * *m + (1.0 - ADAM_BETA1) * g;
            *v = ADAM_BETA2 * *v + (1.0 - ADAM_BETA2) * g * g;
            *weight -= rate * *m / (v.sqrt() + 1e-8);
            *mean = steady * *mean + (1.0 - steady) * *weight;
        }
        self.table = CompiledNet::from_net(&self.net);
        sum.loss
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::duel;
    use abaque_abagio_bot::inputs::INNER_INPUTS;
    use abaque_core::Seat;

    fn loss(net: &Net, samples: &[TrainingSample]) -> f64 {
        let mut sum = Gradient::new();
        samples.iter().for_each(|sample| sum.add(&CompiledNet::from_net(net), sample));
        sum.loss / samples.len() as f64
    }

    #[test]
    fn gradients_agree_with_finite_differences() {
        let mut source = SplitMix(5);
        for first in [0, INNER_INPUTS] {
            let net = random_net(first, &mut source);
            let start = InputRows::of(&duel::start(), Seat::First);
            let samples = [TrainingSample { rows: start, target: 0.9 }];
            let mut sum = Gradient::new();
            samples.iter().for_each(|sample| sum.add(&CompiledNet::from_net(&net), sample));
            let gradient = sum.mean(first);
            let count = net.parameters().count() as u64;
            let mut checked = 0;
            while checked < 40 {
                let at = source.below(count) as usize;
                let message = f64::from(*gradient.parameters().nth(at).unwrap());
                if message == 0.0 {
                    continue;
                }
                let moved = |by: f32| {
                    let mut net = net.clone();
                    *net.parameters_mut().nth(at).unwrap() += by;
                    loss(&net, &samples)
                };
                let seen = (moved(2e-3) - moved(-2e-3)) / 4e-3;
                assert!(
                    (message - seen).abs() < 2e-3 + 0.03 * message.abs(),
                    "{at}: {message} {seen}"
                );
                checked += 1;
            }
        }
    }

    #[test]
    fn steps_lower_the_loss() {
        let net = random_net(0, &mut SplitMix(1));
        let samples =
            [TrainingSample { rows: InputRows::of(&duel::start(), Seat::First), target: 0.8 }];
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
