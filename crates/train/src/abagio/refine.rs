//! Fine-tuning: the nets learn what short rollouts say of positions from their own games, and the result
//! is kept only if it plays better.

use std::path::PathBuf;
use std::sync::Arc;

use abaque_abagio::{Abagio, Phase};
use abaque_bots::abagio::inputs::{Rows, chief_row};
use abaque_bots::abagio::{Judge, Rollout, Tally, Weights};
use abaque_core::{Game, Ply, Source, SplitMix};
use abaque_search::{Limits, Meter, Stop};
use clap::{Arg, ArgMatches, Command, value_parser};
use indicatif::ProgressBar;
use rayon::prelude::*;

use super::duel::{Glance, Hand, Player, duel, start, throw};
use super::learn::{Learner, Sample};
use crate::Recipe;
use crate::arguments::{given, number, pool};

/// One position in so many is taken.
const EVERY: u64 = 6;
/// How often every position is looked at, and at what rate.
const ROUNDS: usize = 6;
const RATES: [f32; 2] = [2e-4, 2e-5];
const STEP: usize = 512;

pub(super) const RECIPE: Recipe = Recipe { command, run };

fn command() -> Command {
    Command::new("abagio-refine")
        .about("Fine-tunes the nets of Abagio on short rollouts; keeps them if they play better")
        .arg(number("games", "2000", "Games that positions are taken from"))
        .arg(number("rolled", "4", "Games of each rollout"))
        .arg(number("turns", "4", "Turns of each of them"))
        .arg(number("pairs", "300", "Pairs of games against the nets as they were"))
        .arg(number("seed", "3", "Where the dice start from"))
        .arg(number("threads", "2", "Threads (the result does not depend on them)"))
        .arg(
            Arg::new("weights")
                .long("weights")
                .default_value("crates/bots/src/abagio/weights.bin")
                .help("The weights, read and perhaps written")
                .value_parser(value_parser!(PathBuf)),
        )
}

fn run(matches: &ArgMatches) -> Result<(), String> {
    let number = |name: &str| given(matches, name);
    let path = matches.get_one::<PathBuf>("weights").cloned().unwrap_or_default();
    let wrong = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let bytes = std::fs::read(&path).map_err(|error| wrong(&error))?;
    let old = Weights::read(&bytes).ok_or_else(|| wrong(&"no weights"))?;
    let pool = pool(matches)?;
    pool.install(|| {
        let judge = Arc::new(Judge::new(&old));
        let rolled = [number("rolled"), number("turns")];
        let samples = gather(&judge, number("games"), rolled, number("seed"));
        let new = tune(&old, samples, number("seed"));
        let refined = Judge::new(&new);
        let score = duel(&Glance(&refined), &Glance(&judge), number("pairs"), 11);
        println!("refined against before: {}", score.text());
        if score.calm.mean - 2.0 * score.calm.error <= 0.5 {
            println!("not clearly better: nothing is written");
            return Ok(());
        }
        std::fs::write(&path, new.write()).map_err(|error| wrong(&error))
    })
}

/// Positions of self-play games with what rollouts say of them.
fn gather(judge: &Arc<Judge>, games: u64, [rolled, turns]: [u64; 2], seed: u64) -> Vec<Sample> {
    let bar = ProgressBar::new(games);
    let samples = (0..games)
        .into_par_iter()
        .map_init(Hand::default, |hand, game| {
            let mut dice = SplitMix(seed << 48 | game);
            let mut rollout = Rollout::new(judge.clone(), turns as u32, dice.next_u64());
            let mut meter = Meter::new(Limits::default(), Stop::default());
            let mut samples = Vec::new();
            let mut game = start();
            for turn in 0..1000 {
                let (Some(thrower), false) = (game.side(), game.phase() == Phase::Over) else {
                    break;
                };
                if dice.below(EVERY) == 0 {
                    let mut tally = Tally::default();
                    for number in turn * rolled..(turn + 1) * rolled {
                        rollout.game(&game, number, &mut meter).into_iter().for_each(|value| {
                            tally.add(value);
                        });
                    }
                    let target = (1.0 - tally.mean() as f32).clamp(0.0, 1.0);
                    samples.push(Sample { rows: rows(&game, thrower), target });
                }
                game.apply_unchecked(Ply::Roll(throw(&mut dice)));
                if game.phase() != Phase::Roll {
                    game = Glance(judge).turn(hand, &game, &mut dice);
                }
            }
            bar.inc(1);
            samples
        })
        .flatten()
        .collect();
    bar.finish();
    samples
}

fn rows(game: &Abagio, thrower: abaque_core::Seat) -> Rows {
    let chief = game.chief().and_then(|at| chief_row(Some(at), game.stack(at), thrower));
    Rows::of(game, thrower).with(chief)
}

fn tune(old: &Weights, samples: Vec<Sample>, seed: u64) -> Weights {
    let mut source = SplitMix(seed);
    let (racing, meeting): (Vec<Sample>, Vec<Sample>) =
        samples.into_iter().partition(|sample| sample.rows.race);
    println!("{} positions, {} of them races", racing.len() + meeting.len(), racing.len());
    let mut learn = |net, mut samples: Vec<Sample>| {
        let mut learner = Learner::new(net);
        for round in 0..ROUNDS {
            super::td::shuffle(&mut samples, &mut source);
            let done = round as f32 / (ROUNDS - 1) as f32;
            let rate = RATES[0] * (RATES[1] / RATES[0]).powf(done);
            let loss: f64 = samples.chunks(STEP).map(|part| learner.step(part, rate)).sum();
            println!("round {round}: loss {:.5}", loss / samples.len().max(1) as f64);
        }
        learner.steady
    };
    Weights { contact: learn(old.contact.clone(), meeting), race: learn(old.race.clone(), racing) }
}
