//! How far the strongest players look in one second on one thread: four moments of games played at the
//! lowest level, the same in every run.
//!
//! `cargo run --release -p abaque-catalog --example players_speed [MILLISECONDS]`

use std::error::Error;

use abaque_catalog::bots::{Brief, Kind};
use abaque_catalog::{AnySight, Memory};
use abaque_core::{Millis, Source, SplitMix, Turn};

/// The games, and how many plies lie between two moments.
const GAMES: [(&str, usize); 5] = [
    ("abalone", 14),
    ("abalone:layout=belgian-daisy", 14),
    ("abraxas", 8),
    ("abagio", 24),
    ("blocs", 16),
];
const MOMENTS: usize = 4;

fn main() -> Result<(), Box<dyn Error>> {
    let millis = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(1000);
    println!("game                          depths            nodes a second");
    for (spec, apart) in GAMES {
        let (mut depths, mut speeds) = (Vec::new(), Vec::new());
        for sight in moments(spec, apart)? {
            let mut bot = abaque_catalog::bot(spec, &Kind::Best)?;
            let mut brief = Brief::default();
            brief.limits.time = Some(Millis(millis));
            let thought = bot.think(&sight, &brief, &mut |_| ())?;
            depths.push(thought.depth.to_string());
            speeds.push(1000 * thought.nodes / thought.time.0.max(1));
        }
        let mean = speeds.iter().sum::<u64>() / speeds.len().max(1) as u64;
        println!("{spec:30}{:18}{mean:10}", depths.join(" "));
    }
    Ok(())
}

/// What players to act knew at some moments of one game.
fn moments(spec: &str, apart: usize) -> Result<Vec<AnySight>, Box<dyn Error>> {
    let mut game = abaque_catalog::open(spec)?;
    let mut bot = abaque_catalog::bot(spec, &"1".parse()?)?;
    let mut memory = Memory::new(&*game);
    let mut source = SplitMix(1);
    let mut found = Vec::new();
    let mut plies = 0;
    while found.len() < MOMENTS {
        let ply = match game.turn() {
            Turn::Over(_) => break,
            Turn::Chance => {
                let rolls = game.rolls();
                rolls[source.below(rolls.len() as u64) as usize].0.clone()
            }
            Turn::Of(seat) => {
                let sight = memory.sight_of(&*game, seat);
                // A moment with one thing to do would say nothing.
                let choice = game.unlisted().is_some() || game.legal().len() > 1;
                if plies >= apart * (1 + found.len()) && choice {
                    found.push(sight.clone());
                }
                let seed = source.below(u64::MAX);
                bot.think(&sight, &Brief { seed, ..Brief::default() }, &mut |_| ())?.action
            }
        };
        let played = game.play(&ply)?;
        memory.played(&*game, &played);
        plies += 1;
    }
    Ok(found)
}
