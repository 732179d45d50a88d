//! State shared by all simulated players.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use crate::Failure;
use crate::http::{ApiResponse, HttpPool};
use crate::outage::Outage;
use crate::stats::LoadStats;

/// Longest time the server may be unreachable.
const MAX_SERVER_ABSENCE: Duration = Duration::from_secs(60);
/// Time after which a player tries another node.
pub(crate) const NODE_TIMEOUT: Duration = Duration::from_secs(4);

/// Phase of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RunPhase {
    /// Games are created and start; no moves yet.
    Opening,
    /// Games are played.
    Playing,
    /// Play has stopped; running games are audited.
    Ending,
}

/// What a run does to the servers, and so what players must put up with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Disruption {
    /// Nothing: a lost connection is an error.
    None,
    /// The server is killed and started again.
    Kills,
    /// Nodes, bus and database fail in many ways: answers may be late or say that nothing could be
    /// saved, and silent servers are left for others.
    Faults,
}

pub(crate) struct LoadContext {
    /// Addresses of the servers, which are nodes of one service.
    pub(crate) nodes: Vec<SocketAddr>,
    /// One pool for each node.
    pub(crate) http: Vec<HttpPool>,
    /// Number of requests, which go to the nodes in turn.
    pub(crate) requests: AtomicUsize,
    pub(crate) stats: LoadStats,
    pub(crate) disruption: Disruption,
    pub(crate) outages: Mutex<Vec<Outage>>,
    /// Since when nothing is broken any more and everything must be answered in time.
    pub(crate) healed: Mutex<Option<Instant>>,
    pub(crate) phase: watch::Sender<RunPhase>,
    /// Pause between two acts of a game.
    pub(crate) pause: Duration,
    /// Time control of the games.
    pub(crate) clock: &'static str,
}

impl LoadContext {
    /// A run without disruption; `at_once` bounds the concurrent HTTP requests to a node.
    pub(crate) fn new(nodes: Vec<SocketAddr>, at_once: usize) -> LoadContext {
        LoadContext {
            http: nodes.iter().map(|address| HttpPool::new(*address, at_once)).collect(),
            nodes,
            requests: AtomicUsize::new(0),
            stats: LoadStats::default(),
            disruption: Disruption::None,
            outages: Mutex::default(),
            healed: Mutex::default(),
            phase: watch::Sender::new(RunPhase::Opening),
            pause: Duration::ZERO,
            clock: "1800+10",
        }
    }

    /// Whether servers are killed: a lost connection is no error.
    pub(crate) fn kills(&self) -> bool {
        self.disruption != Disruption::None
    }

    pub(crate) fn has_faults(&self) -> bool {
        self.disruption == Disruption::Faults
    }

    /// Whether everything has worked again for this long.
    pub(crate) fn is_healed_for(&self, time: Duration) -> bool {
        let healed = self.healed.lock().unwrap_or_else(PoisonError::into_inner);
        healed.is_some_and(|since| since.elapsed() > time)
    }

    pub(crate) fn outages(&self) -> Vec<Outage> {
        self.outages.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Repeats a request until it is answered, by any node; returns whether it was repeated.
    pub(crate) async fn request(
        &self,
        method: &str,
        path: &str,
        cookie: &str,
        body: &str,
    ) -> Result<(ApiResponse, bool), Failure> {
        let since = Instant::now();
        let mut again = false;
        loop {
            let number = self.requests.fetch_add(1, Ordering::Relaxed);
            let http = &self.http[number % self.http.len()];
            let sent = http.request(method, path, cookie, body);
            let wrong = match self.has_faults() {
                true => timeout(NODE_TIMEOUT, sent).await.unwrap_or(Err("no answer".into())),
                false => sent.await,
            };
            match wrong {
                Ok(answer) if !(self.has_faults() && answer.status == 503) => {
                    return Ok((answer, again));
                }
                Err(wrong) if !self.kills() || since.elapsed() > MAX_SERVER_ABSENCE => {
                    return Err(wrong);
                }
                Ok(answer) if since.elapsed() > MAX_SERVER_ABSENCE => {
                    return Err(format!("{method} {path}: {} {}", answer.status, answer.body));
                }
                _ => {
                    again = true;
                    http.drop_connections();
                    sleep(Duration::from_millis(50)).await;
                }
            }
        }
    }

    pub(crate) fn drop_connections(&self) {
        self.http.iter().for_each(HttpPool::drop_connections);
    }

    /// Waits before a reconnect, or fails.
    pub(crate) async fn retry_or_fail(
        &self,
        since: Instant,
        wrong: Failure,
    ) -> Result<(), Failure> {
        if !self.kills() || since.elapsed() > MAX_SERVER_ABSENCE {
            return Err(wrong);
        }
        sleep(Duration::from_millis(50)).await;
        Ok(())
    }
}
