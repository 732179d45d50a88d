//! Copies a whole store into another one, between SQLite and PostgreSQL in either direction.
//!
//! The target is written in one transaction, read back within it and compared with the source by
//! row counts and hashes of all rows; only then is it committed.

use std::collections::BTreeMap;

use futures_util::TryStreamExt;
use sha2::{Digest, Sha256};

use crate::connection::sqlite_path;
use crate::db::{SqlRow, SqlValue, Tx, args};
use crate::file::ServerLock;
use crate::server_lock::{DatabaseLock, LockMode};
use crate::{Store, StoreError, StoreLock};

/// Rows per INSERT statement.
const ROWS_PER_INSERT: usize = 200;

/// Tables that are not copied: each store has its own schema.
const UNCOPIED: [&str; 1] = ["schema_version"];

/// Tables that may have rows in an empty store: notes of the server. They are replaced.
const REPLACED: [&str; 1] = ["meta"];

/// A table of both stores, after the copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransferredTable {
    /// Its name.
    pub name: String,
    /// Number of rows.
    pub rows: u64,
    /// Hash of all rows, whatever their order.
    pub hash: String,
}

/// Result of [`Store::transfer`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TransferOutcome {
    /// The target has the same contents as the source.
    Done(Vec<TransferredTable>),
    /// This table of the target has rows already. Nothing was changed.
    NotEmpty(String),
    /// A server is using one of the two stores, or they are the same one. Nothing was changed.
    InUse,
}

/// Kind of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ColumnKind {
    Int,
    Real,
    Text,
}

/// Tables with their columns, by name.
type Tables = BTreeMap<String, BTreeMap<String, ColumnKind>>;

impl Store {
    /// Copies everything in the store `from` into the empty store `to`. Both are migrated first.
    /// `progress` is told the rows done and the rows in all.
    pub async fn transfer(
        from: &str,
        to: &str,
        progress: impl FnMut(u64, u64),
    ) -> Result<TransferOutcome, StoreError> {
        // No server may start on either store meanwhile.
        let mut locks = Vec::new();
        for url in [from, to] {
            match lock_out_servers(url).await? {
                Some(lock) => locks.push(lock),
                None => return Ok(TransferOutcome::InUse),
            }
        }
        let source = Store::open(from).await?;
        let target = match Store::open(to).await {
            Ok(target) => target,
            Err(error) => {
                source.close().await;
                return Err(error);
            }
        };
        let done = copy_all(&source, &target, progress).await;
        target.close().await;
        source.close().await;
        for lock in locks {
            lock.release().await;
        }
        done
    }
}

