//! Cluster test: three nodes over PostgreSQL and NATS, players on different nodes, and faults of
//! every kind. Nothing acknowledged may be lost or done twice, nothing secret may leak, and no game
//! may stay stuck.

mod faults;
mod link;
mod node;
mod report;

use std::path::PathBuf;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use abaque_core::{RandomSource, SplitMix};
use tokio::sync::Mutex;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::Failure;
use crate::audit::end_and_audit;
use crate::context::{Disruption, LoadContext, RunPhase};
use crate::load::{CAUTIOUS_OPENINGS, RunningPairs, open_games, run_for};
use crate::services::{self, Service};
use crate::stats::LoadStats;
use faults::{Fault, KINDS};
use link::{Link, LinkState};
use node::Node;
pub use report::ClusterReport;

/// Time without faults at the end, in which every game must go on.
const SETTLE: Duration = Duration::from_secs(14);
/// One fault in this many begins before the previous one has ended.
const OVERLAP_ONE_IN: u64 = 4;

/// Options of a cluster test.
#[derive(Clone, Debug)]
pub struct ClusterOptions {
    /// Path of the `abaque` program.
    pub program: PathBuf,
    /// Number of nodes.
    pub nodes: usize,
    /// Concurrent games; a third of them against computers.
    pub games: usize,
    /// Number of faults.
    pub faults: u32,
    /// Time limit in seconds: no more faults after that.
    pub seconds: u64,
    /// Seed of the faults; 0 for one from the clock.
    pub seed: u64,
    /// Folder for the logs of nodes, bus and database.
    pub logs: Option<PathBuf>,
}

/// The processes of a cluster.
struct Cluster {
    nodes: Vec<Mutex<Node>>,
    bus: Mutex<Service>,
    database: Mutex<Service>,
}

impl Cluster {
    async fn start(options: &ClusterOptions, folder: &std::path::Path) -> Result<Cluster, Failure> {
        let place = folder.join("postgres");
        std::fs::create_dir_all(&place).map_err(|error| error.to_string())?;
        let database = Service::postgres(&place).await?;
        let bus = Service::nats(folder).await?;
        let mut nodes = Vec::new();
        for number in 0..options.nodes {
            let log = options.logs.as_deref().unwrap_or(folder).join(format!("node-{number}.log"));
            let links = (Link::open(database.address).await?, Link::open(bus.address).await?);
            let node = Node::start(number, &options.program, log, links.0, links.1).await?;
            nodes.push(Mutex::new(node));
        }
        Ok(Cluster { nodes, bus: Mutex::new(bus), database: Mutex::new(database) })
    }

    /// Puts a node's links into a state for a while.
    async fn set_links(
        &self,
        node: usize,
        time: Duration,
        database: Option<LinkState>,
        bus: Option<LinkState>,
    ) -> Result<(), Failure> {
        let node = self.nodes[node].lock().await;
        database.into_iter().for_each(|state| node.database.set(state));
        bus.into_iter().for_each(|state| node.bus.set(state));
        sleep(time).await;
        node.database.set(LinkState::Open);
        node.bus.set(LinkState::Open);
        Ok(())
    }
}

/// A fault that happened: its kind, and when it began.
#[derive(Clone, Copy, Debug)]
struct PastFault {
    fault: Fault,
    began: Instant,
}

