//! From the name of a store to its connections.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection};

use crate::StoreError;
use crate::db::Pools;

/// Reading connections of SQLite.
const READERS: u32 = 4;

/// Connections to PostgreSQL, the group writer's among them.
const CONNECTIONS: u32 = 10;

/// How long a connection waits for another that writes.
const PATIENCE: Duration = Duration::from_secs(10);

/// Where a store is.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    File(PathBuf),
    Server(String),
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Place::File(path) => path.display().fmt(f),
            Place::Server(name) => f.write_str(name),
        }
    }
}

/// Connects, without looking at the tables.
pub(crate) async fn connect(url: &str) -> Result<(Pools, Place), StoreError> {
    match file_of(url)? {
        Some(path) => sqlite(&path).await,
        None => postgres(url).await,
    }
}

/// The file a store is in, or none if it is on a server; fails where the name is no name of a store.
pub fn file_of(url: &str) -> Result<Option<PathBuf>, StoreError> {
    if url.starts_with("postgres://") || url.starts_with("postgresql://") {
        return Ok(None);
    }
    let path = url.strip_prefix("sqlite:").map(|path| path.strip_prefix("//").unwrap_or(path));
    match path {
        // A store in memory would lose what it promises to keep.
        Some(path) if !path.is_empty() && path != ":memory:" => Ok(Some(path.into())),
        _ => Err(StoreError::Name(url.into())),
    }
}

/// Options every connection to this file has.
pub(crate) fn file_options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(PATIENCE)
        .foreign_keys(true)
        .statement_cache_capacity(200)
}

pub(crate) async fn sqlite(path: &Path) -> Result<(Pools, Place), StoreError> {
    if path.is_dir() {
        // SQLite would only say that it cannot open it.
        let source = std::io::ErrorKind::IsADirectory.into();
        return Err(StoreError::File { place: path.display().to_string(), source });
    }
    let place = Place::File(path.to_owned());
    let cannot = |source: sqlx::Error| {
        let code = source.as_database_error().and_then(|said| said.code());
        // SQLITE_NOTADB
        if code.is_some_and(|code| code == "26") {
            return StoreError::NotADatabase(path.display().to_string());
        }
        StoreError::Open { place: path.display().to_string(), source }
    };
    let options = file_options(path);
    let write = SqlitePoolOptions::new()
        .max_connections(1)
        .min_connections(1)
        .idle_timeout(None)
        .max_lifetime(None)
        .connect_with(options.clone().create_if_missing(true))
        .await
        .map_err(cannot)?;
    let read = SqlitePoolOptions::new()
        .max_connections(READERS)
        .connect_with(options.pragma("query_only", "ON"))
        .await
        .map_err(cannot)?;
    Ok((Pools::Lite { write, read }, place))
}

async fn postgres(url: &str) -> Result<(Pools, Place), StoreError> {
    let cannot = |place: String| move |source| StoreError::Open { place, source };
    let options = PgConnectOptions::from_str(url).map_err(cannot("postgres://…".into()))?;
    let options = options.application_name("abaque");
    let place = format!(
        "postgres://{}:{}/{}",
        options.get_host(),
        options.get_port(),
        options.get_database().unwrap_or_default()
    );
    // A pool only says that it waited too long; one connection says why.
    let first = options.connect().await.map_err(cannot(place.clone()))?;
    first.close().await.map_err(cannot(place.clone()))?;
    let pool = PgPoolOptions::new()
        .max_connections(CONNECTIONS)
        .acquire_timeout(PATIENCE)
        .connect_with(options)
        .await
        .map_err(cannot(place.clone()))?;
    Ok((Pools::Pg(pool), Place::Server(place)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::args;

    #[tokio::test]
    async fn files_are_as_durable_as_promised() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("store.db").display());
        let (pools, _) = connect(&url).await.unwrap();
        let mut tx = pools.begin().await.unwrap();
        let row = tx.one("PRAGMA journal_mode", args![]).await.unwrap().unwrap();
        assert_eq!(row.get::<String>("journal_mode").unwrap(), "wal");
        let row = tx.one("PRAGMA synchronous", args![]).await.unwrap().unwrap();
        assert_eq!(row.get::<i64>("synchronous").unwrap(), 2);
        let row = tx.one("PRAGMA foreign_keys", args![]).await.unwrap().unwrap();
        assert!(row.truth("foreign_keys").unwrap());
        assert!(pools.one("CREATE TABLE x (y TEXT)", args![]).await.is_err());
    }
}
