//! Depth, nodes and nodes per second of the Abalone player after 1 s and 5 s.
//!
//! `cargo run --release -p abaque-bots --example abalone_speed [SECONDS…]`

use abaque_abalone::Abalone;
use abaque_bots::{Automated, Brief, Kind, Sight};
use abaque_core::{Game, Millis, Options, Seat};
use abaque_search::Limits;

fn main() -> Result<(), abaque_core::BadText> {
    let seconds: Vec<u64> = std::env::args().skip(1).filter_map(|arg| arg.parse().ok()).collect();
    let seconds = if seconds.is_empty() { vec![1, 5] } else { seconds };
    println!("layout         threads    s  depth       nodes  nodes/s  line");
    for layout in ["belgian-daisy", "german-daisy", "standard"] {
        let spec = format!("abalone:layout={layout}").parse()?;
        let game = Abalone::start(&Options::from_spec(&spec)?);
        for threads in [1, 2] {
            for &s in &seconds {
                let mut bot = Abalone::bot(&game.options(), &Kind::Best)?;
                let limits = Limits::time(Millis(s * 1000));
                let brief = Brief { limits, threads, ..Brief::default() };
                let sight = Sight::fresh(game, Seat::First);
                let mut depths = String::new();
                let thought = bot.think(&sight, &brief, &mut |thought| {
                    if thought.depth >= 8 {
                        depths += &format!(" {}:{}ms", thought.depth, thought.time.0);
                    }
                })?;
                let speed = thought.nodes / thought.time.0.max(1);
                let line = thought.lines[0].actions.iter().map(ToString::to_string);
                let line: Vec<String> = line.take(6).collect();
                println!(
                    "{layout:14} {threads:7} {s:4} {:6} {:11} {speed:7}k  {:.2} {} |{depths}",
                    thought.depth,
                    thought.nodes,
                    thought.lines[0].score,
                    line.join(" "),
                );
            }
        }
    }
    Ok(())
}
