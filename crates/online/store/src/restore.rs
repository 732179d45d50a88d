//! Restores a backup in place of a store. SQLite only.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection, Row};

use crate::connection::connect_sqlite;
use crate::file::{ServerLock, create_private, file_error, folder_of, with_suffix};
use crate::migrate::NEWEST_SCHEMA;
use crate::{Store, StoreError, StoreStats};

/// How long to wait for another user of the store, who may be about to finish.
const BUSY_TIMEOUT: Duration = Duration::from_millis(500);

/// Files that SQLite keeps next to a database in use, or that a crash left behind.
const SQLITE_SIDE_FILES: [&str; 2] = ["-wal", "-shm"];

/// Result of [`Store::restore`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RestoreOutcome {
    /// The backup is in place.
    Done {
        /// Contents of the restored store.
        stats: StoreStats,
        /// New path of the previous file, if there was one.
        kept: Option<PathBuf>,
    },
    /// The store is open elsewhere. Nothing was changed.
    InUse,
    /// The store has content and `force` was not given. Nothing was changed.
    NotEmpty,
    /// The existing file cannot be read as a store and `force` was not given. Nothing was changed.
    Unreadable(String),
}

impl Store {
    /// Replaces the store `path`, which must not be open, by a copy of the backup `from`. The
    /// backup must be an intact store of a known schema; the copy is migrated. The previous file is
    /// kept as `aside`; a store with content is only replaced with `force`.
    pub async fn restore(
        path: &Path,
        from: &Path,
        aside: &Path,
        force: bool,
    ) -> Result<RestoreOutcome, StoreError> {
        if is_same_file(path, from) {
            return Err(StoreError::InvalidRequest("a store cannot be restored from itself"));
        }
        if aside.exists() {
            return Err(file_error(aside)(io::ErrorKind::AlreadyExists.into()));
        }
        let log = with_suffix(from, "-wal");
        if fs::metadata(&log).is_ok_and(|found| found.len() > 0) {
            let (from, log) = (from.display().to_string(), log.display().to_string());
            return Err(StoreError::Unfinished(from, log));
        }
        // Keeps a server from starting on the file meanwhile.
        let Ok(_alone) = ServerLock::take(path)? else { return Ok(RestoreOutcome::InUse) };
        let fresh = with_suffix(path, ".restoring");
        let restored = check_and_swap(path, from, aside, &fresh, force).await;
        if !matches!(restored, Ok(RestoreOutcome::Done { .. })) {
            for ending in ["", "-wal", "-shm"] {
                let _ = fs::remove_file(with_suffix(&fresh, ending));
            }
        }
        restored
    }
}

