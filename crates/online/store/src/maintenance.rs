//! Maintenance: server notes, counts, backups.

use std::fs::{self, File};
use std::path::Path;

use sqlx::{ConnectOptions, Connection};

use crate::connection::{StoreLocation, sqlite_options};
use crate::db::args;
use crate::file::{create_private, with_suffix};
use crate::{Store, StoreError};

/// Row counts of the store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StoreStats {
    /// Accounts not closed.
    pub accounts: u64,
    /// Guests.
    pub guests: u64,
    /// Signed-in browsers.
    pub sessions: u64,
    /// Games in any state.
    pub games: u64,
    /// Games waiting for a player.
    pub open: u64,
    /// Games in progress.
    pub playing: u64,
    /// Acts over all games.
    pub acts: u64,
    /// Unhandled reports.
    pub reports: u64,
}

impl Store {
    /// Reads a server note.
    pub async fn note(&self, key: &str) -> Result<Option<String>, StoreError> {
        let row = self
            .pools()
            .fetch_optional("SELECT value FROM meta WHERE key = $1", args![key])
            .await?;
        row.map(|row| row.get("value")).transpose()
    }

    /// Writes a server note.
    pub async fn set_note(&self, key: &str, value: &str) -> Result<(), StoreError> {
        let sql = "INSERT INTO meta (key, value) VALUES ($1, $2) \
                   ON CONFLICT (key) DO UPDATE SET value = excluded.value";
        self.execute(sql, args![key, value]).await.map(drop)
    }

    /// Counts the contents of the store.
    pub async fn stats(&self) -> Result<StoreStats, StoreError> {
        Ok(StoreStats {
            accounts: self.count_accounts().await?,
            guests: self
                .count("SELECT COUNT(*) AS n FROM people WHERE guest = 1 AND closed = 0")
                .await?,
            sessions: self.count("SELECT COUNT(*) AS n FROM sessions").await?,
            games: self.count("SELECT COUNT(*) AS n FROM games").await?,
            open: self.count("SELECT COUNT(*) AS n FROM games WHERE status = 'open'").await?,
            playing: self.count("SELECT COUNT(*) AS n FROM games WHERE status = 'playing'").await?,
            // A game's version is its number of acts, which avoids a scan of the acts table.
            acts: self
                .count("SELECT CAST(COALESCE(SUM(version), 0) AS BIGINT) AS n FROM games")
                .await?,
            reports: self.count("SELECT COUNT(*) AS n FROM reports WHERE handled = 0").await?,
        })
    }

    pub(crate) async fn count(&self, sql: &'static str) -> Result<u64, StoreError> {
        let row = self.pools().fetch_optional(sql, args![]).await?;
        Ok(row.map(|row| row.get::<i64>("n")).transpose()?.unwrap_or(0).unsigned_abs())
    }

    /// Checks that the database answers.
    pub async fn ping(&self) -> Result<(), StoreError> {
        self.pools().fetch_optional("SELECT 1 AS one", args![]).await.map(drop)
    }

    /// Copies the whole store to a new file while the server keeps running. SQLite only.
    pub async fn backup(&self, path: &Path) -> Result<(), StoreError> {
        let file = match &self.inner.location {
            StoreLocation::File(file) => file,
            StoreLocation::Server(servers) => {
                return Err(StoreError::Backup(format!(
                    "{servers} is PostgreSQL, which has its own: pg_dump"
                )));
            }
        };
        if path.exists() {
            return Err(StoreError::Backup(format!("{} is there already", path.display())));
        }
        // Written under a temporary name, so that a file named `path` is always a complete backup.
        let part = &with_suffix(path, ".part");
        let cannot =
            |source: std::io::Error| StoreError::File { place: path.display().to_string(), source };
        if part.exists() {
            fs::remove_file(part).map_err(cannot)?;
        }
        // Created first so that the copy inherits private permissions; SQLite accepts an empty
        // file.
        create_private(part).map_err(cannot)?;
        let name = part.to_str().ok_or(StoreError::Backup("the path is not Unicode".into()))?;
        let mut connection = sqlite_options(file).connect().await?;
        let copied = sqlx::query("VACUUM INTO $1").bind(name).execute(&mut connection).await;
        connection.close().await?;
        copied?;
        let (from, to) = (part.to_owned(), path.to_owned());
        let renamed = tokio::task::spawn_blocking(move || {
            File::open(&from)?.sync_all()?;
            fs::rename(from, to)
        });
        renamed.await.map_err(std::io::Error::other).flatten().map_err(cannot)
    }
}
