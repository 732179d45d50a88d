//! Speed of parsing, checking and writing records: `cargo run --release -p abaque-record --example
//! speed`.

use std::time::Instant;

use abaque_catalog::{GameHistory, open};
use abaque_core::{SplitMix, Turn};
use abaque_record::{Record, check, format_records, parse};

fn random_game(spec: &str, source: &mut SplitMix) -> Option<Record> {
    let mut record = Record::new(spec).ok()?;
    let mut game = open(spec).ok()?;
    let mut history = GameHistory::new(&*game);
    loop {
        let ply = match game.turn() {
            Turn::Chance => game.rolls().first()?.0.clone(),
            _ => game.random_action(source)?,
        };
        let played = game.play(&ply).ok()?;
        record.push(&played.text).ok()?.add_comment("[%clk 0:09:58.3]").ok()?;
        if let Some(outcome) = history.record_ply(&*game, &played) {
            record.set_outcome(Some(outcome)).ok()?;
            return Some(record);
        }
    }
}

fn main() {
    for spec in abaque_catalog::with_remaining_games(&[]) {
        let mut source = SplitMix(1);
        let games: Vec<Record> =
            std::iter::repeat_with(|| random_game(spec, &mut source)).take(50).flatten().collect();
        let text = format_records(&games);
        let megabytes = text.len() as f64 / 1e6;
        let timed = |what: &str, work: &dyn Fn() -> bool| {
            let start = Instant::now();
            let fine = work();
            let rate = megabytes / start.elapsed().as_secs_f64();
            println!("{spec:8} {what:5} {rate:8.1} MB/s of {megabytes:.2} MB, ok: {fine}");
        };
        timed("read", &|| parse(&text).is_ok());
        timed("check", &|| games.iter().all(|game| check(game).is_ok()));
        timed("write", &|| format_records(&games) == text);
    }
}
