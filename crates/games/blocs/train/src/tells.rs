//! Measures tells: how often blocks have some contents relative to counting alone, in games from
//! random set-ups.

use abaque_blocs::{Blocs, Colour, Rod};
use abaque_blocs_bot::BotSettings;
use abaque_blocs_bot::belief::{Belief, SetupPrior};
use abaque_blocs_bot::evaluation::EVALUATOR;
use abaque_blocs_bot::tells::{TELL_COUNT, Tells, tell_indices, tell_name};
use abaque_core::{Game, Observer, Seat};
use clap::{Arg, ArgMatches, Command, value_parser};
use rayon::prelude::*;

use super::game::{ConfiguredBot, SetupSource, parse_options, play_game, progress_bar};
use abaque_recipe::number_value;

/// Pseudo-count that keeps rare cases near what counting says.
const PRIOR_SIGHTINGS: f64 = 300.0;

/// Rounds of the fit; each is damped, because the factors of a view are correlated.
const ROUNDS: usize = 6;
const STEP_SIZE: f64 = 0.8;

pub(super) fn command() -> Command {
    Command::new("blocs-tells")
        .about("Measures what players' way to move tells of what they hide and prints it")
        .arg(Arg::new("games").long("games").default_value("120").value_parser(value_parser!(u64)))
        .arg(Arg::new("nodes").long("nodes").default_value("4000").value_parser(value_parser!(u64)))
        .arg(Arg::new("seed").long("seed").default_value("13").value_parser(value_parser!(u64)))
}

pub(super) fn run(matches: &ArgMatches) -> Result<(), String> {
    let number = |name: &str| number_value(matches, name);
    let (games, nodes, seed) = (number("games"), number("nodes"), number("seed"));
    let options = parse_options("blocs")?;
    let bar = progress_bar("games", games);
    let settings =
        BotSettings { nodes, worlds: Some(8), depth: 1, knows_styles: false, ..BotSettings::BEST };
    let positions: Vec<Blocs> = (0..games)
        .into_par_iter()
        .flat_map_iter(|n| {
            let mut players = [(); 2].map(|()| {
                ConfiguredBot::with_settings(&options, settings, &EVALUATOR, false)
                    .with_setups(SetupSource::Random)
            });
            let played = play_game(Blocs::start(&options), &mut players, (seed << 32) ^ n);
            bar.inc(1);
            played.positions
        })
        .collect();
    bar.finish_and_clear();
    let mut factors = vec![0.0; TELL_COUNT];
    for _ in 0..ROUNDS {
        let prior = SetupPrior::uniform(&options).with_tells(Tells::new(factors.clone()));
        let none = || (vec![PRIOR_SIGHTINGS; TELL_COUNT], vec![PRIOR_SIGHTINGS; TELL_COUNT]);
        let (seen, expected) = positions
            .par_chunks(256)
            .map(|chunk| {
                let mut sums = none();
                sums.0.fill(0.0);
                sums.1.fill(0.0);
                for game in chunk {
                    for seat in Seat::ALL {
                        count_blocks(game, seat, &prior, &mut sums);
                    }
                }
                sums
            })
            .reduce(none, |mut a, b| {
                a.0.iter_mut().zip(&b.0).for_each(|(a, b)| *a += b);
                a.1.iter_mut().zip(&b.1).for_each(|(a, b)| *a += b);
                a
            });
        for ((factor, seen), expected) in factors.iter_mut().zip(seen).zip(expected) {
            *factor += STEP_SIZE * (seen / expected).ln();
        }
    }
    eprintln!("{} positions", positions.len());
    for (n, factor) in factors.iter().enumerate() {
        println!("{} {factor:.3}", tell_name(n));
    }
    Ok(())
}

/// Adds the actual and the expected contents of the opponent's blocks.
fn count_blocks(
    game: &Blocs,
    seat: Seat,
    prior: &SetupPrior,
    (seen, expected): &mut (Vec<f64>, Vec<f64>),
) {
    let view = game.view(Observer::Player(seat));
    let Some(belief) = Belief::new(&view, prior) else { return };
    let builder = seat.other();
    let blocks: Vec<_> = view.blocks_built_by(builder).collect();
    let secret = blocks.iter().filter(|block| block.rod.is_none()).count();
    for block in &blocks {
        let stance = game.block_state_index(block.id);
        let pawns = [0, 1, 2].map(|slot| Colour::ALL[stance >> (2 * slot) & 3]);
        let rod = if stance & 128 == 0 { Rod::Small } else { Rod::Large };
        tell_indices(builder, secret, block, (rod, pawns)).for_each(|n| seen[n] += 1.0);
    }
    belief.for_each_possibility(|n, possible, odds| {
        tell_indices(builder, secret, &blocks[n], possible).for_each(|n| expected[n] += odds);
    });
}
