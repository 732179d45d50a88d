//! Soak test: under a long, steady load, memory and open files must stay flat after warm-up.

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
use crate::load::{open_games, run_for};
use crate::plot;
use crate::server::ServerProcess;
use crate::stats::LoadStats;
use trend::{SoakSample, Trend, sparkline};
use visitors::{SoakVisitor, VisitCounts};

/// Interval between samples.
const SAMPLE_INTERVAL: Duration = Duration::from_secs(3);
/// Share of the time that is warm-up: caches fill, and every kind of game is played.
const WARM_UP_SHARE: f64 = 1.0 / 3.0;
/// Memory growth after warm-up that counts as flat: a share of the median, or a number of bytes if
/// that is more.
const MAX_MEMORY_GROWTH_SHARE: f64 = 0.05;
const MAX_MEMORY_GROWTH_BYTES: f64 = 6e6;
/// Growth of open files after warm-up that counts as flat.
const MAX_FILE_GROWTH: f64 = 6.0;
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
    open_games(&context, &mut playing, options.games, options.games / 4).await?;
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

impl SoakReport {
    /// Samples after warm-up.
    fn after_warm_up(samples: &[SoakSample]) -> &[SoakSample] {
        &samples[(samples.len() as f64 * WARM_UP_SHARE) as usize..]
    }

    fn memory_trend(&self) -> Option<Trend> {
        Trend::fit(SoakReport::after_warm_up(&self.memory))
    }

    fn files_trend(&self) -> Option<Trend> {
        Trend::fit(SoakReport::after_warm_up(&self.files))
    }

    /// Fails if memory or open files are not flat, or cannot be read.
    pub fn verdict(&self) -> Result<(), Failure> {
        let unseen = || "memory and open files cannot be read on this system".to_owned();
        let (memory, files) = self.memory_trend().zip(self.files_trend()).ok_or_else(unseen)?;
        let most = (memory.median * MAX_MEMORY_GROWTH_SHARE).max(MAX_MEMORY_GROWTH_BYTES);
        if memory.growth > most {
            return Err(format!(
                "memory grows: {:.1} MB after warm-up, {:.1} MB are flat",
                memory.growth / 1e6,
                most / 1e6
            ));
        }
        if files.growth > MAX_FILE_GROWTH {
            return Err(format!(
                "open files grow: {:.1} after warm-up, {MAX_FILE_GROWTH} are flat",
                files.growth
            ));
        }
        match self.idle_files {
            [Some(before), Some(after)] if after > before + MAX_FILES_LEFT_OPEN => Err(format!(
                "{before} files were open before the first client, {after} after the last"
            )),
            _ => Ok(()),
        }
    }

    /// SVG plot of memory and open files over time.
    pub fn plot(&self) -> String {
        let mega: Vec<SoakSample> =
            self.memory.iter().map(|(at, bytes)| (at / 60.0, bytes / 1e6)).collect();
        let files: Vec<SoakSample> =
            self.files.iter().map(|(at, files)| (at / 60.0, *files)).collect();
        plot::curves(
            "Soak",
            &[("The server's memory in MB, by minute", &mega), ("Its open files", &files)],
        )
    }
}

impl std::fmt::Display for SoakReport {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let line = |f: &mut std::fmt::Formatter, what: &str, value: String| {
            writeln!(f, "{what:<42} {value}")
        };
        line(f, "minutes, samples", format!("{}, {}", self.options.minutes, self.memory.len()))?;
        line(f, "games between people at once", self.options.games.to_string())?;
        line(f, "acts acknowledged", self.acts.to_string())?;
        line(f, "games between people finished", self.finished.to_string())?;
        for (what, count) in &self.visits {
            line(f, what, count.to_string())?;
        }
        if let Some(Trend { slope, growth, median }) = self.memory_trend() {
            let text = format!(
                "median {:.1} MB, grew by {:.2} MB ({:+.2} MB an hour)",
                median / 1e6,
                growth / 1e6,
                slope * 3600.0 / 1e6
            );
            line(f, "memory after warm-up", text)?;
            line(f, "memory, all of it", sparkline(&self.memory, 60))?;
        }
        if let Some(Trend { growth, median, .. }) = self.files_trend() {
            line(
                f,
                "open files after warm-up",
                format!("median {median:.0}, grew by {growth:.1}"),
            )?;
            line(f, "open files, all of it", sparkline(&self.files, 60))?;
        }
        let [before, after] =
            self.idle_files.map(|files| files.map_or("?".into(), |n| n.to_string()));
        line(f, "open files, nobody there, before and after", format!("{before}, {after}"))?;
        let flat = match self.verdict() {
            Ok(()) => "yes".to_owned(),
            Err(wrong) => format!("no: {wrong}"),
        };
        line(f, "flat", flat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn soaked(memory: impl Fn(f64) -> f64, files: impl Fn(f64) -> f64) -> SoakReport {
        let samples = |value: &dyn Fn(f64) -> f64| -> Vec<SoakSample> {
            (0..300).map(|at| (f64::from(at) * 3.0, value(f64::from(at)))).collect()
        };
        SoakReport {
            options: SoakOptions { program: PathBuf::new(), minutes: 15, games: 4 },
            memory: samples(&memory),
            files: samples(&files),
            idle_files: [Some(20), Some(21)],
            acts: 0,
            finished: 0,
            visits: Vec::new(),
        }
    }

    #[test]
    fn memory_may_grow_during_warm_up_only() {
        // Caches that fill in the first five minutes.
        let warm = soaked(|at| 60e6 + 20e6 * (at / 90.0).min(1.0), |_| 100.0);
        assert_eq!(warm.verdict(), Ok(()));
        let leak = soaked(|at| 60e6 + 50e3 * at, |_| 100.0);
        assert!(leak.verdict().is_err_and(|wrong| wrong.contains("memory grows")));
        let files = soaked(|_| 60e6, |at| 100.0 + at / 10.0);
        assert!(files.verdict().is_err_and(|wrong| wrong.contains("open files grow")));
        let left = SoakReport { idle_files: [Some(20), Some(60)], ..soaked(|_| 60e6, |_| 100.0) };
        assert!(left.verdict().is_err_and(|wrong| wrong.contains("60 after the last")));
        assert!(warm.plot().ends_with("</svg>\n"));
        assert!(warm.to_string().contains("flat                                       yes"));
    }
}
