//! Measures set-ups: plays set-ups against each other, fits the gain of each kind of item by
//! regression, and repeats with the result.

use abaque_blocs::{Blocs, Options, Setup};
use abaque_blocs_bot::BotSettings;
use abaque_blocs_bot::evaluation::EVALUATOR;
use abaque_blocs_bot::style::{
    ITEM_KINDS, ITEM_PLACES, KIND_NAMES, PLACES, SetupGains, SetupStyle, item_kind,
};
use abaque_core::{Game, Ply, RandomSource, Seat, SplitMix};
use clap::{Arg, ArgMatches, Command, value_parser};
use rayon::prelude::*;

use super::game::{ConfiguredBot, parse_options, play_game, progress_bar};
use super::tune::solve;
use abaque_recipe::number_value;

const FEATURES: usize = PLACES * ITEM_KINDS + 1;

pub(super) fn command() -> Command {
    Command::new("blocs-setups")
        .about("Measures what each kind of block gains on each starting field and prints it")
        .arg(Arg::new("games").long("games").default_value("6000").value_parser(value_parser!(u64)))
        .arg(Arg::new("rounds").long("rounds").default_value("3").value_parser(value_parser!(u64)))
        .arg(Arg::new("nodes").long("nodes").default_value("1200").value_parser(value_parser!(u64)))
        .arg(Arg::new("seed").long("seed").default_value("3").value_parser(value_parser!(u64)))
}

pub(super) fn run(matches: &ArgMatches) -> Result<(), String> {
    let number = |name: &str| number_value(matches, name);
    let (games, rounds, seed) = (number("games"), number("rounds"), number("seed"));
    // Given rods of all kinds, so that every kind of block is tried on every field.
    let specs = [
        "blocs",
        "blocs",
        "blocs",
        "blocs:zone=10",
        "blocs:rods=..s....ssl..llllslslsssslslsllll..lss....s..",
    ];
    let specs: Vec<Options> =
        specs.iter().map(|spec| parse_options(spec)).collect::<Result<_, _>>()?;
    let settings = BotSettings {
        nodes: number("nodes"),
        depth: 1,
        worlds: Some(6),
        knows_styles: false,
        noise: 0.01,
        ..BotSettings::BEST
    };
    let mut gains: SetupGains = [[0.0; ITEM_KINDS]; PLACES];
    let mut examples: Vec<(Vec<(usize, f64)>, f64)> = Vec::new();
    for round in 0..rounds {
        let bar = progress_bar("games", games);
        let more: Vec<_> = (0..games)
            .into_par_iter()
            .map(|n| {
                let mut source = SplitMix((seed + round).wrapping_mul(1 << 32) ^ n);
                let options = specs[source.below(specs.len() as u64) as usize];
                let mut game = Blocs::start(&options);
                let mut found = vec![(FEATURES - 1, 1.0)];
                for seat in Seat::ALL {
                    let style =
                        SetupStyle::preferring_gains(&gains, if n % 4 == 0 { 0.0 } else { 1.0 });
                    let setup = style.sample_setup(&options, seat, &mut source);
                    collect_features(seat, &setup, &mut found);
                    game.apply_unchecked(Ply::Act(abaque_blocs::Action::Setup(setup)));
                }
                let mut players = [(); 2]
                    .map(|()| ConfiguredBot::with_settings(&options, settings, &EVALUATOR, false));
                let blue = play_game(game, &mut players, source.next_u64()).blue_share;
                bar.inc(1);
                (found, blue)
            })
            .collect();
        bar.finish_and_clear();
        examples.extend(more);
        let weights = fit(&examples);
        for (place, gains) in gains.iter_mut().enumerate() {
            gains.copy_from_slice(&weights[place * ITEM_KINDS..(place + 1) * ITEM_KINDS]);
        }
        eprintln!(
            "round {}: {} games, first move {:+.3}",
            round + 1,
            examples.len(),
            weights[FEATURES - 1]
        );
    }
    for (place, gains) in gains.iter().enumerate() {
        for ((rod, pair), gain) in KIND_NAMES.iter().zip(gains) {
            println!("{place} {rod} {pair} {gain:.4}");
        }
    }
    Ok(())
}

fn collect_features(seat: Seat, setup: &Setup, found: &mut Vec<(usize, f64)>) {
    let sign = if seat == Seat::First { 1.0 } else { -1.0 };
    for (item, place) in setup.items().iter().zip(ITEM_PLACES) {
        found.push((place * ITEM_KINDS + item_kind(seat, item.rod(), item.pawns()), sign));
    }
}

/// Newton's method on the logistic loss; the ridge keeps rare kinds near zero.
fn fit(examples: &[(Vec<(usize, f64)>, f64)]) -> Vec<f64> {
    const RIDGE: f64 = 60.0;
    let mut weights = vec![0.0; FEATURES];
    for _ in 0..6 {
        let mut curve = vec![vec![0.0; FEATURES]; FEATURES];
        let mut slope = vec![0.0; FEATURES];
        for (found, result) in examples {
            let sum: f64 = found.iter().map(|&(i, x)| weights[i] * x).sum();
            let chance = 1.0 / (1.0 + (-sum).exp());
            for &(i, x) in found {
                slope[i] += (result - chance) * x;
                for &(j, y) in found {
                    curve[i][j] += chance * (1.0 - chance) * x * y;
                }
            }
        }
        for i in 0..FEATURES {
            curve[i][i] += RIDGE;
            slope[i] -= RIDGE * weights[i];
        }
        for (weight, step) in weights.iter_mut().zip(solve(curve, slope)) {
            *weight += step;
        }
    }
    weights
}
