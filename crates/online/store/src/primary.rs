//! The PostgreSQL servers of a store: one, or several of which one is the primary that accepts
//! writes. After a failover the store finds the new primary by itself.

use std::str::FromStr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, Connection, PgConnection};
use tokio::time::{sleep, timeout};

use crate::connection::StoreLocation;
use crate::db::Pools;
use crate::{StoreError, StoreInner};

/// Pool size, including the group writer's connection.
const CONNECTIONS: u32 = 10;

/// How long a request waits for a connection. The pool retries at least every fifth of this, so a
/// recovered server is found within a second.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(3);

/// How long a single server may take to accept a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// The same for one of several servers: the others wait for their turn.
const CONNECT_TIMEOUT_EACH: Duration = Duration::from_secs(2);

/// Interval of asking whether the primary still is one.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// Where a store on PostgreSQL is.
#[derive(Clone)]
pub(crate) struct PostgresServers {
    options: Arc<[PgConnectOptions]>,
    /// The address without the password.
    place: Arc<str>,
    current: Arc<CurrentServer>,
}

/// The server in use.
#[derive(Default)]
struct CurrentServer {
    index: AtomicUsize,
    /// When another server took over. Connections opened before lead to the old one.
    changed: Mutex<Option<Instant>>,
}

impl CurrentServer {
    /// Whether a connection of this age was opened before the last change.
    fn is_outdated(&self, age: Duration) -> bool {
        let changed = self.changed.lock().unwrap_or_else(PoisonError::into_inner);
        changed.is_some_and(|changed| changed.elapsed() <= age)
    }
}

impl std::fmt::Display for PostgresServers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.place)
    }
}

impl std::fmt::Debug for PostgresServers {
    /// Without the passwords.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.place)
    }
}

