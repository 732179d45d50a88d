//! Fits the evaluation weights to self-play games.

use std::fmt::Write as _;
use std::fs;

use abaque_abalone_bot::{
    AbaloneNode, FEATURE_NAMES, FEATURES, WEIGHTS, Weights, features, lateness,
};
use abaque_core::Seat;
use abaque_search::PROVEN_WIN;
use clap::{Arg, ArgMatches, Command};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use super::contest::{load_weights, play_contest};
use super::games::{SearchedPosition, SelfPlayGame, read_games, training_targets};
use abaque_recipe::number_arg;

pub(super) fn command() -> Command {
    Command::new("abalone-tune")
        .about("Fits Abalone's evaluation to games and measures it against the one before")
        .arg(Arg::new("games").required(true).num_args(1..).help("Files of abalone-games"))
        .arg(
            Arg::new("weights").long("weights").help("The weights before, if not the ones of play"),
        )
        .arg(number_arg("lambda", "95", "How much what comes later counts, in hundredths"))
        .arg(number_arg("pairs", "300", "Pairs of games at most to measure old against new"))
        .arg(number_arg("nodes", "5000", "Nodes a move in those"))
        .arg(
            Arg::new("out")
                .long("out")
                .default_value("crates/games/abalone/bot/src/weights.rs")
                .help("Where the weights are written if they are stronger"),
        )
}

/// Newton steps; the fit converges after the first few.
const NEWTON_STEPS: usize = 8;
/// Strength of the pull towards the weights the games were played with.
const RIDGE: f64 = 1e-5;

/// One position as a fit sample.
struct FitSample {
    /// Features, the mover's minus the opponent's.
    counts: [i16; FEATURES],
    /// Game phase, 0 to 1.
    late: f32,
    /// Search value in hundredths of a ball.
    value: i32,
    /// The mover's share of the outcome.
    share: f32,
    /// Training target for the mover.
    worth: f32,
}

/// Samples of all positions without a proven result.
fn fit_samples(games: &[SelfPlayGame], lambda: f64, scale: f64) -> Vec<FitSample> {
    let each = |played: &SelfPlayGame| {
        let worth = training_targets(played, scale, lambda);
        let one = |(moment, worth): (&SearchedPosition, f64)| {
            let board = AbaloneNode::new(&moment.game, 0, &WEIGHTS);
            let first = moment.game.side() == Seat::First;
            FitSample {
                counts: features(&board).map(|count| count as i16),
                late: lateness(&board) as f32,
                value: moment.value,
                share: if first { played.share } else { 1.0 - played.share } as f32,
                worth: worth as f32,
            }
        };
        let decided = |moment: &SearchedPosition| moment.value.abs() >= PROVEN_WIN;
        let all = played.positions.iter().zip(worth);
        all.filter(|(moment, _)| !decided(moment)).map(one).collect::<Vec<_>>()
    };
    games.par_iter().flat_map_iter(each).collect()
}

pub(super) fn run(matches: &ArgMatches) -> Result<(), String> {
    let of = |name: &str| matches.get_one::<u64>(name).copied().unwrap_or_default();
    let mut games = Vec::new();
    for path in matches.get_many::<String>("games").into_iter().flatten() {
        games.extend(read_games(path)?);
    }
    let lambda = of("lambda") as f64 / 100.0;
    let scale = fit_scale(&fit_samples(&games, lambda, 1.0));
    let all = fit_samples(&games, lambda, scale);
    let many = format!("{} positions of {} games", all.len(), games.len());
    println!("{many}; a value v of the search wins with 1 / (1 + exp(-v / {scale:.0}))");
    let old = load_weights(matches, "weights")?;
    let fitted = fit(&all, scale, old);
    for (name, (old, new)) in FEATURE_NAMES.iter().zip(old.0.iter().zip(&fitted.0)) {
        println!("{name:30} {old:?} -> {new:?}");
    }

    let new: &'static Weights = Box::leak(Box::new(fitted));
    let (pairs, nodes) = (of("pairs"), of("nodes"));
    let outcome = play_contest([new, old], nodes, pairs, 1_000_000)?;
    println!("new against old at {nodes} nodes, {outcome}");
    let files: Vec<&str> =
        matches.get_many::<String>("games").into_iter().flatten().map(String::as_str).collect();
    let recipe = format!(
        "abaque-train abalone-tune {} --lambda {}: {many};\n\
         // against the weights before at {nodes} nodes, {outcome}.",
        files.join(" "),
        of("lambda")
    );
    let out = matches.get_one::<String>("out").cloned().unwrap_or_default();
    let kept = if outcome.elo > outcome.error { out } else { format!("{out}.rejected") };
    fs::write(&kept, to_source(new, scale, &recipe)).map_err(|error| format!("{kept}: {error}"))?;
    println!("written to {kept}");
    Ok(())
}

