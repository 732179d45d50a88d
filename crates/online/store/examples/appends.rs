//! Benchmark: durable acts per second with few and with many callers.
//!
//! `cargo run --release -p abaque-store --example appends [STORE] [SECONDS]`, where STORE is
//! `sqlite:PATH` or `postgres://…`; without it a file in the current folder is created and removed.

use std::error::Error;
use std::time::{Duration, Instant};

use abaque_store::{
    AppendOutcome, AppendRequest, GameId, NewGame, PendingTurn, SeatsToAct, Store, Version,
};

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

#[tokio::main]
async fn main() -> Result<()> {
    let mut args = std::env::args().skip(1);
    let folder = tempfile::tempdir_in(".")?;
    let url = args
        .next()
        .unwrap_or_else(|| format!("sqlite:{}", folder.path().join("appends.db").display()));
    let seconds = args.next().map_or(Ok(5), |text| text.parse())?;
    let store = Store::open(&url).await?;
    println!("callers  appends/s  commits/s  appends/commit  median ms  99 % ms");
    for callers in [1, 32, 256] {
        measure(&store, callers, Duration::from_secs(seconds)).await?;
    }
    store.close().await;
    Ok(())
}

async fn measure(store: &Store, callers: usize, span: Duration) -> Result<()> {
    let mut games = Vec::new();
    for _ in 0..callers {
        let id = GameId::random();
        store.create_game(NewGame::new(id.clone(), "abalone", "abalone", 0)).await?;
        games.push(id);
    }
    let before = store.commit_count();
    let begun = Instant::now();
    let tasks: Vec<_> =
        games.into_iter().map(|game| tokio::spawn(play(store.clone(), game, span))).collect();
    let mut waits = Vec::new();
    for task in tasks {
        waits.extend(task.await??);
    }
    let seconds = begun.elapsed().as_secs_f64();
    let commits = (store.commit_count() - before) as f64;
    waits.sort();
    let wait = |part: f64| {
        let place = (waits.len() as f64 * part) as usize;
        waits.get(place).map_or(0.0, |wait| wait.as_secs_f64() * 1000.0)
    };
    let count = waits.len() as f64;
    println!(
        "{callers:7}  {:9.0}  {:9.0}  {:14.1}  {:9.2}  {:7.2}",
        count / seconds,
        commits / seconds,
        count / commits,
        wait(0.5),
        wait(0.99),
    );
    Ok(())
}

/// One caller appending to one game in sequence. Returns the latency of each append.
async fn play(store: Store, game: GameId, span: Duration) -> Result<Vec<Duration>> {
    let (begun, mut waits) = (Instant::now(), Vec::new());
    for version in 1.. {
        if begun.elapsed() >= span {
            break;
        }
        let to_act = if version % 2 == 0 { SeatsToAct::First } else { SeatsToAct::Second };
        let append = AppendRequest {
            game: game.clone(),
            version: Version(version),
            acts: vec![(i64::from(version), r#"{"play":{"seat":1,"ply":"a1b2-c3"}}"#.into())],
            key: Some(format!("key-{version}")),
            end: None,
            plies: version,
            turn: Some(PendingTurn { to_act, deadline: Some(i64::from(version) + 60_000) }),
            fence: None,
        };
        let start = Instant::now();
        let answer = store.append(append).await?;
        if answer != AppendOutcome::Stored {
            return Err(format!("{game} {version}: {answer:?}").into());
        }
        waits.push(start.elapsed());
    }
    Ok(waits)
}
