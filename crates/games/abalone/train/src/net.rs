//! Trains the network that corrects the linear evaluation.

use std::fs;

use abaque_abalone_bot::{
    AbaloneNode, BUCKETS, HIDDEN, LOGISTIC_SCALE, Net, OUTPUT_UNIT, UNIT, WEIGHTS, bucket,
};
use abaque_core::{RandomSource, Seat, SplitMix};
use abaque_search::{Node, PROVEN_WIN};
use clap::{Arg, ArgMatches, Command};

use super::games::{SelfPlayGame, read_games, training_targets};
use super::symmetry::permutations;
use abaque_recipe::number_arg;

pub(super) fn command() -> Command {
    Command::new("abalone-net")
        .about("Trains the network that corrects Abalone's linear evaluation")
        .arg(Arg::new("games").required(true).num_args(1..).help("Files of abalone-games"))
        .arg(number_arg("epochs", "20", "Passes over all positions"))
        .arg(number_arg("lambda", "95", "How much what comes later counts, in hundredths"))
        .arg(number_arg("seed", "1", "Seed of the first weights and of the order of positions"))
        .arg(
            Arg::new("out")
                .long("out")
                .default_value("crates/games/abalone/bot/src/net.bin")
                .help("Where the weights are written"),
        )
}

/// Reads a file of weights.
pub(super) fn read_net(path: &str) -> Result<&'static Net, String> {
    let bytes = fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    let net = Net::from_bytes(&bytes).ok_or_else(|| format!("{path}: not a net of this shape"))?;
    Ok(Box::leak(Box::new(net)))
}

/// One game in this many is held out to measure the loss; it has no factor in common with the
/// number of layouts.
const HELD_OUT: usize = 19;

/// Positions per step.
const BATCH: usize = 1024;

/// Step sizes at the first and the last step; between them they shrink geometrically.
const STEP_SIZES: [f32; 2] = [2e-3, 5e-5];

/// One position.
struct Sample {
    own: u64,
    opposing: u64,
    bucket: u8,
    /// Log-odds by the linear evaluation.
    linear: f32,
    /// Training target for the mover, 0 to 1.
    worth: f32,
}

/// All samples of some games, positions with a proven result left out.
fn samples(games: &[&SelfPlayGame], lambda: f64) -> Vec<Sample> {
    let mut all = Vec::new();
    for game in games {
        let targets = training_targets(game, LOGISTIC_SCALE, lambda);
        for (moment, worth) in game.positions.iter().zip(targets) {
            if moment.value.abs() >= PROVEN_WIN || moment.game.is_placing() {
                continue;
            }
            let node = AbaloneNode::new(&moment.game, 0, &WEIGHTS);
            let side = moment.game.side();
            let lost = Seat::ALL.map(|seat| usize::from(moment.game.lost(seat)));
            all.push(Sample {
                own: moment.game.balls(side).bits(),
                opposing: moment.game.balls(side.other()).bits(),
                bucket: bucket(lost[0] + lost[1]) as u8,
                linear: (f64::from(node.evaluate()) / LOGISTIC_SCALE) as f32,
                worth: worth as f32,
            });
        }
    }
    all
}

/// Where each part of the parameters begins.
const BIAS: usize = 122 * HIDDEN;
const OUTPUTS: usize = BIAS + HIDDEN;
const OUTPUT_BIAS: usize = OUTPUTS + BUCKETS * 2 * HIDDEN;
const PARAMETERS: usize = OUTPUT_BIAS + BUCKETS;

/// Parameters and what Adam remembers of their slopes.
struct Trainer {
    parameters: Vec<f32>,
    slopes: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

/// Hidden units of both sides before clipping.
type Hidden = [[f32; HIDDEN]; 2];

impl Trainer {
    fn new(source: &mut SplitMix) -> Trainer {
        let mut parameters = vec![0.0; PARAMETERS];
        let mut uniform =
            |width: f32| (source.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0) * width;
        parameters[..BIAS].fill_with(|| uniform(0.15));
        parameters[BIAS..OUTPUTS].fill(0.25);
        parameters[OUTPUTS..OUTPUT_BIAS].fill_with(|| uniform(0.1));
        let zeros = || vec![0.0; PARAMETERS];
        Trainer { parameters, slopes: zeros(), mean: zeros(), square: zeros(), steps: 0 }
    }