/// Checks a copy of the backup, made next to the store, before touching the store.
async fn check_and_swap(
    path: &Path,
    from: &Path,
    aside: &Path,
    fresh: &Path,
    force: bool,
) -> Result<RestoreOutcome, StoreError> {
    copy_private(from, fresh)?;
    check_backup(fresh, from).await?;
    let (pools, place) = connect_sqlite(fresh).await?;
    let store = Store::start(pools, place).await?;
    let stats = store.stats().await;
    store.close().await;
    let stats = stats?;

    let there = path.exists();
    if there {
        match target_state(path).await {
            TargetState::InUse => return Ok(RestoreOutcome::InUse),
            TargetState::Full if !force => return Ok(RestoreOutcome::NotEmpty),
            TargetState::Unreadable(why) if !force => return Ok(RestoreOutcome::Unreadable(why)),
            TargetState::Empty | TargetState::Full | TargetState::Unreadable(_) => {}
        }
        move_store(path, aside).map_err(file_error(aside))?;
    }
    if let Err(error) = fs::rename(fresh, path) {
        if there {
            move_store(aside, path).map_err(file_error(path))?;
        }
        return Err(file_error(path)(error));
    }
    // A rename is durable once its folder is synced.
    #[cfg(unix)]
    {
        let folder = folder_of(path);
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(file_error(folder))?;
    }
    Ok(RestoreOutcome::Done { stats, kept: there.then(|| aside.to_owned()) })
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

fn copy_private(from: &Path, to: &Path) -> Result<(), StoreError> {
    let mut source = File::open(from).map_err(file_error(from))?;
    // An interrupted attempt may have left a copy.
    if to.exists() {
        fs::remove_file(to).map_err(file_error(to))?;
    }
    let mut target = create_private(to).map_err(file_error(to))?;
    io::copy(&mut source, &mut target).and_then(|_| target.sync_all()).map_err(file_error(to))
}

/// Renames the database file together with its side files.
fn move_store(path: &Path, aside: &Path) -> io::Result<()> {
    fs::rename(path, aside)?;
    for ending in SQLITE_SIDE_FILES {
        let file = with_suffix(path, ending);
        if file.exists() {
            fs::rename(file, with_suffix(aside, ending))?;
        }
    }
    Ok(())
}

/// Checks that a private copy is an intact store of a known schema. Messages name the original.
async fn check_backup(copy: &Path, from: &Path) -> Result<(), StoreError> {
    let name = || from.display().to_string();
    let damaged = |error: sqlx::Error| {
        let code = error.as_database_error().and_then(|message| message.code());
        // SQLITE_NOTADB
        if code.is_some_and(|code| code == "26") {
            return StoreError::NotADatabase(name());
        }
        StoreError::Damaged(name(), error.to_string())
    };
    // SQLite takes an empty file for a database without tables.
    if fs::metadata(copy).map_err(file_error(copy))?.len() == 0 {
        return Err(StoreError::NotADatabase(name()));
    }
    let options = SqliteConnectOptions::new().filename(copy).read_only(true).immutable(true);
    let mut file = options.connect().await.map_err(damaged)?;
    let ours = "SELECT COUNT(*) FROM sqlite_master WHERE name = 'schema_version'";
    let ours: i64 = sqlx::query_scalar(ours).fetch_one(&mut file).await.map_err(damaged)?;
    if ours == 0 {
        return Err(StoreError::ForeignDatabase(name()));
    }
    let message = sqlx::query("PRAGMA integrity_check(1)").fetch_one(&mut file).await;
    let message: String = message.and_then(|row| row.try_get(0)).map_err(damaged)?;
    if message != "ok" {
        return Err(StoreError::Damaged(name(), message));
    }
    let newest = "SELECT COALESCE(MAX(version), 0) FROM schema_version";
    let found: i64 = sqlx::query_scalar(newest).fetch_one(&mut file).await.map_err(damaged)?;
    if found > NEWEST_SCHEMA {
        return Err(StoreError::TooNew { found, known: NEWEST_SCHEMA });
    }
    if found < 1 {
        return Err(StoreError::ForeignDatabase(name()));
    }
    let loose = sqlx::query("PRAGMA foreign_key_check").fetch_optional(&mut file).await;
    if let Some(row) = loose.map_err(damaged)? {
        let table: String = row.try_get(0).map_err(damaged)?;
        let why = format!("a row of {table} names something that is not there");
        return Err(StoreError::Damaged(name(), why));
    }
    file.close().await.map_err(damaged)
}

/// State of the file to replace.
enum TargetState {
    InUse,
    Empty,
    Full,
    Unreadable(String),
}

async fn target_state(path: &Path) -> TargetState {
    match is_empty_store(path).await {
        Ok(true) => TargetState::Empty,
        Ok(false) => TargetState::Full,
        Err(error) => {
            let code = error.as_database_error().and_then(|message| message.code());
            // SQLITE_BUSY, with or without an extended code.
            let number = code.and_then(|code| code.parse::<u32>().ok());
            if number.is_some_and(|number| number & 0xFF == 5) {
                return TargetState::InUse;
            }
            TargetState::Unreadable(error.to_string())
        }
    }
}

/// Whether a store is empty. Fails with SQLITE_BUSY while anyone else has it open: only a sole
/// connection can leave WAL mode, which also merges the log into the file.
async fn is_empty_store(path: &Path) -> Result<bool, sqlx::Error> {
    let options = SqliteConnectOptions::new().filename(path).busy_timeout(BUSY_TIMEOUT);
    let mut file = options.connect().await?;
    sqlx::query("PRAGMA journal_mode = DELETE").execute(&mut file).await?;
    sqlx::query("BEGIN EXCLUSIVE").execute(&mut file).await?;
    let mut empty = true;
    let tables = "SELECT name FROM sqlite_master WHERE type = 'table' \
                  AND name NOT LIKE 'sqlite_%' AND name NOT IN ('schema_version', 'meta')";
    let tables: Vec<String> = sqlx::query_scalar(tables).fetch_all(&mut file).await?;
    for table in tables {
        empty &= !has_rows(&mut file, &table).await?;
    }
    sqlx::query("ROLLBACK").execute(&mut file).await?;
    file.close().await?;
    Ok(empty)
}

async fn has_rows(file: &mut SqliteConnection, table: &str) -> Result<bool, sqlx::Error> {
    let sql = format!("SELECT 1 FROM \"{}\" LIMIT 1", table.replace('"', "\"\""));
    Ok(sqlx::query(sqlx::AssertSqlSafe(sql)).fetch_optional(file).await?.is_some())
}
