//! How people prove who they are: sessions, tokens, recovery codes. Only hashes of secrets come here.

use crate::db::{Row, args};
use crate::writer::Verdict;
use crate::{Person, PersonId, Store, StoreError};

/// A browser that is signed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// The hash of its secret.
    pub hash: String,
    /// Whose.
    pub person: PersonId,
    /// Since when.
    pub created: i64,
    /// Last used.
    pub seen: i64,
    /// What the browser calls itself.
    pub agent: String,
}

impl Session {
    fn read(row: &Row) -> Result<Session, StoreError> {
        Ok(Session {
            hash: row.get("hash")?,
            person: PersonId(row.get("person")?),
            created: row.get("created")?,
            seen: row.get("seen")?,
            agent: row.get("agent")?,
        })
    }
}

/// A token to create.
#[derive(Clone, Debug)]
pub struct NewToken {
    /// The hash of its secret.
    pub hash: String,
    /// Whose.
    pub person: PersonId,
    /// What its owner calls it.
    pub name: String,
    /// What it may do.
    pub scopes: String,
    /// When.
    pub created: i64,
}

/// A token for programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its number.
    pub id: i64,
    /// Whose.
    pub person: PersonId,
    /// What its owner calls it.
    pub name: String,
    /// What it may do.
    pub scopes: String,
    /// Since when.
    pub created: i64,
    /// Last used.
    pub used: Option<i64>,
}

impl Token {
    fn read(row: &Row) -> Result<Token, StoreError> {
        Ok(Token {
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
        self.run(sql, args![hash, person, at, agent]).await.map(drop)
    }

    /// The session with this hash, and whose it is.
    pub async fn session(&self, hash: &str) -> Result<Option<(Session, Person)>, StoreError> {
        let sql = "SELECT hash, person, created, seen, agent FROM sessions WHERE hash = $1";
        let Some(row) = self.pools().one(sql, args![hash]).await? else { return Ok(None) };
        let session = Session::read(&row)?;
        Ok(self.person(session.person).await?.map(|person| (session, person)))
    }

    /// A session is used.
    pub async fn touch_session(&self, hash: &str, at: i64) -> Result<bool, StoreError> {
        let sql = "UPDATE sessions SET seen = $2 WHERE hash = $1";
        Ok(self.run(sql, args![hash, at]).await? == 1)
    }

    /// The sessions of somebody, last used first.
    pub async fn sessions(&self, person: PersonId) -> Result<Vec<Session>, StoreError> {
        let sql = "SELECT hash, person, created, seen, agent FROM sessions WHERE person = $1 \
                   ORDER BY seen DESC, hash";
        self.pools().all(sql, args![person]).await?.iter().map(Session::read).collect()
    }

    /// Signs a browser out; false if it was not signed in.
    pub async fn delete_session(&self, hash: &str) -> Result<bool, StoreError> {
        Ok(self.run("DELETE FROM sessions WHERE hash = $1", args![hash]).await? == 1)
    }

    /// Signs all browsers of somebody out, perhaps except one; how many.
    pub async fn delete_sessions(
        &self,
        person: PersonId,
        except: Option<&str>,
    ) -> Result<u64, StoreError> {
        let sql = "DELETE FROM sessions WHERE person = $1 AND hash IS DISTINCT FROM $2";
        self.run(sql, args![person, except]).await
    }

    /// Signs out who was last here before that time; how many.
    pub async fn purge_sessions(&self, before: i64) -> Result<u64, StoreError> {
        self.run("DELETE FROM sessions WHERE seen < $1", args![before]).await
    }

    /// Creates a token and tells its number.
    pub async fn create_token(&self, new: NewToken) -> Result<i64, StoreError> {
        let sql = "INSERT INTO tokens (hash, person, name, scopes, created) \
                   VALUES ($1, $2, $3, $4, $5) RETURNING id";
        let args = args![new.hash, new.person, new.name, new.scopes, new.created];
        self.insert(sql, args).await?.ok_or(StoreError::Missing)?.get("id")
    }

    /// The token with this hash.
    pub async fn token(&self, hash: &str) -> Result<Option<Token>, StoreError> {
        let sql = "SELECT id, person, name, scopes, created, used FROM tokens WHERE hash = $1";
        self.pools().one(sql, args![hash]).await?.as_ref().map(Token::read).transpose()
    }

    /// A token is used.
    pub async fn touch_token(&self, id: i64, at: i64) -> Result<bool, StoreError> {
        Ok(self.run("UPDATE tokens SET used = $2 WHERE id = $1", args![id, at]).await? == 1)
    }

    /// The tokens of somebody, oldest first.
    pub async fn tokens(&self, person: PersonId) -> Result<Vec<Token>, StoreError> {
        let sql = "SELECT id, person, name, scopes, created, used FROM tokens \
                   WHERE person = $1 ORDER BY id";
        self.pools().all(sql, args![person]).await?.iter().map(Token::read).collect()
    }

    /// Deletes a token of somebody; false if they have none of this number.
    pub async fn delete_token(&self, person: PersonId, id: i64) -> Result<bool, StoreError> {
        let sql = "DELETE FROM tokens WHERE person = $1 AND id = $2";
        Ok(self.run(sql, args![person, id]).await? == 1)
    }

    /// Gives somebody new recovery codes; the old ones are void.
    pub async fn replace_codes(
        &self,
        person: PersonId,
        hashes: Vec<String>,
    ) -> Result<(), StoreError> {
        self.write(move |tx| {
            Box::pin(async move {
                tx.run("DELETE FROM recovery_codes WHERE person = $1", args![person]).await?;
                for hash in hashes {
                    let sql = "INSERT INTO recovery_codes (person, hash) VALUES ($1, $2)";
                    tx.run(sql, args![person, hash]).await?;
                }
                Ok(Verdict::Keep(()))
            })
        })
        .await
    }

    /// Uses a recovery code: true once, however many ask at the same time.
    pub async fn use_code(
        &self,
        person: PersonId,
        hash: &str,
        at: i64,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE recovery_codes SET used = $3 \
                   WHERE person = $1 AND hash = $2 AND used IS NULL";
        Ok(self.run(sql, args![person, hash, at]).await? == 1)
    }

    /// The recovery codes of somebody that are not used, as hashes.
    pub async fn unused_codes(&self, person: PersonId) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT hash FROM recovery_codes WHERE person = $1 AND used IS NULL \
                   ORDER BY hash";
        let rows = self.pools().all(sql, args![person]).await?;
        rows.iter().map(|row| row.get("hash")).collect()
    }
}
