//! Speed of random games, and where the time goes.
//!
//! `cargo run --release -p abaque-abraxas --example speed [SECONDS] [SPEC]`

use std::hint::black_box;
use std::time::{Duration, Instant};

use abaque_abraxas::{Abraxas, Action, Options};
use abaque_core::{Game, GameOptions, Ply, RandomSource, SplitMix};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let seconds = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(2);
    let spec = arguments.next().unwrap_or_else(|| "abraxas".into());
    let options = match spec.parse().and_then(|spec| Options::from_spec(&spec)) {
        Ok(options) => options,
        Err(error) => return eprintln!("{error}"),
    };
    let (applied, games, spent) = play(&options, Duration::from_secs(seconds));
    let rate = applied as f64 / spent.as_secs_f64();
    println!("{applied} actions in {games} random games, {:.2} s", spent.as_secs_f64());
    println!("{:.2} million actions a second, listing the legal ones each time", rate / 1e6);
    parts(&options);
}

/// Random games: list the legal actions, pick one, apply it.
fn play(options: &Options, budget: Duration) -> (u64, u64, Duration) {
    let (mut source, mut legal) = (SplitMix(1), Vec::with_capacity(2048));
    let (mut applied, mut games, start) = (0u64, 0u64, Instant::now());
    while start.elapsed() < budget {
        let mut game = Abraxas::start(options);
        // Random play can shuffle pawns for a long time once the reserve is empty.
        for _ in 0..1000 {
            legal.clear();
            game.legal_actions(&mut legal);
            if legal.is_empty() {
                break;
            }
            game.apply_unchecked(Ply::Act(legal[source.below(legal.len() as u64) as usize]));
            applied += 1;
        }
        games += 1;
    }
    (applied, games, start.elapsed())
}

/// The cost of each operation over the positions of some random games.
fn parts(options: &Options) {
    let mut source = SplitMix(2);
    let mut seen: Vec<(Abraxas, Action)> = Vec::new();
    while seen.len() < 200_000 {
        let mut game = Abraxas::start(options);
        for _ in 0..1000 {
            let Some(action) = game.random_action(&mut source) else { break };
            seen.push((game, action));
            game.apply_unchecked(Ply::Act(action));
        }
    }
    let mut legal = Vec::with_capacity(2048);
    let listed: u64 = seen.iter().map(|(game, _)| game.count_legal()).sum();
    println!("{:.1} legal actions a position", listed as f64 / seen.len() as f64);
    clock("list", &seen, |game, _| {
        legal.clear();
        game.legal_actions(&mut legal);
        legal.len() as u64
    });
    clock("count", &seen, |game, _| game.count_legal());
    clock("draw without a list", &seen, |game, _| {
        u64::from(game.random_action(&mut source).is_some())
    });
    clock("check", &seen, |game, action| u64::from(game.check(action).is_ok()));
    clock("apply", &seen, |game, action| {
        let mut next = *game;
        next.apply_unchecked(Ply::Act(*action));
        u64::from(black_box(next).reserve())
    });
    clock("find lines", &seen, |game, _| game.lines().count() as u64);
}

fn clock(name: &str, seen: &[(Abraxas, Action)], mut part: impl FnMut(&Abraxas, &Action) -> u64) {
    let start = Instant::now();
    let sum: u64 = seen.iter().map(|(game, action)| part(game, action)).sum();
    let each = start.elapsed().as_nanos() as f64 / seen.len() as f64;
    println!("{name:>20} {each:7.1} ns");
    black_box(sum);
}
