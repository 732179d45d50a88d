//! Credentials: sessions, API tokens, recovery codes. The store only sees hashes of secrets.

use crate::access::mark_revoked;
use crate::db::{SqlRow, args};
use crate::writer::WriteOutcome;
use crate::{Person, PersonId, Store, StoreError};

/// A signed-in browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredSession {
    /// Hash of the session secret.
    pub hash: String,
    /// Signed-in person.
    pub person: PersonId,
    /// Sign-in time.
    pub created: i64,
    /// Time of last use.
    pub seen: i64,
    /// User-Agent of the browser.
    pub agent: String,
}

impl StoredSession {
    fn from_row(row: &SqlRow) -> Result<StoredSession, StoreError> {
        Ok(StoredSession {
            hash: row.get("hash")?,
            person: PersonId(row.get("person")?),
            created: row.get("created")?,
            seen: row.get("seen")?,
            agent: row.get("agent")?,
        })
    }
}

/// An API token to create.
#[derive(Clone, Debug)]
pub struct NewToken {
    /// Hash of the token secret.
    pub hash: String,
    /// Owner of the token.
    pub person: PersonId,
    /// Name given by its owner.
    pub name: String,
    /// Scopes as text.
    pub scopes: String,
    /// Creation time.
    pub created: i64,
}

/// An API token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredToken {
    /// Number of the token.
    pub id: i64,
    /// Owner of the token.
    pub person: PersonId,
    /// Name given by its owner.
    pub name: String,
    /// Scopes as text.
    pub scopes: String,
    /// Creation time.
    pub created: i64,
    /// Time of last use.
    pub used: Option<i64>,
}

impl StoredToken {
    fn from_row(row: &SqlRow) -> Result<StoredToken, StoreError> {
        Ok(StoredToken {
            id: row.get("id")?,
            person: PersonId(row.get("person")?),
            name: row.get("name")?,
            scopes: row.get("scopes")?,
            created: row.get("created")?,
            used: row.get("used")?,
        })
    }
}

impl Store {
    /// Signs a browser in.
    pub async fn create_session(
        &self,
        hash: &str,
        person: PersonId,
        agent: &str,
        at: i64,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO sessions (hash, person, created, seen, agent) \
                   VALUES ($1, $2, $3, $3, $4)";
        self.execute(sql, args![hash, person, at, agent]).await.map(drop)
    }

    /// The session with this hash and its person.
    pub async fn session(&self, hash: &str) -> Result<Option<(StoredSession, Person)>, StoreError> {
        let sql = "SELECT hash, person, created, seen, agent FROM sessions WHERE hash = $1";
        let Some(row) = self.pools().fetch_optional(sql, args![hash]).await? else {
            return Ok(None);
        };
        let session = StoredSession::from_row(&row)?;
        Ok(self.person(session.person).await?.map(|person| (session, person)))
    }

    /// Updates the last-use time of a session; false if it does not exist.
    pub async fn touch_session(&self, hash: &str, at: i64) -> Result<bool, StoreError> {
        let sql = "UPDATE sessions SET seen = $2 WHERE hash = $1";
        Ok(self.execute(sql, args![hash, at]).await? == 1)
    }

    /// Sessions of a person, most recently used first.
    pub async fn sessions(&self, person: PersonId) -> Result<Vec<StoredSession>, StoreError> {
        let sql = "SELECT hash, person, created, seen, agent FROM sessions WHERE person = $1 \
                   ORDER BY seen DESC, hash";
        self.pools()
            .fetch_all(sql, args![person])
            .await?
            .iter()
            .map(StoredSession::from_row)
            .collect()
    }

    /// Signs a browser out; false if it was not signed in.
    pub async fn delete_session(&self, hash: &str) -> Result<bool, StoreError> {
        Ok(self.run_revoking("DELETE FROM sessions WHERE hash = $1", args![hash]).await? == 1)
    }

    /// Signs out all browsers of a person, optionally except one; returns how many.
    pub async fn delete_sessions(
        &self,
        person: PersonId,
        except: Option<&str>,
    ) -> Result<u64, StoreError> {
        let sql = "DELETE FROM sessions WHERE person = $1 AND hash IS DISTINCT FROM $2";
        self.run_revoking(sql, args![person, except]).await
    }

    /// Deletes sessions last used before this time; returns how many.
    pub async fn purge_sessions(&self, before: i64) -> Result<u64, StoreError> {
        self.run_revoking("DELETE FROM sessions WHERE seen < $1", args![before]).await
    }

