//! Fits the weights of the evaluation to the outcomes of games played with it.

use std::fmt::Write as _;
use std::fs;

use abaque_bots::abalone::{Board, FEATURES, NAMES, WEIGHTS, Weights, counts, lateness};
use abaque_core::Seat;
use abaque_search::SEEN_TO_THE_END;
use clap::{Arg, ArgMatches, Command};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use super::contest::{contest, weights};
use super::games::{Moment, Played, outcomes, read};
use crate::arguments::number;

pub(super) fn command() -> Command {
    Command::new("abalone-tune")
        .about("Fits Abalone's evaluation to games and measures it against the one before")
        .arg(Arg::new("games").required(true).num_args(1..).help("Files of abalone-games"))
        .arg(
            Arg::new("weights").long("weights").help("The weights before, if not the ones of play"),
        )
        .arg(number("lambda", "95", "How much what comes later counts, in hundredths"))
        .arg(number("pairs", "300", "Pairs of games at most to measure old against new"))
        .arg(number("nodes", "5000", "Nodes a move in those"))
        .arg(
            Arg::new("out")
                .long("out")
                .default_value("crates/bots/src/abalone/weights.rs")
                .help("Where the weights are written if they are stronger"),
        )
}

/// Steps of a fit; it hardly moves after the first few.
const STEPS: usize = 8;
/// How strongly weights are held near the ones the games were played with.
const HOLD: f64 = 1e-5;

/// One position of a game, as the fit sees it.
struct Sample {
    /// What is counted on the board, the mover's minus the opponent's.
    counts: [i16; FEATURES],
    /// How late it is, 0 to 1.
    late: f32,
    /// What the search said, in hundredths of a ball.
    value: i32,
    /// The mover's share of the outcome.
    share: f32,
    /// What the position turned out to be worth to the mover.
    worth: f32,
}

/// The positions of all games that did not end at once.
fn samples(games: &[Played], lambda: f64, scale: f64) -> Vec<Sample> {
    let each = |played: &Played| {
        let worth = outcomes(played, scale, lambda);
        let one = |(moment, worth): (&Moment, f64)| {
            let board = Board::new(&moment.game, 0, &WEIGHTS);
            let first = moment.game.side() == Seat::First;
            Sample {
                counts: counts(&board).map(|count| count as i16),
                late: lateness(&board) as f32,
                value: moment.value,
                share: if first { played.share } else { 1.0 - played.share } as f32,
                worth: worth as f32,
            }
        };
        let decided = |moment: &Moment| moment.value.abs() >= SEEN_TO_THE_END;
        let all = played.moments.iter().zip(worth);
        all.filter(|(moment, _)| !decided(moment)).map(one).collect::<Vec<_>>()
    };
    games.par_iter().flat_map_iter(each).collect()
}

pub(super) fn run(matches: &ArgMatches) -> Result<(), String> {
    let of = |name: &str| matches.get_one::<u64>(name).copied().unwrap_or_default();
    let mut games = Vec::new();
    for path in matches.get_many::<String>("games").into_iter().flatten() {
        games.extend(read(path)?);
    }
    let lambda = of("lambda") as f64 / 100.0;
    let scale = fit_scale(&samples(&games, lambda, 1.0));
    let all = samples(&games, lambda, scale);
    let many = format!("{} positions of {} games", all.len(), games.len());
    println!("{many}; a value v of the search wins with 1 / (1 + exp(-v / {scale:.0}))");
    let old = weights(matches, "weights")?;
    let fitted = fit(&all, scale, old);
    for (name, (old, new)) in NAMES.iter().zip(old.0.iter().zip(&fitted.0)) {
        println!("{name:30} {old:?} -> {new:?}");
    }

    let new: &'static Weights = Box::leak(Box::new(fitted));
    let (pairs, nodes) = (of("pairs"), of("nodes"));
    let outcome = contest([new, old], nodes, pairs, 1_000_000)?;
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
    fs::write(&kept, written(new, scale, &recipe)).map_err(|error| format!("{kept}: {error}"))?;
    println!("written to {kept}");
    Ok(())
}

pub(super) fn bar(length: u64, what: &'static str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    let style = ProgressStyle::with_template("{msg} {bar:40} {pos}/{len} {elapsed} eta {eta}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.with_message(what)
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The scale that makes the search's values best predict the outcomes.
fn fit_scale(all: &[Sample]) -> f64 {
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

/// How many weights there are.
const N: usize = FEATURES * 2;

/// Logistic regression by Newton's method, which needs only a few steps.
fn fit(all: &[Sample], scale: f64, old: &Weights) -> Weights {
    let start: Vec<f64> = old.0.iter().flatten().map(|&weight| f64::from(weight) / scale).collect();
    let mut weights = start.clone();
    let n = all.len().max(1) as f64;
    for step in 0..STEPS {
        let mut slope = all
            .par_chunks(4096)
            .map(|chunk| Slope::of(chunk, &weights))
            .reduce(Slope::default, Slope::plus);
        for i in 0..N {
            slope.first[i] += HOLD * n * (weights[i] - start[i]);
            slope.second[i][i] += HOLD * n;
        }
        println!("step {step}: loss {:.5}", slope.loss / n);
        let change = solved(slope.second, slope.first);
        for (weight, change) in weights.iter_mut().zip(change) {
            *weight -= change;
        }
    }
    let mut result = [[0; 2]; FEATURES];
    for (to, pair) in result.iter_mut().zip(weights.chunks(2)) {
        *to = [0, 1].map(|i| (pair[i] * scale).round().clamp(-3_000.0, 3_000.0) as i16);
    }
    // Games to six balls say nothing of further lives.
    let sixth = result[4];
    result[5..8].fill(sixth);
    Weights(result)
}

/// The loss of some positions, its slope and its curvature.
struct Slope {
    loss: f64,
    first: Vec<f64>,
    second: Vec<Vec<f64>>,
}

impl Default for Slope {
    fn default() -> Slope {
        Slope { loss: 0.0, first: vec![0.0; N], second: vec![vec![0.0; N]; N] }
    }
}

impl Slope {
    fn of(chunk: &[Sample], weights: &[f64]) -> Slope {
        let mut slope = Slope::default();
        let mut inputs = Vec::with_capacity(N);
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

    fn plus(mut self, other: Slope) -> Slope {
        self.loss += other.loss;
        self.first.iter_mut().zip(other.first).for_each(|(a, b)| *a += b);
        let rows = self.second.iter_mut().zip(other.second);
        rows.for_each(|(a, b)| a.iter_mut().zip(b).for_each(|(a, b)| *a += b));
        self
    }
}

/// The solution of a symmetric system of which only the lower half is given, by Cholesky's method.
fn solved(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Vec<f64> {
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

/// The weights as a source file.
fn written(weights: &Weights, scale: f64, recipe: &str) -> String {
    let mut text = format!(
        "// Made by {recipe}\n\nuse super::value::Weights;\n\n/// The weights play uses.\n\
         #[rustfmt::skip]\npub static WEIGHTS: Weights = Weights([\n"
    );
    for ([early, late], name) in weights.0.iter().zip(NAMES) {
        let _ = writeln!(text, "    [{early}, {late}], // {name}");
    }
    let _ = write!(
        text,
        "]);\n\n/// A value of so many hundredths of a ball wins e to 1.\n\
         pub(super) const SCALE: f64 = {scale:.1};\n"
    );
    text
}
