//! The weights of the evaluation, by logistic regression on the results of games.

use abaque_blocs::Blocs;
use abaque_bots::blocs::Habits;
use abaque_bots::blocs::eval::{EVAL, NAMES, WEIGHTS, features};
use abaque_bots::blocs::style::Style;
use abaque_core::{Game, Ply, Seat, Source, SplitMix, Turn};
use clap::{Arg, ArgMatches, Command, value_parser};
use rayon::prelude::*;

use super::game::{Contender, bar, options, play};
use crate::arguments::given;

pub(super) fn command() -> Command {
    Command::new("blocs-tune")
        .about("Fits the evaluation of Blocs-pions to the results of games and prints its weights")
        .arg(Arg::new("games").long("games").default_value("6000").value_parser(value_parser!(u64)))
        .arg(Arg::new("nodes").long("nodes").default_value("1500").value_parser(value_parser!(u64)))
        .arg(Arg::new("seed").long("seed").default_value("7").value_parser(value_parser!(u64)))
}

/// One position: what it has, and what Blue got in the end.
type Example = ([f32; WEIGHTS], f32);

pub(super) fn run(matches: &ArgMatches) -> Result<(), String> {
    let number = |name: &str| given(matches, name);
    let (games, nodes, seed) = (number("games"), number("nodes"), number("seed"));
    let options = options("blocs")?;
    let bar = bar("games", games);
    // Players who see everything, with a little noise for variety: the evaluation is asked about worlds
    // without secrets.
    let habits = Habits { nodes, depth: 2, noise: 0.02, ..Habits::BEST };
    let examples: Vec<Example> = (0..games)
        .into_par_iter()
        .flat_map_iter(|n| {
            let mut source = SplitMix(seed.wrapping_mul(1 << 32) ^ n);
            let mut game = Blocs::start(&options);
            for seat in Seat::ALL {
                // Half of the set-ups are ours, half are any.
                let style = if source.below(2) == 0 { Style::ours() } else { Style::uniform() };
                let setup = style.set_up(&options, seat, &mut source);
                game.apply_unchecked(Ply::Act(abaque_blocs::Action::Setup(setup)));
            }
            // Some turns at random, so that few openings repeat.
            for _ in 0..source.below(6) {
                let Some(action) = game.random_action(&mut source) else { break };
                game.apply_unchecked(Ply::Act(action));
            }
            let mut players = [(); 2].map(|()| Contender::with(&options, habits, &EVAL, true));
            let played = play(game, &mut players, source.next_u64());
            bar.inc(1);
            let side = |game: &Blocs| match game.turn() {
                Turn::Of(seat) => seat,
                _ => Seat::First,
            };
            let examples: Vec<Example> = played
                .positions
                .iter()
                .filter(|game| is_quiet(game))
                .map(|game| (features(game, side(game)), played.blue as f32))
                .collect();
            examples
        })
        .collect();
    bar.finish_and_clear();
    let weights = fit(&examples);
    report(&examples, &weights);
    Ok(())
}

/// Whether nobody can gain a block at once: the evaluation is asked at rest.
fn is_quiet(game: &Blocs) -> bool {
    let mut turns = Vec::new();
    game.whole_turns(&mut turns);
    turns.into_iter().all(|turn| game.swing(turn) <= 0)
}

/// Newton's method on the logistic loss with a small pull towards nothing.
fn fit(examples: &[Example]) -> [f64; WEIGHTS] {
    let mut weights = [0.0; WEIGHTS];
    for _ in 0..12 {
        let empty = || (vec![[0.0; WEIGHTS]; WEIGHTS], [0.0; WEIGHTS]);
        let (mut curve, mut slope) = examples
            .par_chunks(4096)
            .map(|chunk| {
                let (mut curve, mut slope) = empty();
                for (found, result) in chunk {
                    let sum: f64 = found
                        .iter()
                        .zip(&weights)
                        .map(|(&x, w): (&f32, &f64)| f64::from(x) * w)
                        .sum();
                    let chance = 1.0 / (1.0 + (-sum).exp());
                    for (i, &x) in found.iter().enumerate().filter(|(_, x)| **x != 0.0) {
                        slope[i] += (f64::from(*result) - chance) * f64::from(x);
                        for (j, &y) in found.iter().enumerate() {
                            curve[i][j] += chance * (1.0 - chance) * f64::from(x) * f64::from(y);
                        }
                    }
                }
                (curve, slope)
            })
            .reduce(empty, |(mut curve, mut slope), (more, steep)| {
                for i in 0..WEIGHTS {
                    slope[i] += steep[i];
                    for j in 0..WEIGHTS {
                        curve[i][j] += more[i][j];
                    }
                }
                (curve, slope)
            });
        for i in 0..WEIGHTS {
            curve[i][i] += 20.0;
            slope[i] -= 20.0 * weights[i];
        }
        let step = solve(curve, slope.to_vec());
        for (weight, step) in weights.iter_mut().zip(step) {
            *weight += step;
        }
    }
    weights
}

/// Solves a linear system by elimination with pivots.
pub(super) fn solve<R: AsMut<[f64]> + AsRef<[f64]>>(
    mut rows: Vec<R>,
    mut right: Vec<f64>,
) -> Vec<f64> {
    let n = right.len();
    for i in 0..n {
        let pivot = (i..n)
            .max_by(|&a, &b| rows[a].as_ref()[i].abs().total_cmp(&rows[b].as_ref()[i].abs()))
            .unwrap_or(i);
        rows.swap(i, pivot);
        right.swap(i, pivot);
        let (above, below) = rows.split_at_mut(i + 1);
        let row = above[i].as_ref();
        for (k, other) in below.iter_mut().enumerate() {
            let other = other.as_mut();
            let factor = other[i] / row[i];
            for j in i..n {
                other[j] -= factor * row[j];
            }
            right[i + 1 + k] -= factor * right[i];
        }
    }
    for i in (0..n).rev() {
        let row = rows[i].as_ref();
        let known: f64 = (i + 1..n).map(|j| row[j] * right[j]).sum();
        right[i] = (right[i] - known) / row[i];
    }
    right
}

/// Prints the weights in hundredths of a block: a block is what the lead counts far from the end.
fn report(examples: &[Example], weights: &[f64; WEIGHTS]) {
    let block =
        NAMES.iter().position(|name| *name == "lead-three-to-go").map_or(1.0, |n| weights[n]);
    let block = if block > 0.05 { block } else { 0.5 };
    let loss: f64 = examples
        .iter()
        .map(|(found, result)| {
            let sum: f64 = found.iter().zip(weights).map(|(&x, w)| f64::from(x) * w).sum();
            let chance = (1.0 / (1.0 + (-sum).exp())).clamp(1e-9, 1.0 - 1e-9);
            let result = f64::from(*result);
            -(result * chance.ln() + (1.0 - result) * (1.0 - chance).ln())
        })
        .sum();
    eprintln!("{} positions, loss {:.4}", examples.len(), loss / examples.len() as f64);
    for (name, weight) in NAMES.iter().zip(weights) {
        println!("{name} {:.1}", 100.0 * weight / block);
    }
    println!("odds {block:.4}");
}