    /// Creates a token and returns its number.
    pub async fn create_token(&self, new: NewToken) -> Result<i64, StoreError> {
        let sql = "INSERT INTO tokens (hash, person, name, scopes, created) \
                   VALUES ($1, $2, $3, $4, $5) RETURNING id";
        let args = args![new.hash, new.person, new.name, new.scopes, new.created];
        self.execute_returning(sql, args).await?.ok_or(StoreError::Missing)?.get("id")
    }

    /// The token with this hash.
    pub async fn token(&self, hash: &str) -> Result<Option<StoredToken>, StoreError> {
        let sql = "SELECT id, person, name, scopes, created, used FROM tokens WHERE hash = $1";
        self.pools()
            .fetch_optional(sql, args![hash])
            .await?
            .as_ref()
            .map(StoredToken::from_row)
            .transpose()
    }

    /// Updates the last-use time of a token; false if it does not exist.
    pub async fn touch_token(&self, id: i64, at: i64) -> Result<bool, StoreError> {
        Ok(self.execute("UPDATE tokens SET used = $2 WHERE id = $1", args![id, at]).await? == 1)
    }

    /// Tokens of a person, oldest first.
    pub async fn tokens(&self, person: PersonId) -> Result<Vec<StoredToken>, StoreError> {
        let sql = "SELECT id, person, name, scopes, created, used FROM tokens \
                   WHERE person = $1 ORDER BY id";
        self.pools()
            .fetch_all(sql, args![person])
            .await?
            .iter()
            .map(StoredToken::from_row)
            .collect()
    }

    /// Deletes a person's token; false if they have none with this number.
    pub async fn delete_token(&self, person: PersonId, id: i64) -> Result<bool, StoreError> {
        let sql = "DELETE FROM tokens WHERE person = $1 AND id = $2";
        Ok(self.run_revoking(sql, args![person, id]).await? == 1)
    }

    /// Sets a new password and revokes what the old one granted: sessions (optionally except one),
    /// other trusted devices, mailed codes, and with `tokens` the API tokens. Atomic; false if the
    /// account does not exist.
    pub async fn replace_password(
        &self,
        person: PersonId,
        hash: &str,
        keep_session: Option<&str>,
        keep_device: Option<&str>,
        tokens: bool,
    ) -> Result<bool, StoreError> {
        let hash = hash.to_owned();
        let (session, device) = (keep_session.map(str::to_owned), keep_device.map(str::to_owned));
        self.write(move |tx| {
            Box::pin(async move {
                let sql =
                    "UPDATE people SET password = $2 WHERE id = $1 AND guest = 0 AND closed = 0";
                if tx.execute(sql, args![person, hash]).await? == 0 {
                    return Ok(WriteOutcome::Commit(false));
                }
                tx.execute("DELETE FROM mailed_codes WHERE person = $1", args![person]).await?;
                let sql = "DELETE FROM sessions WHERE person = $1 AND hash IS DISTINCT FROM $2";
                tx.execute(sql, args![person, session]).await?;
                let sql = "DELETE FROM devices WHERE person = $1 AND hash IS DISTINCT FROM $2";
                tx.execute(sql, args![person, device]).await?;
                if tokens {
                    tx.execute("DELETE FROM tokens WHERE person = $1", args![person]).await?;
                }
                mark_revoked(tx).await?;
                Ok(WriteOutcome::Commit(true))
            })
        })
        .await
    }

    /// Replaces a person's recovery codes; the old ones become void.
    pub async fn replace_recovery_codes(
        &self,
        person: PersonId,
        hashes: Vec<String>,
    ) -> Result<(), StoreError> {
        self.write(move |tx| {
            Box::pin(async move {
                tx.execute("DELETE FROM recovery_codes WHERE person = $1", args![person]).await?;
                for hash in hashes {
                    let sql = "INSERT INTO recovery_codes (person, hash) VALUES ($1, $2)";
                    tx.execute(sql, args![person, hash]).await?;
                }
                Ok(WriteOutcome::Commit(()))
            })
        })
        .await
    }

    /// Consumes a recovery code; true exactly once, even for concurrent calls.
    pub async fn use_recovery_code(
        &self,
        person: PersonId,
        hash: &str,
        at: i64,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE recovery_codes SET used = $3 \
                   WHERE person = $1 AND hash = $2 AND used IS NULL";
        Ok(self.execute(sql, args![person, hash, at]).await? == 1)
    }

    /// Hashes of a person's unused recovery codes.
    pub async fn unused_recovery_codes(&self, person: PersonId) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT hash FROM recovery_codes WHERE person = $1 AND used IS NULL \
                   ORDER BY hash";
        let rows = self.pools().fetch_all(sql, args![person]).await?;
        rows.iter().map(|row| row.get("hash")).collect()
    }
}
