//! Uniform access to SQLite and PostgreSQL: the same SQL text, values and rows for both.

use std::sync::Arc;
use std::time::Duration;

use futures_util::stream::BoxStream;
use futures_util::{StreamExt, TryStreamExt};
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgPool, PgRow, Postgres};
use sqlx::sqlite::{Sqlite, SqlitePool, SqliteRow};
use sqlx::{Decode, Row as _, Transaction, Type};

use crate::file::FileIdentity;
use crate::{StoreError, Version};

/// Statement timeout on PostgreSQL; afterwards the connection is dropped.
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(8);

/// Fails with [`StoreError::Stalled`] if the database server does not respond in time.
pub(crate) async fn with_timeout<T>(
    work: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, StoreError> {
    match tokio::time::timeout(STATEMENT_TIMEOUT, work).await {
        Ok(done) => Ok(done?),
        Err(_) => Err(StoreError::Stalled),
    }
}

/// A bind value.
#[derive(Clone, Debug)]
pub(crate) enum SqlValue {
    Int(Option<i64>),
    Real(f64),
    Text(Option<String>),
}

macro_rules! values {
    ($($kind:ty => $value:ident => $into:expr;)*) => {$(
        impl From<$kind> for SqlValue {
            fn from($value: $kind) -> SqlValue {
                $into
            }
        }
    )*};
}
pub(crate) use values;

values! {
    i64 => value => SqlValue::Int(Some(value));
    u32 => value => SqlValue::Int(Some(value.into()));
    Version => version => SqlValue::Int(Some(version.0.into()));
    bool => value => SqlValue::Int(Some(value.into()));
    Option<i64> => value => SqlValue::Int(value);
    Option<bool> => value => SqlValue::Int(value.map(i64::from));
    f64 => value => SqlValue::Real(value);
    &str => value => SqlValue::Text(Some(value.to_owned()));
    &String => value => SqlValue::Text(Some(value.clone()));
    String => value => SqlValue::Text(Some(value));
    Option<&str> => value => SqlValue::Text(value.map(str::to_owned));
    Option<String> => value => SqlValue::Text(value);
}

/// Builds the bind values of one statement.
macro_rules! args {
    ($($value:expr),* $(,)?) => { vec![$($crate::db::SqlValue::from($value)),*] };
}
pub(crate) use args;

/// Rejects text with a NUL, which the two databases treat differently.
pub(crate) fn refuse_nul(text: &str) -> Result<(), StoreError> {
    if text.contains('\0') { Err(StoreError::Nul) } else { Ok(()) }
}

fn refuse_nuls(args: &[SqlValue]) -> Result<(), StoreError> {
    args.iter().try_for_each(|value| match value {
        SqlValue::Text(Some(text)) => refuse_nul(text),
        _ => Ok(()),
    })
}

macro_rules! bind_args {
    ($sql:expr, $args:expr) => {{
        let mut query = sqlx::query($sql);
        for value in $args {
            query = match value {
                SqlValue::Int(value) => query.bind(value),
                SqlValue::Real(value) => query.bind(value),
                SqlValue::Text(value) => query.bind(value),
            };
        }
        query
    }};
}

/// A row of either database.
pub(crate) enum SqlRow {
    Sqlite(SqliteRow),
    Pg(PgRow),
}

impl SqlRow {
    pub(crate) fn get<'r, T>(&'r self, column: &str) -> Result<T, StoreError>
    where
        T: Decode<'r, Sqlite> + Type<Sqlite> + Decode<'r, Postgres> + Type<Postgres>,
    {
        Ok(match self {
            SqlRow::Sqlite(row) => row.try_get(column)?,
            SqlRow::Pg(row) => row.try_get(column)?,
        })
    }

    pub(crate) fn get_bool(&self, column: &str) -> Result<bool, StoreError> {
        Ok(self.get::<i64>(column)? != 0)
    }

    pub(crate) fn get_version(&self) -> Result<Version, StoreError> {
        self.get_u32("version").map(Version)
    }

    pub(crate) fn get_u32(&self, column: &'static str) -> Result<u32, StoreError> {
        let value: i64 = self.get(column)?;
        value.try_into().map_err(|_| StoreError::Corrupt { what: column, value: value.to_string() })
    }
}

