//! The program under test: started, watched, killed.

use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, ChildStdout, Command};
use tokio::time::timeout;

use crate::Wrong;

/// How long it may take to start.
const STARTING: Duration = Duration::from_secs(30);

/// A running `abaque serve`; it ends with this value.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
    /// Kept open, so that what it may still say goes somewhere.
    _said: BufReader<ChildStdout>,
}

impl Server {
    /// Starts it on a store; port 0 takes any.
    pub(crate) async fn start(program: &Path, store: &Path, port: u16) -> Result<Server, Wrong> {
        let mut child = Command::new(program)
            .args(["serve", "--no-open", "--no-limits", "--lang", "en", "--port"])
            .arg(port.to_string())
            .arg("--data")
            .arg(store)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| format!("{} cannot be started: {error}", program.display()))?;
        let said = child.stdout.take().ok_or("the server says nothing")?;
        let mut said = BufReader::new(said);
        let mut line = String::new();
        let read = timeout(STARTING, said.read_line(&mut line)).await;
        read.map_err(|_| "the server does not start")?.map_err(|error| error.to_string())?;
        let place = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address = place.and_then(|place| place.parse().ok());
        let address = address.ok_or_else(|| format!("the server gave no address: `{line}`"))?;
        Ok(Server { child, address, _said: said })
    }

    /// Kills it, without a chance to do anything more; says when.
    pub(crate) async fn kill(mut self) -> Result<Instant, Wrong> {
        let when = Instant::now();
        self.child.start_kill().map_err(|error| error.to_string())?;
        self.child.wait().await.map_err(|error| error.to_string())?;
        Ok(when)
    }

    /// Bytes of memory it has, where the system tells.
    pub(crate) fn memory(&self) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()?)).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilo| kilo * 1024)
    }

    /// Seconds its threads have run, where the system tells.
    pub(crate) fn cpu(&self) -> Option<f64> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id()?)).ok()?;
        // The name in parentheses may hold anything; user and system time are the 12th and 13th after it, in hundredths.
        let rest = stat.rsplit_once(')')?.1;
        let mut fields = rest.split_whitespace().skip(11);
        let mut ticks = || fields.next()?.parse::<f64>().ok();
        Some((ticks()? + ticks()?) / 100.0)
    }
}
