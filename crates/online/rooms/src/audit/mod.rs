//! Audit of a whole store: replays every game, verifies lots and records, and recomputes ratings.
//! The audit only reads and can run beside a live server; a game that changes meanwhile is read
//! again.

mod game;
mod lots;
mod ratings;
mod recount;

use abaque_core::{Message, message};
use abaque_store::{Fault, Store, StoreError};

/// Rows per query.
const PAGE_SIZE: u32 = 200;

/// A defect found in a store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AuditFinding {
    /// Stable code of the defect, for programs.
    pub code: &'static str,
    /// Id of the affected game, player or log entry.
    pub subject: String,
    /// Description of the defect.
    pub message: Message,
}

/// Counters and findings of an audit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AuditReport {
    /// Games read and, if started, replayed.
    pub games: u64,
    /// Acts replayed.
    pub acts: u64,
    /// Records of finished games verified.
    pub records: u64,
    /// Entries of the lot log.
    pub lots: u64,
    /// Ratings, each with its history.
    pub ratings: u64,
    /// Finished games not yet counted; a running server counts them.
    pub uncounted: u64,
    /// Defects found.
    pub findings: Vec<AuditFinding>,
}

impl AuditReport {
    fn add_finding(&mut self, code: &'static str, subject: impl ToString, message: Message) {
        self.findings.push(AuditFinding { code, subject: subject.to_string(), message });
    }
}

/// Audits the whole store. `progress` receives the number of games done and the total.
pub async fn audit(
    store: &Store,
    mut progress: impl FnMut(u64, u64),
) -> Result<AuditReport, StoreError> {
    let mut audit = AuditReport::default();
    match store.integrity_errors().await {
        Ok(lines) => {
            for line in lines {
                audit.add_finding("database", "database", message!("{line}", "{line}"));
            }
        }
        // Too damaged to read the rest.
        Err(error) if error.fault() == Some(Fault::DiskError) => {
            audit.add_finding("database", "database", message!("{error}", "{error}"));
            return Ok(audit);
        }
        Err(error) => return Err(error),
    }
    let mut log = lots::check_lots(store, &mut audit).await?;
    let of = store.stats().await?.games;
    let mut last = None;
    loop {
        progress(audit.games, of);
        let page = store.games_after(last.as_ref(), PAGE_SIZE).await?;
        let Some(newest) = page.last() else { break };
        last = Some(newest.id.clone());
        for game in page {
            game::check_game(store, game, &mut log, &mut audit).await?;
            progress(audit.games, of);
        }
    }
    ratings::check_ratings(store, &mut audit).await?;
    Ok(audit)
}
