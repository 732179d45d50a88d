//! A real server, and users at their own terminals.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// Timeout for every wait.
const TEST_TIMEOUT: Duration = Duration::from_secs(120);

fn abaque() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_abaque"));
    command.env("LC_ALL", "C").env_remove("ABAQUE_TOKEN").env_remove("NO_COLOR");
    command
}

/// A running `abaque serve`.
pub(crate) struct ServerProcess {
    child: Child,
    pub(crate) place: String,
}

impl ServerProcess {
    /// Starts it on a store; port 0 takes any.
    pub(crate) fn start(folder: &Path, port: &str, more: &[&str]) -> ServerProcess {
        let mut child = abaque()
            .args(["serve", "--no-open", "--no-limits", "--port", port, "--data"])
            .arg(folder.join("games.db"))
            .args(more)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let place = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let place = place.unwrap_or_else(|| panic!("no address: {line}")).to_owned();
        ServerProcess { child, place }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.place)
    }

    /// The token of a new account.
    pub(crate) fn token(&self, name: &str) -> String {
        let person = format!(r#"{{"name":"{name}","password":"several words together"}}"#);
        let registered = self.post("/register", "", &person);
        let cookie =
            registered.split("set-cookie: ").nth(1).and_then(|rest| rest.split(';').next());
        let wanted = r#"{"name":"terminal","scopes":["play"]}"#;
        let made = self.post("/tokens", cookie.unwrap(), wanted);
        let token = made.split("\"token\":\"").nth(1).and_then(|rest| rest.split('"').next());
        token.unwrap_or_else(|| panic!("no token: {made}")).to_owned()
    }

    fn post(&self, path: &str, cookie: &str, body: &str) -> String {
        let (place, length) = (&self.place, body.len());
        let mut stream = TcpStream::connect(place).unwrap();
        let head = format!(
            "POST /api/v1{path} HTTP/1.1\r\nHost: {place}\r\nOrigin: http://{place}\r\nCookie: {cookie}\r\n"
        );
        let rest = format!(
            "Content-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        );
        stream.write_all((head + &rest).as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Kills it without warning and restarts it on the same port.
    pub(crate) fn killed_and_started_again(&mut self, folder: &Path) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        thread::sleep(Duration::from_millis(300));
        let port = self.place.rsplit(':').next().unwrap().to_owned();
        *self = ServerProcess::start(folder, &port, &[]);
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A user with their own data folder at `abaque online`.
pub(crate) struct TerminalUser {
    child: Child,
    stdin: Option<ChildStdin>,
    out: Arc<Mutex<String>>,
    reader: Option<thread::JoinHandle<()>>,
}

impl TerminalUser {
    pub(crate) fn sit(home: &Path, arguments: &[&str]) -> TerminalUser {
        TerminalUser::sit_with(home, arguments, &[])
    }

    /// Sits down with an environment variable set.
    pub(crate) fn sit_with(
        home: &Path,
        arguments: &[&str],
        variables: &[(&str, &OsStr)],
    ) -> TerminalUser {
        TerminalUser::sit_beside(home, arguments, variables, Stdio::inherit())
    }

    /// Sits down with stderr redirected.
    pub(crate) fn sit_beside(
        home: &Path,
        arguments: &[&str],
        variables: &[(&str, &OsStr)],
        errors: Stdio,
    ) -> TerminalUser {
        let mut child = online(home)
            .args(arguments)
            .envs(variables.iter().copied())
            .arg("--plain")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(errors)
            .spawn()
            .unwrap();
        let out = Arc::new(Mutex::new(String::new()));
        let (shown_text, stdout) = (Arc::clone(&out), child.stdout.take().unwrap());
        let reader = thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                *shown_text.lock().unwrap() += &format!("{line}\n");
            }
        });
        let stdin = child.stdin.take();
        TerminalUser { child, stdin, out, reader: Some(reader) }
    }

    /// Types a line.
    pub(crate) fn types(&mut self, line: &str) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(format!("{line}\n").as_bytes()).unwrap();
        stdin.flush().unwrap();
    }

    /// Types the same line at every prompt.
    pub(crate) fn types_on(&mut self, line: &'static str) {
        let mut stdin = self.stdin.take().unwrap();
        thread::spawn(move || while stdin.write_all(line.as_bytes()).is_ok() {});
    }

    /// Waits until the program ends; returns its status.
    pub(crate) fn ends(mut self) -> i32 {
        let since = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code().unwrap();
            }
            assert!(since.elapsed() < TEST_TIMEOUT, "it goes on: {}", self.saw());
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// The output so far.
    pub(crate) fn saw(&self) -> String {
        self.out.lock().unwrap().clone()
    }

    /// Whether the program has ended and all its output was read.
    fn has_ended(&self) -> bool {
        self.reader.as_ref().is_none_or(thread::JoinHandle::is_finished)
    }

    /// Waits until a text was shown `times` times.
    pub(crate) fn sees(&self, text: &str, times: usize) -> String {
        let since = Instant::now();
        loop {
            let ended = self.has_ended();
            let saw = self.saw();
            if saw.matches(text).count() >= times {
                return saw;
            }
            assert!(!ended, "ended without {times} × `{text}`:\n{saw}");
            assert!(
                since.elapsed() < TEST_TIMEOUT,
                "waited in vain for {times} × `{text}`:\n{saw}"
            );
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits until one of two texts was shown often enough; returns which: 0 or 1.
    pub(crate) fn sees_either(&self, one: (&str, usize), other: (&str, usize)) -> usize {
        let since = Instant::now();
        loop {
            let ended = self.has_ended();
            let saw = self.saw();
            let shown = |(text, times): (&str, usize)| saw.matches(text).count() >= times;
            if let Some(which) = [one, other].into_iter().position(shown) {
                return which;
            }
            assert!(!ended, "ended without {one:?} or {other:?}:\n{saw}");
            assert!(
                since.elapsed() < TEST_TIMEOUT,
                "waited in vain for {one:?} or {other:?}:\n{saw}"
            );
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// The id of the game this user opened.
    pub(crate) fn game(&self) -> String {
        let saw = self.sees("Game id: ", 1);
        let rest = saw.split("Game id: ").nth(1).unwrap();
        rest.chars().take_while(char::is_ascii_alphanumeric).collect()
    }

    /// The complete output, once the program has exited successfully.
    pub(crate) fn leaves(mut self) -> String {
        drop(self.stdin.take());
        let since = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(since.elapsed() < TEST_TIMEOUT, "does not leave:\n{}", self.saw());
            thread::sleep(Duration::from_millis(10));
        };
        self.reader.take().unwrap().join().unwrap();
        assert!(status.success(), "{status}:\n{}", self.saw());
        self.saw()
    }
}

impl Drop for TerminalUser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// `abaque online` with its data folder below `home` on every system.
fn online(home: &Path) -> Command {
    let mut command = abaque();
    command.env("XDG_DATA_HOME", home).env("LOCALAPPDATA", home).env("HOME", home).arg("online");
    command
}

/// Runs `abaque admin` on the store of a server.
pub(crate) fn administer(folder: &Path, arguments: &[&str]) {
    let data = folder.join("games.db");
    let ran = abaque().args(["admin", "--data"]).arg(data).args(arguments).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
}

/// Runs `abaque online` to its end: stdout, stderr and status.
pub(crate) fn run_online(home: &Path, arguments: &[&str]) -> (String, String, i32) {
    let ran = online(home).args(arguments).stdin(Stdio::null()).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(ran.stdout), text(ran.stderr), ran.status.code().unwrap())
}

/// Runs `abaque record check`, which must succeed; returns its output.
pub(crate) fn check_record(path: &str) -> String {
    let ran = abaque().args(["record", "check", path, "--json"]).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).unwrap()
}
