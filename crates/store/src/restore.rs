//! A backup back in its place. SQLite only.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection, Row};

use crate::migrate::KNOWN;
use crate::open::sqlite;
use crate::{Stats, Store, StoreError};

/// How long to wait for whoever uses the store: they may be about to finish.
const PATIENCE: Duration = Duration::from_millis(500);

/// Files that SQLite keeps beside a database while it is used, or that a crash left.
const BESIDE: [&str; 2] = ["-wal", "-shm"];

/// What became of a wish to put a backup in the place of a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Restored {
    /// It is there.
    Done {
        /// How much there is in it.
        stats: Stats,
        /// Where the file is that was there before.
        kept: Option<PathBuf>,
    },
    /// Somebody has the store open. Nothing was changed.
    InUse,
    /// There are people or games in the store, and nobody said that it may go. Nothing was changed.
    NotEmpty,
    /// What is there cannot be read as a store, and nobody said that it may go. Nothing was changed.
    Unreadable(String),
}

impl Store {
    /// Puts a copy of the backup `from` in the place of the store `path`, which nobody may have open. The backup must be a
    /// whole, undamaged store of a schema that is known; it is brought up to date. What was there is kept as `aside`; if it is
    /// not empty, only with `force`.
    pub async fn restore(
        path: &Path,
        from: &Path,
        aside: &Path,
        force: bool,
    ) -> Result<Restored, StoreError> {
        if same(path, from) {
            return Err(StoreError::Senseless("a store cannot be restored from itself"));
        }
        if aside.exists() {
            return Err(cannot(aside)(io::ErrorKind::AlreadyExists.into()));
        }
        let log = beside(from, "-wal");
        if fs::metadata(&log).is_ok_and(|found| found.len() > 0) {
            let (from, log) = (from.display().to_string(), log.display().to_string());
            return Err(StoreError::Unfinished(from, log));
        }
        let fresh = beside(path, ".restoring");
        let restored = prepared(path, from, aside, &fresh, force).await;
        if !matches!(restored, Ok(Restored::Done { .. })) {
            for ending in ["", "-wal", "-shm"] {
                let _ = fs::remove_file(beside(&fresh, ending));
            }
        }
        restored
    }
}

/// Checks a copy of the backup, made beside the store, before anything of the store is touched.
async fn prepared(
    path: &Path,
    from: &Path,
    aside: &Path,
    fresh: &Path,
    force: bool,
) -> Result<Restored, StoreError> {
    copy(from, fresh)?;
    check(fresh, from).await?;
    let (pools, place) = sqlite(fresh).await?;
    let store = Store::start(pools, place).await?;
    let stats = store.stats().await;
    store.close().await;
    let stats = stats?;

    let there = path.exists();
    if there {
        match look(path).await {
            Look::InUse => return Ok(Restored::InUse),
            Look::Full if !force => return Ok(Restored::NotEmpty),
            Look::Unreadable(why) if !force => return Ok(Restored::Unreadable(why)),
            Look::Empty | Look::Full | Look::Unreadable(_) => {}
        }
        set_aside(path, aside).map_err(cannot(aside))?;
    }
    if let Err(error) = fs::rename(fresh, path) {
        if there {
            set_aside(aside, path).map_err(cannot(path))?;
        }
        return Err(cannot(path)(error));
    }
    // A name is on disk once its folder is.
    #[cfg(unix)]
    if let Some(folder) = path.parent() {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(cannot(folder))?;
    }
    Ok(Restored::Done { stats, kept: there.then(|| aside.to_owned()) })
}

/// Somebody's place with an ending.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    name.into()
}

