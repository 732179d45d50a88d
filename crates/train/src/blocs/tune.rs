//! The weights of the evaluation, by logistic regression on the results of games.

use abaque_blocs::Blocs;
use abaque_bots::blocs::Habits;
use abaque_bots::blocs::eval::{EVAL, KINDS, PLACES, WEIGHTS, WHOLE, features};
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

/// What is fitted: the weights, and behind them one for each kind of block wherever it stands.
const FITTED: usize = WEIGHTS + KINDS.len();

/// How strongly weights are pulled towards nothing: those of places towards that of the kind.
const PULL: f64 = 20.0;

/// How much of what a position is thought worth comes from later ones: the rest is what looking ahead
/// says at once. Results alone tell little, for all positions of a game share one.
const LATER: f64 = 0.93;

/// One position: what it has, and what Blue got in the end or was thought to get.
struct Example {
    found: Vec<(u16, f32)>,
    result: f32,
}

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
            let mut examples = Vec::new();
            let mut result = played.blue;
            for (game, chance) in played.positions.iter().zip(&played.chances).rev() {
                result = LATER * result + (1.0 - LATER) * chance;
                if let Turn::Of(seat) = game.turn()
                    && is_quiet(game)
                {
                    examples.push(example(game, seat, result as f32));
                }
            }
            examples
        })
        .collect();
    bar.finish_and_clear();
    // The last tenth is kept back to tell what the fit is worth.
    let (seen, fresh) = examples.split_at(examples.len() * 9 / 10);
    let weights = fit(seen);
    eprintln!("{} positions, loss {:.4}", seen.len(), loss(seen, &weights));
    eprintln!("{} others, loss {:.4}", fresh.len(), loss(fresh, &weights));
    report(&weights);
    Ok(())
}

/// Whether nobody can gain a block at once: the evaluation is asked at rest.
fn is_quiet(game: &Blocs) -> bool {
    let mut turns = Vec::new();
    game.whole_turns(&mut turns);
    turns.into_iter().all(|turn| game.swing(turn) <= 0)
}

fn example(game: &Blocs, to_move: Seat, result: f32) -> Example {
    let mut found = Vec::with_capacity(64);
    features(game, to_move, |n, much| {
        if much != 0.0 {
            found.push((n as u16, much));
            let kind = n / PLACES;
            if kind < KINDS.len() {
                found.push(((WEIGHTS + kind) as u16, much));
            }
        }
    });
    Example { found, result }
}

/// The chance that weights give to Blue.
fn chance(found: &[(u16, f32)], weights: &[f64]) -> f64 {
    let sum: f64 = found.iter().map(|&(n, x)| f64::from(x) * weights[usize::from(n)]).sum();
    1.0 / (1.0 + (-sum).exp())
}

/// Newton's method on the logistic loss with a small pull towards nothing.
fn fit(examples: &[Example]) -> Vec<f64> {
    let mut weights = vec![0.0; FITTED];
    for _ in 0..7 {
        let empty = || (vec![vec![0.0; FITTED]; FITTED], vec![0.0; FITTED]);
        let (mut curve, mut slope) = examples
            .par_chunks(1 << 16)
            .map(|chunk| {
                let (mut curve, mut slope) = empty();
                for Example { found, result } in chunk {
                    let chance = chance(found, &weights);
                    for &(i, x) in found {
                        slope[usize::from(i)] += (f64::from(*result) - chance) * f64::from(x);
                        let row = &mut curve[usize::from(i)];
                        for &(j, y) in found {
                            row[usize::from(j)] += chance * (1.0 - chance) * f64::from(x * y);
                        }
                    }
                }
                (curve, slope)
            })
            .reduce(empty, |(mut curve, mut slope), (more, steep)| {
                for (slope, steep) in slope.iter_mut().zip(steep) {
                    *slope += steep;
                }
                for (curve, more) in curve.iter_mut().flatten().zip(more.iter().flatten()) {
                    *curve += more;
                }
                (curve, slope)
            });
        for i in 0..FITTED {
            curve[i][i] += PULL;
            slope[i] -= PULL * weights[i];
        }
        for (weight, step) in weights.iter_mut().zip(solve(curve, slope)) {
            *weight += step;
        }
    }
    weights
}

/// The mean logistic loss.
fn loss(examples: &[Example], weights: &[f64]) -> f64 {
    let loss = |example: &Example| {
        let chance = chance(&example.found, weights).clamp(1e-9, 1.0 - 1e-9);
        let result = f64::from(example.result);
        -(result * chance.ln() + (1.0 - result) * (1.0 - chance).ln())
    };
    examples.iter().map(loss).sum::<f64>() / examples.len().max(1) as f64
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
fn report(weights: &[f64]) {
    let whole = &weights[KINDS.len() * PLACES..WEIGHTS];
    let block = WHOLE.iter().zip(whole).find(|(name, _)| **name == "lead-three-to-go");
    let block = block.map_or(0.5, |(_, &weight)| weight);
    let block = if block > 0.05 { block } else { 0.5 };
    for (n, name) in KINDS.iter().enumerate() {
        print!("{name}");
        for weight in &weights[n * PLACES..][..PLACES] {
            print!(" {:.0}", 100.0 * (weight + weights[WEIGHTS + n]) / block);
        }
        println!();
    }
    for (name, weight) in WHOLE.iter().zip(whole) {
        println!("{name} {:.1}", 100.0 * weight / block);
    }
    println!("odds {block:.4}");
}