/// Connection pools. SQLite has one writing connection and a few readers.
#[derive(Clone)]
pub(crate) enum Pools {
    Sqlite {
        write: SqlitePool,
        read: SqlitePool,
        /// Runs checkpoints.
        checkpoint: SqlitePool,
        identity: Arc<FileIdentity>,
    },
    Pg(PgPool),
}

impl Pools {
    pub(crate) async fn fetch_all(
        &self,
        sql: &'static str,
        args: Vec<SqlValue>,
    ) -> Result<Vec<SqlRow>, StoreError> {
        refuse_nuls(&args)?;
        Ok(match self {
            Pools::Sqlite { read, .. } => bind_args!(sql, args)
                .fetch_all(read)
                .await?
                .into_iter()
                .map(SqlRow::Sqlite)
                .collect(),
            Pools::Pg(pool) => {
                let found = with_timeout(bind_args!(sql, args).fetch_all(pool)).await?;
                found.into_iter().map(SqlRow::Pg).collect()
            }
        })
    }

    pub(crate) async fn fetch_optional(
        &self,
        sql: &'static str,
        args: Vec<SqlValue>,
    ) -> Result<Option<SqlRow>, StoreError> {
        refuse_nuls(&args)?;
        Ok(match self {
            Pools::Sqlite { read, .. } => {
                bind_args!(sql, args).fetch_optional(read).await?.map(SqlRow::Sqlite)
            }
            Pools::Pg(pool) => {
                with_timeout(bind_args!(sql, args).fetch_optional(pool)).await?.map(SqlRow::Pg)
            }
        })
    }

    /// Begins a write transaction. SQLite must take the write lock up front, or a later statement
    /// could fail.
    pub(crate) async fn begin(&self) -> Result<Tx, StoreError> {
        Ok(match self {
            Pools::Sqlite { write, identity, .. } => {
                // A connection opened now might open a replacement file.
                identity.check()?;
                let connection = write.acquire().await?;
                let mut tx = SqliteTx { connection, identity: identity.clone(), clean: false };
                sqlx::query("BEGIN IMMEDIATE").execute(&mut *tx.connection).await?;
                Tx::Sqlite(tx)
            }
            Pools::Pg(pool) => Tx::Pg(with_timeout(pool.begin()).await?),
        })
    }

    pub(crate) async fn close(&self) {
        match self {
            Pools::Sqlite { write, read, checkpoint, .. } => {
                checkpoint.close().await;
                read.close().await;
                write.close().await;
            }
            Pools::Pg(pool) => pool.close().await,
        }
    }
}

/// A transaction; dropping it rolls back.
pub(crate) enum Tx {
    Sqlite(SqliteTx),
    Pg(Transaction<'static, Postgres>),
}

/// An SQLite transaction. Its connection is reused only after a clean end. When the disk fails,
/// SQLite rolls back by itself while the driver still counts an open transaction, and after a
/// failed sync the connection's view of the log is unreliable. A fresh connection reads the true
/// state.
pub(crate) struct SqliteTx {
    connection: PoolConnection<Sqlite>,
    identity: Arc<FileIdentity>,
    clean: bool,
}

impl SqliteTx {
    async fn end(&mut self, sql: &'static str) -> Result<(), StoreError> {
        sqlx::query(sql).execute(&mut *self.connection).await?;
        self.clean = true;
        Ok(())
    }
}

impl Drop for SqliteTx {
    fn drop(&mut self) {
        if !self.clean {
            self.connection.close_on_drop();
        }
    }
}

impl Tx {
    /// Runs a statement and returns the number of changed rows.
    pub(crate) async fn execute(
        &mut self,
        sql: &'static str,
        args: Vec<SqlValue>,
    ) -> Result<u64, StoreError> {
        refuse_nuls(&args)?;
        Ok(match self {
            Tx::Sqlite(tx) => {
                bind_args!(sql, args).execute(&mut *tx.connection).await?.rows_affected()
            }
            Tx::Pg(tx) => {
                with_timeout(bind_args!(sql, args).execute(&mut **tx)).await?.rows_affected()
            }
        })
    }

