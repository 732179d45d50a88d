//! Opens the connections of a store from its URL.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};

use crate::db::Pools;
use crate::file::{self, FileIdentity};
use crate::primary::PostgresServers;
use crate::{StoreError, checkpoint};

/// Number of SQLite read connections.
const SQLITE_READERS: u32 = 4;

/// How long an SQLite connection waits for a writer.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// Location of a store.
#[derive(Clone, Debug)]
pub(crate) enum StoreLocation {
    File(PathBuf),
    Server(PostgresServers),
}

impl std::fmt::Display for StoreLocation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            StoreLocation::File(path) => path.display().fmt(f),
            StoreLocation::Server(servers) => servers.fmt(f),
        }
    }
}

impl StoreLocation {
    /// Whether the database is on this machine, as far as its address tells.
    pub(crate) fn is_local(&self) -> bool {
        match self {
            StoreLocation::File(_) => true,
            StoreLocation::Server(servers) => servers.are_local(),
        }
    }
}

/// Connects without checking the schema.
pub(crate) async fn connect(url: &str) -> Result<(Pools, StoreLocation), StoreError> {
    match sqlite_path(url)? {
        Some(path) => connect_sqlite(&path).await,
        None => {
            let servers = PostgresServers::parse(url)?;
            Ok((Pools::Pg(servers.open_pool().await?), StoreLocation::Server(servers)))
        }
    }
}

/// Path of an SQLite store, or `None` for PostgreSQL; fails if `url` names no store.
pub fn sqlite_path(url: &str) -> Result<Option<PathBuf>, StoreError> {
    if url.starts_with("postgres://") || url.starts_with("postgresql://") {
        return Ok(None);
    }
    let path = url.strip_prefix("sqlite:").map(|path| path.strip_prefix("//").unwrap_or(path));
    match path {
        // An in-memory store would not be durable.
        Some(path) if !path.is_empty() && path != ":memory:" => Ok(Some(path.into())),
        _ => Err(StoreError::BadName(url.into())),
    }
}

/// Options shared by all connections to this file.
pub(crate) fn sqlite_options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(BUSY_TIMEOUT)
        .foreign_keys(true)
        .statement_cache_capacity(200)
}

pub(crate) async fn connect_sqlite(path: &Path) -> Result<(Pools, StoreLocation), StoreError> {
    file::create_if_missing(path)?;
    let place = StoreLocation::File(path.to_owned());
    let cannot = |source: sqlx::Error| {
        let code = source.as_database_error().and_then(|message| message.code());
        // SQLITE_NOTADB
        if code.is_some_and(|code| code == "26") {
            return StoreError::NotADatabase(path.display().to_string());
        }
        StoreError::Open { place: path.display().to_string(), source }
    };
    let options = sqlite_options(path);
    let write = SqlitePoolOptions::new()
        .max_connections(1)
        .idle_timeout(None)
        .max_lifetime(None)
        .acquire_timeout(BUSY_TIMEOUT)
        // Never create the file here: a deleted store must not come back empty.
        .connect_with(options.clone().pragma("wal_autocheckpoint", checkpoint::FALLBACK_PAGES))
        .await
        .map_err(cannot)?;
    let checkpoint = SqlitePoolOptions::new()
        .max_connections(1)
        .acquire_timeout(BUSY_TIMEOUT)
        .connect_lazy_with(options.clone());
    let read = SqlitePoolOptions::new()
        .max_connections(SQLITE_READERS)
        .min_connections(1)
        .acquire_timeout(BUSY_TIMEOUT)
        .connect_with(options.pragma("query_only", "ON"))
        .await
        .map_err(cannot)?;
    let identity = Arc::new(FileIdentity::from_path(path)?);
    Ok((Pools::Sqlite { write, read, checkpoint, identity }, place))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::args;

    #[tokio::test]
    async fn sqlite_files_use_wal_and_full_synchronisation() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("store.db").display());
        let (pools, _) = connect(&url).await.unwrap();
        let mut tx = pools.begin().await.unwrap();
        let row = tx.fetch_optional("PRAGMA journal_mode", args![]).await.unwrap().unwrap();
        assert_eq!(row.get::<String>("journal_mode").unwrap(), "wal");
        let row = tx.fetch_optional("PRAGMA synchronous", args![]).await.unwrap().unwrap();
        assert_eq!(row.get::<i64>("synchronous").unwrap(), 2);
        let row = tx.fetch_optional("PRAGMA foreign_keys", args![]).await.unwrap().unwrap();
        assert!(row.get_bool("foreign_keys").unwrap());
        assert!(pools.fetch_optional("CREATE TABLE x (y TEXT)", args![]).await.is_err());
    }
}
