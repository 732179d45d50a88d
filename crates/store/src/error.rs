//! What can go wrong. Outcomes a caller must expect (a taken name, a version somebody else wrote) are typed results.

use std::sync::Arc;

use thiserror::Error;

/// Why the store could not do what was asked.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The text that names the store is neither of the two kinds.
    #[error("a store is named sqlite:PATH or postgres://HOST/DATABASE; {0:?} is neither")]
    Name(String),
    /// The database cannot be reached or opened.
    #[error("cannot open the store {place}: {source}")]
    Open {
        /// Which one, without its password.
        place: String,
        /// What the database said.
        source: sqlx::Error,
    },
    /// The file is something else.
    #[error("{0} is not an SQLite database")]
    NotADatabase(String),
    /// The file is a database, but of another program.
    #[error("{0} is a database of something else: it has tables but no schema_version")]
    Foreign(String),
    /// A later program wrote here.
    #[error(
        "the store has schema {found} and this program knows up to {known}: use a newer program"
    )]
    TooNew {
        /// The schema found.
        found: i64,
        /// The newest schema known.
        known: i64,
    },
    /// Text with a NUL, which PostgreSQL cannot keep and SQLite cuts in places.
    #[error("text must not contain the NUL character")]
    Nul,
    /// Something named in the request is not in the store.
    #[error("the request names a person or game that is not in the store")]
    Missing,
    /// Something with this identity is in the store already.
    #[error("this is in the store already")]
    Duplicate,
    /// The request makes no sense whatever is stored.
    #[error("{0}")]
    Senseless(&'static str),
    /// A stored value is none of those this program writes.
    #[error("the store holds {value:?} as {what}")]
    Corrupt {
        /// Of what.
        what: &'static str,
        /// The value.
        value: String,
    },
    /// A backup could not be made.
    #[error("no backup: {0}")]
    Backup(String),
    /// A file does not pass as a whole store.
    #[error("{0} is damaged: {1}")]
    Damaged(String, String),
    /// A file has the rest of its writes in another file.
    #[error("{0} is a store in use, not a backup: the rest of it is in {1}")]
    Unfinished(String, String),
    /// A file could not be read, written or moved.
    #[error("{place}: {source}")]
    File {
        /// Which.
        place: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// The store was closed.
    #[error("the store is closed")]
    Closed,
    /// The group of writes this one was in failed. Nothing of it is known to be stored: ask again with the same key.
    #[error("not stored: {0}")]
    Uncommitted(Arc<StoreError>),
    /// Anything else the database says.
    #[error("the database says: {0}")]
    Database(sqlx::Error),
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        match error.as_database_error() {
            Some(said) if said.is_unique_violation() => StoreError::Duplicate,
            Some(said) if said.is_foreign_key_violation() => StoreError::Missing,
            _ => StoreError::Database(error),
        }
    }
}

impl StoreError {
    /// Two transactions waited for each other and the database ended this one; it may be tried again.
    pub(crate) fn is_deadlock(&self) -> bool {
        let StoreError::Database(sqlx::Error::Database(said)) = self else { return false };
        said.code().is_some_and(|code| code == "40P01" || code == "40001")
    }
}
