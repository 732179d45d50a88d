//! A server node with links of its own to the database and the bus.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tokio::time::{sleep, timeout};

use super::link::Link;
use crate::Failure;
use crate::server::{LaunchOptions, ServerProcess, send_signal};

/// Time in which a node that is asked to stop must have done so.
const STOP_TIMEOUT: Duration = Duration::from_secs(20);

/// Time in which a node must be back; other faults may last at the same time.
const RESTART_TIMEOUT: Duration = Duration::from_secs(60);

/// A node of the cluster.
pub(super) struct Node {
    launch: LaunchOptions,
    pub(super) database: Link,
    pub(super) bus: Link,
    server: Option<ServerProcess>,
}

impl Node {
    /// Starts a node.
    pub(super) async fn start(
        number: usize,
        program: &Path,
        log: PathBuf,
        database: Link,
        bus: Link,
    ) -> Result<Node, Failure> {
        let store = format!("postgres://postgres@{}/postgres", database.address);
        let options = ["--no-limits", "--bus", &format!("nats://{}", bus.address), "--node"];
        let mut options: Vec<String> = options.map(str::to_owned).into();
        options.push(format!("node-{number}"));
        let mut launch = LaunchOptions {
            options,
            log: Some(log),
            ..LaunchOptions::new(program, Path::new(&store))
        };
        let server = launch.start().await?;
        launch.port = server.address.port();
        Ok(Node { launch, database, bus, server: Some(server) })
    }

    /// Port of the node; it stays the same over restarts.
    pub(super) fn address(&self) -> Option<std::net::SocketAddr> {
        self.server.as_ref().map(|server| server.address)
    }

    pub(super) async fn kill(&mut self) -> Result<(), Failure> {
        if let Some(server) = self.server.take() {
            server.kill().await?;
        }
        Ok(())
    }

    /// Asks the node to stop and waits until it has.
    pub(super) async fn stop(&mut self) -> Result<(), Failure> {
        let Some(mut server) = self.server.take() else { return Ok(()) };
        self.signal_process(&server, "TERM").await?;
        let stopped = timeout(STOP_TIMEOUT, server.wait()).await;
        stopped.map_err(|_| format!("a node did not stop within {STOP_TIMEOUT:?}"))?
    }

    /// Starts the node again, as often as needed: it gives up while the database is away, and a
    /// service manager would repeat the start too.
    pub(super) async fn restart(&mut self) -> Result<(), Failure> {
        let since = Instant::now();
        loop {
            match self.launch.start().await {
                Ok(server) => {
                    self.server = Some(server);
                    return Ok(());
                }
                Err(wrong) if since.elapsed() > RESTART_TIMEOUT => return Err(wrong),
                Err(_) => sleep(Duration::from_millis(500)).await,
            }
        }
    }

    /// Sends a signal to the node's process.
    pub(super) async fn signal(&self, name: &str) -> Result<(), Failure> {
        match &self.server {
            Some(server) => self.signal_process(server, name).await,
            None => Ok(()),
        }
    }

    async fn signal_process(&self, server: &ServerProcess, name: &str) -> Result<(), Failure> {
        match server.process_id() {
            Some(process) => send_signal(process, name).await,
            None => Err("a node ended by itself".into()),
        }
    }
}
