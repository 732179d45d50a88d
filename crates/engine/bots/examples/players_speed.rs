//! Search depth of the strongest bots in one second on one thread, at four points of games played
//! at the lowest level; the same points in every run.
//!
//! `cargo run --release -p abaque-bots --example players_speed [MILLISECONDS [SPEC PLIES]…]`
//!
//! PLIES lie between two points of a game. Without a SPEC every game is measured.

use std::error::Error;

use abaque_bots::{BotKind, SearchRequest};
use abaque_catalog::{AnyObservation, GAMES, GameHistory};
use abaque_core::{Millis, RandomSource, SplitMix, Turn};

/// Plies between two points where none are given.
const PLIES_APART: usize = 16;
const MOMENTS: usize = 4;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let millis = arguments.first().map_or(Ok(1000), |millis| millis.parse())?;
    let mut games = Vec::new();
    for pair in arguments.get(1..).unwrap_or_default().chunks(2) {
        let apart = pair.get(1).map_or(Ok(PLIES_APART), |plies| plies.parse())?;
        games.push((pair[0].as_str(), apart));
    }
    if games.is_empty() {
        games = GAMES.iter().map(|entry| ((entry.description)().name, PLIES_APART)).collect();
    }
    println!("game                          depths            nodes a second");
    for (spec, apart) in games {
        let (mut depths, mut speeds) = (Vec::new(), Vec::new());
        for observation in moments(spec, apart)? {
            let mut bot = abaque_bots::open_bot(spec, &BotKind::Best)?;
            let mut request = SearchRequest::default();
            request.limits.time = Some(Millis(millis));
            let result = bot.think(&observation, &request, &mut |_| ())?;
            depths.push(result.depth.to_string());
            speeds.push(1000 * result.nodes / result.time.0.max(1));
        }
        let mean = speeds.iter().sum::<u64>() / speeds.len().max(1) as u64;
        println!("{spec:30}{:18}{mean:10}", depths.join(" "));
    }
    Ok(())
}

/// Observations of the player to act at several points of one game.
fn moments(spec: &str, apart: usize) -> Result<Vec<AnyObservation>, Box<dyn Error>> {
    let mut game = abaque_catalog::open(spec)?;
    let mut bot = abaque_bots::open_bot(spec, &"1".parse()?)?;
    let mut history = GameHistory::new(&*game);
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
                let observation = history.observation_of(&*game, seat);
                // Forced moves measure nothing.
                let choice = game.unlisted_count().is_some() || game.legal_plies().len() > 1;
                if plies >= apart * (1 + found.len()) && choice {
                    found.push(observation.clone());
                }
                let seed = source.below(u64::MAX);
                bot.think(
                    &observation,
                    &SearchRequest { seed, ..SearchRequest::default() },
                    &mut |_| (),
                )?
                .action
            }
        };
        let played = game.play(&ply)?;
        history.record_ply(&*game, &played);
        plies += 1;
    }
    Ok(found)
}
