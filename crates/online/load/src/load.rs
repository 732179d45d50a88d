//! Load test: many concurrent games, every message checked.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::{Semaphore, mpsc};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::Failure;
use crate::context::{LoadContext, RunPhase};
use crate::fleet::Fleet;
use crate::pair::{PairKind, PlayerPair};
use crate::report::LoadReport;
use crate::stats::LoadStats;

/// Games created concurrently by default.
pub const DEFAULT_CONCURRENT_OPENINGS: usize = 128;
/// The same where the time it takes does not matter.
pub(crate) const CAUTIOUS_OPENINGS: usize = 32;
/// Pairs whose last game is ended to check its record.
const MAX_FINAL_RECORD_CHECKS: usize = 40;

/// Options of a load test.
#[derive(Clone, Debug)]
pub struct LoadOptions {
    /// Path of the `abaque` program.
    pub program: PathBuf,
    /// Concurrent games, with two connections each.
    pub games: usize,
    /// Seconds of play.
    pub seconds: u64,
    /// Additional games whose players are connected but silent.
    pub idle: usize,
    /// Total acts per second; 0 for as many as possible.
    pub rate: u32,
    /// Nodes over PostgreSQL and NATS; 0 for one server on SQLite.
    pub nodes: usize,
    /// Games created concurrently.
    pub at_once: usize,
}

impl LoadOptions {
    /// A short run on one server.
    pub fn new(program: &Path, games: usize) -> LoadOptions {
        LoadOptions {
            program: program.to_owned(),
            games,
            seconds: 20,
            idle: 0,
            rate: 500,
            nodes: 0,
            at_once: DEFAULT_CONCURRENT_OPENINGS,
        }
    }
}

/// Tasks of playing pairs.
pub(crate) type RunningPairs = JoinSet<Result<PlayerPair, Failure>>;

/// Creates games; the first failure ends the run.
pub(crate) async fn open_games(
    context: &Arc<LoadContext>,
    playing: &mut RunningPairs,
    games: usize,
    idle: usize,
    at_once: usize,
) -> Result<(), Failure> {
    let turns = Arc::new(Semaphore::new(at_once));
    let (tell, mut opened) = mpsc::unbounded_channel();
    for number in 0..games + idle {
        let (context, turns, tell) = (context.clone(), turns.clone(), tell.clone());
        let kind = match number {
            _ if number >= games => PairKind::Silent,
            // Computers play where a takeover must bring them back.
            _ if context.has_faults() && number % 3 == 2 => PairKind::Computer,
            _ => PairKind::Opponents,
        };
        playing.spawn(async move {
            let turn = turns.acquire_owned().await.map_err(|error| error.to_string())?;
            let pair = PlayerPair::open(context, number, kind).await?;
            drop(turn);
            let _ = tell.send(());
            pair.run().await
        });
    }
    drop(tell);
    let mut open = 0;
    while open < games + idle {
        tokio::select! {
            one = opened.recv() => open += usize::from(one.is_some()),
            ended = playing.join_next() => fail_on_early_end(ended)?,
        }
    }
    Ok(())
}

/// A pair that ends early has failed.
pub(crate) fn fail_on_early_end(
    ended: Option<Result<Result<PlayerPair, Failure>, tokio::task::JoinError>>,
) -> Result<(), Failure> {
    match ended {
        Some(Ok(Ok(pair))) => Err(format!("pair {} ended too early", pair.number)),
        Some(Ok(Err(wrong))) => Err(wrong),
        Some(Err(error)) => Err(error.to_string()),
        None => Err("no pair is playing".into()),
    }
}

/// Lets games run for a time.
pub(crate) async fn run_for(playing: &mut RunningPairs, time: Duration) -> Result<(), Failure> {
    tokio::select! {
        () = sleep(time) => Ok(()),
        ended = playing.join_next() => fail_on_early_end(ended),
    }
}

/// Plays against a server, checks every message and measures. Returns the first inconsistency as
/// the error.
pub async fn load(options: &LoadOptions) -> Result<LoadReport, Failure> {
    let fleet = Fleet::start(&options.program, options.nodes).await?;
    let pause = match options.rate {
        0 => Duration::ZERO,
        rate => Duration::from_secs_f64(options.games as f64 / f64::from(rate)),
    };
    let context = Arc::new(LoadContext {
        pause,
        ..LoadContext::new(fleet.nodes.iter().map(|node| node.address).collect(), options.at_once)
    });
    let empty = fleet.memory_bytes();
    let mut playing = JoinSet::new();
    let since = Instant::now();
    let began = fleet.cpu_seconds();
    open_games(&context, &mut playing, options.games, options.idle, options.at_once).await?;
    let opening = since.elapsed();
    let opening_cpu = fleet.cpu_seconds().since(began);
    run_for(&mut playing, Duration::from_secs(2)).await?;
    let full = fleet.memory_bytes();
    let (from, cpu) = (Instant::now(), fleet.cpu_seconds());
    context.phase.send_replace(RunPhase::Playing);
    run_for(&mut playing, Duration::from_secs(options.seconds)).await?;
    let (until, cpu_then, played) = (Instant::now(), fleet.cpu_seconds(), fleet.memory_bytes());
    let store = fleet.store_times().await;
    context.phase.send_replace(RunPhase::Ending);
    let mut ended = Vec::new();
    while let Some(pair) = playing.join_next().await {
        ended.push(pair.map_err(|error| error.to_string())??);
    }
    ended.sort_by_key(|pair| pair.number);
    for pair in ended.iter_mut().take(MAX_FINAL_RECORD_CHECKS.min(options.games)) {
        pair.resign_and_check().await?;
    }
    Ok(LoadReport {
        games: options.games,
        idle: options.idle,
        requested_rate: options.rate,
        nodes: options.nodes,
        connections: 2 * ended.len(),
        opening,
        time: until - from,
        acts: context.stats.answers_between(from, until),
        messages: LoadStats::read(&context.stats.messages),
        finished: LoadStats::read(&context.stats.finished),
        records: LoadStats::read(&context.stats.records),
        raced: LoadStats::read(&context.stats.raced),
        resent_answered: LoadStats::read(&context.stats.resent_answered),
        memory: [empty, full, played],
        cpu: cpu_then.since(cpu),
        opening_cpu,
        store,
    })
}
