//! Audit of the lot log: its hash chain must be unbroken.

use std::collections::HashMap;

use abaque_core::message;
use abaque_store::{GameId, LotEntry, Store, StoreError, first_chain};

use super::{AuditReport, PAGE_SIZE};

/// Part of the lot log read so far: entries by game, and the position of the next read.
pub(super) struct LotLog {
    entries: HashMap<GameId, Vec<LotEntry>>,
    last_seq: i64,
    last_chain: String,
}

impl LotLog {
    /// Reads and checks entries added since the last call.
    pub(super) async fn read_new_entries(
        &mut self,
        store: &Store,
        audit: &mut AuditReport,
    ) -> Result<(), StoreError> {
        loop {
            let page = store.lots_log(self.last_seq, PAGE_SIZE).await?;
            if page.is_empty() {
                return Ok(());
            }
            page.into_iter().for_each(|entry| self.check_entry(entry, audit));
        }
    }

    fn check_entry(&mut self, entry: LotEntry, audit: &mut AuditReport) {
        let (seq, expected, game) = (entry.seq, self.last_seq + 1, &entry.game);
        if seq != expected {
            audit.add_finding(
                "lots-gap",
                format!("entry {expected}"),
                message!(
                    "the public log lacks entry {expected}; entry {seq} comes next",
                    "il manque l'entrée {expected} au registre public\u{a0}; la suivante est la {seq}"
                ),
            );
        } else if !entry.follows(&self.last_chain) {
            audit.add_finding(
                "lots-chain",
                format!("entry {seq}"),
                message!(
                    "entry {seq} of the public log (game {game}), or the one before it, was changed: the chain is broken",
                    "l'entrée {seq} du registre public (partie {game}) ou la précédente a été modifiée\u{a0}: la chaîne est rompue"
                ),
            );
        }
        (self.last_seq, self.last_chain) = (seq, entry.chain.clone());
        self.entries.entry(entry.game.clone()).or_default().push(entry);
        audit.lots += 1;
    }

    /// Log entries of a game, in order.
    pub(super) fn entries_of(&self, game: &GameId) -> &[LotEntry] {
        self.entries.get(game).map_or(&[], Vec::as_slice)
    }
}

pub(super) async fn check_lots(
    store: &Store,
    audit: &mut AuditReport,
) -> Result<LotLog, StoreError> {
    let mut log = LotLog { entries: HashMap::new(), last_seq: 0, last_chain: first_chain() };
    log.read_new_entries(store, audit).await?;
    Ok(log)
}