/// Plays on several nodes while they fail, and compares what players were told with the store's
/// state. Returns the first inconsistency as the error.
pub async fn cluster(options: &ClusterOptions) -> Result<ClusterReport, Failure> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    services::let_others_enter(folder.path())?;
    let cluster = Arc::new(Cluster::start(options, folder.path()).await?);
    let mut addresses = Vec::new();
    for node in &cluster.nodes {
        addresses.extend(node.lock().await.address());
    }
    let context = Arc::new(LoadContext {
        disruption: Disruption::Faults,
        pause: Duration::from_millis(200),
        clock: "1800+10",
        ..LoadContext::new(addresses, 16)
    });
    let since = Instant::now();
    let seed = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let seed = match options.seed {
        0 => seed.map_or(1, |since| since.as_nanos() as u64),
        seed => seed,
    };
    let mut playing = JoinSet::new();
    open_games(&context, &mut playing, options.games, 0, CAUTIOUS_OPENINGS).await?;
    context.phase.send_replace(RunPhase::Playing);
    let past = break_things(options, &cluster, &mut playing, seed)
        .await
        .map_err(|wrong| format!("{wrong} (--seed {seed})"))?;
    *context.healed.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    run_for(&mut playing, SETTLE).await?;
    let (acts, log_entries) = end_and_audit(&context, playing).await?;
    let read = LoadStats::read;
    Ok(ClusterReport {
        options: options.clone(),
        seed,
        faults: std::array::from_fn(|kind| {
            past.iter().filter(|past| past.fault.kind() == kind).count() as u64
        }),
        acts,
        not_saved: read(&context.stats.not_saved),
        resent_unanswered: read(&context.stats.resent_unanswered),
        resent_answered: read(&context.stats.resent_answered),
        reconnects: read(&context.stats.reconnects),
        finished: read(&context.stats.finished),
        records: read(&context.stats.records),
        kinds: context.stats.kinds(),
        lots: read(&context.stats.lots),
        log_entries,
        takeovers: takeovers(&past, &context.stats.server_waits()),
        time: since.elapsed(),
    })
}

/// Runs the faults, some of them at the same time.
async fn break_things(
    options: &ClusterOptions,
    cluster: &Arc<Cluster>,
    playing: &mut RunningPairs,
    seed: u64,
) -> Result<Vec<PastFault>, Failure> {
    let since = Instant::now();
    let mut random = SplitMix(seed);
    let mut past = Vec::new();
    let mut running: JoinSet<Result<(), Failure>> = JoinSet::new();
    while past.len() < options.faults as usize
        && since.elapsed() < Duration::from_secs(options.seconds)
    {
        run_for(playing, Duration::from_millis(200 + random.below(1500))).await?;
        // Every kind comes in turn, on any node.
        let kind = past.len() % KINDS.len();
        let fault = Fault::draw(kind, random.below(options.nodes as u64) as usize);
        past.push(PastFault { fault, began: Instant::now() });
        let (cluster, mut own) = (cluster.clone(), SplitMix(random.next_u64()));
        running.spawn(async move { fault.run(&cluster, &mut own).await });
        if random.below(OVERLAP_ONE_IN) != 0 || running.len() > 1 {
            finish_faults(&mut running, playing).await?;
        }
    }
    finish_faults(&mut running, playing).await?;
    Ok(past)
}

async fn finish_faults(
    running: &mut JoinSet<Result<(), Failure>>,
    playing: &mut RunningPairs,
) -> Result<(), Failure> {
    loop {
        tokio::select! {
            ended = running.join_next() => match ended {
                Some(ended) => ended.map_err(|error| error.to_string())??,
                None => return Ok(()),
            },
            alive = run_for(playing, Duration::from_secs(3600)) => alive?,
        }
    }
}

/// Shortest wait that counts as one for a takeover.
const MIN_TAKEOVER: Duration = Duration::from_millis(300);
/// A wait that begins this long after a fault no longer belongs to it.
const MAX_FAULT_EFFECT: Duration = Duration::from_secs(10);

/// Times that games waited for the dice or a computer because of a fault.
fn takeovers(past: &[PastFault], waits: &[(Instant, Instant)]) -> Vec<Duration> {
    let after_fault = |&(from, until): &(Instant, Instant)| {
        let fault = past.iter().rfind(|past| {
            past.fault.moves_games() && past.began < until && from < past.began + MAX_FAULT_EFFECT
        })?;
        Some(until - from.max(fault.began)).filter(|wait| *wait >= MIN_TAKEOVER)
    };
    waits.iter().filter_map(after_fault).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recovery_times_start_at_the_fault() {
        let start = Instant::now();
        let at = |millis| start + Duration::from_millis(millis);
        let past = [
            PastFault { fault: Fault::Kill(0), began: at(10_000) },
            PastFault { fault: Fault::DelayBus(0), began: at(11_000) },
        ];
        let waits = [
            (at(1_000), at(2_000)),
            (at(9_500), at(13_000)),
            (at(11_000), at(11_100)),
            (at(12_000), at(14_000)),
            (at(30_000), at(31_000)),
        ];
        let found = takeovers(&past, &waits);
        assert_eq!(found, [Duration::from_millis(3_000), Duration::from_millis(2_000)]);
    }
}