fn same(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

fn cannot(path: &Path) -> impl Fn(io::Error) -> StoreError {
    let place = path.display().to_string();
    move |source| StoreError::File { place: place.clone(), source }
}

/// A new file that only its owner may read: a store holds secrets.
pub(crate) fn private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

fn copy(from: &Path, to: &Path) -> Result<(), StoreError> {
    let mut source = File::open(from).map_err(cannot(from))?;
    // An attempt that was cut short may have left one.
    if to.exists() {
        fs::remove_file(to).map_err(cannot(to))?;
    }
    let mut target = private(to).map_err(cannot(to))?;
    io::copy(&mut source, &mut target).and_then(|_| target.sync_all()).map_err(cannot(to))
}

/// The file and what SQLite keeps beside it, under another name.
fn set_aside(path: &Path, aside: &Path) -> io::Result<()> {
    fs::rename(path, aside)?;
    for ending in BESIDE {
        let file = beside(path, ending);
        if file.exists() {
            fs::rename(file, beside(aside, ending))?;
        }
    }
    Ok(())
}

/// Whether a file nobody else has is a whole store of a schema we know. Messages name the file it was copied from.
async fn check(copy: &Path, from: &Path) -> Result<(), StoreError> {
    let name = || from.display().to_string();
    let damaged = |error: sqlx::Error| {
        let code = error.as_database_error().and_then(|said| said.code());
        // SQLITE_NOTADB
        if code.is_some_and(|code| code == "26") {
            return StoreError::NotADatabase(name());
        }
        StoreError::Damaged(name(), error.to_string())
    };
    // An empty file would pass for a database without tables.
    if fs::metadata(copy).map_err(cannot(copy))?.len() == 0 {
        return Err(StoreError::NotADatabase(name()));
    }
    let options = SqliteConnectOptions::new().filename(copy).read_only(true).immutable(true);
    let mut file = options.connect().await.map_err(damaged)?;
    let ours = "SELECT COUNT(*) FROM sqlite_master WHERE name = 'schema_version'";
    let ours: i64 = sqlx::query_scalar(ours).fetch_one(&mut file).await.map_err(damaged)?;
    if ours == 0 {
        return Err(StoreError::Foreign(name()));
    }
    let said = sqlx::query("PRAGMA integrity_check(1)").fetch_one(&mut file).await;
    let said: String = said.and_then(|row| row.try_get(0)).map_err(damaged)?;
    if said != "ok" {
        return Err(StoreError::Damaged(name(), said));
    }
    let newest = "SELECT COALESCE(MAX(version), 0) FROM schema_version";
    let found: i64 = sqlx::query_scalar(newest).fetch_one(&mut file).await.map_err(damaged)?;
    if found > KNOWN {
        return Err(StoreError::TooNew { found, known: KNOWN });
    }
    if found < 1 {
        return Err(StoreError::Foreign(name()));
    }
    let loose = sqlx::query("PRAGMA foreign_key_check").fetch_optional(&mut file).await;
    if let Some(row) = loose.map_err(damaged)? {
        let table: String = row.try_get(0).map_err(damaged)?;
        let why = format!("a row of {table} names something that is not there");
        return Err(StoreError::Damaged(name(), why));
    }
    file.close().await.map_err(damaged)
}

/// What is in the place now.
enum Look {
    InUse,
    Empty,
    Full,
    Unreadable(String),
}

async fn look(path: &Path) -> Look {
    match looked(path).await {
        Ok(true) => Look::Empty,
        Ok(false) => Look::Full,
        Err(error) => {
            let code = error.as_database_error().and_then(|said| said.code());
            // SQLITE_BUSY, alone or with details in the higher bits.
            let number = code.and_then(|code| code.parse::<u32>().ok());
            if number.is_some_and(|number| number & 0xFF == 5) {
                return Look::InUse;
            }
            Look::Unreadable(error.to_string())
        }
    }
}

/// Whether a store is empty. Fails as busy while anybody else has it open: only who is alone may leave the log of writes, which
/// also brings everything into the one file.
async fn looked(path: &Path) -> Result<bool, sqlx::Error> {
    let options = SqliteConnectOptions::new().filename(path).busy_timeout(PATIENCE);
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
