//! Store errors. Outcomes a caller must expect (a taken name, a stale version) are typed results
//! instead.

use std::sync::Arc;

use thiserror::Error;

/// Why a store operation failed.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The store URL has neither of the two known schemes.
    #[error("a store is named sqlite:PATH or postgres://HOST/DATABASE; {0:?} is neither")]
    BadName(String),
    /// The database cannot be reached or opened.
    #[error("cannot open the store {place}: {source}")]
    Open {
        /// Store location, without its password.
        place: String,
        /// The database's error.
        source: sqlx::Error,
    },
    /// The file is not an SQLite database.
    #[error("{0} is not an SQLite database")]
    NotADatabase(String),
    /// The file is a database of another program.
    #[error("{0} is a database of something else: it has tables but no schema_version")]
    ForeignDatabase(String),
    /// The file has zero bytes; a store never leaves one like that.
    #[error(
        "{0} is empty (0 bytes), as a store that was cut off: put a backup in its place, or delete it to begin anew"
    )]
    Empty(String),
    /// The parent folder of the file is missing.
    #[error("{0}: there is no folder {1}; make it first, or name another place")]
    NoFolder(String, String),
    /// Another server has locked the file.
    #[error("{file} is served already{}: stop that server first, or name another file", by(.process))]
    AlreadyServed {
        /// Path of the file.
        file: String,
        /// Process id of the other server, if known.
        process: Option<u32>,
    },
    /// Another server uses the database, and the two do not know of each other.
    #[error(
        "{0} is served already: stop that server first, or start all of them with the same --bus (see docs/cluster.md)"
    )]
    DatabaseServed(String),
    /// No server of this address accepts writes.
    #[error("{0} accepts no writes: it is a standby, not the primary")]
    Standby(String),
    /// The open file was deleted, moved or replaced.
    #[error("{0} was deleted, moved or replaced while in use: put it back, or stop the server")]
    Moved(String),
    /// A newer program wrote this store.
    #[error(
        "the store has schema {found} and this program knows up to {known}: use a newer program"
    )]
    TooNew {
        /// Schema version of the store.
        found: i64,
        /// Newest schema version this program knows.
        known: i64,
    },
    /// Text with a NUL: PostgreSQL rejects it and SQLite truncates at it in places.
    #[error("text must not contain the NUL character")]
    Nul,
    /// The request refers to a row that does not exist.
    #[error("the request names a person or game that is not in the store")]
    Missing,
    /// A row with this key exists already.
    #[error("this is in the store already")]
    Duplicate,
    /// The request is invalid regardless of what is stored.
    #[error("{0}")]
    InvalidRequest(&'static str),
    /// A stored value is not one this program writes.
    #[error("the store holds {value:?} as {what}")]
    Corrupt {
        /// What the value should be.
        what: &'static str,
        /// The stored value.
        value: String,
    },
    /// A backup could not be made.
    #[error("no backup: {0}")]
    Backup(String),
    /// The file fails the integrity checks.
    #[error("{0} is damaged: {1}")]
    Damaged(String, String),
    /// Part of the file's writes are still in its write-ahead log.
    #[error("{0} is a store in use, not a backup: the rest of it is in {1}")]
    Unfinished(String, String),
    /// A file could not be read, written or moved.
    #[error("{place}: {source}")]
    File {
        /// Path of the file.
        place: String,
        /// The operating system's error.
        source: std::io::Error,
    },
    /// The store was closed.
    #[error("the store is closed")]
    Closed,
    /// The transaction failed; nothing of it is stored.
    #[error("not stored: {0}")]
    Uncommitted(Arc<StoreError>),
    /// The commit itself failed, so the result is unknown: read back, or retry with the same key.
    #[error("perhaps not stored: {0}")]
    Unconfirmed(Arc<StoreError>),
    /// The database server exceeded the statement timeout.
    #[error("the database takes too long")]
    Stalled,
    /// Any other database error.
    #[error("the database says: {0}")]
    Database(sqlx::Error),
}

fn by(process: &Option<u32>) -> String {
    process.map_or_else(String::new, |number| format!(" (by process {number})"))
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        match error.as_database_error() {
            Some(message) if message.is_unique_violation() => StoreError::Duplicate,
            Some(message) if message.is_foreign_key_violation() => StoreError::Missing,
            _ => StoreError::Database(error),
        }
    }
}

impl StoreError {
    /// Whether the database aborted this transaction to resolve a deadlock; it may be retried.
    pub(crate) fn is_deadlock(&self) -> bool {
        let message = match self {
            StoreError::Uncommitted(error) => return error.is_deadlock(),
            StoreError::Database(sqlx::Error::Database(message)) => message,
            _ => return false,
        };
        message.code().is_some_and(|code| code == "40P01" || code == "40001")
    }
}
