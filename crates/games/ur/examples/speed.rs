//! Random games on one core: plies per second, and where the time goes.
//!
//! `cargo run --release -p abaque-ur --example speed [GAMES]`

use std::hint::black_box;
use std::time::{Duration, Instant};

use abaque_core::{Game, Ply, RandomSource, SplitMix, Turn};
use abaque_ur::{Action, Options, Roll, Ur};

/// A decision of a player: the position and what was played.
type Decision = (Ur, Action);

fn main() {
    let games: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(20_000);
    let start = Instant::now();
    let plies: u64 = (0..games).map(|seed| play(seed, |_, _| {})).sum();
    report("random play, whole games", plies, start.elapsed());
    println!("{:.1} plies a game", plies as f64 / games.max(1) as f64);

    let mut decisions: Vec<Decision> = Vec::new();
    for seed in 0..games.min(200) {
        play(seed, |game, action| decisions.push((*game, action)));
    }
    let mut legal = Vec::with_capacity(8);
    time("generate", &decisions, |game, _| {
        legal.clear();
        game.legal_actions(&mut legal);
        legal.len()
    });
    time("count", &decisions, |game, _| game.count_legal() as usize);
    time("check", &decisions, |game, action| usize::from(game.check(&action).is_ok()));
    time("apply", &decisions, |game, action| {
        let mut next = *game;
        next.apply_unchecked(Ply::Act(action));
        usize::from(next.is_over())
    });
}

/// Plays one random game, shows every decision, and returns the number of plies.
fn play(seed: u64, mut seen: impl FnMut(&Ur, Action)) -> u64 {
    let mut source = SplitMix(seed);
    let mut game = Ur::start(&Options::default());
    let mut rolls: Vec<(Roll, u32)> = Vec::with_capacity(20);
    for plies in 0.. {
        let ply = match game.turn() {
            Turn::Over(_) => return plies,
            Turn::Chance => {
                rolls.clear();
                game.rolls(&mut rolls);
                Ply::Roll(throw(&rolls, &mut source))
            }
            Turn::Of(_) => match game.random_action(&mut source) {
                Some(action) => {
                    seen(&game, action);
                    Ply::Act(action)
                }
                None => return plies,
            },
        };
        game.apply_unchecked(ply);
    }
    0
}

/// Draws an outcome by weight.
fn throw(rolls: &[(Roll, u32)], source: &mut SplitMix) -> Roll {
    let total: u64 = rolls.iter().map(|&(_, weight)| u64::from(weight)).sum();
    let mut drawn = source.below(total);
    for &(roll, weight) in rolls {
        if drawn < u64::from(weight) {
            return roll;
        }
        drawn -= u64::from(weight);
    }
    rolls[0].0
}

fn time(name: &str, decisions: &[Decision], mut work: impl FnMut(&Ur, Action) -> usize) {
    let rounds = 1 + 2_000_000 / decisions.len().max(1);
    let start = Instant::now();
    for _ in 0..rounds {
        for (game, action) in decisions {
            black_box(work(black_box(game), black_box(*action)));
        }
    }
    report(name, (rounds * decisions.len()) as u64, start.elapsed());
}

fn report(name: &str, count: u64, elapsed: Duration) {
    let each = elapsed.as_nanos() as f64 / count.max(1) as f64;
    println!("{name:<26} {each:>8.1} ns each, {:>6.1} million a second", 1000.0 / each);
}
