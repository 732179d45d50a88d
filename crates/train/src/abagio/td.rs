//! TD(λ) by self-play: games with the nets as they are, targets from what came later in each game, one
//! net for contact and one for races.

use std::fs;
use std::path::{Path, PathBuf};

use abaque_abagio::Phase;
use abaque_bots::abagio::inputs::{INNER_INPUTS, Rows, chief_row};
use abaque_bots::abagio::net::chance;
use abaque_bots::abagio::{Judge, Weights};
use abaque_core::{Game, Ply, Source, SplitMix};
use clap::{Arg, ArgMatches, Command, value_parser};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use super::curve::{self, Point};
use super::duel::{Anything, Counter, Glance, Hand, WIDTH, share, start, throw};
use super::learn::{Learner, Sample, unlearned};
use crate::Recipe;
use crate::arguments::{given, number, pool};

/// How much of a target comes from later in the game.
const LAMBDA: f32 = 0.7;
/// In one game of `WILD_GAMES` one turn of `WILD_TURNS` is played anyhow, so that the nets also know what
/// good players avoid. What such a turn led to is not held against the position before it.
const WILD_GAMES: u64 = 4;
const WILD_TURNS: u64 = 6;
/// Games between two looks at what was learned.
const BATCH: u64 = 64;
/// Positions in one step.
const STEP: usize = 512;
/// The learning rate, at the beginning and at the end.
const RATES: [f32; 2] = [2e-3, 1e-4];

pub(super) const RECIPE: Recipe = Recipe { command, run };

fn command() -> Command {
    Command::new("abagio")
        .about("Teaches the nets of Abagio by self-play (TD(λ)) and draws the learning curve")
        .arg(number("games", "800000", "Games of self-play"))
        .arg(number("seed", "1", "Where the dice start from"))
        .arg(number("pairs", "400", "Pairs of games for each point of the learning curve"))
        .arg(number("points", "40", "Points of the learning curve"))
        .arg(number("threads", "2", "Threads (the result does not depend on them)"))
        .arg(
            Arg::new("out")
                .long("out")
                .default_value("crates/bots/src/abagio")
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
    let number = |name: &str| given(matches, name);
    let path = |name: &str| matches.get_one::<PathBuf>(name).cloned().unwrap_or_default();
    let pool = pool(matches)?;
    pool.install(|| {
        teach(
            [number("games"), number("seed"), number("pairs"), number("points")],
            &path("out"),
            &path("plot"),
        )
    })
}

fn teach([games, seed, pairs, points]: [u64; 4], out: &Path, plot: &Path) -> Result<(), String> {
    let mut source = SplitMix(seed);
    let mut contact = Learner::new(unlearned(0, &mut source));
    let mut race = Learner::new(unlearned(INNER_INPUTS, &mut source));
    let bar = ProgressBar::new(games).with_style(
        ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left, {msg}")
            .map_err(|error| error.to_string())?,
    );
    let mut curve: Vec<Point> = Vec::new();
    let mut early: Option<Judge> = None;
    let mut measured = 0;
    let mut played = 0;
    while played < games {
        let judge = Judge::new(&Weights { contact: contact.net.clone(), race: race.net.clone() });
        let batch: Vec<Vec<Sample>> = (0..BATCH)
            .into_par_iter()
            .map_init(Hand::default, |hand, game| {
                self_play(&judge, hand, SplitMix(seed << 40 | (played + game)))
            })
            .collect();
        played += BATCH;
        let done = played as f32 / games as f32;
        let rate = RATES[0] * (RATES[1] / RATES[0]).powf(done);
        let mut samples: Vec<Sample> = batch.concat();
        shuffle(&mut samples, &mut source);
        let (racing, meeting): (Vec<Sample>, Vec<Sample>) =
            samples.iter().partition(|sample| sample.rows.race);
        let mut loss = 0.0;
        for (learner, samples) in [(&mut contact, meeting), (&mut race, racing)] {
            for part in samples.chunks(STEP) {
                loss += learner.step(part, rate);
            }
        }
        bar.set_position(played.min(games));
        bar.set_message(format!(
            "{:.1} turns a game, loss {:.4}",
            samples.len() as f64 / BATCH as f64,
            loss / samples.len() as f64
        ));
        if played * points >= measured * games {
            measured += 1;
            let weights = Weights { contact: contact.steady.clone(), race: race.steady.clone() };
            let judge = Judge::new(&weights);
            let me = Glance(&judge);
            let against_early = early.as_ref().map(|early| share(&me, &Glance(early), pairs, 77));
            let point = Point {
                games: played,
                random: share(&me, &Anything, pairs / 4, 78),
                counter: share(&me, &Counter, pairs, 79),
                early: against_early,
            };
            bar.println(point.line());
            curve.push(point);
            if early.is_none() && played * 10 >= games {
                early = Some(judge);
            }
            save(&out.join("weights.bin"), &weights.write())?;
            let text = curve::text(&curve, [games, seed]);
            save(&out.join("training.txt"), text.as_bytes())?;
            save(plot, curve::svg(&curve::read(&text)).as_bytes())?;
        }
    }
    bar.finish();
    Ok(())
}

fn save(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}

/// Mixes samples.
pub(super) fn shuffle(samples: &mut [Sample], source: &mut SplitMix) {
    for i in (1..samples.len()).rev() {
        samples.swap(i, source.below(i as u64 + 1) as usize);
    }
}

/// One game against oneself: every position before a throw, with what it was worth in the light of
/// what came later.
fn self_play(judge: &Judge, hand: &mut Hand, mut dice: SplitMix) -> Vec<Sample> {
    let mut game = start();
    let wild = dice.below(WILD_GAMES) == 0;
    let mut seen: Vec<Seen> = Vec::with_capacity(160);
    while let Some(thrower) = game.side() {
        if game.phase() == Phase::Over || seen.len() > 2000 {
            break;
        }
        let chief = game.chief().and_then(|at| chief_row(Some(at), game.stack(at), thrower));
        let rows = Rows::of(&game, thrower).with(chief);
        let said = chance(judge.at_throw(&game, thrower));
        game.apply_unchecked(Ply::Roll(throw(&mut dice)));
        let mut instead = None;
        if game.phase() != Phase::Roll {
            let plays = hand.weigher.plays(judge, &game, WIDTH);
            let Some(&best) = plays.first() else { break };
            if wild && dice.below(WILD_TURNS) == 0 {
                instead = Some(chance(best.value));
                game = plays[dice.below(plays.len() as u64) as usize].after();
            } else {
                game = best.after();
            }
        }
        seen.push(Seen { rows, said, instead });
    }
    // The one who threw last won.
    let mut samples = Vec::with_capacity(seen.len());
    let mut target = 1.0;
    for Seen { rows, said, instead } in seen.into_iter().rev() {
        target = instead.unwrap_or(target);
        samples.push(Sample { rows, target });
        target = 1.0 - (LAMBDA * target + (1.0 - LAMBDA) * said);
    }
    samples
}

/// A position before a throw, what the nets said of it and, if the turn was then played anyhow, what
/// the best play was said to be worth.
struct Seen {
    rows: Rows,
    said: f32,
    instead: Option<f32>,
}
