//! TD(λ) self-play training of the contact net and the race net.

use std::fs;
use std::path::{Path, PathBuf};

use abaque_abagio::Phase;
use abaque_abagio_bot::inputs::{INNER_INPUTS, InputRows, chief_row};
use abaque_abagio_bot::net::sigmoid;
use abaque_abagio_bot::{Evaluator, Weights};
use abaque_core::{Game, Ply, RandomSource, SplitMix};
use clap::{Arg, ArgMatches, Command, value_parser};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use super::curve::{self, CurvePoint};
use super::duel::{
    CHIEF_CANDIDATES, NetPlayer, PipCountPlayer, RandomPlayer, TurnBuffers, roll_dice, start,
    win_share,
};
use super::learn::{Learner, TrainingSample, random_net};
use abaque_recipe::{Recipe, number_arg, number_value, thread_pool};

/// Share of a target that comes from later in the game.
const LAMBDA: f32 = 0.7;
/// In one game of `WILD_GAME_INTERVAL`, one turn of `WILD_TURN_INTERVAL` is random, so that the
/// nets also see positions good players avoid. The outcome of a random turn does not affect the
/// target of the position before it.
const WILD_GAME_INTERVAL: u64 = 4;
const WILD_TURN_INTERVAL: u64 = 6;
/// Games between two training steps.
const GAMES_PER_BATCH: u64 = 64;
/// Positions per minibatch.
const MINIBATCH_SIZE: usize = 512;
/// Learning rate at the beginning and at the end.
const LEARNING_RATES: [f32; 2] = [2e-3, 1e-4];

pub(super) const RECIPE: Recipe = Recipe { command, run };

fn command() -> Command {
    Command::new("abagio")
        .about("Teaches the nets of Abagio by self-play (TD(λ)) and draws the learning curve")
        .arg(number_arg("games", "800000", "Games of self-play"))
        .arg(number_arg("seed", "1", "Where the dice start from"))
        .arg(number_arg("pairs", "400", "Pairs of games for each point of the learning curve"))
        .arg(number_arg("points", "40", "Points of the learning curve"))
        .arg(number_arg("threads", "2", "Threads (the result does not depend on them)"))
        .arg(
            Arg::new("out")
                .long("out")
                .default_value("crates/games/abagio/bot/src")
                .help("Where weights.bin and training.txt go")
                .value_parser(value_parser!(PathBuf)),
        )
        .arg(
            Arg::new("plot")
                .long("plot")
                .default_value("docs/pictures/abagio-training.svg")
                .help("Where the plot goes")
                .value_parser(value_parser!(PathBuf)),
        )
}

fn run(matches: &ArgMatches) -> Result<(), String> {
    let number = |name: &str| number_value(matches, name);
    let path = |name: &str| matches.get_one::<PathBuf>(name).cloned().unwrap_or_default();
    let pool = thread_pool(matches)?;
    pool.install(|| {
        train(
            [number("games"), number("seed"), number("pairs"), number("points")],
            &path("out"),
            &path("plot"),
        )
    })
}

