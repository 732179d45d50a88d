//! A server process with little memory and few files: sign-ins do not make it grow, and idle
//! connections do not keep others out. The test binary restarts itself as the server, so it has its
//! own `main`.

#![allow(clippy::unwrap_used)]

use std::io::{BufRead, BufReader};
use std::net::Ipv4Addr;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use abaque_server::{App, Config, ServerLimits};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

/// Marks this process as the server and sets its open-file limit.
const FILES: &str = "ABAQUE_TEST_FILES";

/// Allowed growth once all password buffers were used, in KiB.
const GROWTH: u64 = 40 * 1024;

/// Memory limit of the server in bytes, where the system can enforce it.
const MEMORY: &str = "201326592";

fn main() {
    if let Ok(files) = std::env::var(FILES) {
        return serve(files.parse().unwrap());
    }
    if !cfg!(target_os = "linux") {
        println!("neither /proc nor 127.0.0.2 here: nothing is tried");
        return;
    }
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(sign_ins_take_no_more_and_more_memory());
    runtime.block_on(connections_that_ask_nothing_keep_nobody_out());
    println!("test result: ok. 2 passed");
}

#[tokio::main]
async fn serve(files: u64) {
    #[cfg(unix)]
    rlimit::Resource::NOFILE.set(files, files).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut config = Config::local(&format!("sqlite:{}/store.db", folder.path().display()));
    let caps = ServerLimits::default();
    config.limits = ServerLimits {
        header_timeout: Duration::from_secs(3),
        connections_per_address: caps.connections_per_address,
        ..ServerLimits::unlimited()
    };
    let app = App::open(config).await.unwrap();
    let listener = abaque_server::listen(Ipv4Addr::UNSPECIFIED.into(), 0).await.unwrap();
    println!("{}", listener.local_addr().unwrap().port());
    abaque_server::serve(listener, app).await.unwrap();
}

/// The server process, killed on drop.
struct Server {
    child: Child,
    port: u16,
    group: Option<String>,
}

impl Server {
    fn start(files: u64, group: Option<String>) -> Server {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .env(FILES, files.to_string())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        if let Some(group) = &group {
            std::fs::write(format!("{group}/cgroup.procs"), child.id().to_string()).unwrap();
        }
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        Server { port: line.trim().parse().unwrap(), child, group }
    }

    /// Resident memory in KiB.
    fn resident(&self) -> u64 {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(path).expect("the server was killed");
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("it is gone");
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }

    async fn ask(&self, method: &str, path: &str, body: &str) -> String {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).await.unwrap();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        answer
    }

    async fn sign_in(&self, password: &str) -> u16 {
        let body = json!({ "name": "Ann", "password": password }).to_string();
        let answer = self.ask("POST", "/api/v1/sign-in", &body).await;
        answer.split(' ').nth(1).expect("the server is gone").parse().unwrap()
    }

    /// Asserts that the server and its store respond in time.
    async fn serves(&self) {
        for (method, path) in [("GET", "/healthz"), ("GET", "/readyz"), ("POST", "/api/v1/guest")] {
            let answer = timeout(Duration::from_secs(5), self.ask(method, path, "")).await;
            let answer = answer.unwrap_or_else(|_| panic!("{path} is not answered"));
            assert!(answer.starts_with("HTTP/1.1 20"), "{path}: {answer}");
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        if let Some(group) = &self.group {
            let _ = std::fs::remove_dir(group);
        }
    }
}

/// A cgroup with a memory limit, if this user may create one.
fn limited_group() -> Option<String> {
    let name = format!("abaque-test-{}", std::process::id());
    for (base, file) in
        [("/sys/fs/cgroup/memory", "memory.limit_in_bytes"), ("/sys/fs/cgroup", "memory.max")]
    {
        let group = format!("{base}/{name}");
        // A real cgroup has its control files at once; a plain folder has none.
        if std::fs::create_dir(&group).is_ok() {
            let limit = format!("{group}/{file}");
            if std::path::Path::new(&limit).exists() && std::fs::write(&limit, MEMORY).is_ok() {
                return Some(group);
            }
            let _ = std::fs::remove_dir(&group);
        }
    }
    None
}

async fn sign_ins_take_no_more_and_more_memory() {
    let group = limited_group();
    let limited = if group.is_some() { "within 192 MiB" } else { "without a limit (no cgroups)" };
    let server = Server::start(1024, group);
    let body = json!({ "name": "Ann", "password": "four words of mine" }).to_string();
    let made = server.ask("POST", "/api/v1/register", &body).await;
    assert!(made.starts_with("HTTP/1.1 201"), "{made}");
    // Use every password buffer once.
    let first = (0..16).map(|_| server.sign_in("four words of mine"));
    futures_util::future::join_all(first).await.iter().for_each(|&status| assert_eq!(status, 200));
    let before = server.resident();
    for round in 0..60 {
        let (password, status) =
            [("four words of mine", 200), ("not the password", 401)][round % 2];
        assert_eq!(server.sign_in(password).await, status);
    }
    let one_by_one = server.resident();
    for _ in 0..2 {
        let together = (0..60).map(|_| server.sign_in("four words of mine"));
        let statuses = futures_util::future::join_all(together).await;
        assert!(statuses.iter().all(|&status| status == 200), "{statuses:?}");
    }
    let together = server.resident();
    println!(
        "memory {limited}: {before} kB after 16 sign-ins, {one_by_one} kB after 60 more one by one, \
         {together} kB after 120 more together"
    );
    assert!(one_by_one.max(together) < before + GROWTH, "it grows");
}

/// Connects from a loopback address and sends half of a request.
async fn half_a_request(server: &Server, from: u8) -> Option<TcpStream> {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((Ipv4Addr::new(127, 0, 0, from), 0).into()).unwrap();
    let to = (Ipv4Addr::LOCALHOST, server.port).into();
    let mut stream = timeout(Duration::from_secs(5), socket.connect(to)).await.ok()?.ok()?;
    stream.write_all(b"GET / HTTP/1.1\r\nHost: he").await.ok()?;
    Some(stream)
}

async fn connections_that_ask_nothing_keep_nobody_out() {
    let server = Server::start(256, None);
    server.serves().await;
    // More connections from one address than the server has files.
    let mut held = Vec::new();
    for _ in 0..300 {
        held.push(half_a_request(&server, 2).await);
    }
    server.serves().await;
    // From several addresses: the longest idle connection makes room.
    for number in 0..400_u16 {
        held.push(half_a_request(&server, 3 + (number % 8) as u8).await);
        if number % 100 == 0 {
            server.serves().await;
        }
    }
    server.serves().await;
    // The remaining connections time out.
    let start = Instant::now();
    let mut last = held.into_iter().flatten().next_back().expect("one came through");
    let mut rest = Vec::new();
    let ended = timeout(Duration::from_secs(15), last.read_to_end(&mut rest)).await;
    assert!(ended.is_ok(), "half a request is waited for without end");
    println!(
        "half-open connections: served throughout, the last let go after {:?}",
        start.elapsed()
    );
}
