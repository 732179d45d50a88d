//! Health probe of the store. It writes, because a full disk can still be read.

use crate::db::Pools;
use crate::ids::random_letters;
use crate::{Store, StoreError};

/// Key of the note the probe writes.
const PROBE_NOTE_KEY: &str = "probe";

impl Store {
    /// Writes a note durably, on the same path as an act.
    pub async fn probe(&self, now: i64) -> Result<(), StoreError> {
        // SQLite skips the write if the value is unchanged.
        self.set_note(PROBE_NOTE_KEY, &format!("{now} {}", random_letters())).await
    }

    /// Size of SQLite's write-ahead log in bytes. Checkpoints truncate it; steady growth means they
    /// fail.
    pub fn wal_size(&self) -> Option<u64> {
        match self.pools() {
            Pools::Sqlite { identity, .. } => Some(identity.wal_size()),
            Pools::Pg(_) => None,
        }
    }
}
