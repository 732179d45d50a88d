//! What players' way to move tells of what they hide: how often blocks really are something, against what
//! counting alone says, in games from random set-ups.

use abaque_blocs::{Blocs, Colour, Rod};
use abaque_bots::blocs::Habits;
use abaque_bots::blocs::belief::{Belief, Prior};
use abaque_bots::blocs::eval::EVAL;
use abaque_bots::blocs::tells::{TELLS, Tells, name, told_by};
use abaque_core::{Game, Observer, Seat};
use clap::{Arg, ArgMatches, Command, value_parser};
use rayon::prelude::*;

use super::game::{Contender, Setups, bar, options, play};
use crate::arguments::given;

/// Rare things stay near what counting says: so many sightings are added to both sides.
const PULL: f64 = 300.0;

/// Rounds of the fit; each goes a part of the way, for the factors of a view hang together.
const ROUNDS: usize = 6;
const STEP: f64 = 0.8;

pub(super) fn command() -> Command {
    Command::new("blocs-tells")
        .about("Measures what players' way to move tells of what they hide and prints it")
        .arg(Arg::new("games").long("games").default_value("120").value_parser(value_parser!(u64)))
        .arg(Arg::new("nodes").long("nodes").default_value("4000").value_parser(value_parser!(u64)))
        .arg(Arg::new("seed").long("seed").default_value("13").value_parser(value_parser!(u64)))
}

pub(super) fn run(matches: &ArgMatches) -> Result<(), String> {
    let number = |name: &str| given(matches, name);
    let (games, nodes, seed) = (number("games"), number("nodes"), number("seed"));
    let options = options("blocs")?;
    let bar = bar("games", games);
    let habits = Habits { nodes, worlds: Some(8), depth: 1, knows_styles: false, ..Habits::BEST };
    let positions: Vec<Blocs> = (0..games)
        .into_par_iter()
        .flat_map_iter(|n| {
            let mut players = [(); 2].map(|()| {
                Contender::with(&options, habits, &EVAL, false).setting_up(Setups::Random)
            });
            let played = play(Blocs::start(&options), &mut players, (seed << 32) ^ n);
            bar.inc(1);
            played.positions
        })
        .collect();
    bar.finish_and_clear();
    let mut factors = vec![0.0; TELLS];
    for _ in 0..ROUNDS {
        let prior = Prior::uniform(&options).telling(Tells::new(factors.clone()));
        let none = || (vec![PULL; TELLS], vec![PULL; TELLS]);
        let (seen, thought) = positions
            .par_chunks(256)
            .map(|chunk| {
                let mut sums = none();
                sums.0.fill(0.0);
                sums.1.fill(0.0);
                for game in chunk {
                    for seat in Seat::ALL {
                        count(game, seat, &prior, &mut sums);
                    }
                }
                sums
            })
            .reduce(none, |mut a, b| {
                a.0.iter_mut().zip(&b.0).for_each(|(a, b)| *a += b);
                a.1.iter_mut().zip(&b.1).for_each(|(a, b)| *a += b);
                a
            });
        for ((factor, seen), thought) in factors.iter_mut().zip(seen).zip(thought) {
            *factor += STEP * (seen / thought).ln();
        }
    }
    eprintln!("{} positions", positions.len());
    for (n, factor) in factors.iter().enumerate() {
        println!("{} {factor:.3}", name(n));
    }
    Ok(())
}

/// Adds what the other's blocks are and what they are thought to be.
fn count(game: &Blocs, seat: Seat, prior: &Prior, (seen, thought): &mut (Vec<f64>, Vec<f64>)) {
    let view = game.view(Observer::Player(seat));
    let Some(belief) = Belief::new(&view, prior) else { return };
    let builder = seat.other();
    let blocks: Vec<_> = view.built(builder).collect();
    let secret = blocks.iter().filter(|block| block.rod.is_none()).count();
    for block in &blocks {
        let stance = game.stance(block.id);
        let pawns = [0, 1, 2].map(|slot| Colour::ALL[stance >> (2 * slot) & 3]);
        let rod = if stance & 128 == 0 { Rod::Small } else { Rod::Large };
        told_by(builder, secret, block, (rod, pawns)).for_each(|n| seen[n] += 1.0);
    }
    belief.weigh(|n, possible, odds| {
        told_by(builder, secret, &blocks[n], possible).for_each(|n| thought[n] += odds);
    });
}
