//! Tests whether one set of weights plays better than another.

use std::fs;

use abaque_abalone_bot::{FEATURE_NAMES, FEATURES, WEIGHTS, Weights};
use clap::{Arg, ArgMatches, Command};
use rayon::prelude::*;

use super::selfplay::play_pair;
use super::tune::progress_bar;
use abaque_recipe::number_arg;

pub(super) fn command() -> Command {
    Command::new("abalone-weights")
        .about("Plays the weights of a file against others, until it is clear which are better")
        .arg(Arg::new("new").required(true).help("A file of weights"))
        .arg(Arg::new("old").help("Another; without it, the weights play uses"))
        .arg(number_arg("pairs", "300", "Pairs of games at most"))
        .arg(number_arg("nodes", "5000", "Nodes a move"))
        .arg(number_arg("first", "1000000", "Number of the first opening"))
}

/// Pairs between two checks of the test.
const BATCH_SIZE: u64 = 20;

/// The SPRT is between 0 and this many Elo, with 5 % error rates.
const ELO_GAIN: f64 = 30.0;
const LOG_RATIO_BOUND: f64 = 2.94;

pub(super) fn run(matches: &ArgMatches) -> Result<(), String> {
    let of = |name: &str| matches.get_one::<u64>(name).copied().unwrap_or_default();
    let both = [load_weights(matches, "new")?, load_weights(matches, "old")?];
    println!("{}", play_contest(both, of("nodes"), of("pairs"), of("first"))?);
    Ok(())
}

/// The weights of the file named by an option, or the shipped ones.
pub(super) fn load_weights(matches: &ArgMatches, option: &str) -> Result<&'static Weights, String> {
    match matches.get_one::<String>(option) {
        Some(path) => read_weights(path).map(|weights| &*Box::leak(Box::new(weights))),
        None => Ok(&WEIGHTS),
    }
}

/// Result of a match.
pub(super) struct ContestResult {
    pub(super) pairs: usize,
    pub(super) elo: f64,
    pub(super) error: f64,
    pub(super) ratio: f64,
}

impl std::fmt::Display for ContestResult {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ContestResult { pairs, elo, error, ratio } = self;
        write!(f, "{pairs} pairs: {elo:+.0} ± {error:.0} Elo, log ratio {ratio:+.2}")
    }
}

/// Plays pairs until the SPRT between 0 and [`ELO_GAIN`] decides or none are left.
pub(super) fn play_contest(
    weights: [&'static Weights; 2],
    nodes: u64,
    pairs: u64,
    first: u64,
) -> Result<ContestResult, String> {
    let mut scores = Vec::new();
    let progress = progress_bar(pairs, "pairs");
    while (scores.len() as u64) < pairs {
        let from = first + scores.len() as u64;
        let batch: Result<Vec<f64>, String> = (from..from + BATCH_SIZE)
            .into_par_iter()
            .map(|number| play_pair(number, weights, [nodes; 2]))
            .collect();
        scores.extend(batch?);
        progress.set_position(scores.len() as u64);
        if log_likelihood_ratio(&scores).abs() >= LOG_RATIO_BOUND {
            break;
        }
    }
    let (elo, error) = elo(&scores);
    Ok(ContestResult { pairs: scores.len(), elo, error, ratio: log_likelihood_ratio(&scores) })
}

/// Log-likelihood ratio of a gain over no gain.
fn log_likelihood_ratio(pairs: &[f64]) -> f64 {
    let n = pairs.len().max(2) as f64;
    let mean = pairs.iter().sum::<f64>() / n / 2.0;
    let spread = pairs.iter().map(|pair| (pair / 2.0 - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let gained = 1.0 / (1.0 + 10f64.powf(-ELO_GAIN / 400.0));
    n * (gained - 0.5) * (2.0 * mean - 0.5 - gained) / (2.0 * spread.max(1e-4))
}

/// Elo difference from pair scores, with its 95 % error.
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

/// Parses weights from a source file by name; missing ones are 0.
fn read_weights(path: &str) -> Result<Weights, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let mut weights = [[0; 2]; FEATURES];
    for line in text.lines() {
        let Some((numbers, name)) = line.trim().split_once("], // ") else { continue };
        let both: Vec<i16> = numbers
            .trim_start_matches('[')
            .split(", ")
            .filter_map(|number| number.parse().ok())
            .collect();
        if let (Some(at), &[early, late]) =
            (FEATURE_NAMES.iter().position(|&n| n == name), &both[..])
        {
            weights[at] = [early, late];
        }
    }
    if weights == [[0; 2]; FEATURES] {
        return Err(format!("{path}: no weights in it"));
    }
    Ok(Weights(weights))
}
