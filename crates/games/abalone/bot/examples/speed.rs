//! Depth, nodes and nodes per second of the Abalone bot after 1 s and 5 s.
//!
//! `cargo run --release -p abaque-abalone-bot --example speed [SECONDS…]`

use abaque_abalone::Abalone;
use abaque_abalone_bot::Bots;
use abaque_bot::{BotKind, GameBots, Observation, SearchRequest};
use abaque_core::{Game, GameOptions, Millis, Seat};
use abaque_search::SearchLimits;

fn main() -> Result<(), abaque_core::ParseError> {
    let seconds: Vec<u64> = std::env::args().skip(1).filter_map(|arg| arg.parse().ok()).collect();
    let seconds = if seconds.is_empty() { vec![1, 5] } else { seconds };
    println!("layout         threads    s  depth       nodes  nodes/s  line");
    for layout in ["belgian-daisy", "german-daisy", "standard"] {
        let spec = format!("abalone:layout={layout}").parse()?;
        let game = Abalone::start(&GameOptions::from_spec(&spec)?);
        for threads in [1, 2] {
            for &s in &seconds {
                let mut bot = Bots::bot(&game.options(), &BotKind::Best)?;
                let limits = SearchLimits::time(Millis(s * 1000));
                let request = SearchRequest { limits, threads, ..SearchRequest::default() };
                let observation = Observation::without_history(game, Seat::First);
                let mut depths = String::new();
                let result = bot.think(&observation, &request, &mut |result| {
                    if result.depth >= 8 {
                        depths += &format!(" {}:{}ms", result.depth, result.time.0);
                    }
                })?;
                let speed = result.nodes / result.time.0.max(1);
                let line = result.lines[0].actions.iter().map(ToString::to_string);
                let line: Vec<String> = line.take(6).collect();
                println!(
                    "{layout:14} {threads:7} {s:4} {:6} {:11} {speed:7}k  {:.2} {} |{depths}",
                    result.depth,
                    result.nodes,
                    result.lines[0].score,
                    line.join(" "),
                );
            }
        }
    }
    Ok(())
}
