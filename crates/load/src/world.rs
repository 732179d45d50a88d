//! What all players share.

use std::net::SocketAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::watch;
use tokio::time::sleep;

use crate::Wrong;
use crate::http::{Answer, Http};
use crate::outage::Outage;
use crate::stats::Stats;

/// How long the server may be away.
const AWAY: Duration = Duration::from_secs(60);

/// How far it all is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// Games are opened and begin; nobody plays yet.
    Opening,
    /// They are played.
    Playing,
    /// No more; what is open is looked at once more.
    Ending,
}

pub(crate) struct World {
    pub(crate) address: SocketAddr,
    pub(crate) http: Http,
    pub(crate) stats: Stats,
    /// Whether the server is killed now and then; otherwise a lost connection is an error.
    pub(crate) kills: bool,
    pub(crate) outages: Mutex<Vec<Outage>>,
    pub(crate) phase: watch::Sender<Phase>,
    /// Between two acts of one game.
    pub(crate) pause: Duration,
    /// The clock of the games.
    pub(crate) clock: &'static str,
}

impl World {
    pub(crate) fn outages(&self) -> Vec<Outage> {
        self.outages.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Asks until there is an answer; says whether it was asked more than once.
    pub(crate) async fn ask(
        &self,
        method: &str,
        path: &str,
        cookie: &str,
        body: &str,
    ) -> Result<(Answer, bool), Wrong> {
        let since = Instant::now();
        let mut again = false;
        loop {
            match self.http.ask(method, path, cookie, body).await {
                Ok(answer) => return Ok((answer, again)),
                Err(wrong) if !self.kills || since.elapsed() > AWAY => return Err(wrong),
                Err(_) => {
                    again = true;
                    self.http.forget();
                    sleep(Duration::from_millis(50)).await;
                }
            }
        }
    }

    /// Whether to try a connection again.
    pub(crate) async fn patience(&self, since: Instant, wrong: Wrong) -> Result<(), Wrong> {
        if !self.kills || since.elapsed() > AWAY {
            return Err(wrong);
        }
        sleep(Duration::from_millis(50)).await;
        Ok(())
    }
}
