//! A real server and people at terminals of their own.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(120);

fn abaque() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_abaque"));
    command.env("LC_ALL", "C").env_remove("ABAQUE_TOKEN").env_remove("NO_COLOR");
    command
}

/// A running `abaque serve`.
pub(crate) struct Server {
    child: Child,
    pub(crate) place: String,
}

impl Server {
    /// Starts it on a store; port 0 takes any.
    pub(crate) fn start(folder: &Path, port: &str, more: &[&str]) -> Server {
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
        Server { child, place }
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

    /// Kills it without a warning and starts it again where it was.
    pub(crate) fn killed_and_started_again(&mut self, folder: &Path) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        thread::sleep(Duration::from_millis(300));
        let port = self.place.rsplit(':').next().unwrap().to_owned();
        *self = Server::start(folder, &port, &[]);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Somebody with a data folder of their own at `abaque online`.
pub(crate) struct Person {
    child: Child,
    stdin: Option<ChildStdin>,
    out: Arc<Mutex<String>>,
    reader: Option<thread::JoinHandle<()>>,
}

impl Person {
    pub(crate) fn sit(home: &Path, arguments: &[&str]) -> Person {
        Person::sit_with(home, arguments, &[])
    }

    /// The same with something in the environment.
    pub(crate) fn sit_with(
        home: &Path,
        arguments: &[&str],
        variables: &[(&str, &OsStr)],
    ) -> Person {
        let mut child = online(home)
            .args(arguments)
            .envs(variables.iter().copied())
            .arg("--plain")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let out = Arc::new(Mutex::new(String::new()));
        let (heard, stdout) = (Arc::clone(&out), child.stdout.take().unwrap());
        let reader = thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                *heard.lock().unwrap() += &format!("{line}\n");
            }
        });
        let stdin = child.stdin.take();
        Person { child, stdin, out, reader: Some(reader) }
    }

    /// Types a line.
    pub(crate) fn types(&mut self, line: &str) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(format!("{line}\n").as_bytes()).unwrap();
        stdin.flush().unwrap();
    }

    /// Types the same line whenever one is wanted, on and on.
    pub(crate) fn types_on(&mut self, line: &'static str) {
        let mut stdin = self.stdin.take().unwrap();
        thread::spawn(move || while stdin.write_all(line.as_bytes()).is_ok() {});
    }

    /// What was shown so far.
    pub(crate) fn saw(&self) -> String {
        self.out.lock().unwrap().clone()
    }

    /// Waits until something was shown some times.
    pub(crate) fn sees(&self, text: &str, times: usize) -> String {
        let since = Instant::now();
        loop {
            let saw = self.saw();
            if saw.matches(text).count() >= times {
                return saw;
            }
            assert!(since.elapsed() < PATIENCE, "waited in vain for {times} × `{text}`:\n{saw}");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// The game one has opened.
    pub(crate) fn game(&self) -> String {
        let saw = self.sees("The game is called ", 1);
        let rest = saw.split("The game is called ").nth(1).unwrap();
        rest.chars().take_while(char::is_ascii_alphanumeric).collect()
    }

    /// Everything that was shown, once the program has ended well.
    pub(crate) fn leaves(mut self) -> String {
        drop(self.stdin.take());
        let since = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(since.elapsed() < PATIENCE, "does not leave:\n{}", self.saw());
            thread::sleep(Duration::from_millis(10));
        };
        self.reader.take().unwrap().join().unwrap();
        assert!(status.success(), "{status}:\n{}", self.saw());
        self.saw()
    }
}

impl Drop for Person {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// `abaque online` with a data folder below some folder, whatever the system calls it.
fn online(home: &Path) -> Command {
    let mut command = abaque();
    command.env("XDG_DATA_HOME", home).env("LOCALAPPDATA", home).env("HOME", home).arg("online");
    command
}

/// Runs `abaque online` to its end: output, errors and status.
pub(crate) fn ran(home: &Path, arguments: &[&str]) -> (String, String, i32) {
    let ran = online(home).args(arguments).stdin(Stdio::null()).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(ran.stdout), text(ran.stderr), ran.status.code().unwrap())
}

/// Whether `abaque record check` takes a file; what it says.
pub(crate) fn checked(path: &str) -> String {
    let ran = abaque().args(["record", "check", path, "--json"]).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).unwrap()
}
