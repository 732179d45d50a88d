//! Random games on one core: actions per second, and where the time goes.
//!
//! `cargo run --release -p abaque-abagio --example speed [GAMES]`

use std::hint::black_box;
use std::time::{Duration, Instant};

use abaque_abagio::{Abagio, Action, Options, Phase, Roll};
use abaque_core::{Game, Ply, RandomSource, SplitMix};

type Step = (Abagio, Ply<Action, Roll>);

fn main() {
    let games: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(20_000);
    let start = Instant::now();
    let plies: u64 = (0..games).map(|seed| play(seed, |_, _| {})).sum();
    report("random play, whole games", plies, start.elapsed());
    println!("{:.1} plies a game", plies as f64 / games as f64);

    let mut steps: Vec<Step> = Vec::new();
    for seed in 0..games.min(200) {
        play(seed, |game, ply| steps.push((*game, ply)));
    }
    let (lots, acts): (Vec<Step>, Vec<Step>) =
        steps.into_iter().partition(|(_, ply)| matches!(ply, Ply::Roll(_)));
    let (leaps, chiefs): (Vec<Step>, Vec<Step>) =
        acts.into_iter().partition(|(game, _)| matches!(game.phase(), Phase::Leap(_)));
    for (name, steps) in [("lot", &lots), ("leap", &leaps), ("chief", &chiefs)] {
        let mut legal = Vec::with_capacity(64);
        time(&format!("{name}: generate"), steps, |game, _| {
            legal.clear();
            game.legal_actions(&mut legal);
            legal.len()
        });
        time(&format!("{name}: count"), steps, |game, _| game.count_legal() as usize);
        time(&format!("{name}: check"), steps, |game, ply| match ply {
            Ply::Act(action) => usize::from(game.check(&action).is_ok()),
            Ply::Roll(_) => 0,
        });
        time(&format!("{name}: apply"), steps, |game, ply| {
            let mut next = *game;
            next.apply_unchecked(ply);
            usize::from(next.is_over())
        });
    }
}

/// Plays one random game and returns the number of plies.
fn play(seed: u64, mut seen: impl FnMut(&Abagio, Ply<Action, Roll>)) -> u64 {
    let mut source = SplitMix(seed);
    let mut game = Abagio::start(&Options::default());
    let mut plies = 0;
    loop {
        let ply = match game.phase() {
            Phase::Over => return plies,
            Phase::First => loop {
                let (red, purple) = (die(&mut source), die(&mut source));
                if red != purple {
                    break Ply::Roll(Roll::First { red, purple });
                }
            },
            Phase::Roll => Ply::Roll(Roll::throw(die(&mut source), die(&mut source))),
            Phase::Leap(_) | Phase::Chief => match game.random_action(&mut source) {
                Some(action) => Ply::Act(action),
                None => return plies,
            },
        };
        seen(&game, ply);
        game.apply_unchecked(ply);
        plies += 1;
    }
}

fn die(source: &mut SplitMix) -> u8 {
    1 + source.below(6) as u8
}

fn time(name: &str, steps: &[Step], mut work: impl FnMut(&Abagio, Ply<Action, Roll>) -> usize) {
    let rounds = 1 + 2_000_000 / steps.len().max(1);
    let start = Instant::now();
    for _ in 0..rounds {
        for (game, ply) in steps {
            black_box(work(black_box(game), black_box(*ply)));
        }
    }
    report(name, (rounds * steps.len()) as u64, start.elapsed());
}

fn report(name: &str, count: u64, elapsed: Duration) {
    let each = elapsed.as_nanos() as f64 / count.max(1) as f64;
    println!("{name:<26} {each:>8.1} ns each, {:>6.1} million a second", 1000.0 / each);
}
