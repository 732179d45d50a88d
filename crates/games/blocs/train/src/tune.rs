//! Fits the evaluation weights by logistic regression on game results.

use abaque_blocs::Blocs;
use abaque_blocs_bot::BotSettings;
use abaque_blocs_bot::evaluation::{
    BLOCK_KINDS, BOARD_FEATURES, EVALUATOR, PLACES, WEIGHT_COUNT, features,
};
use abaque_blocs_bot::style::SetupStyle;
use abaque_core::{Game, Ply, RandomSource, Seat, SplitMix, Turn};
use clap::{Arg, ArgMatches, Command, value_parser};
use rayon::prelude::*;

use super::game::{ConfiguredBot, parse_options, play_game, progress_bar};
use abaque_recipe::number_value;

pub(super) fn command() -> Command {
    Command::new("blocs-tune")
        .about("Fits the evaluation of Blocs-pions to the results of games and prints its weights")
        .arg(Arg::new("games").long("games").default_value("6000").value_parser(value_parser!(u64)))
        .arg(Arg::new("nodes").long("nodes").default_value("1500").value_parser(value_parser!(u64)))
        .arg(Arg::new("seed").long("seed").default_value("7").value_parser(value_parser!(u64)))
}

/// Fitted parameters: the weights, then one per kind of block regardless of its place.
const FITTED_WEIGHTS: usize = WEIGHT_COUNT + BLOCK_KINDS.len();

/// Ridge: weights of places are pulled towards their kind's, the others towards zero.
const RIDGE: f64 = 20.0;

/// Share of a training target that comes from later positions; the rest is the search value.
/// Results alone carry little information, because all positions of a game share one.
const LAMBDA: f64 = 0.93;

/// One position: its features and Blue's target.
struct FitSample {
    found: Vec<(u16, f32)>,
    result: f32,
}

pub(super) fn run(matches: &ArgMatches) -> Result<(), String> {
    let number = |name: &str| number_value(matches, name);
    let (games, nodes, seed) = (number("games"), number("nodes"), number("seed"));
    let options = parse_options("blocs")?;
    let bar = progress_bar("games", games);
    // Bots with full information and a little noise for variety, because the evaluation is used on
    // worlds without secrets.
    let settings = BotSettings { nodes, depth: 2, noise: 0.02, ..BotSettings::BEST };
    let examples: Vec<FitSample> = (0..games)
        .into_par_iter()
        .flat_map_iter(|n| {
            let mut source = SplitMix(seed.wrapping_mul(1 << 32) ^ n);
            let mut game = Blocs::start(&options);
            for seat in Seat::ALL {
                // Half of the set-ups are in the bot's own style, half are random.
                let style =
                    if source.below(2) == 0 { SetupStyle::ours() } else { SetupStyle::uniform() };
                let setup = style.sample_setup(&options, seat, &mut source);
                game.apply_unchecked(Ply::Act(abaque_blocs::Action::Setup(setup)));
            }
            // Some random turns, so that few openings repeat.
            for _ in 0..source.below(6) {
                let Some(action) = game.random_action(&mut source) else { break };
                game.apply_unchecked(Ply::Act(action));
            }
            let mut players = [(); 2]
                .map(|()| ConfiguredBot::with_settings(&options, settings, &EVALUATOR, true));
            let played = play_game(game, &mut players, source.next_u64());
            bar.inc(1);
            let mut examples = Vec::new();
            let mut result = played.blue_share;
            for (game, chance) in played.positions.iter().zip(&played.chances).rev() {
                result = LAMBDA * result + (1.0 - LAMBDA) * chance;
                if let Turn::Of(seat) = game.turn()
                    && is_quiet(game)
                {
                    examples.push(fit_sample(game, seat, result as f32));
                }
            }
            examples
        })
        .collect();
    bar.finish_and_clear();
    // The last tenth is held out for validation.
    let (seen, fresh) = examples.split_at(examples.len() * 9 / 10);
    let weights = fit(seen);
    eprintln!("{} positions, loss {:.4}", seen.len(), loss(seen, &weights));
    eprintln!("{} others, loss {:.4}", fresh.len(), loss(fresh, &weights));
    print_weights(&weights);
    Ok(())
}

/// Whether neither player can gain a block at once; the evaluation is used in quiet positions.
fn is_quiet(game: &Blocs) -> bool {
    let mut turns = Vec::new();
    game.whole_turns(&mut turns);
    turns.into_iter().all(|turn| game.block_swing(turn) <= 0)
}

fn fit_sample(game: &Blocs, to_move: Seat, result: f32) -> FitSample {
    let mut found = Vec::with_capacity(64);
    features(game, to_move, |n, much| {
        if much != 0.0 {
            found.push((n as u16, much));
            let kind = n / PLACES;
            if kind < BLOCK_KINDS.len() {
                found.push(((WEIGHT_COUNT + kind) as u16, much));
            }
        }
    });
    FitSample { found, result }
}

/// Blue's winning chance under the weights.
fn chance(found: &[(u16, f32)], weights: &[f64]) -> f64 {
    let sum: f64 = found.iter().map(|&(n, x)| f64::from(x) * weights[usize::from(n)]).sum();
    1.0 / (1.0 + (-sum).exp())
}

/// Newton's method on the logistic loss with a small ridge.
fn fit(examples: &[FitSample]) -> Vec<f64> {
    let mut weights = vec![0.0; FITTED_WEIGHTS];
    for _ in 0..7 {
        let empty = || (vec![vec![0.0; FITTED_WEIGHTS]; FITTED_WEIGHTS], vec![0.0; FITTED_WEIGHTS]);
        let (mut curve, mut slope) = examples
            .par_chunks(1 << 16)
            .map(|chunk| {
                let (mut curve, mut slope) = empty();
                for FitSample { found, result } in chunk {
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
        for i in 0..FITTED_WEIGHTS {
            curve[i][i] += RIDGE;
            slope[i] -= RIDGE * weights[i];
        }
        for (weight, step) in weights.iter_mut().zip(solve(curve, slope)) {
            *weight += step;
        }
    }
    weights
}

/// Mean logistic loss.
fn loss(examples: &[FitSample], weights: &[f64]) -> f64 {
    let loss = |example: &FitSample| {
        let chance = chance(&example.found, weights).clamp(1e-9, 1.0 - 1e-9);
        let result = f64::from(example.result);
        -(result * chance.ln() + (1.0 - result) * (1.0 - chance).ln())
    };
    examples.iter().map(loss).sum::<f64>() / examples.len().max(1) as f64
}

/// Solves a linear system by elimination with pivoting.
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

/// Prints the weights in hundredths of a block, scaled by the lead far from the end.
fn print_weights(weights: &[f64]) {
    let whole = &weights[BLOCK_KINDS.len() * PLACES..WEIGHT_COUNT];
    let block = BOARD_FEATURES.iter().zip(whole).find(|(name, _)| **name == "lead-three-to-go");
    let block = block.map_or(0.5, |(_, &weight)| weight);
    let block = if block > 0.05 { block } else { 0.5 };
    for (n, name) in BLOCK_KINDS.iter().enumerate() {
        print!("{name}");
        for weight in &weights[n * PLACES..][..PLACES] {
            print!(" {:.0}", 100.0 * (weight + weights[WEIGHT_COUNT + n]) / block);
        }
        println!();
    }
    for (name, weight) in BOARD_FEATURES.iter().zip(whole) {
        println!("{name} {:.1}", 100.0 * weight / block);
    }
    println!("odds {block:.4}");
}
