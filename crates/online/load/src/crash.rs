//! Crash test: the server is killed at random moments.

use std::path::PathBuf;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use abaque_core::{RandomSource, SplitMix};
use tokio::task::JoinSet;

use crate::Failure;
use crate::audit::end_and_audit;
use crate::context::{Disruption, LoadContext, RunPhase};
use crate::load::{CAUTIOUS_OPENINGS, open_games, run_for};
use crate::outage::Outage;
use crate::server::ServerProcess;
use crate::stats::LoadStats;

/// Options of a crash test.
#[derive(Clone, Debug)]
pub struct CrashOptions {
    /// Path of the `abaque` program.
    pub program: PathBuf,
    /// Concurrent games.
    pub games: usize,
    /// Number of kills.
    pub times: u32,
    /// Time limit in seconds: no more kills after that.
    pub seconds: u64,
}

/// Result of a crash test.
#[derive(Clone, Debug, Default)]
pub struct CrashReport {
    /// Number of kills.
    pub kills: u32,
    /// Acts acknowledged, all of them present afterwards.
    pub acts: usize,
    /// Unanswered requests sent again.
    pub resent_unanswered: u64,
    /// Answered requests sent again: no effect, same answer.
    pub resent_answered: u64,
    /// Reconnects.
    pub reconnects: u64,
    /// Clocks compared across a kill.
    pub clocks: u64,
    /// Games played to their end.
    pub finished: u64,
    /// Records checked.
    pub records: u64,
    /// Finished games by spec, in catalogue order.
    pub kinds: Vec<(&'static str, u64)>,
    /// Finished games with a deposited seed, and with both seeds revealed live.
    pub modes: [u64; 2],
    /// Lots verified by records.
    pub lots: u64,
    /// Entries of the public lot log, their chain checked.
    pub log_entries: u64,
    /// Startup times until the server was ready.
    pub starts: Vec<Duration>,
    /// Outage times from the kill until the server was ready again.
    pub outages: Vec<Duration>,
    /// Total time.
    pub time: Duration,
}

impl std::fmt::Display for CrashReport {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let rows = [
            ("kills", self.kills.to_string()),
            ("acts acknowledged, none lost, none twice", self.acts.to_string()),
            ("requests sent again with their key", self.resent_unanswered.to_string()),
            ("sent twice, done once, answered the same", self.resent_answered.to_string()),
            ("connections opened again", self.reconnects.to_string()),
            ("clocks compared over a kill", self.clocks.to_string()),
            ("games finished", self.finished.to_string()),
            ("records checked, lots and all", self.records.to_string()),
            ("lots verified, entries of their log", format!("{}, {}", self.lots, self.log_entries)),
            ("time", format!("{:.0} s", self.time.as_secs_f64())),
        ];
        rows.iter().try_for_each(|(what, value)| writeln!(f, "{what:<42} {value}"))
    }
}

/// Plays against a server, kills it repeatedly, and compares what players were told with the
/// store's state. Returns the first inconsistency as the error.
pub async fn crash(options: &CrashOptions) -> Result<CrashReport, Failure> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let store = folder.path().join("crash.db");
    let mut server = ServerProcess::start(&options.program, &store, 0).await?;
    let context = Arc::new(LoadContext {
        disruption: Disruption::Kills,
        pause: Duration::from_millis(200),
        clock: "900+3",
        ..LoadContext::new(vec![server.address], 16)
    });
    let since = Instant::now();
    let seed = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let mut random = SplitMix(seed.map_or(0, |since| since.as_nanos() as u64));
    let mut playing = JoinSet::new();
    open_games(&context, &mut playing, options.games, 0, CAUTIOUS_OPENINGS).await?;
    context.phase.send_replace(RunPhase::Playing);
    let mut kills = 0;
    while kills < options.times && since.elapsed() < Duration::from_secs(options.seconds) {
        run_for(&mut playing, Duration::from_millis(100 + random.below(1500))).await?;
        let killed = server.kill().await?;
        let slow = context.stats.slowest_before(killed);
        kills += 1;
        run_for(&mut playing, Duration::from_millis(random.below(1200))).await?;
        let started = Instant::now();
        server = ServerProcess::start(&options.program, &store, context.nodes[0].port()).await?;
        let outage = Outage { killed, started, ready: Instant::now(), store_latency: slow };
        context.outages.lock().unwrap_or_else(PoisonError::into_inner).push(outage);
    }
    run_for(&mut playing, Duration::from_secs(1)).await?;
    let (acts, log_entries) = end_and_audit(&context, playing).await?;
    let outages = context.outages();
    Ok(CrashReport {
        kills,
        acts,
        resent_unanswered: LoadStats::read(&context.stats.resent_unanswered),
        resent_answered: LoadStats::read(&context.stats.resent_answered),
        reconnects: LoadStats::read(&context.stats.reconnects),
        clocks: LoadStats::read(&context.stats.clocks),
        finished: LoadStats::read(&context.stats.finished),
        records: LoadStats::read(&context.stats.records),
        kinds: context.stats.kinds(),
        modes: context.stats.modes.each_ref().map(LoadStats::read),
        lots: LoadStats::read(&context.stats.lots),
        log_entries,
        starts: outages.iter().map(|outage| outage.ready - outage.started).collect(),
        outages: outages.iter().map(|outage| outage.ready - outage.killed).collect(),
        time: since.elapsed(),
    })
}
