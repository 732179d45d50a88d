//! Examination of a store without migrating it.

use crate::connection::{self, StoreLocation};
use crate::db::{Pools, args};
use crate::migrate::NEWEST_SCHEMA;
use crate::{Store, StoreError};

/// Key of the note in which a server writes the time every second.
const HEARTBEAT_NOTE: &str = "alive";

/// PostgreSQL settings without which a confirmed write can be lost.
const DURABILITY_SETTINGS: [&str; 3] = ["fsync", "synchronous_commit", "full_page_writes"];

/// What is known about a store.
#[derive(Clone, Debug)]
pub struct StoreInspection {
    /// Schema version; 0 for an empty database.
    pub schema: i64,
    /// Newest schema version this program knows.
    pub known_schema: i64,
    /// When a server last wrote that it runs, in milliseconds since 1970.
    pub last_heartbeat: Option<i64>,
    /// Time of the database server, in milliseconds since 1970; `None` on SQLite.
    pub database_time: Option<i64>,
    /// Version of the database server; `None` on SQLite.
    pub server_version: Option<String>,
    /// Whether the connection to the database server uses TLS; `None` on SQLite.
    pub is_encrypted: Option<bool>,
    /// Whether the database is on this machine, as far as its address tells.
    pub is_local: bool,
    /// Settings of the database server that risk losing confirmed writes, with their values.
    pub unsafe_settings: Vec<(&'static str, String)>,
}

impl Store {
    /// Examines an existing store and changes nothing, not even its schema.
    pub async fn inspect(url: &str) -> Result<StoreInspection, StoreError> {
        let (pools, place) = connection::connect(url).await?;
        let found = inspect_pools(&pools, &place).await;
        pools.close().await;
        found
    }
}

async fn inspect_pools(
    pools: &Pools,
    place: &StoreLocation,
) -> Result<StoreInspection, StoreError> {
    let mut found = StoreInspection {
        schema: 0,
        known_schema: NEWEST_SCHEMA,
        last_heartbeat: None,
        database_time: None,
        server_version: None,
        is_encrypted: None,
        is_local: true,
        unsafe_settings: Vec::new(),
    };
    let has_schema = match pools {
        Pools::Sqlite { .. } => {
            let sql = "SELECT COUNT(*) AS n FROM sqlite_master WHERE name = 'schema_version'";
            let tables = number(pools, sql).await?;
            let any = "SELECT COUNT(*) AS n FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'";
            if tables == Some(0) && number(pools, any).await? != Some(0) {
                return Err(StoreError::ForeignDatabase(place.to_string()));
            }
            tables
        }
        Pools::Pg(_) => {
            found.is_local = place.is_local();
            let time = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS n";
            found.database_time = number(pools, time).await?;
            let version = "SELECT current_setting('server_version') AS value";
            found.server_version = text(pools, version, None).await?;
            let tls = "SELECT CAST(CASE WHEN ssl THEN 1 ELSE 0 END AS BIGINT) AS n \
                       FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
            found.is_encrypted = number(pools, tls).await?.map(|tls| tls != 0);
            for name in DURABILITY_SETTINGS {
                let value = text(pools, "SELECT current_setting($1) AS value", Some(name)).await?;
                if let Some(value) = value.filter(|value| value == "off") {
                    found.unsafe_settings.push((name, value));
                }
            }
            let sql = "SELECT COUNT(*) AS n FROM information_schema.tables \
                       WHERE table_schema = current_schema() AND table_name = 'schema_version'";
            number(pools, sql).await?
        }
    };
    if has_schema == Some(0) {
        return Ok(found);
    }
    let sql = "SELECT COALESCE(MAX(version), 0) AS n FROM schema_version";
    found.schema = number(pools, sql).await?.unwrap_or(0);
    let sql = "SELECT value FROM meta WHERE key = $1";
    let heartbeat = text(pools, sql, Some(HEARTBEAT_NOTE)).await?;
    found.last_heartbeat = heartbeat.and_then(|time| time.parse().ok());
    Ok(found)
}

async fn number(pools: &Pools, sql: &'static str) -> Result<Option<i64>, StoreError> {
    let row = pools.fetch_optional(sql, args![]).await?;
    row.map(|row| row.get("n")).transpose()
}

async fn text(
    pools: &Pools,
    sql: &'static str,
    argument: Option<&str>,
) -> Result<Option<String>, StoreError> {
    let arguments = argument.map_or_else(Vec::new, |argument| args![argument]);
    let row = pools.fetch_optional(sql, arguments).await?;
    row.map(|row| row.get("value")).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_store_is_examined_but_not_migrated() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("store.db").display());
        let empty = Store::inspect(&url).await.unwrap();
        assert_eq!((empty.schema, empty.known_schema), (0, NEWEST_SCHEMA));
        let again = Store::inspect(&url).await.unwrap();
        assert_eq!(again.schema, 0, "nothing was migrated");
        let store = Store::open(&url).await.unwrap();
        store.set_note(HEARTBEAT_NOTE, "12345").await.unwrap();
        store.close().await;
        let found = Store::inspect(&url).await.unwrap();
        assert_eq!((found.schema, found.last_heartbeat), (NEWEST_SCHEMA, Some(12345)));
        assert!(found.is_local && found.server_version.is_none());
    }
}
