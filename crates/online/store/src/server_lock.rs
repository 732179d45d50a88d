//! Lock of a server on its PostgreSQL database. It belongs to a connection of its own, so the
//! database releases it when the process ends, however that happens.

use std::time::Duration;

use sqlx::{Connection, PgConnection};
use tokio::sync::oneshot;
use tokio::time::{sleep, timeout};

use crate::StoreError;
use crate::db::with_timeout;
use crate::primary::PostgresServers;

/// How long a start waits for the lock: the database may notice a moment late that the process
/// before has ended.
const LOCK_TIMEOUT: Duration = Duration::from_secs(3);
const RETRY: Duration = Duration::from_millis(100);

/// Interval of checks that the connection lives. After a restart of the database the lock is taken
/// again.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);

/// Whether other servers may hold the lock too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LockMode {
    /// The only server.
    Alone,
    /// One of several nodes.
    Shared,
}

/// A server's lock on its database, by schema.
pub(crate) struct DatabaseLock {
    release: oneshot::Sender<oneshot::Sender<()>>,
}

impl DatabaseLock {
    /// Takes the lock, or fails if a server holds it that excludes this one.
    pub(crate) async fn take(url: &str, mode: LockMode) -> Result<DatabaseLock, StoreError> {
        let servers = PostgresServers::parse(url)?;
        let mut connection = servers.connect().await?;
        let taking = async {
            while !try_lock(&mut connection, mode).await? {
                sleep(RETRY).await;
            }
            Ok::<_, StoreError>(())
        };
        match timeout(LOCK_TIMEOUT, taking).await {
            Ok(taken) => taken?,
            Err(_) => return Err(StoreError::DatabaseServed(servers.to_string())),
        }
        let (release, released) = oneshot::channel();
        tokio::spawn(hold(connection, servers, mode, released));
        Ok(DatabaseLock { release })
    }

    /// Releases the lock.
    pub(crate) async fn release(self) {
        let (done, ended) = oneshot::channel();
        if self.release.send(done).is_ok() {
            let _ = ended.await;
        }
    }
}

async fn try_lock(connection: &mut PgConnection, mode: LockMode) -> Result<bool, StoreError> {
    let sql = match mode {
        LockMode::Alone => {
            "SELECT pg_try_advisory_lock(hashtextextended(current_schema(), 7097116121))"
        }
        LockMode::Shared => {
            "SELECT pg_try_advisory_lock_shared(hashtextextended(current_schema(), 7097116121))"
        }
    };
    with_timeout(sqlx::query_scalar(sql).fetch_one(connection)).await
}

/// Keeps the lock until it is released or its owner is dropped.
async fn hold(
    connection: PgConnection,
    servers: PostgresServers,
    mode: LockMode,
    mut released: oneshot::Receiver<oneshot::Sender<()>>,
) {
    let mut held = Some(connection);
    loop {
        tokio::select! {
            release = &mut released => {
                if let Some(connection) = held {
                    let _ = timeout(LOCK_TIMEOUT, connection.close()).await;
                }
                if let Ok(done) = release {
                    let _ = done.send(());
                }
                return;
            }
            () = sleep(CHECK_INTERVAL) => {}
        }
        let lives = match &mut held {
            Some(connection) => with_timeout(connection.ping()).await.is_ok(),
            None => false,
        };
        if !lives {
            held = None;
            if let Ok(mut fresh) = servers.connect().await
                && try_lock(&mut fresh, mode).await.unwrap_or(false)
            {
                held = Some(fresh);
            }
        }
    }
}