/// Takes the lock of a store's server; `None` if a server has it.
async fn lock_out_servers(url: &str) -> Result<Option<StoreLock>, StoreError> {
    if let Some(file) = sqlite_path(url)? {
        return Ok(ServerLock::take(&file)?.ok().map(StoreLock::File));
    }
    match DatabaseLock::take(url, LockMode::Alone).await {
        Ok(lock) => Ok(Some(StoreLock::Database(lock))),
        Err(StoreError::DatabaseServed(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

async fn copy_all(
    source: &Store,
    target: &Store,
    mut progress: impl FnMut(u64, u64),
) -> Result<TransferOutcome, StoreError> {
    let (mut from, mut to) = (source.pools().begin().await?, target.pools().begin().await?);
    if matches!(from, Tx::Pg(_)) {
        // One consistent view of all tables.
        from.run_script("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY".into())
            .await?;
    }
    let tables = read_tables(&mut from).await?;
    if tables != read_tables(&mut to).await? {
        return Err(StoreError::InvalidRequest("the two stores have different tables"));
    }
    let mut total = 0;
    for table in tables.keys() {
        let is_replaced = REPLACED.contains(&table.as_str());
        if !is_replaced && count(&mut to, table).await? > 0 {
            return Ok(TransferOutcome::NotEmpty(table.clone()));
        }
        // Every row is written and read back.
        total += 2 * count(&mut from, table).await?;
    }
    let constraints = defer_foreign_keys(&mut to).await?;
    for table in REPLACED {
        to.run_script(format!("DELETE FROM {table}")).await?;
    }
    let mut done = 0;
    let mut step = |rows: u64| {
        done += rows;
        progress(done, total);
    };
    let mut copied = Vec::new();
    for (table, columns) in &tables {
        let written = copy_table(&mut from, &mut to, table, columns, &mut step).await?;
        copied.push(written);
    }
    for (table, written) in tables.iter().zip(&copied) {
        let read = digest_table(&mut to, table.0, table.1, &mut step).await?;
        if read != *written {
            return Err(StoreError::Corrupt {
                what: "the copy of a table",
                value: table.0.clone(),
            });
        }
    }
    copy_counters(&mut from, &mut to, &tables).await?;
    restore_foreign_keys(&mut to, &constraints).await?;
    to.commit().await?;
    from.rollback().await?;
    Ok(TransferOutcome::Done(copied))
}

async fn read_tables(tx: &mut Tx) -> Result<Tables, StoreError> {
    let sql = tx.sql_for(
        "SELECT m.name AS t, c.name AS c, c.type AS k FROM sqlite_master m \
         JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'",
        "SELECT CAST(table_name AS TEXT) AS t, CAST(column_name AS TEXT) AS c, \
         CAST(data_type AS TEXT) AS k FROM information_schema.columns \
         WHERE table_schema = current_schema()",
    );
    let mut tables = Tables::new();
    for row in tx.fetch_bulk(sql.into(), args![], 2).await? {
        let (table, column, kind): (String, String, String) =
            (row.get("t")?, row.get("c")?, row.get("k")?);
        if UNCOPIED.contains(&table.as_str()) {
            continue;
        }
        let kind = match kind.to_lowercase() {
            kind if kind.contains("int") => ColumnKind::Int,
            kind if kind.contains("double") || kind.contains("real") => ColumnKind::Real,
            kind if kind == "text" => ColumnKind::Text,
            value => return Err(StoreError::Corrupt { what: "a column's type", value }),
        };
        tables.entry(table).or_default().insert(column, kind);
    }
    Ok(tables)
}

async fn count(tx: &mut Tx, table: &str) -> Result<u64, StoreError> {
    // A stream has no statement timeout: counting a large table takes long on PostgreSQL.
    let row = tx.stream(format!("SELECT COUNT(*) AS n FROM {table}")).try_next().await?;
    let count = row.map(|row| row.get::<i64>("n")).transpose()?;
    Ok(count.unwrap_or(0).unsigned_abs())
}

/// Lets rows come in any order until the end; returns what must be undone.
async fn defer_foreign_keys(tx: &mut Tx) -> Result<Vec<(String, String)>, StoreError> {
    if matches!(tx, Tx::Sqlite(_)) {
        // SQLite switches back by itself at the end of the transaction.
        tx.run_script("PRAGMA defer_foreign_keys = ON".into()).await?;
        return Ok(Vec::new());
    }
    let sql = "SELECT CAST(c.conname AS TEXT) AS name, CAST(t.relname AS TEXT) AS place \
               FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid \
               WHERE c.contype = 'f' AND t.relnamespace = current_schema()::regnamespace";
    let mut constraints = Vec::new();
    for row in tx.fetch_bulk(sql.into(), args![], 2).await? {
        let (name, table): (String, String) = (row.get("name")?, row.get("place")?);
        let alter =
            format!("ALTER TABLE {table} ALTER CONSTRAINT {name} DEFERRABLE INITIALLY DEFERRED");
        tx.run_script(alter).await?;
        constraints.push((table, name));
    }
    Ok(constraints)
}

/// Checks the references now and makes the constraints strict again.
async fn restore_foreign_keys(
    tx: &mut Tx,
    constraints: &[(String, String)],
) -> Result<(), StoreError> {
    if constraints.is_empty() {
        return Ok(());
    }
    tx.run_script("SET CONSTRAINTS ALL IMMEDIATE".into()).await?;
    for (table, name) in constraints {
        let alter = format!("ALTER TABLE {table} ALTER CONSTRAINT {name} NOT DEFERRABLE");
        tx.run_script(alter).await?;
    }
    Ok(())
}

fn select_all(table: &str, columns: &BTreeMap<String, ColumnKind>) -> String {
    let columns: Vec<&str> = columns.keys().map(String::as_str).collect();
    format!("SELECT {} FROM {table}", columns.join(", "))
}

fn read_row(
    row: &SqlRow,
    columns: &BTreeMap<String, ColumnKind>,
) -> Result<Vec<SqlValue>, StoreError> {
    let value = |(name, kind): (&String, &ColumnKind)| {
        Ok(match kind {
            ColumnKind::Int => SqlValue::Int(row.get(name)?),
            ColumnKind::Real => SqlValue::Real(row.get(name)?),
            ColumnKind::Text => SqlValue::Text(row.get(name)?),
        })
    };
    columns.iter().map(value).collect()
}

/// Adds up hashes of rows, so that their order does not matter.
#[derive(Default)]
struct TableDigest {
    rows: u64,
    sum: [u64; 4],
}

impl TableDigest {
    fn add(&mut self, row: &[SqlValue]) {
        let mut hash = Sha256::new();
        for value in row {
            match value {
                SqlValue::Int(None) | SqlValue::Text(None) => hash.update([0]),
                SqlValue::Int(Some(number)) => {
                    hash.update([1]);
                    hash.update(number.to_be_bytes());
                }
                SqlValue::Real(number) => {
                    hash.update([2]);
                    hash.update(number.to_bits().to_be_bytes());
                }
                SqlValue::Text(Some(text)) => {
                    hash.update([3]);
                    hash.update((text.len() as u64).to_be_bytes());
                    hash.update(text);
                }
            }
        }
        let hash = hash.finalize();
        for (sum, part) in self.sum.iter_mut().zip(hash.chunks_exact(8)) {
            let part = part.iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
            *sum = sum.wrapping_add(part);
        }
        self.rows += 1;
    }

    fn finish(&self, table: &str) -> TransferredTable {
        let hash = self.sum.iter().map(|part| format!("{part:016x}")).collect();
        TransferredTable { name: table.to_owned(), rows: self.rows, hash }
    }
}

async fn copy_table(
    from: &mut Tx,
    to: &mut Tx,
    table: &str,
    columns: &BTreeMap<String, ColumnKind>,
    step: &mut impl FnMut(u64),
) -> Result<TransferredTable, StoreError> {
    let mut digest = TableDigest::default();
    let mut batch = Vec::new();
    let mut rows = from.stream(select_all(table, columns));
    loop {
        let row = rows.try_next().await?;
        let is_last = row.is_none();
        if let Some(row) = row {
            let values = read_row(&row, columns)?;
            digest.add(&values);
            batch.extend(values);
        }
        let count = batch.len() / columns.len().max(1);
        if count == ROWS_PER_INSERT || is_last && count > 0 {
            let sql = insert_rows(table, columns, count);
            to.fetch_bulk(sql, std::mem::take(&mut batch), count).await?;
            step(count as u64);
        }
        if is_last {
            return Ok(digest.finish(table));
        }
    }
}

fn insert_rows(table: &str, columns: &BTreeMap<String, ColumnKind>, rows: usize) -> String {
    let names: Vec<&str> = columns.keys().map(String::as_str).collect();
    let row = |row: usize| {
        let first = row * names.len() + 1;
        let places: Vec<String> =
            (first..first + names.len()).map(|place| format!("${place}")).collect();
        format!("({})", places.join(", "))
    };
    let rows: Vec<String> = (0..rows).map(row).collect();
    format!("INSERT INTO {table} ({}) VALUES {}", names.join(", "), rows.join(", "))
}

async fn digest_table(
    tx: &mut Tx,
    table: &str,
    columns: &BTreeMap<String, ColumnKind>,
    step: &mut impl FnMut(u64),
) -> Result<TransferredTable, StoreError> {
    let mut digest = TableDigest::default();
    let mut rows = tx.stream(select_all(table, columns));
    while let Some(row) = rows.try_next().await? {
        digest.add(&read_row(&row, columns)?);
        step(1);
    }
    Ok(digest.finish(table))
}

/// Continues the numbering of ids where the source stopped: an id is never given twice, even if
/// its row is gone.
async fn copy_counters(from: &mut Tx, to: &mut Tx, tables: &Tables) -> Result<(), StoreError> {
    for table in tables.keys() {
        let Some(last) = last_id(from, table).await? else { continue };
        match to {
            Tx::Sqlite(_) => {
                to.run_script(format!(
                    "DELETE FROM sqlite_sequence WHERE name = '{table}'; \
                     INSERT INTO sqlite_sequence (name, seq) VALUES ('{table}', {last})"
                ))
                .await?;
            }
            Tx::Pg(_) => {
                to.run_script(format!(
                    "SELECT setval(pg_get_serial_sequence('{table}', 'id'), {last}, true)"
                ))
                .await?;
            }
        }
    }
    Ok(())
}

/// The last id a table gave out; `None` if it numbers no rows or has given none.
async fn last_id(tx: &mut Tx, table: &str) -> Result<Option<i64>, StoreError> {
    if matches!(tx, Tx::Sqlite(_)) {
        let sql = "SELECT seq AS n FROM sqlite_sequence WHERE name = $1";
        let row = tx.fetch_optional(sql, args![table]).await?;
        return row.map(|row| row.get("n")).transpose();
    }
    let sql = "SELECT s.last_value AS n FROM pg_sequences s \
               JOIN information_schema.columns c ON c.table_schema = current_schema() \
               AND c.table_name = $1 AND c.is_identity = 'YES' \
               WHERE s.last_value IS NOT NULL AND CAST(CAST(pg_get_serial_sequence(\
               quote_ident($1), CAST(c.column_name AS TEXT)) AS regclass) AS oid) = \
               CAST(format('%I.%I', s.schemaname, s.sequencename) AS regclass)";
    let row = tx.fetch_optional(sql, args![table]).await?;
    row.map(|row| row.get("n")).transpose()
}