    fn hidden(&self, balls: &BallLists) -> Hidden {
        let mut hidden = [[0.0; HIDDEN]; 2];
        for (sums, rows) in hidden.iter_mut().zip(&balls.0) {
            sums.copy_from_slice(&self.parameters[BIAS..OUTPUTS]);
            for &row in &rows[..balls.1] {
                let start = usize::from(row) * HIDDEN;
                let row = &self.parameters[start..start + HIDDEN];
                for (sum, weight) in sums.iter_mut().zip(row) {
                    *sum += weight;
                }
            }
        }
        hidden
    }

    fn output(&self, hidden: &Hidden, bucket: usize) -> f32 {
        let start = OUTPUTS + bucket * 2 * HIDDEN;
        let weights = &self.parameters[start..start + 2 * HIDDEN];
        let units = hidden.iter().flatten();
        let sum: f32 = units.zip(weights).map(|(unit, weight)| unit.clamp(0.0, 1.0) * weight).sum();
        sum + self.parameters[OUTPUT_BIAS + bucket]
    }

    /// Adds the slopes of one sample and returns its loss.
    fn learn(&mut self, sample: &Sample, balls: &BallLists) -> f64 {
        let hidden = self.hidden(balls);
        let bucket = usize::from(sample.bucket);
        let chance = sigmoid(sample.linear + self.output(&hidden, bucket));
        let error = chance - sample.worth;
        self.slopes[OUTPUT_BIAS + bucket] += error;
        for (side, units) in hidden.iter().enumerate() {
            let start = OUTPUTS + (bucket * 2 + side) * HIDDEN;
            let mut back = [0.0; HIDDEN];
            for (i, (&unit, back)) in units.iter().zip(&mut back).enumerate() {
                self.slopes[start + i] += error * unit.clamp(0.0, 1.0);
                if unit > 0.0 && unit < 1.0 {
                    *back = error * self.parameters[start + i];
                }
            }
            let mut pass = |start: usize| {
                let row = &mut self.slopes[start..start + HIDDEN];
                row.iter_mut().zip(&back).for_each(|(slope, back)| *slope += back);
            };
            pass(BIAS);
            for &row in &balls.0[side][..balls.1] {
                pass(usize::from(row) * HIDDEN);
            }
        }
        loss(chance, sample.worth)
    }

    /// One step of Adam with the slopes of `count` samples.
    fn step(&mut self, count: usize, size: f32) {
        const KEPT: [f32; 2] = [0.9, 0.999];
        const DECAY: f32 = 1e-5;
        self.steps += 1;
        let unbiased = KEPT.map(|kept| 1.0 - kept.powi(self.steps.min(10_000)));
        for i in 0..PARAMETERS {
            let slope = self.slopes[i] / count as f32;
            self.mean[i] = KEPT[0] * self.mean[i] + (1.0 - KEPT[0]) * slope;
            self.square[i] = KEPT[1] * self.square[i] + (1.0 - KEPT[1]) * slope * slope;
            let root = (self.square[i] / unbiased[1]).sqrt() + 1e-8;
            self.parameters[i] -= size * (self.mean[i] / unbiased[0] / root);
            self.parameters[i] *= 1.0 - DECAY * size / STEP_SIZES[0];
        }
        self.slopes.fill(0.0);
    }

    /// Mean loss with and without the network.
    fn losses(&self, samples: &[Sample], identity: &[u8; 61]) -> [f64; 2] {
        let mut sums = [0.0; 2];
        for sample in samples {
            let hidden = self.hidden(&BallLists::of(sample, identity));
            let output = self.output(&hidden, usize::from(sample.bucket));
            sums[0] += loss(sigmoid(sample.linear + output), sample.worth);
            sums[1] += loss(sigmoid(sample.linear), sample.worth);
        }
        sums.map(|sum| sum / samples.len().max(1) as f64)
    }

