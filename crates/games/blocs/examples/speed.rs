//! Plays random games and prints the actions per second of one core, and where the time goes:
//! `cargo run --release -p abaque-blocs --example speed`.

use std::time::{Duration, Instant};

use abaque_blocs::{Action, Blocs, Options};
use abaque_core::{Game, Observer, Ply, RandomSource, Seat, SplitMix};

const GAMES: u32 = 4000;
const LONGEST: u32 = 2000;

fn main() {
    let starts = starts();
    let mut actions = Vec::with_capacity(64);
    let (mut plies, mut generated, mut over) = (0_u64, 0_u64, 0_u32);
    let begun = Instant::now();
    let mut source = SplitMix(1);
    for start in &starts {
        let mut game = *start;
        for _ in 0..LONGEST {
            actions.clear();
            game.legal_actions(&mut actions);
            if actions.is_empty() {
                over += 1;
                break;
            }
            generated += actions.len() as u64;
            let chosen = actions[source.below(actions.len() as u64) as usize];
            game.apply_unchecked(Ply::Act(chosen));
            plies += 1;
        }
    }
    let whole = begun.elapsed();
    println!("games {} ended {over} plies {plies} generated {generated}", starts.len());
    rate("generate and apply", plies, whole);

    let states = states(&starts);
    let n = states.len() as u64;
    time("legal", n, || {
        states
            .iter()
            .map(|game| {
                actions.clear();
                game.legal_actions(&mut actions);
                actions.len()
            })
            .sum()
    });
    time("count_legal", n, || states.iter().map(|game| game.count_legal() as usize).sum());
    time("random_action", n, || {
        states.iter().filter(|game| game.random_action(&mut source).is_some()).count()
    });
    let chosen: Vec<Option<Action>> =
        states.iter().map(|game| game.random_action(&mut source)).collect();
    time("check", n, || {
        let pairs = states.iter().zip(&chosen);
        pairs
            .filter(|(game, action)| action.is_some_and(|action| game.check(&action).is_ok()))
            .count()
    });
    time("copy and apply", n, || {
        let pairs = states.iter().zip(&chosen);
        let after = pairs.map(|(game, action)| {
            let mut next = *game;
            if let Some(action) = action {
                next.apply_unchecked(Ply::Act(*action));
            }
            usize::from(next.is_over())
        });
        after.sum()
    });
    let views: Vec<_> =
        states.iter().step_by(10).map(|game| game.view(Observer::Player(Seat::First))).collect();
    time("view", n, || {
        states.iter().map(|game| game.view(Observer::Spectator).shown_counts()[0] as usize).sum()
    });
    time("sample", views.len() as u64, || {
        views.iter().filter(|view| Blocs::sample_position(view, &mut source).is_some()).count()
    });
}

/// Positions after random set-ups of both players.
fn starts() -> Vec<Blocs> {
    let mut source = SplitMix(0);
    let start = Blocs::start(&Options::default());
    let set_up = |_| {
        let mut game = start;
        for _ in Seat::ALL {
            if let Some(action) = game.random_action(&mut source) {
                game.apply_unchecked(Ply::Act(action));
            }
        }
        game
    };
    (0..GAMES).map(set_up).collect()
}

/// Every state of some random games.
fn states(starts: &[Blocs]) -> Vec<Blocs> {
    let mut source = SplitMix(2);
    let mut states = Vec::new();
    for start in &starts[..starts.len().min(1000)] {
        let mut game = *start;
        for _ in 0..LONGEST {
            let Some(action) = game.random_action(&mut source) else { break };
            states.push(game);
            game.apply_unchecked(Ply::Act(action));
        }
    }
    states
}

fn time(what: &str, n: u64, mut run: impl FnMut() -> usize) {
    let begun = Instant::now();
    let mut sum = 0;
    for _ in 0..10 {
        sum += std::hint::black_box(run());
    }
    rate(what, 10 * n, begun.elapsed());
    std::hint::black_box(sum);
}

fn rate(what: &str, n: u64, took: Duration) {
    let seconds = took.as_secs_f64();
    let (per_second, nanos) = (n as f64 / seconds / 1e6, seconds * 1e9 / n as f64);
    println!("{what:20} {per_second:8.2} million/s  {nanos:7.1} ns each");
}
