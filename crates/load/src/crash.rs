//! A server that is killed at random moments.

use std::path::PathBuf;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::Wrong;
use crate::http::Http;
use crate::load::{go_on, open};
use crate::outage::Outage;
use crate::random::Random;
use crate::server::Server;
use crate::stats::Stats;
use crate::world::{Phase, World};

/// What to do to a server.
#[derive(Clone, Debug)]
pub struct Crash {
    /// The `abaque` program.
    pub program: PathBuf,
    /// Games played at once.
    pub games: usize,
    /// How often it is killed.
    pub times: u32,
    /// How long it may take in all: no more kills after that.
    pub seconds: u64,
}

/// What was proven.
#[derive(Clone, Debug)]
pub struct Crashed {
    /// Kills.
    pub kills: u32,
    /// Acts acknowledged, all of them there afterwards.
    pub acts: usize,
    /// Requests sent again because no answer had come.
    pub repeated: u64,
    /// Answered requests sent again: nothing happened, and the answer was the same.
    pub echoed: u64,
    /// Connections opened again.
    pub returned: u64,
    /// Clocks compared over a kill.
    pub clocks: u64,
    /// Games played to their end.
    pub finished: u64,
    /// Records checked.
    pub records: u64,
    /// How long it took.
    pub time: Duration,
}

impl std::fmt::Display for Crashed {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let rows = [
            ("kills", self.kills.to_string()),
            ("acts acknowledged, none lost, none twice", self.acts.to_string()),
            ("requests sent again with their key", self.repeated.to_string()),
            ("sent twice, done once, answered the same", self.echoed.to_string()),
            ("connections opened again", self.returned.to_string()),
            ("clocks compared over a kill", self.clocks.to_string()),
            ("games finished", self.finished.to_string()),
            ("records checked, lots and all", self.records.to_string()),
            ("time", format!("{:.0} s", self.time.as_secs_f64())),
        ];
        rows.iter().try_for_each(|(what, value)| writeln!(f, "{what:<42} {value}"))
    }
}

/// Plays against a server it starts, kills it again and again, and compares what players were told with what is there. The
/// first thing that is wrong is the error.
pub async fn crash(wish: &Crash) -> Result<Crashed, Wrong> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let store = folder.path().join("crash.db");
    let mut server = Server::start(&wish.program, &store, 0).await?;
    let world = Arc::new(World {
        address: server.address,
        http: Http::new(server.address, 16),
        stats: Stats::default(),
        kills: true,
        outages: Default::default(),
        phase: watch::Sender::new(Phase::Opening),
        pause: Duration::from_millis(200),
        clock: "900+3",
    });
    let since = Instant::now();
    let seed = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let mut random = Random::new(seed.map_or(0, |since| since.as_nanos() as u64));
    let mut playing = JoinSet::new();
    open(&world, &mut playing, wish.games, 0).await?;
    world.phase.send_replace(Phase::Playing);
    let mut kills = 0;
    while kills < wish.times && since.elapsed() < Duration::from_secs(wish.seconds) {
        go_on(&mut playing, Duration::from_millis(100 + random.below(1500))).await?;
        let killed = server.kill().await?;
        let slow = world.stats.slowest(killed);
        kills += 1;
        go_on(&mut playing, Duration::from_millis(random.below(1200))).await?;
        let started = Instant::now();
        server = Server::start(&wish.program, &store, world.address.port()).await?;
        let outage = Outage { killed, started, ready: Instant::now(), slow };
        world.outages.lock().unwrap_or_else(PoisonError::into_inner).push(outage);
    }
    go_on(&mut playing, Duration::from_secs(1)).await?;
    world.phase.send_replace(Phase::Ending);
    let mut ended = Vec::new();
    while let Some(pair) = playing.join_next().await {
        ended.push(pair.map_err(|error| error.to_string())??);
    }
    let acts = world.stats.answers();
    for pair in &mut ended {
        pair.audit().await?;
    }
    Ok(Crashed {
        kills,
        acts,
        repeated: Stats::read(&world.stats.repeated),
        echoed: Stats::read(&world.stats.echoed),
        returned: Stats::read(&world.stats.returned),
        clocks: Stats::read(&world.stats.clocks),
        finished: Stats::read(&world.stats.finished),
        records: Stats::read(&world.stats.records),
        time: since.elapsed(),
    })
}
