//! Soak test: under a long, steady load, memory and open files must stay flat after warm-up.

mod report;
mod trend;
mod visitors;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::Failure;
use crate::context::{LoadContext, RunPhase};
use crate::load::{CAUTIOUS_OPENINGS, open_games, run_for};
use crate::server::ServerProcess;
use crate::stats::LoadStats;
use trend::SoakSample;
use visitors::{SoakVisitor, VisitCounts};

/// Interval between samples.
const SAMPLE_INTERVAL: Duration = Duration::from_secs(3);
/// Time until open files return to their initial number, and the tolerance.
const FILES_CLOSED_TIMEOUT: Duration = Duration::from_secs(30);
const MAX_FILES_LEFT_OPEN: usize = 8;

/// Options of a soak test.
#[derive(Clone, Debug)]
pub struct SoakOptions {
    /// Path of the `abaque` program.
    pub program: PathBuf,
    /// Duration in minutes.
    pub minutes: u32,
    /// Concurrent games between two players.
    pub games: usize,
}

/// Result of a soak test.
#[derive(Clone, Debug)]
pub struct SoakReport {
    options: SoakOptions,
    memory: Vec<SoakSample>,
    files: Vec<SoakSample>,
    /// Open files before the first connection and after the last one closed.
    idle_files: [Option<usize>; 2],
    acts: usize,
    finished: u64,
    visits: Vec<(&'static str, u64)>,
}

/// Plays and visits for a time while sampling the server. Errors are failed checks;
/// [`SoakReport::verdict`] says whether the figures are flat.
pub async fn soak(options: &SoakOptions) -> Result<SoakReport, Failure> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let server = ServerProcess::start(&options.program, &folder.path().join("soak.db"), 0).await?;
    let before = server.open_files();
    let context = Arc::new(LoadContext {
        pause: Duration::from_secs(1),
        ..LoadContext::new(vec![server.address], 8)
    });
    let mut playing = JoinSet::new();
    open_games(&context, &mut playing, options.games, options.games / 4, CAUTIOUS_OPENINGS).await?;
    context.phase.send_replace(RunPhase::Playing);
    let (stop, stopping) = watch::channel(false);
    let visits = Arc::new(VisitCounts::default());
    let mut visiting = spawn_visitors(&server, &visits, &stopping);
    let (mut memory, mut files) = (Vec::new(), Vec::new());
    let since = Instant::now();
    let end = Duration::from_secs(u64::from(options.minutes) * 60);
    while since.elapsed() < end {
        run_for(&mut playing, SAMPLE_INTERVAL).await?;
        if let Some(ended) = visiting.try_join_next() {
            ended.map_err(|error| error.to_string())??;
            return Err("a visitor went home early".into());
        }
        let at = since.elapsed().as_secs_f64();
        memory.extend(server.memory_bytes().map(|bytes| (at, bytes as f64)));
        files.extend(server.open_files().map(|files| (at, files as f64)));
    }
    stop.send_replace(true);
    while let Some(ended) = visiting.join_next().await {
        ended.map_err(|error| error.to_string())??;
    }
    context.phase.send_replace(RunPhase::Ending);
    while let Some(pair) = playing.join_next().await {
        drop(pair.map_err(|error| error.to_string())??);
    }
    context.drop_connections();
    let after = files_after_everyone_left(&server, before).await;
    Ok(SoakReport {
        options: options.clone(),
        memory,
        files,
        idle_files: [before, after],
        acts: context.stats.answer_count(),
        finished: LoadStats::read(&context.stats.finished),
        visits: visit_rows(&visits),
    })
}

fn spawn_visitors(
    server: &ServerProcess,
    visits: &Arc<VisitCounts>,
    stop: &watch::Receiver<bool>,
) -> JoinSet<Result<(), Failure>> {
    let mut visiting = JoinSet::new();
    let visitor = |number| SoakVisitor {
        server: server.address,
        number,
        visits: visits.clone(),
        stop: stop.clone(),
    };
    for number in 0..4 {
        visiting.spawn(visitor(number).play_computers());
    }
    for number in 4..6 {
        visiting.spawn(visitor(number).run_sign_ins());
        visiting.spawn(visitor(number + 2).run_lobby_visits());
    }
    visiting
}

fn visit_rows(visits: &VisitCounts) -> Vec<(&'static str, u64)> {
    let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    vec![
        ("games against computers", read(&visits.bot_games)),
        ("connections opened again", read(&visits.reconnects)),
        ("lines of chat", read(&visits.chat)),
        ("pictures", read(&visits.pictures)),
        ("streams", read(&visits.streams)),
        ("rounds of sign-in, right and wrong", read(&visits.sign_ins)),
        ("guests who looked into the lobby", read(&visits.lobby)),
    ]
}

/// Open files after all clients left: as soon as the initial number is reached, or at the timeout.
async fn files_after_everyone_left(server: &ServerProcess, before: Option<usize>) -> Option<usize> {
    let since = Instant::now();
    loop {
        let now = server.open_files()?;
        if now <= before? + MAX_FILES_LEFT_OPEN || since.elapsed() > FILES_CLOSED_TIMEOUT {
            return Some(now);
        }
        sleep(Duration::from_millis(200)).await;
    }
}
