//! Validity of sessions and tokens for connections that stay open, and trusted devices.

use std::collections::HashMap;

use crate::db::{Pools, SqlValue, Tx, args};
use crate::ids::random_letters;
use crate::writer::WriteOutcome;
use crate::{PersonId, Store, StoreError};

/// Maximum trusted devices per account; the least recently used is dropped first.
pub const MAX_DEVICES: u32 = 20;

/// Hashes per query.
const HASHES_PER_QUERY: usize = 1000;

/// State of a session or token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CredentialState {
    /// Still valid.
    Valid,
    /// Revoked, expired, or its person is gone.
    Ended,
    /// The person is banned, for this reason.
    Banned(String),
}

/// Query for the credentials among a list, for SQLite and PostgreSQL.
macro_rules! credential_sql {
    ($table:literal) => {
        [
            concat!(
                "SELECT c.hash AS hash, banned FROM ",
                $table,
                " AS c JOIN people ON people.id = c.person WHERE closed = 0 \
                 AND c.hash IN (SELECT value FROM json_each($1))"
            ),
            concat!(
                "SELECT c.hash AS hash, banned FROM ",
                $table,
                " AS c JOIN people ON people.id = c.person WHERE closed = 0 \
                 AND c.hash = ANY(string_to_array($1, ','))"
            ),
        ]
    };
}

/// Records within a write that access was revoked. Servers with open connections see the mark
/// change, whichever process wrote it.
pub(crate) async fn mark_revoked(tx: &mut Tx) -> Result<(), StoreError> {
    let sql = "INSERT INTO meta (key, value) VALUES ('revoked', $1) \
               ON CONFLICT (key) DO UPDATE SET value = excluded.value";
    tx.execute(sql, args![random_letters()]).await.map(drop)
}

impl Store {
    /// Runs a write that revokes access if it changes a row.
    pub(crate) async fn run_revoking(
        &self,
        sql: &'static str,
        args: Vec<SqlValue>,
    ) -> Result<u64, StoreError> {
        self.write(move |tx| {
            Box::pin(async move {
                let changed = tx.execute(sql, args).await?;
                if changed > 0 {
                    mark_revoked(tx).await?;
                }
                Ok(WriteOutcome::Commit(changed))
            })
        })
        .await
    }

    /// A mark that changes whenever access is revoked; while it is unchanged, all credentials stay
    /// valid.
    pub async fn revocation_mark(&self) -> Result<String, StoreError> {
        let sql = "SELECT value FROM meta WHERE key = 'revoked'";
        let row = self.pools().fetch_optional(sql, args![]).await?;
        row.map_or_else(|| Ok(String::new()), |row| row.get("value"))
    }

    /// States of these sessions, by hash.
    pub async fn session_states(
        &self,
        hashes: &[String],
    ) -> Result<HashMap<String, CredentialState>, StoreError> {
        let sql = credential_sql!("sessions");
        self.credential_states(sql, hashes).await
    }

    /// States of these tokens, by hash.
    pub async fn token_states(
        &self,
        hashes: &[String],
    ) -> Result<HashMap<String, CredentialState>, StoreError> {
        let sql = credential_sql!("tokens");
        self.credential_states(sql, hashes).await
    }

    async fn credential_states(
        &self,
        [lite, pg]: [&'static str; 2],
        hashes: &[String],
    ) -> Result<HashMap<String, CredentialState>, StoreError> {
        let mut states: HashMap<String, CredentialState> =
            hashes.iter().map(|hash| (hash.clone(), CredentialState::Ended)).collect();
        for batch in hashes.chunks(HASHES_PER_QUERY) {
            // Hexadecimal digits need no escapes.
            let (sql, list) = match self.pools() {
                Pools::Sqlite { .. } => (lite, format!("[\"{}\"]", batch.join("\",\""))),
                Pools::Pg(_) => (pg, batch.join(",")),
            };
            for row in self.pools().fetch_all(sql, args![list]).await? {
                let banned: Option<String> = row.get("banned")?;
                let state = banned.map_or(CredentialState::Valid, CredentialState::Banned);
                states.insert(row.get("hash")?, state);
            }
        }
        Ok(states)
    }

    /// Trusts a device for an account, or renews the trust.
    pub async fn trust_device(
        &self,
        hash: &str,
        person: PersonId,
        at: i64,
    ) -> Result<(), StoreError> {
        let hash = hash.to_owned();
        self.write(move |tx| {
            Box::pin(async move {
                let sql = "INSERT INTO devices (hash, person, seen) VALUES ($1, $2, $3) \
                           ON CONFLICT (hash, person) DO UPDATE SET seen = excluded.seen";
                tx.execute(sql, args![hash, person, at]).await?;
                let sql = "DELETE FROM devices WHERE person = $1 AND hash NOT IN \
                           (SELECT hash FROM devices WHERE person = $1 \
                           ORDER BY seen DESC, hash LIMIT $2)";
                tx.execute(sql, args![person, MAX_DEVICES]).await?;
                Ok(WriteOutcome::Commit(()))
            })
        })
        .await
    }

    /// Whether a device is trusted for this account.
    pub async fn is_trusted_device(
        &self,
        hash: &str,
        person: PersonId,
    ) -> Result<bool, StoreError> {
        let sql = "SELECT 1 AS one FROM devices WHERE hash = $1 AND person = $2";
        Ok(self.pools().fetch_optional(sql, args![hash, person]).await?.is_some())
    }

    /// Deletes devices last used before this time; returns how many.
    pub async fn purge_devices(&self, before: i64) -> Result<u64, StoreError> {
        self.execute("DELETE FROM devices WHERE seen < $1", args![before]).await
    }
}
