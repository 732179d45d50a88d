//! Whether one set of weights plays better than another.

use std::fs;

use abaque_bots::abalone::{FEATURES, NAMES, WEIGHTS, Weights};
use clap::{Arg, ArgMatches, Command};
use rayon::prelude::*;

use super::selfplay::pair;
use super::tune::bar;
use crate::arguments::number;

pub(super) fn command() -> Command {
    Command::new("abalone-weights")
        .about("Plays the weights of a file against others, until it is clear which are better")
        .arg(Arg::new("new").required(true).help("A file of weights"))
        .arg(Arg::new("old").help("Another; without it, the weights play uses"))
        .arg(number("pairs", "300", "Pairs of games at most"))
        .arg(number("nodes", "5000", "Nodes a move"))
        .arg(number("first", "1000000", "Number of the first opening"))
}

/// Played between two looks at how clear it is.
const BATCH: u64 = 20;

/// The test is between no gain and this many Elo, with 5 % errors either way.
const GAIN: f64 = 30.0;
const CLEAR: f64 = 2.94;

pub(super) fn run(matches: &ArgMatches) -> Result<(), String> {
    let of = |name: &str| matches.get_one::<u64>(name).copied().unwrap_or_default();
    let both = [weights(matches, "new")?, weights(matches, "old")?];
    println!("{}", contest(both, of("nodes"), of("pairs"), of("first"))?);
    Ok(())
}

/// The weights of the file an option names, or the ones play uses.
pub(super) fn weights(matches: &ArgMatches, option: &str) -> Result<&'static Weights, String> {
    match matches.get_one::<String>(option) {
        Some(path) => read(path).map(|weights| &*Box::leak(Box::new(weights))),
        None => Ok(&WEIGHTS),
    }
}

/// What came out of a match.
pub(super) struct Outcome {
    pub(super) pairs: usize,
    pub(super) elo: f64,
    pub(super) error: f64,
    pub(super) ratio: f64,
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Outcome { pairs, elo, error, ratio } = self;
        write!(f, "{pairs} pairs: {elo:+.0} ± {error:.0} Elo, log ratio {ratio:+.2}")
    }
}

/// Plays pairs of games until the test between no gain and [`GAIN`] decides, or there are no more.
pub(super) fn contest(
    weights: [&'static Weights; 2],
    nodes: u64,
    pairs: u64,
    first: u64,
) -> Result<Outcome, String> {
    let mut scores = Vec::new();
    let progress = bar(pairs, "pairs");
    while (scores.len() as u64) < pairs {
        let from = first + scores.len() as u64;
        let batch: Result<Vec<f64>, String> = (from..from + BATCH)
            .into_par_iter()
            .map(|number| pair(number, weights, [nodes; 2]))
            .collect();
        scores.extend(batch?);
        progress.set_position(scores.len() as u64);
        if ratio(&scores).abs() >= CLEAR {
            break;
        }
    }
    let (elo, error) = elo(&scores);
    Ok(Outcome { pairs: scores.len(), elo, error, ratio: ratio(&scores) })
}

/// How much likelier the scores of pairs are at a gain than at none: the logarithm.
fn ratio(pairs: &[f64]) -> f64 {
    let n = pairs.len().max(2) as f64;
    let mean = pairs.iter().sum::<f64>() / n / 2.0;
    let spread = pairs.iter().map(|pair| (pair / 2.0 - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let gained = 1.0 / (1.0 + 10f64.powf(-GAIN / 400.0));
    n * (gained - 0.5) * (2.0 * mean - 0.5 - gained) / (2.0 * spread.max(1e-4))
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

/// The weights of a source file of them, found by their names; what is not in it counts nothing.
fn read(path: &str) -> Result<Weights, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let mut weights = [[0; 2]; FEATURES];
    for line in text.lines() {
        let Some((numbers, name)) = line.trim().split_once("], // ") else { continue };
        let both: Vec<i16> = numbers
            .trim_start_matches('[')
            .split(", ")
            .filter_map(|number| number.parse().ok())
            .collect();
        if let (Some(at), &[early, late]) = (NAMES.iter().position(|&n| n == name), &both[..]) {
            weights[at] = [early, late];
        }
    }
    if weights == [[0; 2]; FEATURES] {
        return Err(format!("{path}: no weights in it"));
    }
    Ok(Weights(weights))
}