    pub(crate) async fn fetch_optional(
        &mut self,
        sql: &'static str,
        args: Vec<SqlValue>,
    ) -> Result<Option<SqlRow>, StoreError> {
        refuse_nuls(&args)?;
        Ok(match self {
            Tx::Sqlite(tx) => {
                bind_args!(sql, args).fetch_optional(&mut *tx.connection).await?.map(SqlRow::Sqlite)
            }
            Tx::Pg(tx) => {
                with_timeout(bind_args!(sql, args).fetch_optional(&mut **tx)).await?.map(SqlRow::Pg)
            }
        })
    }

    /// Runs a statement whose text depends on the number of rows. Only the one-row text is worth
    /// keeping prepared.
    pub(crate) async fn fetch_bulk(
        &mut self,
        sql: String,
        args: Vec<SqlValue>,
        rows: usize,
    ) -> Result<Vec<SqlRow>, StoreError> {
        refuse_nuls(&args)?;
        let (sql, keep) = (sqlx::AssertSqlSafe(sql), rows == 1);
        Ok(match self {
            Tx::Sqlite(tx) => {
                let query = bind_args!(sql, args).persistent(keep);
                let found = query.fetch_all(&mut *tx.connection).await?;
                found.into_iter().map(SqlRow::Sqlite).collect()
            }
            Tx::Pg(tx) => {
                let query = bind_args!(sql, args).persistent(keep);
                let found = with_timeout(query.fetch_all(&mut **tx)).await?;
                found.into_iter().map(SqlRow::Pg).collect()
            }
        })
    }

    /// Reads the rows of an internal query one by one, for tables of any size.
    pub(crate) fn stream(&mut self, sql: String) -> BoxStream<'_, Result<SqlRow, StoreError>> {
        let query = sqlx::AssertSqlSafe(sql);
        match self {
            Tx::Sqlite(tx) => sqlx::query(query)
                .fetch(&mut *tx.connection)
                .map_ok(SqlRow::Sqlite)
                .map_err(StoreError::from)
                .boxed(),
            Tx::Pg(tx) => sqlx::query(query)
                .fetch(&mut **tx)
                .map_ok(SqlRow::Pg)
                .map_err(StoreError::from)
                .boxed(),
        }
    }

    /// Runs an internal script: several statements, no bind values.
    pub(crate) async fn run_script(&mut self, sql: String) -> Result<(), StoreError> {
        let sql = sqlx::raw_sql(sqlx::AssertSqlSafe(sql));
        match self {
            Tx::Sqlite(tx) => sql.execute(&mut *tx.connection).await.map(|_| ())?,
            Tx::Pg(tx) => sql.execute(&mut **tx).await.map(|_| ())?,
        }
        Ok(())
    }

    /// Selects the SQL text for this database where the two must differ.
    pub(crate) fn sql_for(&self, lite: &'static str, pg: &'static str) -> &'static str {
        match self {
            Tx::Sqlite(_) => lite,
            Tx::Pg(_) => pg,
        }
    }

    /// Commits durably. The error tells whether the commit may have succeeded anyway.
    pub(crate) async fn commit(self) -> Result<(), StoreError> {
        let done = match self {
            Tx::Sqlite(mut tx) => match tx.identity.check_in_transaction() {
                Ok(()) => tx.end("COMMIT").await,
                moved => moved,
            },
            Tx::Pg(tx) => with_timeout(tx.commit()).await,
        };
        done.map_err(StoreError::into_commit_error)
    }

    pub(crate) async fn rollback(self) -> Result<(), StoreError> {
        match self {
            Tx::Sqlite(mut tx) => tx.end("ROLLBACK").await,
            Tx::Pg(tx) => with_timeout(tx.rollback()).await,
        }
    }
}
