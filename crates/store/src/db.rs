//! Two databases behind one set of calls: the same SQL text, values and rows for both.

use sqlx::postgres::{PgPool, PgRow, Postgres};
use sqlx::sqlite::{Sqlite, SqlitePool, SqliteRow};
use sqlx::{Decode, Row as _, Transaction, Type};

use crate::StoreError;

/// A value to bind.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Int(Option<i64>),
    Real(f64),
    Text(Option<String>),
}

macro_rules! values {
    ($($kind:ty => $value:ident => $into:expr;)*) => {$(
        impl From<$kind> for Value {
            fn from($value: $kind) -> Value {
                $into
            }
        }
    )*};
}
pub(crate) use values;

values! {
    i64 => value => Value::Int(Some(value));
    u32 => value => Value::Int(Some(value.into()));
    bool => value => Value::Int(Some(value.into()));
    Option<i64> => value => Value::Int(value);
    Option<bool> => value => Value::Int(value.map(i64::from));
    f64 => value => Value::Real(value);
    &str => value => Value::Text(Some(value.to_owned()));
    &String => value => Value::Text(Some(value.clone()));
    String => value => Value::Text(Some(value));
    Option<&str> => value => Value::Text(value.map(str::to_owned));
    Option<String> => value => Value::Text(value);
}

/// The values of one statement.
macro_rules! args {
    ($($value:expr),* $(,)?) => { vec![$($crate::db::Value::from($value)),*] };
}
pub(crate) use args;

/// Text the databases would treat differently is refused before either sees it.
pub(crate) fn refuse_nul(text: &str) -> Result<(), StoreError> {
    if text.contains('\0') { Err(StoreError::Nul) } else { Ok(()) }
}

fn refuse_nuls(args: &[Value]) -> Result<(), StoreError> {
    args.iter().try_for_each(|value| match value {
        Value::Text(Some(text)) => refuse_nul(text),
        _ => Ok(()),
    })
}

macro_rules! bound {
    ($sql:expr, $args:expr) => {{
        let mut query = sqlx::query($sql);
        for value in $args {
            query = match value {
                Value::Int(value) => query.bind(value),
                Value::Real(value) => query.bind(value),
                Value::Text(value) => query.bind(value),
            };
        }
        query
    }};
}

/// A row of either database.
pub(crate) enum Row {
    Lite(SqliteRow),
    Pg(PgRow),
}

impl Row {
    pub(crate) fn get<'r, T>(&'r self, column: &str) -> Result<T, StoreError>
    where
        T: Decode<'r, Sqlite> + Type<Sqlite> + Decode<'r, Postgres> + Type<Postgres>,
    {
        Ok(match self {
            Row::Lite(row) => row.try_get(column)?,
            Row::Pg(row) => row.try_get(column)?,
        })
    }

    pub(crate) fn truth(&self, column: &str) -> Result<bool, StoreError> {
        Ok(self.get::<i64>(column)? != 0)
    }

    pub(crate) fn small(&self, column: &'static str) -> Result<u32, StoreError> {
        let value: i64 = self.get(column)?;
        value.try_into().map_err(|_| StoreError::Corrupt { what: column, value: value.to_string() })
    }
}

/// Connections: for SQLite one that writes and a few that read.
#[derive(Clone)]
pub(crate) enum Pools {
    Lite { write: SqlitePool, read: SqlitePool },
    Pg(PgPool),
}

impl Pools {
    pub(crate) async fn all(
        &self,
        sql: &'static str,
        args: Vec<Value>,
    ) -> Result<Vec<Row>, StoreError> {
        refuse_nuls(&args)?;
        Ok(match self {
            Pools::Lite { read, .. } => {
                bound!(sql, args).fetch_all(read).await?.into_iter().map(Row::Lite).collect()
            }
            Pools::Pg(pool) => {
                bound!(sql, args).fetch_all(pool).await?.into_iter().map(Row::Pg).collect()
            }
        })
    }

