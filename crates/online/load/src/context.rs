//! State shared by all simulated players.

use std::net::SocketAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::watch;
use tokio::time::sleep;

use crate::Failure;
use crate::http::{ApiResponse, HttpPool};
use crate::outage::Outage;
use crate::stats::LoadStats;

/// Longest time the server may be unreachable.
const MAX_SERVER_ABSENCE: Duration = Duration::from_secs(60);

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

pub(crate) struct LoadContext {
    pub(crate) address: SocketAddr,
    pub(crate) http: HttpPool,
    pub(crate) stats: LoadStats,
    /// Whether the run kills the server; otherwise a lost connection is an error.
    pub(crate) kills: bool,
    pub(crate) outages: Mutex<Vec<Outage>>,
    pub(crate) phase: watch::Sender<RunPhase>,
    /// Pause between two acts of a game.
    pub(crate) pause: Duration,
    /// Time control of the games.
    pub(crate) clock: &'static str,
}

impl LoadContext {
    pub(crate) fn outages(&self) -> Vec<Outage> {
        self.outages.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Repeats a request until it is answered; returns whether it was repeated.
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
            match self.http.request(method, path, cookie, body).await {
                Ok(answer) => return Ok((answer, again)),
                Err(wrong) if !self.kills || since.elapsed() > MAX_SERVER_ABSENCE => {
                    return Err(wrong);
                }
                Err(_) => {
                    again = true;
                    self.http.drop_connections();
                    sleep(Duration::from_millis(50)).await;
                }
            }
        }
    }

    /// Waits before a reconnect, or fails.
    pub(crate) async fn retry_or_fail(
        &self,
        since: Instant,
        wrong: Failure,
    ) -> Result<(), Failure> {
        if !self.kills || since.elapsed() > MAX_SERVER_ABSENCE {
            return Err(wrong);
        }
        sleep(Duration::from_millis(50)).await;
        Ok(())
    }
}
