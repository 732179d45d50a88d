//! Single-core speed of the Abagio bot: positions evaluated and whole turns played per second.
//!
//! `cargo run --release -p abaque-abagio-bot --example speed [GAMES]`

use std::hint::black_box;
use std::time::Instant;

use abaque_abagio::{Abagio, FirstPlayer, Options, Phase, Roll};
use abaque_abagio_bot::Bots;
use abaque_abagio_bot::race::RaceTable;
use abaque_abagio_bot::{Evaluator, PlayRanker, TurnGenerator};
use abaque_bot::{GameBots, Observation, SearchRequest};
use abaque_core::{Game, Ply, RandomSource, SplitMix};

fn main() {
    let games: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(200);
    let evaluator = Evaluator::trained();
    let mut ranker = PlayRanker::default();
    let mut before_throws: Vec<Abagio> = Vec::new();
    let mut turns: Vec<Abagio> = Vec::new();
    let start = Instant::now();
    for seed in 0..games {
        let mut dice = SplitMix(seed);
        let mut die = || 1 + dice.below(6) as u8;
        let mut game = Abagio::start(&Options { first: FirstPlayer::Red });
        while game.phase() != Phase::Over {
            before_throws.push(game);
            game.apply_unchecked(Ply::Roll(Roll::throw(die(), die())));
            if game.phase() != Phase::Roll {
                turns.push(game);
                let Some(play) = ranker.best_play(&evaluator, &game, 6) else { break };
                game = play.after();
            }
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("turns a game            {:10.1}", before_throws.len() as f64 / games as f64);
    println!("turns played a second   {:10.0}", turns.len() as f64 / seconds);
    println!("positions weighed a turn{:10.1}", ranker.nodes as f64 / turns.len() as f64);
    println!("  in playing, a second  {:10.0}", ranker.nodes as f64 / seconds);
    let start = Instant::now();
    let mut sum = 0.0;
    for game in before_throws.iter().cycle().take(1_000_000) {
        sum += game.side().map_or(0.0, |side| evaluator.log_odds_at_throw(game, side));
    }
    black_box(sum);
    println!("  one by one, a second  {:10.0}", 1e6 / start.elapsed().as_secs_f64());
    let start = Instant::now();
    let mut enumerator = TurnGenerator::default();
    let found: usize = turns.iter().map(|game| enumerator.landings(game).len()).sum();
    println!("landings a second       {:10.0}", found as f64 / start.elapsed().as_secs_f64());
    println!("landings a turn         {:10.1}", found as f64 / turns.len() as f64);
    let start = Instant::now();
    black_box(RaceTable::full());
    println!("race table, ms          {:10.0}", 1e3 * start.elapsed().as_secs_f64());
    let sample: Vec<&Abagio> = turns.iter().step_by(1 + turns.len() / 40).collect();
    for kind in ["5", "7", "8"] {
        let start = Instant::now();
        let nodes: u64 = sample.iter().filter_map(|game| nodes(game, kind)).sum();
        let ms = 1e3 * start.elapsed().as_secs_f64() / sample.len() as f64;
        println!(
            "player {kind:4}: {ms:8.1} ms and {:8} positions a turn",
            nodes / sample.len() as u64
        );
    }
}

/// Nodes a bot searches for one turn.
fn nodes(game: &Abagio, kind: &str) -> Option<u64> {
    let mut bot = Bots::bot(&game.options(), &kind.parse().ok()?).ok()?;
    let observation = Observation::without_history(*game, game.side()?);
    Some(bot.think(&observation, &SearchRequest::default(), &mut |_| ()).ok()?.nodes)
}
