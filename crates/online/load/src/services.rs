//! PostgreSQL and NATS on loopback, started for a run and stopped with it.

use std::ffi::OsStr;
use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use tokio::time::sleep;

use crate::Failure;
use crate::server::send_signal;

/// Time for a service to start; a database recovers first.
const START_TIMEOUT: Duration = Duration::from_secs(30);

/// A service on a fixed port.
pub(crate) struct Service {
    name: &'static str,
    program: PathBuf,
    arguments: Vec<String>,
    /// PostgreSQL refuses to run as root.
    unprivileged: bool,
    /// Program that tells whether it takes connections.
    probe: Option<PathBuf>,
    /// Signal that ends it without goodbye, and takes its helper processes with it.
    crash_signal: &'static str,
    pub(crate) address: SocketAddr,
    folder: PathBuf,
    child: Option<Child>,
}

impl Service {
    /// A new database in `folder`.
    pub(crate) async fn postgres(folder: &Path) -> Result<Service, Failure> {
        let programs = postgres_programs()?;
        let data = folder.join("data");
        if is_root().await {
            let owned = Command::new("chown").arg("postgres:").arg(folder).status().await;
            owned.map_err(|error| error.to_string())?;
        }
        let mut initdb = command(programs.join("initdb"), is_root().await);
        initdb.arg("-D").arg(&data).args([
            "-A",
            "trust",
            "-U",
            "postgres",
            "-E",
            "UTF8",
            "--no-sync",
        ]);
        let made = initdb.current_dir(folder).output().await.map_err(|error| error.to_string())?;
        if !made.status.success() {
            return Err(format!("initdb: {}", String::from_utf8_lossy(&made.stderr)));
        }
        let address = free_address()?;
        let arguments = [
            "-D",
            &data.to_string_lossy(),
            "-p",
            &address.port().to_string(),
            "-c",
            "listen_addresses=127.0.0.1",
            "-c",
            &format!("unix_socket_directories={}", folder.display()),
            "-c",
            "max_connections=200",
        ]
        .map(str::to_owned);
        let mut service = Service {
            name: "postgres",
            program: programs.join("postgres"),
            probe: Some(programs.join("pg_isready")),
            arguments: arguments.to_vec(),
            unprivileged: is_root().await,
            crash_signal: "QUIT",
            address,
            folder: folder.to_owned(),
            child: None,
        };
        service.start().await?;
        Ok(service)
    }

    /// A new bus.
    pub(crate) async fn nats(folder: &Path) -> Result<Service, Failure> {
        let address = free_address()?;
        let mut service = Service {
            name: "nats-server",
            program: nats_program(),
            probe: None,
            arguments: ["-a", "127.0.0.1", "-p", &address.port().to_string()]
                .map(str::to_owned)
                .to_vec(),
            unprivileged: false,
            crash_signal: "KILL",
            address,
            folder: folder.to_owned(),
            child: None,
        };
        service.start().await?;
        Ok(service)
    }

    /// Starts the service and waits until it accepts connections.
    pub(crate) async fn start(&mut self) -> Result<(), Failure> {
        let log = self.folder.join(format!("{}.log", self.name));
        let log = fs::OpenOptions::new().create(true).append(true).open(log);
        let log = log.map_err(|error| error.to_string())?;
        let errors = log.try_clone().map_err(|error| error.to_string())?;
        let child = command(&self.program, self.unprivileged)
            .args(&self.arguments)
            .current_dir(&self.folder)
            .stdin(Stdio::null())
            .stdout(log)
            .stderr(errors)
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| format!("{} cannot be started: {error}", self.name))?;
        self.child = Some(child);
        let since = Instant::now();
        while !self.is_ready().await {
            if since.elapsed() > START_TIMEOUT {
                return Err(format!("{} does not start: see its log", self.name));
            }
            sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }

    /// Whether the service takes connections. A database that recovers accepts them and then refuses.
    async fn is_ready(&self) -> bool {
        if TcpStream::connect(self.address).await.is_err() {
            return false;
        }
        let Some(probe) = &self.probe else { return true };
        let port = self.address.port().to_string();
        let probe = Command::new(probe).args(["-q", "-h", "127.0.0.1", "-p", &port]).status().await;
        probe.is_ok_and(|status| status.success())
    }

    /// Process id while the service runs.
    pub(crate) fn process_id(&self) -> Option<u32> {
        self.child.as_ref()?.id()
    }

    /// Ends the service as a crash would.
    pub(crate) async fn crash(&mut self) -> Result<(), Failure> {
        let Some(mut child) = self.child.take() else { return Ok(()) };
        if let Some(process) = child.id() {
            send_signal(process, self.crash_signal).await?;
        }
        child.wait().await.map_err(|error| error.to_string())?;
        Ok(())
    }
}

/// A program, run as the user `postgres` if asked. `setpriv` replaces itself by the program, so
/// signals reach it.
fn command(program: impl AsRef<OsStr>, unprivileged: bool) -> Command {
    if !unprivileged {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid=postgres", "--regid=postgres", "--init-groups"]).arg(program.as_ref());
    command
}

/// Opens a new folder to other users: PostgreSQL may run as one of its own.
pub(crate) fn let_others_enter(folder: &Path) -> Result<(), Failure> {
    #[cfg(unix)]
    {
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        fs::set_permissions(folder, mode).map_err(|error| error.to_string())?;
    }
    Ok(())
}

async fn is_root() -> bool {
    let user = Command::new("id").arg("-u").output().await;
    user.is_ok_and(|out| out.stdout == b"0\n")
}

/// Folder of the newest installed PostgreSQL's programs.
fn postgres_programs() -> Result<PathBuf, Failure> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let programs = versions.map(|version| version.path().join("bin"));
    programs
        .filter(|bin| bin.join("initdb").exists())
        .max()
        .ok_or_else(|| "PostgreSQL is missing (apt-get install postgresql)".into())
}

/// Debian installs it where only root's path leads.
fn nats_program() -> PathBuf {
    let debian = PathBuf::from("/usr/sbin/nats-server");
    if debian.exists() { debian } else { "nats-server".into() }
}

/// A port that is free now.
fn free_address() -> Result<SocketAddr, Failure> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0));
    listener.and_then(|listener| listener.local_addr()).map_err(|error| error.to_string())
}
