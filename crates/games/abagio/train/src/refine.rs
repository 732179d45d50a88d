//! Fine-tuning: trains the nets on short rollouts of positions from their own games, and keeps the
//! result only if it plays better.

use std::path::PathBuf;
use std::sync::Arc;

use abaque_abagio::{Abagio, Phase};
use abaque_abagio_bot::inputs::{InputRows, chief_row};
use abaque_abagio_bot::{Evaluator, Rollout, RunningMean, Weights};
use abaque_core::{Game, Ply, RandomSource, SplitMix};
use abaque_search::{SearchBudget, SearchLimits, StopFlag};
use clap::{Arg, ArgMatches, Command, value_parser};
use indicatif::ProgressBar;
use rayon::prelude::*;

use super::duel::{NetPlayer, TurnBuffers, TurnPlayer, play_duel, roll_dice, start};
use super::learn::{Learner, TrainingSample};
use abaque_recipe::{Recipe, number_arg, number_value, thread_pool};

/// One position in this many is sampled.
const SAMPLE_INTERVAL: u64 = 6;
/// Passes over the samples, and the learning rate.
const EPOCHS: usize = 6;
const LEARNING_RATES: [f32; 2] = [2e-4, 2e-5];
const MINIBATCH_SIZE: usize = 512;

pub(super) const RECIPE: Recipe = Recipe { command, run };

fn command() -> Command {
    Command::new("abagio-refine")
        .about("Fine-tunes the nets of Abagio on short rollouts; keeps them if they play better")
        .arg(number_arg("games", "2000", "Games that positions are taken from"))
        .arg(number_arg("rolled", "4", "Games of each rollout"))
        .arg(number_arg("turns", "4", "Turns of each of them"))
        .arg(number_arg("pairs", "300", "Pairs of games against the nets as they were"))
        .arg(number_arg("seed", "3", "Where the dice start from"))
        .arg(number_arg("threads", "2", "Threads (the result does not depend on them)"))
        .arg(
            Arg::new("weights")
                .long("weights")
                .default_value("crates/games/abagio/bot/src/weights.bin")
                .help("The weights, read and perhaps written")
                .value_parser(value_parser!(PathBuf)),
        )
}

fn run(matches: &ArgMatches) -> Result<(), String> {
    let number = |name: &str| number_value(matches, name);
    let path = matches.get_one::<PathBuf>("weights").cloned().unwrap_or_default();
    let wrong = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let bytes = std::fs::read(&path).map_err(|error| wrong(&error))?;
    let old = Weights::from_bytes(&bytes).ok_or_else(|| wrong(&"no weights"))?;
    let pool = thread_pool(matches)?;
    pool.install(|| {
        let evaluator = Arc::new(Evaluator::new(&old));
        let rolled = [number("rolled"), number("turns")];
        let samples = gather_samples(&evaluator, number("games"), rolled, number("seed"));
        let new = tune(&old, samples, number("seed"));
        let refined = Evaluator::new(&new);
        let score = play_duel(&NetPlayer(&refined), &NetPlayer(&evaluator), number("pairs"), 11);
        println!("refined against before: {}", score.summary());
        if score.luck_adjusted.mean - 2.0 * score.luck_adjusted.error <= 0.5 {
            println!("not clearly better: nothing is written");
            return Ok(());
        }
        std::fs::write(&path, new.to_bytes()).map_err(|error| wrong(&error))
    })
}

/// Self-play positions with rollout results as targets.
fn gather_samples(
    evaluator: &Arc<Evaluator>,
    games: u64,
    [rolled, turns]: [u64; 2],
    seed: u64,
) -> Vec<TrainingSample> {
    let bar = ProgressBar::new(games);
    let samples = (0..games)
        .into_par_iter()
        .map_init(TurnBuffers::default, |buffers, game| {
            let mut dice = SplitMix(seed << 48 | game);
            let mut rollout = Rollout::new(evaluator.clone(), turns as u32, dice.next_u64());
            let mut budget = SearchBudget::new(SearchLimits::default(), StopFlag::default());
            let mut samples = Vec::new();
            let mut game = start();
            for turn in 0..1000 {
                let (Some(thrower), false) = (game.side(), game.phase() == Phase::Over) else {
                    break;
                };
                if dice.below(SAMPLE_INTERVAL) == 0 {
                    let mut tally = RunningMean::default();
                    for number in turn * rolled..(turn + 1) * rolled {
                        rollout.play_game(&game, number, &mut budget).into_iter().for_each(
                            |value| {
                                tally.add(value);
                            },
                        );
                    }
                    let target = (1.0 - tally.mean() as f32).clamp(0.0, 1.0);
                    samples.push(TrainingSample { rows: rows(&game, thrower), target });
                }
                game.apply_unchecked(Ply::Roll(roll_dice(&mut dice)));
                if game.phase() != Phase::Roll {
                    game = NetPlayer(evaluator).play_turn(buffers, &game, &mut dice);
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

fn rows(game: &Abagio, thrower: abaque_core::Seat) -> InputRows {
    let chief = game.chief().and_then(|at| chief_row(Some(at), game.stack(at), thrower));
    InputRows::of(game, thrower).with(chief)
}

fn tune(old: &Weights, samples: Vec<TrainingSample>, seed: u64) -> Weights {
    let mut source = SplitMix(seed);
    let (racing, meeting): (Vec<TrainingSample>, Vec<TrainingSample>) =
        samples.into_iter().partition(|sample| sample.rows.is_race);
    println!("{} positions, {} of them races", racing.len() + meeting.len(), racing.len());
    let mut learn = |net, mut samples: Vec<TrainingSample>| {
        let mut learner = Learner::new(net);
        for round in 0..EPOCHS {
            super::td::shuffle(&mut samples, &mut source);
            let done = round as f32 / (EPOCHS - 1) as f32;
            let rate = LEARNING_RATES[0] * (LEARNING_RATES[1] / LEARNING_RATES[0]).powf(done);
            let loss: f64 =
                samples.chunks(MINIBATCH_SIZE).map(|part| learner.step(part, rate)).sum();
            println!("round {round}: loss {:.5}", loss / samples.len().max(1) as f64);
        }
        learner.steady
    };
    Weights { contact: learn(old.contact.clone(), meeting), race: learn(old.race.clone(), racing) }
}