fn train([games, seed, pairs, points]: [u64; 4], out: &Path, plot: &Path) -> Result<(), String> {
    let mut source = SplitMix(seed);
    let mut contact = Learner::new(random_net(0, &mut source));
    let mut race = Learner::new(random_net(INNER_INPUTS, &mut source));
    let bar = ProgressBar::new(games).with_style(
        ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left, {msg}")
            .map_err(|error| error.to_string())?,
    );
    let mut curve: Vec<CurvePoint> = Vec::new();
    let mut early: Option<Evaluator> = None;
    let mut measured = 0;
    let mut played = 0;
    while played < games {
        let evaluator =
            Evaluator::new(&Weights { contact: contact.net.clone(), race: race.net.clone() });
        let batch: Vec<Vec<TrainingSample>> = (0..GAMES_PER_BATCH)
            .into_par_iter()
            .map_init(TurnBuffers::default, |buffers, game| {
                self_play(&evaluator, buffers, SplitMix(seed << 40 | (played + game)))
            })
            .collect();
        played += GAMES_PER_BATCH;
        let done = played as f32 / games as f32;
        let rate = LEARNING_RATES[0] * (LEARNING_RATES[1] / LEARNING_RATES[0]).powf(done);
        let mut samples: Vec<TrainingSample> = batch.concat();
        shuffle(&mut samples, &mut source);
        let (racing, meeting): (Vec<TrainingSample>, Vec<TrainingSample>) =
            samples.iter().partition(|sample| sample.rows.is_race);
        let mut loss = 0.0;
        for (learner, samples) in [(&mut contact, meeting), (&mut race, racing)] {
            for part in samples.chunks(MINIBATCH_SIZE) {
                loss += learner.step(part, rate);
            }
        }
        bar.set_position(played.min(games));
        bar.set_message(format!(
            "{:.1} turns a game, loss {:.4}",
            samples.len() as f64 / GAMES_PER_BATCH as f64,
            loss / samples.len() as f64
        ));
        if played * points >= measured * games {
            measured += 1;
            let weights = Weights { contact: contact.steady.clone(), race: race.steady.clone() };
            let evaluator = Evaluator::new(&weights);
            let me = NetPlayer(&evaluator);
            let against_early =
                early.as_ref().map(|early| win_share(&me, &NetPlayer(early), pairs, 77));
            let point = CurvePoint {
                games: played,
                random: win_share(&me, &RandomPlayer, pairs / 4, 78),
                counter: win_share(&me, &PipCountPlayer, pairs, 79),
                early: against_early,
            };
            bar.println(point.to_row());
            curve.push(point);
            if early.is_none() && played * 10 >= games {
                early = Some(evaluator);
            }
            save(&out.join("weights.bin"), &weights.to_bytes())?;
            let text = curve::to_table(&curve, [games, seed]);
            save(&out.join("training.txt"), text.as_bytes())?;
            save(plot, curve::render_svg(&curve::parse_table(&text)).as_bytes())?;
        }
    }
    bar.finish();
    Ok(())
}

fn save(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}

/// Shuffles the samples.
pub(super) fn shuffle(samples: &mut [TrainingSample], source: &mut SplitMix) {
    for i in (1..samples.len()).rev() {
        samples.swap(i, source.below(i as u64 + 1) as usize);
    }
}

/// One self-play game: every position before a throw with its TD(λ) target.
fn self_play(
    evaluator: &Evaluator,
    buffers: &mut TurnBuffers,
    mut dice: SplitMix,
) -> Vec<TrainingSample> {
    let mut game = start();
    let wild = dice.below(WILD_GAME_INTERVAL) == 0;
    let mut seen: Vec<SelfPlayTurn> = Vec::with_capacity(160);
    while let Some(thrower) = game.side() {
        if game.phase() == Phase::Over || seen.len() > 2000 {
            break;
        }
        let chief = game.chief().and_then(|at| chief_row(Some(at), game.stack(at), thrower));
        let rows = InputRows::of(&game, thrower).with(chief);
        let message = sigmoid(evaluator.log_odds_at_throw(&game, thrower));
        game.apply_unchecked(Ply::Roll(roll_dice(&mut dice)));
        let mut instead = None;
        if game.phase() != Phase::Roll {
            let plays = buffers.ranker.ranked_plays(evaluator, &game, CHIEF_CANDIDATES);
            let Some(&best) = plays.first() else { break };
            if wild && dice.below(WILD_TURN_INTERVAL) == 0 {
                instead = Some(sigmoid(best.log_odds));
                game = plays[dice.below(plays.len() as u64) as usize].after();
            } else {
                game = best.after();
            }
        }
        seen.push(SelfPlayTurn { rows, predicted: message, best_play_value: instead });
    }
    // The last player to throw won.
    let mut samples = Vec::with_capacity(seen.len());
    let mut target = 1.0;
    for SelfPlayTurn { rows, predicted: message, best_play_value: instead } in
        seen.into_iter().rev()
    {
        target = instead.unwrap_or(target);
        samples.push(TrainingSample { rows, target });
        target = 1.0 - (LAMBDA * target + (1.0 - LAMBDA) * message);
    }
    samples
}

/// A position before a throw, its evaluation and, if the turn was random, the value of the best
/// play.
struct SelfPlayTurn {
    rows: InputRows,
    predicted: f32,
    best_play_value: Option<f32>,
}