    /// The parameters as 16-bit integers, in the order `Net::from_bytes` reads them.
    fn to_bytes(&self) -> Vec<u8> {
        let units = [f32::from(UNIT), f32::from(OUTPUT_UNIT)];
        let scale = |i: usize| match i {
            _ if i < OUTPUTS => units[0],
            _ if i < OUTPUT_BIAS => units[1],
            _ => units[0] * units[1] / 16.0,
        };
        let limits = (f32::from(i16::MIN), f32::from(i16::MAX));
        let whole = |(i, value): (usize, &f32)| {
            ((value * scale(i)).round().clamp(limits.0, limits.1) as i16).to_le_bytes()
        };
        self.parameters.iter().enumerate().flat_map(whole).collect()
    }
}

/// Input rows of the balls on the board, from the mover's side and from the opponent's.
struct BallLists([[u8; 28]; 2], usize);

impl BallLists {
    fn of(sample: &Sample, images: &[u8; 61]) -> BallLists {
        let mut lists = BallLists([[0; 28]; 2], 0);
        for (set, colour) in [(sample.own, 0), (sample.opposing, 1)] {
            let mut left = set;
            while left != 0 && lists.1 < 28 {
                let image = images[left.trailing_zeros() as usize];
                lists.0[0][lists.1] = image + 61 * colour;
                lists.0[1][lists.1] = image + 61 * (1 - colour);
                lists.1 += 1;
                left &= left - 1;
            }
        }
        lists
    }
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

fn loss(chance: f32, worth: f32) -> f64 {
    let (chance, worth) = (f64::from(chance).clamp(1e-6, 1.0 - 1e-6), f64::from(worth));
    -(worth * chance.ln() + (1.0 - worth) * (1.0 - chance).ln())
}

pub(super) fn run(matches: &ArgMatches) -> Result<(), String> {
    let of = |name: &str| matches.get_one::<u64>(name).copied().unwrap_or_default();
    let mut games = Vec::new();
    for path in matches.get_many::<String>("games").into_iter().flatten() {
        games.extend(read_games(path)?);
    }
    let lambda = of("lambda") as f64 / 100.0;
    let (held, used): (Vec<_>, Vec<_>) =
        games.iter().enumerate().partition(|(i, _)| i % HELD_OUT == 0);
    let [held, mut used] = [held, used]
        .map(|games| samples(&games.into_iter().map(|(_, game)| game).collect::<Vec<_>>(), lambda));
    println!("{} positions of {} games, {} held out", used.len(), games.len(), held.len());
    drop(games);

    let mut source = SplitMix(of("seed"));
    let mut trainer = Trainer::new(&mut source);
    let images = permutations();
    let epochs = of("epochs").max(1);
    let steps = epochs as f32 * (used.len() as f32 / BATCH as f32).max(1.0);
    for epoch in 1..=epochs {
        for i in (1..used.len()).rev() {
            used.swap(i, source.below(i as u64 + 1) as usize);
        }
        let mut sum = 0.0;
        for batch in used.chunks(BATCH) {
            for sample in batch {
                let way = source.below(images.len() as u64) as usize;
                sum += trainer.learn(sample, &BallLists::of(sample, &images[way]));
            }
            let done = trainer.steps as f32 / steps;
            let size = STEP_SIZES[0] * (STEP_SIZES[1] / STEP_SIZES[0]).powf(done);
            trainer.step(batch.len(), size);
        }
        let [with, without] = trainer.losses(&held, &images[0]);
        let mean = sum / used.len().max(1) as f64;
        println!("epoch {epoch}: loss {mean:.5}, held out {with:.5} (linear alone {without:.5})");
    }
    let bytes = trainer.to_bytes();
    if Net::from_bytes(&bytes).is_none() {
        return Err("the bot cannot read these weights".into());
    }
    let out = matches.get_one::<String>("out").cloned().unwrap_or_default();
    fs::write(&out, bytes).map_err(|error| format!("{out}: {error}"))?;
    println!("written to {out}");
    Ok(())
}
