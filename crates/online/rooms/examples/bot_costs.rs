//! Measures the milliseconds each bot level takes per move. The costs in `bot_pool/search.rs` come
//! from this example.
//!
//! `cargo run --release -p abaque-rooms --example bot_costs`

use std::time::Instant;

use abaque_bots::{BotKind, SearchRequest};
use abaque_catalog::GameHistory;
use abaque_core::{RandomSource, SplitMix, Turn};

/// Positions measured per game.
const POSITIONS: usize = 8;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("{:<12} {:>5} {:>9} {:>9}", "game", "level", "mean ms", "max ms");
    for spec in abaque_catalog::GAMES.iter().map(|entry| (entry.description)().name) {
        for level in 1..=8_u8 {
            let kind: BotKind = level.to_string().parse().map_err(|_| "no such level")?;
            let mut random = SplitMix(7);
            let mut game = abaque_catalog::open(spec).map_err(|error| error.to_string())?;
            let mut memory = GameHistory::new(&*game);
            let mut taken = Vec::new();
            while taken.len() < POSITIONS {
                let ply = match game.turn() {
                    Turn::Over(_) => break,
                    Turn::Chance => {
                        let rolls = game.rolls();
                        let at = random.next_u64() as usize % rolls.len();
                        rolls[at].0.clone()
                    }
                    Turn::Of(seat) => {
                        let sight = memory.observation_of(&*game, seat);
                        let mut bot = abaque_bots::open_bot(spec, &kind)
                            .map_err(|error| error.to_string())?;
                        let brief =
                            SearchRequest { seed: random.next_u64(), ..SearchRequest::default() };
                        let begun = Instant::now();
                        let thought = bot
                            .think(&sight, &brief, &mut |_| ())
                            .map_err(|error| error.to_string())?;
                        taken.push(begun.elapsed().as_secs_f64() * 1000.0);
                        thought.action
                    }
                };
                let played = game.play(&ply).map_err(|_| "a bot's action was refused")?;
                memory.record_ply(&*game, &played);
            }
            let mean = taken.iter().sum::<f64>() / taken.len() as f64;
            let most = taken.iter().copied().fold(0.0, f64::max);
            println!("{spec:<12} {level:>5} {mean:>9.1} {most:>9.1}");
        }
    }
    Ok(())
}
