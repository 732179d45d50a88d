//! Classifies errors that come from the state of the disk or database, not from the request.

use sqlx::postgres::PgDatabaseError;

use crate::StoreError;

/// Why the store is unavailable. The condition may pass; the store recovers by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// No space is left on the disk.
    DiskFull,
    /// The disk or the database is read-only.
    ReadOnly,
    /// Another program has locked the store for too long.
    Locked,
    /// The disk fails or returns damaged data.
    DiskError,
    /// The file was deleted, moved or replaced.
    Gone,
    /// The database server does not answer.
    Unreachable,
}

impl StoreError {
    /// The fault that made the request fail, if it was one.
    pub fn fault(&self) -> Option<Fault> {
        match self {
            StoreError::Uncommitted(error) | StoreError::Unconfirmed(error) => error.fault(),
            StoreError::Open { source, .. } | StoreError::Database(source) => {
                database_fault(source)
            }
            StoreError::File { source, .. } => file_fault(source),
            StoreError::Moved(_) => Some(Fault::Gone),
            StoreError::Standby(_) => Some(Fault::ReadOnly),
            StoreError::Stalled => Some(Fault::Unreachable),
            _ => None,
        }
    }

    /// Whether it is certain that nothing of the request is stored.
    pub fn is_not_stored(&self) -> bool {
        !matches!(self, StoreError::Unconfirmed(_))
    }

    /// Classifies a failed commit. If the database refused it, nothing is stored; if the disk or
    /// the connection failed, the commit may have succeeded, and only reading back tells.
    pub(crate) fn into_commit_error(self) -> StoreError {
        let refused = match &self {
            StoreError::Moved(_) | StoreError::Missing | StoreError::Duplicate => true,
            StoreError::Database(sqlx::Error::Database(message)) => {
                match message.try_downcast_ref::<PgDatabaseError>() {
                    Some(message) => {
                        !matches!(message.code().get(..2), Some("08" | "57" | "58" | "XX"))
                    }
                    // SQLITE_FULL: a page of the log is missing, so the commit does not count.
                    None => matches!(primary_code(message.code().as_deref()), Some(5 | 8 | 13)),
                }
            }
            _ => false,
        };
        let error = self.into();
        if refused { StoreError::Uncommitted(error) } else { StoreError::Unconfirmed(error) }
    }
}

/// SQLite's primary error code; the higher bits hold the extended code.
fn primary_code(code: Option<&str>) -> Option<u32> {
    Some(code?.parse::<u32>().ok()? & 0xFF)
}

fn database_fault(error: &sqlx::Error) -> Option<Fault> {
    match error {
        sqlx::Error::Database(message) => match message.try_downcast_ref::<PgDatabaseError>() {
            Some(message) => postgres_fault(message.code()),
            None => sqlite_fault(message.code()?.parse().ok()?),
        },
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::Protocol(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::WorkerCrashed => Some(Fault::Unreachable),
        _ => None,
    }
}

fn sqlite_fault(code: u32) -> Option<Fault> {
    /// The shared-memory file could not grow, which also means a full disk.
    const IOERR_SHMSIZE: u32 = 4874;
    const READONLY_DBMOVED: u32 = 1032;
    match (code, code & 0xFF) {
        (IOERR_SHMSIZE, _) | (_, 13) => Some(Fault::DiskFull),
        (READONLY_DBMOVED, _) => Some(Fault::Gone),
        (_, 5 | 6) => Some(Fault::Locked),
        (_, 8) => Some(Fault::ReadOnly),
        // Includes CANTOPEN: a missing file was detected before opening it.
        (_, 10 | 11 | 14 | 26) => Some(Fault::DiskError),
        _ => None,
    }
}

fn postgres_fault(code: &str) -> Option<Fault> {
    match (code, code.get(..2)?) {
        ("53100", _) => Some(Fault::DiskFull),
        ("25006", _) => Some(Fault::ReadOnly),
        ("55P03", _) => Some(Fault::Locked),
        ("57014" | "57P01" | "57P02" | "57P03" | "57P05", _) | (_, "08" | "53") => {
            Some(Fault::Unreachable)
        }
        (_, "58" | "XX") => Some(Fault::DiskError),
        _ => None,
    }
}

fn file_fault(error: &std::io::Error) -> Option<Fault> {
    use std::io::ErrorKind as Kind;
    match error.kind() {
        Kind::StorageFull | Kind::QuotaExceeded => Some(Fault::DiskFull),
        Kind::ReadOnlyFilesystem => Some(Fault::ReadOnly),
        Kind::NotFound => Some(Fault::Gone),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_codes_of_both_databases_are_classified() {
        let lite = [13, 4874, 8, 1032, 5, 517, 10, 1034, 11, 14, 1, 19];
        let found = lite.map(sqlite_fault);
        let (full, locked, bad) =
            (Some(Fault::DiskFull), Some(Fault::Locked), Some(Fault::DiskError));
        let (only, gone) = (Some(Fault::ReadOnly), Some(Fault::Gone));
        assert_eq!(found, [full, full, only, gone, locked, locked, bad, bad, bad, bad, None, None]);
        let pg = ["53100", "25006", "57P01", "08006", "53300", "58030", "XX001", "23505", ""];
        let away = Some(Fault::Unreachable);
        assert_eq!(pg.map(postgres_fault), [full, only, away, away, away, bad, bad, None, None]);
    }
}
