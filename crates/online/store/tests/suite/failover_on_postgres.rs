//! A primary that fails and a standby that takes its place, under another address and under the
//! same one.

use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::{Duration, Instant};

use abaque_store::{AppendOutcome, Store, StoreError};
use tokio::time::{sleep, timeout};

use super::free_port::free_port;
use super::postgres_server::{programs, unprivileged};
use super::{append, open_game, runtime};

/// How soon writes must work again after the promotion.
const SOON: Duration = Duration::from_secs(15);

/// A primary and a standby that confirms every commit.
struct Replicated {
    bin: PathBuf,
    folder: PathBuf,
    ports: [u16; 2],
}

impl Replicated {
    fn new() -> Replicated {
        let bin = programs().unwrap();
        let made = unprivileged("mktemp").unwrap().args(["-d", "/tmp/abaque-pg.XXXXXX"]).output();
        let folder = String::from_utf8(made.unwrap().stdout).unwrap().trim().to_owned();
        let pair = Replicated { bin, folder: folder.into(), ports: [free_port(), free_port()] };
        let (first, second) = (pair.data(0), pair.data(1));
        pair.run("initdb", &["-D", &first, "-A", "trust", "-U", "postgres", "--no-sync"]);
        pair.start(0);
        let port = pair.ports[0].to_string();
        let copy = ["-D", &second, "-R", "-X", "stream", "-h", "127.0.0.1", "-p", &port];
        pair.run("pg_basebackup", &[&copy[..], &["-U", "postgres", "--checkpoint=fast"]].concat());
        pair.start(1);
        pair.sql(0, "ALTER SYSTEM SET synchronous_standby_names = '*'");
        pair.sql(0, "SELECT pg_reload_conf()");
        pair
    }

    fn data(&self, index: usize) -> String {
        self.folder.join(format!("data-{index}")).display().to_string()
    }

    fn run(&self, program: &str, arguments: &[&str]) {
        let mut command = unprivileged(self.bin.join(program)).unwrap();
        // A server inherits the pipes of the program that starts it, so no output is read.
        let status = command
            .args(arguments)
            .current_dir("/tmp")
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .status()
            .unwrap();
        assert!(status.success(), "{program} {arguments:?}");
    }

    fn start(&self, index: usize) {
        let (port, folder) = (self.ports[index], self.folder.display());
        let options = format!(
            "-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder} \
             -c fsync=off"
        );
        let log = self.folder.join(format!("log-{index}")).display().to_string();
        self.run("pg_ctl", &["-D", &self.data(index), "-w", "-l", &log, "-o", &options, "start"]);
    }

    fn sql(&self, index: usize, sql: &str) {
        let port = self.ports[index].to_string();
        self.run("psql", &["-h", "127.0.0.1", "-p", &port, "-U", "postgres", "-c", sql]);
    }

    /// The primary fails, and the standby becomes primary.
    fn fail_over(&self) {
        self.run("pg_ctl", &["-D", &self.data(0), "-m", "immediate", "stop"]);
        self.run("pg_ctl", &["-D", &self.data(1), "-w", "promote"]);
    }

    fn url(&self, ports: &[u16]) -> String {
        let hosts: Vec<String> = ports.iter().map(|port| format!("127.0.0.1:{port}")).collect();
        format!("postgres://postgres@{}/postgres", hosts.join(","))
    }
}

impl Drop for Replicated {
    fn drop(&mut self) {
        for index in [1, 0] {
            let mut command = unprivileged(self.bin.join("pg_ctl")).unwrap();
            let data = self.data(index);
            let stop = ["-D", &data, "-m", "immediate", "stop"];
            let _ = command.args(stop).current_dir("/tmp").output();
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Plays on while the primary fails; every act that was confirmed must be there afterwards.
async fn survives(pair: &Replicated, store: &Store, switch: impl FnOnce()) {
    let game = open_game(store).await;
    for version in 1..=20 {
        assert_eq!(
            store.append(append(&game, version, "move")).await.unwrap(),
            AppendOutcome::Stored
        );
    }
    pair.fail_over();
    switch();
    let since = Instant::now();
    let mut next = append(&game, 21, "move");
    next.key = Some("after".into());
    loop {
        // A request fails in bounded time while nothing can be saved.
        let tried = timeout(Duration::from_secs(12), store.append(next.clone())).await;
        if let Ok(outcome) = tried.expect("it hangs") {
            assert_eq!(outcome, AppendOutcome::Stored);
            break;
        }
        assert!(since.elapsed() < SOON, "writes do not come back");
        sleep(Duration::from_millis(50)).await;
    }
    let acts = store.acts(&game).await.unwrap();
    assert_eq!(acts.len(), 21);
}

#[test]
fn a_node_finds_the_new_primary_among_its_hosts() {
    let pair = Replicated::new();
    runtime().block_on(async {
        // Whichever is named first.
        let url = pair.url(&[pair.ports[1], pair.ports[0]]);
        let store = Store::open_as_node(&url).await.unwrap();
        survives(&pair, &store, || {}).await;
        store.close().await;
        // The lock followed too: a server that is alone is refused beside a node.
        let node = Store::open_as_node(&url).await.unwrap();
        let alone = Store::open_as_server(&url).await.map(drop);
        assert!(matches!(alone, Err(StoreError::DatabaseServed(_))), "{alone:?}");
        node.close().await;
    });
}

#[test]
fn a_standby_alone_is_refused_with_its_reason() {
    let pair = Replicated::new();
    runtime().block_on(async {
        let Err(error) = Store::open(&pair.url(&pair.ports[1..])).await else { panic!("opened") };
        assert!(error.to_string().contains("it is a standby, not the primary"), "{error}");
        // Of several servers that cannot be used, the one out of reach is the news.
        let nobody = free_port();
        let url = pair.url(&[pair.ports[1], nobody]);
        let Err(error) = Store::open(&url).await else { panic!("opened") };
        assert!(error.to_string().contains("refused"), "{error}");
    });
}

/// A name or address that leads to whichever server is primary: here a forwarder.
#[test]
fn a_new_primary_behind_the_same_address_is_found() {
    let pair = Replicated::new();
    let target = Arc::new(AtomicU16::new(pair.ports[0]));
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let leads_to = target.clone();
    std::thread::spawn(move || {
        for client in listener.incoming() {
            let Ok(client) = client else { return };
            let server = TcpStream::connect(("127.0.0.1", leads_to.load(Ordering::Relaxed)));
            let Ok(server) = server else { continue };
            for (mut from, mut to) in
                [(client.try_clone().unwrap(), server.try_clone().unwrap()), (server, client)]
            {
                std::thread::spawn(move || {
                    let _ = std::io::copy(&mut from, &mut to);
                    let _ = to.shutdown(std::net::Shutdown::Both);
                });
            }
        }
    });
    runtime().block_on(async {
        let store = Store::open_as_server(&pair.url(&[port])).await.unwrap();
        survives(&pair, &store, || target.store(pair.ports[1], Ordering::Relaxed)).await;
        store.close().await;
    });
}