pub(super) fn progress_bar(length: u64, what: &'static str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    let style = ProgressStyle::with_template("{msg} {bar:40} {pos}/{len} {elapsed} eta {eta}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.with_message(what)
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The logistic scale at which search values predict outcomes best.
fn fit_scale(all: &[FitSample]) -> f64 {
    let loss = |scale: f64| -> f64 {
        all.par_iter()
            .map(|sample| {
                let guess = sigmoid(f64::from(sample.value) / scale).clamp(1e-6, 1.0 - 1e-6);
                let share = f64::from(sample.share);
                -(share * guess.ln() + (1.0 - share) * (1.0 - guess).ln())
            })
            .sum()
    };
    let (mut low, mut high) = (20.0, 1_000.0);
    while high - low > 0.5 {
        let third = (high - low) / 3.0;
        if loss(low + third) < loss(high - third) { high -= third } else { low += third }
    }
    (low + high) / 2.0
}

/// Number of weights.
const WEIGHT_COUNT: usize = FEATURES * 2;

/// Logistic regression by Newton's method.
fn fit(all: &[FitSample], scale: f64, old: &Weights) -> Weights {
    let start: Vec<f64> = old.0.iter().flatten().map(|&weight| f64::from(weight) / scale).collect();
    let mut weights = start.clone();
    let n = all.len().max(1) as f64;
    for step in 0..NEWTON_STEPS {
        let mut slope = all
            .par_chunks(4096)
            .map(|chunk| LossDerivatives::from_samples(chunk, &weights))
            .reduce(LossDerivatives::default, LossDerivatives::merged_with);
        for i in 0..WEIGHT_COUNT {
            slope.first[i] += RIDGE * n * (weights[i] - start[i]);
            slope.second[i][i] += RIDGE * n;
        }
        println!("step {step}: loss {:.5}", slope.loss / n);
        let change = solve_cholesky(slope.second, slope.first);
        for (weight, change) in weights.iter_mut().zip(change) {
            *weight -= change;
        }
    }
    let mut result = [[0; 2]; FEATURES];
    for (to, pair) in result.iter_mut().zip(weights.chunks(2)) {
        *to = [0, 1].map(|i| (pair[i] * scale).round().clamp(-3_000.0, 3_000.0) as i16);
    }
    // Games to six balls say nothing about further lives.
    let sixth = result[4];
    result[5..8].fill(sixth);
    Weights(result)
}

/// Loss, gradient and Hessian over some samples.
struct LossDerivatives {
    loss: f64,
    first: Vec<f64>,
    second: Vec<Vec<f64>>,
}

impl Default for LossDerivatives {
    fn default() -> LossDerivatives {
        LossDerivatives {
            loss: 0.0,
            first: vec![0.0; WEIGHT_COUNT],
            second: vec![vec![0.0; WEIGHT_COUNT]; WEIGHT_COUNT],
        }
    }
}

impl LossDerivatives {
    fn from_samples(chunk: &[FitSample], weights: &[f64]) -> LossDerivatives {
        let mut slope = LossDerivatives::default();
        let mut inputs = Vec::with_capacity(WEIGHT_COUNT);
        for sample in chunk {
            let late = f64::from(sample.late);
            inputs.clear();
            for (i, &count) in sample.counts.iter().enumerate().filter(|(_, count)| **count != 0) {
                let count = f64::from(count);
                inputs.push((2 * i, count * (1.0 - late)));
                inputs.push((2 * i + 1, count * late));
            }
            let guess = sigmoid(inputs.iter().map(|&(i, input)| input * weights[i]).sum());
            let (worth, safe) = (f64::from(sample.worth), guess.clamp(1e-9, 1.0 - 1e-9));
            slope.loss -= worth * safe.ln() + (1.0 - worth) * (1.0 - safe).ln();
            let bend = guess * (1.0 - guess);
            for (place, &(i, input)) in inputs.iter().enumerate() {
                slope.first[i] += (guess - worth) * input;
                for &(j, other) in &inputs[..=place] {
                    slope.second[i][j] += bend * input * other;
                }
            }
        }
        slope
    }

    fn merged_with(mut self, other: LossDerivatives) -> LossDerivatives {
        self.loss += other.loss;
        self.first.iter_mut().zip(other.first).for_each(|(a, b)| *a += b);
        let rows = self.second.iter_mut().zip(other.second);
        rows.for_each(|(a, b)| a.iter_mut().zip(b).for_each(|(a, b)| *a += b));
        self
    }
}

/// Solves a symmetric positive system, of which only the lower half is given, by Cholesky
/// decomposition.
fn solve_cholesky(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Vec<f64> {
    let n = b.len();
    for i in 0..n {
        for j in 0..=i {
            let rest = a[i][j] - (0..j).map(|k| a[i][k] * a[j][k]).sum::<f64>();
            a[i][j] = if i == j { rest.max(1e-12).sqrt() } else { rest / a[j][j] };
        }
        b[i] = (b[i] - (0..i).map(|k| a[i][k] * b[k]).sum::<f64>()) / a[i][i];
    }
    for i in (0..n).rev() {
        b[i] = (b[i] - (i + 1..n).map(|k| a[k][i] * b[k]).sum::<f64>()) / a[i][i];
    }
    b
}

/// The weights as Rust source.
fn to_source(weights: &Weights, scale: f64, recipe: &str) -> String {
    let mut text = format!(
        "// Made by {recipe}\n\nuse super::value::Weights;\n\n/// The weights play uses.\n\
         #[rustfmt::skip]\npub static WEIGHTS: Weights = Weights([\n"
    );
    for ([early, late], name) in weights.0.iter().zip(FEATURE_NAMES) {
        let _ = writeln!(text, "    [{early}, {late}], // {name}");
    }
    let _ = write!(
        text,
        "]);\n\n/// A value of so many hundredths of a ball wins e to 1.\n\
         pub(super) const SCALE: f64 = {scale:.1};\n"
    );
    text
}