    pub(crate) async fn one(
        &self,
        sql: &'static str,
        args: Vec<Value>,
    ) -> Result<Option<Row>, StoreError> {
        refuse_nuls(&args)?;
        Ok(match self {
            Pools::Lite { read, .. } => {
                bound!(sql, args).fetch_optional(read).await?.map(Row::Lite)
            }
            Pools::Pg(pool) => bound!(sql, args).fetch_optional(pool).await?.map(Row::Pg),
        })
    }

    /// A transaction that writes. SQLite must know it from the start, or it could fail halfway.
    pub(crate) async fn begin(&self) -> Result<Tx, StoreError> {
        Ok(match self {
            Pools::Lite { write, .. } => Tx::Lite(write.begin_with("BEGIN IMMEDIATE").await?),
            Pools::Pg(pool) => Tx::Pg(pool.begin().await?),
        })
    }

    pub(crate) async fn close(&self) {
        match self {
            Pools::Lite { write, read } => {
                read.close().await;
                write.close().await;
            }
            Pools::Pg(pool) => pool.close().await,
        }
    }
}

/// A transaction; dropped, it is undone.
pub(crate) enum Tx {
    Lite(Transaction<'static, Sqlite>),
    Pg(Transaction<'static, Postgres>),
}

impl Tx {
    /// Runs a statement and counts the rows it changed.
    pub(crate) async fn run(
        &mut self,
        sql: &'static str,
        args: Vec<Value>,
    ) -> Result<u64, StoreError> {
        refuse_nuls(&args)?;
        Ok(match self {
            Tx::Lite(tx) => bound!(sql, args).execute(&mut **tx).await?.rows_affected(),
            Tx::Pg(tx) => bound!(sql, args).execute(&mut **tx).await?.rows_affected(),
        })
    }

    pub(crate) async fn one(
        &mut self,
        sql: &'static str,
        args: Vec<Value>,
    ) -> Result<Option<Row>, StoreError> {
        refuse_nuls(&args)?;
        Ok(match self {
            Tx::Lite(tx) => bound!(sql, args).fetch_optional(&mut **tx).await?.map(Row::Lite),
            Tx::Pg(tx) => bound!(sql, args).fetch_optional(&mut **tx).await?.map(Row::Pg),
        })
    }

    /// Runs a statement whose text depends on how many values there are. The text for one row is worth keeping
    /// prepared, those for every other number are not.
    pub(crate) async fn bulk(
        &mut self,
        sql: String,
        args: Vec<Value>,
        rows: usize,
    ) -> Result<Vec<Row>, StoreError> {
        refuse_nuls(&args)?;
        let (sql, keep) = (sqlx::AssertSqlSafe(sql), rows == 1);
        Ok(match self {
            Tx::Lite(tx) => {
                let found = bound!(sql, args).persistent(keep).fetch_all(&mut **tx).await?;
                found.into_iter().map(Row::Lite).collect()
            }
            Tx::Pg(tx) => {
                let found = bound!(sql, args).persistent(keep).fetch_all(&mut **tx).await?;
                found.into_iter().map(Row::Pg).collect()
            }
        })
    }

    /// Runs a script of our own: several statements, nothing bound.
    pub(crate) async fn script(&mut self, sql: String) -> Result<(), StoreError> {
        let sql = sqlx::raw_sql(sqlx::AssertSqlSafe(sql));
        match self {
            Tx::Lite(tx) => sql.execute(&mut **tx).await.map(|_| ())?,
            Tx::Pg(tx) => sql.execute(&mut **tx).await.map(|_| ())?,
        }
        Ok(())
    }

    /// The text for this database, where the two must differ.
    pub(crate) fn pick(&self, lite: &'static str, pg: &'static str) -> &'static str {
        match self {
            Tx::Lite(_) => lite,
            Tx::Pg(_) => pg,
        }
    }

    pub(crate) async fn commit(self) -> Result<(), StoreError> {
        match self {
            Tx::Lite(tx) => tx.commit().await?,
            Tx::Pg(tx) => tx.commit().await?,
        }
        Ok(())
    }

    pub(crate) async fn rollback(self) -> Result<(), StoreError> {
        match self {
            Tx::Lite(tx) => tx.rollback().await?,
            Tx::Pg(tx) => tx.rollback().await?,
        }
        Ok(())
    }
}