/// The options of a list of servers, `postgres://USER@HOST,HOST:PORT/DATABASE`, one for each.
fn parse_hosts(url: &str) -> Result<Vec<PgConnectOptions>, sqlx::Error> {
    let Some((scheme, rest)) = url.split_once("://") else {
        return PgConnectOptions::from_str(url).map(|options| vec![options]);
    };
    let (authority, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    let (user, hosts) = match authority.rsplit_once('@') {
        Some((user, hosts)) => (format!("{user}@"), hosts),
        None => (String::new(), authority),
    };
    if hosts.contains(',') && hosts.split(',').any(str::is_empty) {
        return Err(sqlx::Error::Configuration("an empty host in a list of hosts".into()));
    }
    let one = |host| PgConnectOptions::from_str(&format!("{scheme}://{user}{host}{path}"));
    hosts.split(',').map(one).collect()
}

impl PostgresServers {
    pub(crate) fn parse(url: &str) -> Result<PostgresServers, StoreError> {
        let options = parse_hosts(url)
            .map_err(|source| StoreError::Open { place: "postgres://…".into(), source })?
            .into_iter()
            .map(|options| options.application_name("abaque"))
            .collect::<Vec<_>>();
        let host =
            |options: &PgConnectOptions| format!("{}:{}", options.get_host(), options.get_port());
        let hosts: Vec<String> = options.iter().map(host).collect();
        let database = options.first().and_then(PgConnectOptions::get_database);
        let place = format!("postgres://{}/{}", hosts.join(","), database.unwrap_or_default());
        Ok(PostgresServers {
            options: options.into(),
            place: place.into(),
            current: Arc::default(),
        })
    }

    /// Whether another server may become the primary.
    pub(crate) fn has_standbys(&self) -> bool {
        self.options.len() > 1
    }

    /// Whether all servers are on this machine, as far as their addresses tell.
    pub(crate) fn are_local(&self) -> bool {
        self.options.iter().all(|options| {
            let host = options.get_host();
            options.get_socket().is_some()
                || ["/", "localhost", "127.", "[::1]", "::1"]
                    .iter()
                    .any(|own| host.starts_with(own))
        })
    }

    /// Connects to the server that accepts writes, beginning with the last one that did.
    pub(crate) async fn connect(&self) -> Result<PgConnection, StoreError> {
        self.find().await.map(|(connection, _)| connection)
    }

    async fn find(&self) -> Result<(PgConnection, usize), StoreError> {
        let count = self.options.len();
        let first = self.current.index.load(Ordering::Relaxed);
        let mut failure = None;
        for index in (first..first + count).map(|index| index % count) {
            match self.connect_to(index).await {
                Ok(connection) => return Ok((connection, index)),
                // A server that cannot be reached explains more than a standby that can.
                Err(error @ StoreError::Standby(_)) => {
                    failure.get_or_insert(error);
                }
                Err(error) => {
                    if !matches!(failure, Some(StoreError::Open { .. })) {
                        failure = Some(error);
                    }
                }
            }
        }
        Err(failure.unwrap_or(StoreError::Closed))
    }

    async fn connect_to(&self, index: usize) -> Result<PgConnection, StoreError> {
        let place = || self.place.to_string();
        let Some(options) = self.options.get(index) else { return Err(StoreError::Closed) };
        let limit = if self.has_standbys() { CONNECT_TIMEOUT_EACH } else { CONNECT_TIMEOUT };
        let connecting = async {
            let mut connection = options.connect().await?;
            Ok((accepts_writes(&mut connection).await?, connection))
        };
        match timeout(limit, connecting).await {
            Ok(Ok((true, connection))) => Ok(connection),
            Ok(Ok((false, connection))) => {
                let _ = timeout(limit, connection.close()).await;
                Err(StoreError::Standby(place()))
            }
            Ok(Err(source)) => Err(StoreError::Open { place: place(), source }),
            Err(_) => Err(StoreError::Open { place: place(), source: sqlx::Error::PoolTimedOut }),
        }
    }

    /// Opens the pool of the primary.
    pub(crate) async fn open_pool(&self) -> Result<PgPool, StoreError> {
        // The pool only reports a timeout; a single connection reports the cause.
        let (first, index) = self.find().await?;
        let cannot = |source| StoreError::Open { place: self.place.to_string(), source };
        first.close().await.map_err(cannot)?;
        self.current.index.store(index, Ordering::Relaxed);
        let mut pool = PgPoolOptions::new()
            .max_connections(CONNECTIONS)
            .acquire_timeout(ACQUIRE_TIMEOUT)
            .after_connect(|connection, _| {
                Box::pin(async move {
                    match accepts_writes(connection).await? {
                        true => Ok(()),
                        false => Err(sqlx::Error::Protocol("this server is a standby".into())),
                    }
                })
            });
        if self.has_standbys() {
            let current = self.current.clone();
            // The ping of a server that is gone would take the whole acquire timeout.
            pool = pool.test_before_acquire(false).before_acquire(move |connection, meta| {
                let outdated = current.is_outdated(meta.age);
                Box::pin(async move {
                    if outdated {
                        return Ok(false);
                    }
                    connection.ping().await.map(|()| true)
                })
            });
        }
        let options = self.options.get(index).cloned().unwrap_or_default();
        pool.connect_with(options).await.map_err(cannot)
    }

    /// Makes the pool use another server from now on.
    fn switch(&self, pool: &PgPool, index: usize) {
        let Some(options) = self.options.get(index) else { return };
        if self.current.index.swap(index, Ordering::Relaxed) == index {
            return;
        }
        pool.set_connect_options(options.clone());
        let mut changed = self.current.changed.lock().unwrap_or_else(PoisonError::into_inner);
        *changed = Some(Instant::now());
    }
}

/// Whether the server is a primary: a standby refuses every write.
async fn accepts_writes(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    let setting: String =
        sqlx::query_scalar("SHOW transaction_read_only").fetch_one(connection).await?;
    Ok(setting == "off")
}

/// Follows the primary among several servers while the store exists.
pub(crate) async fn follow(store: Weak<StoreInner>) {
    let mut watched: Option<PgConnection> = None;
    loop {
        sleep(CHECK_INTERVAL).await;
        let Some(store) = store.upgrade() else { return };
        let (Pools::Pg(pool), StoreLocation::Server(servers)) = (&store.pools, &store.location)
        else {
            return;
        };
        if pool.is_closed() {
            return;
        }
        if let Some(connection) = &mut watched {
            let answer = timeout(CONNECT_TIMEOUT_EACH, accepts_writes(connection)).await;
            if matches!(answer, Ok(Ok(true))) {
                continue;
            }
            watched = None;
        }
        if let Ok((connection, index)) = servers.find().await {
            servers.switch(pool, index);
            watched = Some(connection);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_name_one_server_or_several() {
        for (url, place) in [
            ("postgres://me:hush@db/games", "postgres://db:5432/games"),
            (
                "postgres://me@one,two:5433/games?sslmode=require",
                "postgres://one:5432,two:5433/games",
            ),
            ("postgres://me@[::1]:1,[::2]/games", "postgres://[::1]:1,[::2]:5432/games"),
            ("postgresql://me:a%2Cb@one,two/games", "postgres://one:5432,two:5432/games"),
        ] {
            let servers = PostgresServers::parse(url).unwrap();
            assert_eq!(servers.to_string(), place);
            assert!(!format!("{servers:?}").contains("hush"));
        }
        for bad in ["postgres://one,/games", "postgres://me@one:x,two/games"] {
            assert!(PostgresServers::parse(bad).is_err(), "{bad}");
        }
        for (url, local) in [
            ("postgres://localhost/games", true),
            ("postgres://localhost,db/games", false),
            ("postgres://db/games?host=/var/run/postgresql", true),
        ] {
            assert_eq!(PostgresServers::parse(url).unwrap().are_local(), local, "{url}");
        }
    }
}
