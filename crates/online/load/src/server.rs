//! The server process under test: start, measure, kill.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, ChildStdout, Command};
use tokio::time::timeout;

use crate::{Failure, process_stats};

/// Timeout for a start.
const START_TIMEOUT: Duration = Duration::from_secs(30);
/// Lines of a failed server's log that its error quotes.
const LOG_TAIL_LINES: usize = 8;

/// Launch options of a server.
#[derive(Clone, Debug)]
pub(crate) struct LaunchOptions {
    pub(crate) program: PathBuf,
    pub(crate) store: PathBuf,
    /// Port; 0 for any.
    pub(crate) port: u16,
    /// Additional command-line options.
    pub(crate) options: Vec<String>,
    /// Open-file limit.
    pub(crate) open_files: Option<u32>,
    /// Log file; stderr of this program if none.
    pub(crate) log: Option<PathBuf>,
}

impl LaunchOptions {
    /// A server with production limits.
    pub(crate) fn new(program: &Path, store: &Path) -> LaunchOptions {
        let (program, store) = (program.to_owned(), store.to_owned());
        LaunchOptions { program, store, port: 0, options: Vec::new(), open_files: None, log: None }
    }

    fn command(&self) -> Command {
        let Some(files) = self.open_files else { return Command::new(&self.program) };
        // The shell lowers its own limit, then execs the server.
        let mut command = Command::new("sh");
        command.args(["-c", "ulimit -n \"$0\" && exec \"$@\"", &files.to_string()]);
        command.arg(&self.program);
        command
    }

    /// The end of the log file, which says why a start failed.
    fn log_tail(&self) -> String {
        let text = self.log.as_ref().and_then(|file| fs::read_to_string(file).ok());
        let text = text.unwrap_or_default();
        let lines: Vec<&str> = text.lines().collect();
        let tail = &lines[lines.len().saturating_sub(LOG_TAIL_LINES)..];
        tail.iter().map(|line| format!("\n{line}")).collect()
    }

    /// Starts the server and waits for its address.
    pub(crate) async fn start(&self) -> Result<ServerProcess, Failure> {
        let log = match &self.log {
            Some(file) => {
                let file = fs::OpenOptions::new().create(true).append(true).open(file);
                Stdio::from(file.map_err(|error| error.to_string())?)
            }
            None => Stdio::inherit(),
        };
        let mut child = self
            .command()
            .args(["serve", "--no-open", "--lang", "en", "--port"])
            .arg(self.port.to_string())
            .arg("--data")
            .arg(&self.store)
            .args(&self.options)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log)
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| format!("{} cannot be started: {error}", self.program.display()))?;
        let message = child.stdout.take().ok_or("the server says nothing")?;
        let mut message = BufReader::new(message);
        let mut line = String::new();
        let read = timeout(START_TIMEOUT, message.read_line(&mut line)).await;
        read.map_err(|_| "the server does not start")?.map_err(|error| error.to_string())?;
        let place = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address = place.and_then(|place| place.parse().ok());
        let address = address.ok_or_else(|| {
            format!("the server gave no address: `{}`{}", line.trim_end(), self.log_tail())
        })?;
        Ok(ServerProcess { child, address, _stdout: message })
    }
}

/// A running `abaque serve`; killed on drop.
pub(crate) struct ServerProcess {
    child: Child,
    pub(crate) address: SocketAddr,
    /// Kept open so that the server can go on writing.
    _stdout: BufReader<ChildStdout>,
}

impl ServerProcess {
    /// Starts a server on a store without rate limits; port 0 for any.
    pub(crate) async fn start(
        program: &Path,
        store: &Path,
        port: u16,
    ) -> Result<ServerProcess, Failure> {
        let options = vec!["--no-limits".to_owned()];
        LaunchOptions { port, options, ..LaunchOptions::new(program, store) }.start().await
    }

    /// Kills the server with SIGKILL; returns the time.
    pub(crate) async fn kill(mut self) -> Result<Instant, Failure> {
        let when = Instant::now();
        self.child.start_kill().map_err(|error| error.to_string())?;
        self.child.wait().await.map_err(|error| error.to_string())?;
        Ok(when)
    }

    /// Waits until the server has stopped.
    pub(crate) async fn wait(&mut self) -> Result<(), Failure> {
        self.child.wait().await.map(drop).map_err(|error| error.to_string())
    }

    /// Process id while the server runs.
    pub(crate) fn process_id(&self) -> Option<u32> {
        self.child.id()
    }

    /// Resident memory in bytes, where the system reports it.
    pub(crate) fn memory_bytes(&self) -> Option<u64> {
        process_stats::memory_bytes(self.child.id()?)
    }

    /// Number of open files, where the system reports it.
    pub(crate) fn open_files(&self) -> Option<usize> {
        Some(fs::read_dir(format!("/proc/{}/fd", self.child.id()?)).ok()?.count())
    }

    /// CPU seconds, where the system reports them.
    pub(crate) fn cpu_seconds(&self) -> Option<f64> {
        process_stats::cpu_seconds(self.child.id()?)
    }
}

/// Sends a signal to a process.
pub(crate) async fn send_signal(process: u32, name: &str) -> Result<(), Failure> {
    let mut kill = tokio::process::Command::new("kill");
    let status = kill.args([format!("-{name}"), process.to_string()]).status().await;
    match status {
        Ok(status) if status.success() => Ok(()),
        other => Err(format!("kill -{name}: {other:?}")),
    }
}
