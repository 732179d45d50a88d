//! Fits the weights of the evaluation to the outcomes of games played with it.

use std::fmt::Write as _;
use std::fs;

use abaque_bots::abalone::{FEATURES, NAMES, WEIGHTS, Weights};
use clap::{Arg, ArgMatches, Command, value_parser};
use indicatif::{ParallelProgressIterator, ProgressBar, ProgressStyle};
use rayon::prelude::*;

use super::selfplay::{Sample, opening, pair, samples};

pub(super) fn command() -> Command {
    let number = |name: &'static str, default: &'static str, help: &'static str| {
        Arg::new(name).long(name).default_value(default).value_parser(value_parser!(u64)).help(help)
    };
    Command::new("abalone-tune")
        .about(
            "Plays Abalone against itself, fits the evaluation and measures it against the old one",
        )
        .arg(number("games", "3000", "Games to learn from"))
        .arg(number("nodes", "2500", "Nodes a move in those games"))
        .arg(number("first", "0", "Number of the first opening"))
        .arg(number("pairs", "200", "Pairs of games to measure old against new"))
        .arg(number("match-nodes", "5000", "Nodes a move in the match"))
        .arg(
            Arg::new("out")
                .long("out")
                .default_value("crates/bots/src/abalone/weights.rs")
                .help("Where the weights are written if they are stronger"),
        )
}

/// Where a fit begins and how it goes down.
const STEPS: usize = 1_500;
const RATE: f64 = 0.02;
/// How strongly weights are held near the ones the games were played with.
const HOLD: f64 = 1e-3;

pub(super) fn run(matches: &ArgMatches) -> Result<(), String> {
    let of = |name: &str| matches.get_one::<u64>(name).copied().unwrap_or_default();
    let (games, nodes, first) = (of("games"), of("nodes"), of("first"));
    let collected: Result<Vec<Vec<Sample>>, String> = (first..first + games)
        .into_par_iter()
        .progress_with(bar(games, "games"))
        .map(|number| Ok(samples(&opening(number, 4 + number as usize % 7)?, &WEIGHTS, nodes)))
        .collect();
    let all: Vec<Sample> = collected?.into_iter().flatten().collect();
    println!("{} positions of {games} games", all.len());

    let scale = fit_scale(&all);
    println!("a value v of the search wins with 1 / (1 + exp(-v / {scale:.0}))");
    let fitted = fit(&all, scale);
    for (name, (old, new)) in NAMES.iter().zip(WEIGHTS.0.iter().zip(&fitted.0)) {
        println!("{name:30} {old:?} -> {new:?}");
    }

    let new: &'static Weights = Box::leak(Box::new(fitted));
    let (pairs, match_nodes) = (of("pairs"), of("match-nodes"));
    let scores: Result<Vec<f64>, String> = (1_000_000..1_000_000 + pairs)
        .into_par_iter()
        .progress_with(bar(pairs, "pairs"))
        .map(|number| pair(number, [new, &WEIGHTS], [match_nodes; 2]))
        .collect();
    let (elo, error) = elo(&scores?);
    println!("new against old, {pairs} pairs at {match_nodes} nodes: {elo:+.0} ± {error:.0} Elo");
    let recipe = format!(
        "abaque-train abalone-tune --games {games} --nodes {nodes} --first {first}: {} positions;\n\
         // against the weights before, {pairs} pairs at {match_nodes} nodes: {elo:+.0} ± {error:.0} Elo.",
        all.len()
    );
    let out = matches.get_one::<String>("out").cloned().unwrap_or_default();
    let kept = if elo > error { out } else { format!("{out}.rejected") };
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

/// Elo of a score from pairs of games, with its 95 % error.
pub(super) fn elo(pairs: &[f64]) -> (f64, f64) {
    let n = pairs.len().max(2) as f64;
    let mean = pairs.iter().sum::<f64>() / n / 2.0;
    let spread = pairs.iter().map(|pair| (pair / 2.0 - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let error = 1.96 * (spread / n).sqrt();
    let of = |share: f64| {
        let share = share.clamp(0.001, 0.999);
        400.0 * (share / (1.0 - share)).log10()
    };
    (of(mean), (of(mean + error) - of(mean - error)) / 2.0)
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
                -(sample.share * guess.ln() + (1.0 - sample.share) * (1.0 - guess).ln())
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

/// Logistic regression by gradient descent with momentum and adaptive steps.
fn fit(all: &[Sample], scale: f64) -> Weights {
    const N: usize = FEATURES * 2;
    let start: Vec<f64> =
        WEIGHTS.0.iter().flatten().map(|&weight| f64::from(weight) / scale).collect();
    let mut weights = start.clone();
    let (mut mean, mut square) = ([0.0; N], [0.0; N]);
    let progress = bar(STEPS as u64, "steps");
    for step in 1..=STEPS {
        let (gradient, loss) = all.par_chunks(4096).map(|chunk| slope(chunk, &weights)).reduce(
            || ([0.0; N], 0.0),
            |(mut a, x), (b, y)| {
                a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
                (a, x + y)
            },
        );
        let n = all.len().max(1) as f64;
        let rate = RATE * (1.0 - step as f64 / (STEPS + 1) as f64);
        for i in 0..N {
            let slope = gradient[i] / n + HOLD * (weights[i] - start[i]);
            mean[i] = 0.9 * mean[i] + 0.1 * slope;
            square[i] = 0.999 * square[i] + 0.001 * slope * slope;
            let (m, s) = (
                mean[i] / (1.0 - 0.9f64.powi(step as i32)),
                square[i] / (1.0 - 0.999f64.powi(step as i32)),
            );
            weights[i] -= rate * m / (s.sqrt() + 1e-8);
        }
        progress.inc(1);
        if step == 1 || step == STEPS {
            println!("step {step}: loss {:.5}", loss / n);
        }
    }
    let mut result = [[0; 2]; FEATURES];
    for (to, pair) in result.iter_mut().zip(weights.chunks(2)) {
        *to = [0, 1].map(|i| (pair[i] * scale).round().clamp(-3_000.0, 3_000.0) as i16);
    }
    Weights(result)
}

fn slope(chunk: &[Sample], weights: &[f64]) -> ([f64; FEATURES * 2], f64) {
    let mut gradient = [0.0; FEATURES * 2];
    let mut loss = 0.0;
    for sample in chunk {
        let (early, late) = (1.0 - sample.late, sample.late);
        let mut logit = 0.0;
        for (i, &count) in sample.counts.iter().enumerate() {
            logit += f64::from(count) * (weights[2 * i] * early + weights[2 * i + 1] * late);
        }
        let guess = sigmoid(logit);
        let wrong = guess - sample.share;
        let safe = guess.clamp(1e-9, 1.0 - 1e-9);
        loss -= sample.share * safe.ln() + (1.0 - sample.share) * (1.0 - safe).ln();
        for (i, &count) in sample.counts.iter().enumerate() {
            gradient[2 * i] += wrong * f64::from(count) * early;
            gradient[2 * i + 1] += wrong * f64::from(count) * late;
        }
    }
    (gradient, loss)
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
