//! `abraxas-tune`: fits the evaluation and the chance to win to games the player plays against
//! itself.

use abaque_abraxas::{Abraxas, AbraxasOptions, Phase, Sheet};
use abaque_bots::abraxas::value::{FEATURES, NAMES, Weights, features, weights};
use abaque_bots::abraxas::{Player, Position};
use abaque_core::{Game, Seat};
use abaque_search::Limits;
use clap::{Arg, ArgMatches, Command};
use indicatif::ProgressBar;
use rayon::prelude::*;

use super::duel::number;
use super::selfplay::{Opening, opened, play};

/// What a value of one pawn adds to the logarithm of the odds to win: this defines the unit of values.
const SLOPE: f64 = 0.5;

/// One position to learn from.
struct Lesson {
    features: [f32; FEATURES],
    /// What the search thought, in pawns.
    score: f64,
    /// What the player to act got in the end.
    result: f64,
}

pub(super) fn command() -> Command {
    Command::new("abraxas-tune")
        .about("Fits the Abraxas evaluation to games the player plays against itself")
        .arg(number("games", "1500").help("how many games, over all six sheets"))
        .arg(number("nodes", "4000").help("nodes a decision"))
        .arg(number("seed", "1"))
        .arg(Arg::new("output").long("output").default_value("crates/bots/src/abraxas/weights.txt"))
}

pub(super) fn run(arguments: &ArgMatches) -> Result<(), String> {
    let count = |name: &str| arguments.get_one::<u64>(name).copied().unwrap_or_default();
    let lessons = lessons(count("games"), count("nodes"), count("seed"))?;
    let before = loss(&lessons, |lesson| score_of(weights(), lesson));
    let fitted = fit(&lessons);
    let after = loss(&lessons, |lesson| score_of(&fitted, lesson));
    println!("{} positions; log-loss {before:.4} before, {after:.4} after", lessons.len());
    for (worth, name) in fitted.worth.iter().zip(NAMES) {
        println!("{worth:8.1} {name}");
    }
    println!(
        "slope of the scores the search found with the old weights: {:.2}",
        best_slope(&lessons)
    );
    let path = arguments.get_one::<String>("output").cloned().unwrap_or_default();
    std::fs::write(&path, fitted.write()).map_err(|error| format!("{path}: {error}"))
}

fn lessons(games: u64, nodes: u64, seed: u64) -> Result<Vec<Lesson>, String> {
    let bar = ProgressBar::new(games);
    let games: Vec<Result<Vec<Lesson>, String>> = (0..games)
        .into_par_iter()
        .map(|game| {
            let sheet = Sheet::numbered(1 + (game % 6) as u8).unwrap_or_default();
            let options = AbraxasOptions { sheet, ..AbraxasOptions::default() };
            let seed = seed.wrapping_mul(1_000_003) + game;
            let random = 1 + (game / 6 % 5) as usize;
            let opening = opened(&options, Opening { random, seed });
            let (mut one, mut two) = (Player::best(), Player::best());
            let limits = [Limits::nodes(nodes); 2];
            let played =
                play(Abraxas::start(&options), &opening, [&mut one, &mut two], limits, seed)?;
            let placing = played.steps.iter().filter(|(game, _, score)| {
                let phase = game.phase();
                score.is_some() && (phase.starts_turn() || phase == Phase::Again)
            });
            bar.inc(1);
            Ok(placing
                .map(|(game, _, score)| Lesson {
                    features: features(&Position::inner(*game)),
                    score: score.unwrap_or_default(),
                    result: if game.side() == Seat::First {
                        played.first
                    } else {
                        1.0 - played.first
                    },
                })
                .collect())
        })
        .collect();
    Ok(games.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// What the weights alone, without search, say about the odds.
fn score_of(weights: &Weights, lesson: &Lesson) -> f64 {
    f64::from(weights.value(&lesson.features)) / 100.0 * f64::from(weights.slope)
}

fn loss(lessons: &[Lesson], odds: impl Fn(&Lesson) -> f64) -> f64 {
    let sum: f64 = lessons
        .iter()
        .map(|lesson| {
            let p = sigmoid(odds(lesson)).clamp(1e-6, 1.0 - 1e-6);
            -lesson.result * p.ln() - (1.0 - lesson.result) * (1.0 - p).ln()
        })
        .sum();
    sum / lessons.len().max(1) as f64
}

/// Logistic regression by gradient steps with a little shrinkage, each feature on its own scale.
fn fit(lessons: &[Lesson]) -> Weights {
    let n = lessons.len().max(1) as f64;
    let mut scale = [0.0; FEATURES];
    for lesson in lessons {
        for (scale, feature) in scale.iter_mut().zip(lesson.features) {
            *scale += f64::from(feature).powi(2) / n;
        }
    }
    let scale = scale.map(|square: f64| square.sqrt().max(0.05));
    let mut weights = [0.0; FEATURES];
    let mut speed = [0.0; FEATURES];
    for _ in 0..1500 {
        let mut slope = [0.0; FEATURES];
        for lesson in lessons {
            let scaled = |i: usize| f64::from(lesson.features[i]) / scale[i];
            let odds: f64 = (0..FEATURES).map(|i| weights[i] * scaled(i)).sum();
            let error = lesson.result - sigmoid(odds);
            for (i, slope) in slope.iter_mut().enumerate() {
                *slope += error * scaled(i) / n;
            }
        }
        for i in 0..FEATURES {
            speed[i] = 0.9 * speed[i] + slope[i] - 0.0005 * weights[i];
            weights[i] += 0.2 * speed[i];
        }
    }
    let odds: Vec<f64> = (0..FEATURES).map(|i| weights[i] / scale[i]).collect();
    // The unit is fixed: a hundred is half a unit of the odds' logarithm, so the slope is known.
    let mut worth = [0.0; FEATURES];
    for (worth, odds) in worth.iter_mut().zip(&odds) {
        *worth = (100.0 * odds / SLOPE) as f32;
    }
    Weights { worth, slope: SLOPE as f32 }
}

/// The slope under which the search's own scores, found with the weights in use, fit the results best.
fn best_slope(lessons: &[Lesson]) -> f64 {
    let calm = |lesson: &&Lesson| lesson.score.abs() < 10.0;
    let calm: Vec<&Lesson> = lessons.iter().filter(calm).collect();
    let loss = |slope: f64| -> f64 {
        calm.iter()
            .map(|lesson| {
                let p = sigmoid(slope * lesson.score).clamp(1e-6, 1.0 - 1e-6);
                -lesson.result * p.ln() - (1.0 - lesson.result) * (1.0 - p).ln()
            })
            .sum()
    };
    let tried = (1..=60).map(|i| f64::from(i) * 0.05);
    tried.min_by(|a, b| loss(*a).total_cmp(&loss(*b))).unwrap_or(SLOPE)
}
