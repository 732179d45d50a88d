//! The servers of a load test: one on SQLite, or several nodes over PostgreSQL and NATS.

use std::net::SocketAddr;
use std::path::Path;

use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::Failure;
use crate::process_stats::{cpu_seconds, family_cpu_seconds};
use crate::server::{LaunchOptions, ServerProcess};
use crate::services::{self, Service};

/// Servers under load, with what they depend on.
pub(crate) struct Fleet {
    pub(crate) nodes: Vec<ServerProcess>,
    services: Option<[Service; 2]>,
    _folder: TempDir,
}

/// CPU seconds by part of the system.
#[derive(Clone, Copy, Debug, Default)]
pub struct CpuSeconds {
    /// All servers.
    pub servers: Option<f64>,
    /// The database; none if it is part of the server.
    pub database: Option<f64>,
    /// The bus.
    pub bus: Option<f64>,
    /// The simulated players.
    pub players: Option<f64>,
}

impl CpuSeconds {
    /// What was used since an earlier reading.
    pub(crate) fn since(self, before: CpuSeconds) -> CpuSeconds {
        let spent = |now: Option<f64>, then: Option<f64>| Some(now? - then?);
        CpuSeconds {
            servers: spent(self.servers, before.servers),
            database: spent(self.database, before.database),
            bus: spent(self.bus, before.bus),
            players: spent(self.players, before.players),
        }
    }
}

/// How the stores of all servers fared, from their metrics.
#[derive(Clone, Copy, Debug, Default)]
pub struct StoreTimes {
    /// Groups of acts that took 100 ms or more.
    pub slow_commits: u64,
    /// Longest time of a group, in milliseconds.
    pub slowest_commit_ms: u64,
}

impl Fleet {
    /// Starts the servers. Without nodes: one server on a file.
    pub(crate) async fn start(program: &Path, nodes: usize) -> Result<Fleet, Failure> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        if nodes == 0 {
            let server = ServerProcess::start(program, &folder.path().join("load.db"), 0).await?;
            return Ok(Fleet { nodes: vec![server], services: None, _folder: folder });
        }
        services::let_others_enter(folder.path())?;
        let place = folder.path().join("postgres");
        std::fs::create_dir_all(&place).map_err(|error| error.to_string())?;
        let database = Service::postgres(&place).await?;
        let bus = Service::nats(folder.path()).await?;
        let store = format!("postgres://postgres@{}/postgres", database.address);
        let mut servers = Vec::new();
        for number in 0..nodes {
            let options = ["--no-limits", "--bus", &format!("nats://{}", bus.address), "--node"];
            let mut options: Vec<String> = options.map(str::to_owned).into();
            options.push(format!("node-{number}"));
            let launch =
                LaunchOptions { options, ..LaunchOptions::new(program, Path::new(&store)) };
            servers.push(launch.start().await?);
        }
        Ok(Fleet { nodes: servers, services: Some([database, bus]), _folder: folder })
    }

    /// Resident memory of all servers.
    pub(crate) fn memory_bytes(&self) -> Option<u64> {
        self.nodes.iter().map(ServerProcess::memory_bytes).sum()
    }

    /// CPU time so far.
    pub(crate) fn cpu_seconds(&self) -> CpuSeconds {
        let service = |number: usize| {
            let services = self.services.as_ref()?;
            family_cpu_seconds(services.get(number)?.process_id()?)
        };
        CpuSeconds {
            servers: self.nodes.iter().map(ServerProcess::cpu_seconds).sum(),
            database: service(0),
            bus: service(1),
            players: cpu_seconds(std::process::id()),
        }
    }

    /// Reads the metrics of all servers; none if one has no such metrics.
    pub(crate) async fn store_times(&self) -> Option<StoreTimes> {
        let mut all = StoreTimes::default();
        for node in &self.nodes {
            let text = read_metrics(node.address).await.ok()?;
            let value = |name: &str| -> Option<u64> {
                let line = text.lines().find_map(|line| line.strip_prefix(name))?;
                line.trim().parse().ok()
            };
            all.slow_commits += value("abaque_store_slow_commits_total ")?;
            let slowest = value("abaque_store_slowest_commit_milliseconds ")?;
            all.slowest_commit_ms = all.slowest_commit_ms.max(slowest);
        }
        Some(all)
    }
}

async fn read_metrics(server: SocketAddr) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(server).await?;
    let request = format!("GET /metrics HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    Ok(answer)
}
