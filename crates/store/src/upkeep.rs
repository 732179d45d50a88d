//! Looking after the store: notes, counts, backups.

use std::ffi::OsString;
use std::fs::{self, File};
use std::path::Path;

use sqlx::{ConnectOptions, Connection};

use crate::db::args;
use crate::open::{Place, file_options};
use crate::restore::private;
use crate::{Store, StoreError};

/// How much there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Accounts that nobody closed.
    pub accounts: u64,
    /// Guests.
    pub guests: u64,
    /// Browsers signed in.
    pub sessions: u64,
    /// Games of any kind.
    pub games: u64,
    /// Games that wait for somebody to sit down.
    pub open: u64,
    /// Games under way.
    pub playing: u64,
    /// Acts of all games.
    pub acts: u64,
    /// Reports nobody has dealt with.
    pub reports: u64,
}

impl Store {
    /// Reads a note of the server.
    pub async fn note(&self, key: &str) -> Result<Option<String>, StoreError> {
        let row = self.pools().one("SELECT value FROM meta WHERE key = $1", args![key]).await?;
        row.map(|row| row.get("value")).transpose()
    }

    /// Writes a note of the server.
    pub async fn set_note(&self, key: &str, value: &str) -> Result<(), StoreError> {
        let sql = "INSERT INTO meta (key, value) VALUES ($1, $2) \
                   ON CONFLICT (key) DO UPDATE SET value = excluded.value";
        self.run(sql, args![key, value]).await.map(drop)
    }

    /// Counts.
    pub async fn stats(&self) -> Result<Stats, StoreError> {
        Ok(Stats {
            accounts: self.count_accounts().await?,
            guests: self
                .count("SELECT COUNT(*) AS n FROM people WHERE guest = 1 AND closed = 0")
                .await?,
            sessions: self.count("SELECT COUNT(*) AS n FROM sessions").await?,
            games: self.count("SELECT COUNT(*) AS n FROM games").await?,
            open: self.count("SELECT COUNT(*) AS n FROM games WHERE status = 'open'").await?,
            playing: self.count("SELECT COUNT(*) AS n FROM games WHERE status = 'playing'").await?,
            // A game's version is the number of its acts: no need to walk over all of them.
            acts: self
                .count("SELECT CAST(COALESCE(SUM(version), 0) AS BIGINT) AS n FROM games")
                .await?,
            reports: self.count("SELECT COUNT(*) AS n FROM reports WHERE handled = 0").await?,
        })
    }

    pub(crate) async fn count(&self, sql: &'static str) -> Result<u64, StoreError> {
        let row = self.pools().one(sql, args![]).await?;
        Ok(row.map(|row| row.get::<i64>("n")).transpose()?.unwrap_or(0).unsigned_abs())
    }

    /// Whether the database answers.
    pub async fn ping(&self) -> Result<(), StoreError> {
        self.pools().one("SELECT 1 AS one", args![]).await.map(drop)
    }

    /// Writes a copy of the whole store as it is now to a new file, while the server goes on. SQLite only.
    pub async fn backup(&self, path: &Path) -> Result<(), StoreError> {
        let file = match &self.inner.place {
            Place::File(file) => file,
            Place::Server(name) => {
                return Err(StoreError::Backup(format!(
                    "{name} is PostgreSQL, which has its own: pg_dump"
                )));
            }
        };
        if path.exists() {
            return Err(StoreError::Backup(format!("{} is there already", path.display())));
        }
        // Under another name first, so that a file of this name is always a whole backup.
        let mut part = OsString::from(path);
        part.push(".part");
        let part = Path::new(&part);
        let cannot =
            |source: std::io::Error| StoreError::File { place: path.display().to_string(), source };
        if part.exists() {
            fs::remove_file(part).map_err(cannot)?;
        }
        // SQLite takes an empty file as it is, with who may read it.
        private(part).map_err(cannot)?;
        let name = part.to_str().ok_or(StoreError::Backup("the path is not Unicode".into()))?;
        let mut connection = file_options(file).connect().await?;
        let copied = sqlx::query("VACUUM INTO $1").bind(name).execute(&mut connection).await;
        connection.close().await?;
        copied?;
        let (from, to) = (part.to_owned(), path.to_owned());
        let kept = tokio::task::spawn_blocking(move || {
            File::open(&from)?.sync_all()?;
            fs::rename(from, to)
        });
        kept.await.map_err(std::io::Error::other).flatten().map_err(cannot)
    }
}
