//! PostgreSQL outages: requests fail in bounded time and work again soon after recovery.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use abaque_store::{AppendOutcome, Fault, Store, StoreError, Version};
use sqlx::{Connection, PgConnection};
use tokio::time::{sleep, timeout};

use super::postgres_server::{programs, unprivileged};
use super::{append, open_game, runtime};

/// How soon requests must work after the database is back.
const SOON: Duration = Duration::from_secs(1);

/// Maximum time for a request to fail.
const BOUND: Duration = Duration::from_secs(5);

/// A PostgreSQL server that the test may stop.
struct Cluster {
    bin: PathBuf,
    folder: PathBuf,
}

impl Cluster {
    fn new() -> Cluster {
        let bin = programs().unwrap();
        let made = unprivileged("mktemp").unwrap().args(["-d", "/tmp/abaque-pg.XXXXXX"]).output();
        let folder = String::from_utf8(made.unwrap().stdout).unwrap().trim().to_owned();
        let cluster = Cluster { bin, folder: folder.into() };
        let data = cluster.data();
        cluster.run("initdb", &["-D", &data, "-A", "trust", "-U", "postgres", "--no-sync"]);
        cluster.start();
        cluster
    }

    fn data(&self) -> String {
        self.folder.join("data").display().to_string()
    }

    fn run(&self, program: &str, arguments: &[&str]) {
        let mut command = unprivileged(self.bin.join(program)).unwrap();
        let log = self.folder.join("out");
        let status = command
            .args(arguments)
            .current_dir("/tmp")
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .status()
            .unwrap();
        assert!(status.success(), "{program} {arguments:?}, see {}", log.display());
    }

    fn start(&self) {
        let folder = self.folder.display();
        let options =
            format!("-c listen_addresses='' -c unix_socket_directories={folder} -c fsync=off");
        let log = self.folder.join("log").display().to_string();
        self.run("pg_ctl", &["-D", &self.data(), "-w", "-l", &log, "-o", &options, "start"]);
    }

    fn stop(&self, how: &str) {
        self.run("pg_ctl", &["-D", &self.data(), "-w", "-m", how, "stop"]);
    }

    fn url(&self) -> String {
        format!("postgres://postgres@localhost/postgres?host={}", self.folder.display())
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let data = self.data();
        let mut command = unprivileged(self.bin.join("pg_ctl")).unwrap();
        let _ = command.args(["-D", &data, "-m", "immediate", "stop"]).current_dir("/tmp").output();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Asserts that the request fails within the bound because the database is unreachable.
async fn away<T: std::fmt::Debug>(
    asked: impl Future<Output = Result<T, StoreError>>,
) -> StoreError {
    let error = timeout(BOUND, asked).await.expect("it hangs").unwrap_err();
    assert_eq!(error.fault(), Some(Fault::Unreachable), "{error}");
    error
}

#[test]
fn a_database_that_is_stopped_and_started() {
    let cluster = Cluster::new();
    runtime().block_on(async {
        let store = Store::open(&cluster.url()).await.unwrap();
        let game = open_game(&store).await;
        let mut version = 0;
        for how in ["fast", "immediate"] {
            version += 1;
            let mut next = append(&game, version, "move");
            next.key = Some(format!("key-{version}"));
            assert_eq!(store.append(next.clone()).await.unwrap(), AppendOutcome::Stored);
            cluster.stop(how);
            version += 1;
            next.version = Version(version);
            next.key = Some(format!("key-{version}"));
            away(store.append(next.clone())).await;
            assert!(away(store.set_note("a", "b")).await.is_not_stored());
            away(store.game(&game)).await;
            away(store.probe(1)).await;
            // A request issued during the outage, waiting for recovery.
            let waits = tokio::spawn({
                let (store, next) = (store.clone(), next.clone());
                async move {
                    loop {
                        if let Ok(done) = store.append(next.clone()).await {
                            return (done, Instant::now());
                        }
                        sleep(Duration::from_millis(20)).await;
                    }
                }
            });
            cluster.start();
            let back = Instant::now();
            let (done, at) = timeout(BOUND, waits).await.expect("it does not come back").unwrap();
            assert!(
                matches!(done, AppendOutcome::Stored | AppendOutcome::AlreadyStored { .. }),
                "{done:?}"
            );
            println!(
                "{how}: wrote again {:?} after it was back",
                at.saturating_duration_since(back)
            );
            assert!(at.saturating_duration_since(back) < SOON);
            store.game(&game).await.unwrap();
            store.probe(2).await.unwrap();
        }
        let keys: Vec<_> = store.acts(&game).await.unwrap();
        let keys: Vec<_> = keys.into_iter().filter_map(|act| act.key).collect();
        assert_eq!(keys, ["key-1", "key-2", "key-3", "key-4"]);
        store.close().await;
    });
}

#[test]
fn connections_that_are_killed() {
    let cluster = Cluster::new();
    runtime().block_on(async {
        let store = Store::open(&cluster.url()).await.unwrap();
        let game = open_game(&store).await;
        let mut killer = PgConnection::connect(&cluster.url()).await.unwrap();
        let mut errors = 0;
        for version in 1..=60 {
            let mut next = append(&game, version, "move");
            next.key = Some(format!("key-{version}"));
            let asked = tokio::spawn({
                let (store, next) = (store.clone(), next.clone());
                async move { store.append(next).await }
            });
            let kill = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                        WHERE application_name = 'abaque'";
            if version % 3 == 0 {
                sqlx::query(kill).execute(&mut killer).await.unwrap();
            }
            let mut done = asked.await.unwrap();
            let since = Instant::now();
            while done.is_err() {
                errors += 1;
                assert!(since.elapsed() < SOON, "{done:?}");
                done = store.append(next.clone()).await;
            }
            assert!(
                matches!(done, Ok(AppendOutcome::Stored | AppendOutcome::AlreadyStored { .. })),
                "{done:?}"
            );
        }
        println!("{errors} errors");
        let versions: Vec<_> = store.acts(&game).await.unwrap();
        assert_eq!(versions.len(), 60);
        store.close().await;
    });
}
