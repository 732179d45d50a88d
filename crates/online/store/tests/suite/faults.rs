//! Failing disks: no acknowledged write is lost, none is stored twice or partially, and writing
//! resumes without a restart once the disk recovers.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use abaque_store::{AppendOutcome, Fault, GameId, Store, StoreError};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};
use tokio::task::JoinHandle;
use tokio::time::sleep;

use super::shim::{DiskMode, disk};
use super::{append, file, open_game, runtime};

/// How soon writing must resume after the disk recovers.
const SOON: Duration = Duration::from_secs(1);

/// Clients that append in pairs with idempotency keys and retry with the same key after an error.
struct Players {
    stop: Arc<AtomicBool>,
    stored: Arc<AtomicU64>,
    refused: Arc<AtomicU64>,
    unconfirmed: Arc<AtomicU64>,
    tasks: Vec<JoinHandle<(GameId, Vec<String>)>>,
}

impl Players {
    async fn start(store: &Store, count: usize) -> Players {
        let mut players = Players {
            stop: Arc::default(),
            stored: Arc::default(),
            refused: Arc::default(),
            unconfirmed: Arc::default(),
            tasks: Vec::new(),
        };
        for _ in 0..count {
            let game = open_game(store).await;
            let (stop, stored) = (players.stop.clone(), players.stored.clone());
            let (refused, unconfirmed) = (players.refused.clone(), players.unconfirmed.clone());
            let store = store.clone();
            players.tasks.push(tokio::spawn(async move {
                let mut keys = Vec::new();
                while !stop.load(Ordering::Relaxed) {
                    let version = keys.len() as u32 * 2 + 1;
                    let mut pair = append(&game, version, "move");
                    pair.acts.push((0, "lot".into()));
                    let key = format!("key-{version}");
                    pair.key = Some(key.clone());
                    match store.append(pair).await {
                        Ok(AppendOutcome::Stored | AppendOutcome::AlreadyStored { .. }) => {
                            stored.fetch_add(1, Ordering::Relaxed);
                            keys.push(key);
                        }
                        Ok(other) => panic!("{game} {version}: {other:?}"),
                        Err(error) => {
                            assert!(error.fault().is_some(), "{error:?}");
                            let count = match error {
                                StoreError::Uncommitted(_) => &refused,
                                StoreError::Unconfirmed(_) => &unconfirmed,
                                other => panic!("{other:?}"),
                            };
                            count.fetch_add(1, Ordering::Relaxed);
                            sleep(Duration::from_millis(20)).await;
                        }
                    }
                }
                (game, keys)
            }));
        }
        players
    }

    async fn until(&self, count: &AtomicU64, more: u64) {
        let aim = count.load(Ordering::Relaxed) + more;
        let reached = async {
            while count.load(Ordering::Relaxed) < aim {
                sleep(Duration::from_millis(2)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(20), reached).await.expect("nothing happens");
    }

    /// Stops the clients and returns the acknowledged acts by game.
    async fn end(self) -> BTreeMap<GameId, Vec<String>> {
        self.stop.store(true, Ordering::Relaxed);
        let mut all = BTreeMap::new();
        for task in self.tasks {
            all.extend([task.await.unwrap()]);
        }
        all
    }
}

/// Checks that every acknowledged act is stored exactly once.
async fn check(url: &str, acknowledged: &BTreeMap<GameId, Vec<String>>) {
    let store = Store::open(url).await.unwrap();
    for (game, keys) in acknowledged {
        let acts = store.acts(game).await.unwrap();
        let stored: Vec<String> = acts.iter().filter_map(|act| act.key.clone()).collect();
        assert_eq!(&stored, keys, "{game}");
        let versions: Vec<u32> = acts.iter().map(|act| act.version.0).collect();
        assert_eq!(versions, (1..=keys.len() as u32 * 2).collect::<Vec<_>>(), "{game}");
        let found = store.game(game).await.unwrap().unwrap();
        assert_eq!(found.version.0 as usize, keys.len() * 2);
    }
    store.close().await;
    let options = SqliteConnectOptions::new().filename(url.strip_prefix("sqlite:").unwrap());
    let mut raw = options.connect().await.unwrap();
    let message: String =
        sqlx::query_scalar("PRAGMA integrity_check").fetch_one(&mut raw).await.unwrap();
    assert_eq!(message, "ok");
    raw.close().await.unwrap();
}

/// Repeatedly fails the disk in one mode while games are played.
fn fails(test: &str, mode: DiskMode, expected: &[Fault]) {
    let Some(disk) = disk(test, "store.db") else { return };
    let folder = tempfile::tempdir().unwrap();
    let url = file(&folder);
    runtime().block_on(async {
        let store = Store::open(&url).await.unwrap();
        let players = Players::start(&store, 4).await;
        for round in 0..5 {
            players.until(&players.stored, 20).await;
            disk.set(mode);
            let fault = loop {
                if let Err(error) = store.probe(round).await {
                    break error.fault();
                }
                sleep(Duration::from_millis(5)).await;
            };
            assert!(fault.is_some_and(|fault| expected.contains(&fault)), "{fault:?}");
            sleep(Duration::from_millis(300)).await;
            // Reads keep working meanwhile.
            assert!(store.games_after(None, 9).await.is_ok());
            disk.set(DiskMode::Well);
            let since = Instant::now();
            players.until(&players.stored, 1).await;
            let took = since.elapsed();
            println!("{mode:?}: wrote again after {took:?}");
            assert!(took < SOON, "{took:?}");
            store.probe(round).await.unwrap();
        }
        let (refused, unconfirmed) = (players.refused.clone(), players.unconfirmed.clone());
        let acknowledged = players.end().await;
        println!("{mode:?}: {refused:?} refused, {unconfirmed:?} unconfirmed");
        assert!(refused.load(Ordering::Relaxed) + unconfirmed.load(Ordering::Relaxed) > 0);
        store.close().await;
        check(&url, &acknowledged).await;
    });
}

#[test]
fn a_full_disk_loses_nothing() {
    fails("faults::a_full_disk_loses_nothing", DiskMode::Full, &[Fault::DiskFull]);
}

#[test]
fn a_disk_that_fills_up_in_the_middle_of_a_page() {
    let test = "faults::a_disk_that_fills_up_in_the_middle_of_a_page";
    fails(test, DiskMode::Short, &[Fault::DiskFull]);
}

#[test]
fn a_disk_that_fails() {
    fails("faults::a_disk_that_fails", DiskMode::Broken, &[Fault::DiskError]);
}

#[test]
fn a_disk_that_does_not_sync() {
    fails("faults::a_disk_that_does_not_sync", DiskMode::Unsynced, &[Fault::DiskError]);
}

#[test]
fn a_disk_that_can_only_be_read() {
    let test = "faults::a_disk_that_can_only_be_read";
    fails(test, DiskMode::ReadOnly, &[Fault::ReadOnly, Fault::DiskError]);
}

/// Checkpoints fail: the write-ahead log grows, nothing is lost, and a later checkpoint succeeds.
#[test]
fn a_failing_checkpoint_loses_nothing() {
    let Some(disk) = disk("faults::a_failing_checkpoint_loses_nothing", "store.db") else { return };
    let folder = tempfile::tempdir().unwrap();
    let url = file(&folder);
    runtime().block_on(async {
        let store = Store::open(&url).await.unwrap();
        let players = Players::start(&store, 8).await;
        players.until(&players.stored, 8).await;
        disk.set(DiskMode::NoCheckpoint);
        let long = "x".repeat(100_000);
        for number in 0..100 {
            store.set_note(&format!("note {number}"), &long).await.unwrap();
        }
        let grown = store.wal_size().unwrap();
        assert!(grown > 8_000_000, "{grown}");
        disk.set(DiskMode::Well);
        players.until(&players.stored, 20).await;
        let acknowledged = players.end().await;
        store.close().await;
        assert_eq!(store.wal_size(), Some(0));
        check(&url, &acknowledged).await;
    });
}

/// A kill during a fault: only complete transactions in the log count.
#[test]
fn a_kill_on_a_failing_disk() {
    const FOLDER: &str = "ABAQUE_FAULT_FOLDER";
    let test = "faults::a_kill_on_a_failing_disk";
    let inside = std::env::var_os(FOLDER);
    let folder = tempfile::tempdir().unwrap();
    let Some(disk) = disk(test, "store.db") else { return };
    let Some(place) = inside else {
        // Within the shimmed process: start a child to be killed.
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", test, "--nocapture", "--test-threads=1"])
            .env(FOLDER, folder.path())
            .spawn()
            .unwrap();
        let url = file(&folder);
        let message = folder.path().join("acknowledged");
        let since = Instant::now();
        while !message.exists() {
            assert!(since.elapsed() < Duration::from_secs(20), "the child says nothing");
            std::thread::sleep(Duration::from_millis(5));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        disk.set(DiskMode::Well);
        runtime().block_on(async {
            let store = Store::open(&url).await.unwrap();
            let mut games = 0;
            for line in std::fs::read_to_string(&message).unwrap().lines() {
                let (game, count) = line.split_once(' ').unwrap();
                let game = GameId::parse(game).unwrap();
                let acts = store.acts(&game).await.unwrap();
                let count: usize = count.parse().unwrap();
                assert!(acts.len() >= count * 2 && acts.len().is_multiple_of(2), "{game}");
                // At most the one unconfirmed append.
                assert!(acts.len() <= count * 2 + 2, "{game}: {} of {count}", acts.len());
                games += 1;
            }
            assert_eq!(games, 4);
            store.close().await;
        });
        return;
    };
    let url = format!("sqlite:{}", Path::new(&place).join("store.db").display());
    runtime().block_on(async {
        let store = Store::open(&url).await.unwrap();
        let players = Players::start(&store, 4).await;
        players.until(&players.stored, 40).await;
        disk.set(DiskMode::Unsynced);
        players.until(&players.unconfirmed, 4).await;
        let lines: Vec<String> = players
            .end()
            .await
            .into_iter()
            .map(|(game, keys)| format!("{game} {}\n", keys.len()))
            .collect();
        let part = Path::new(&place).join("part");
        std::fs::write(&part, lines.concat()).unwrap();
        std::fs::rename(part, Path::new(&place).join("acknowledged")).unwrap();
        sleep(Duration::from_secs(60)).await;
    });
}

/// A real small file system that fills up, where the test may mount one.
#[test]
fn a_small_disk_fills_up_and_is_cleared() {
    const MOUNTED: &str = "ABAQUE_SMALL_DISK";
    let test = "faults::a_small_disk_fills_up_and_is_cleared";
    let Some(place) = std::env::var_os(MOUNTED) else {
        let folder = tempfile::tempdir().unwrap();
        let script = r#"mount -t tmpfs -o size=4m tmpfs "$1" || exit 77; shift; exec "$@""#;
        let ran = Command::new("unshare")
            .args(["--mount", "--map-root-user", "sh", "-c", script, "sh"])
            .arg(folder.path())
            .arg(std::env::current_exe().unwrap())
            .args(["--exact", test, "--nocapture", "--test-threads=1"])
            .env(MOUNTED, folder.path())
            .output();
        let Ok(ran) = ran else { return };
        let message = String::from_utf8_lossy(&ran.stdout);
        let errors = String::from_utf8_lossy(&ran.stderr);
        if errors.contains("unshare") || ran.status.code() == Some(77) {
            // Not permitted here: `a_full_disk_loses_nothing` covers this with a simulated full disk.
            eprintln!("no small disk here: {errors}");
            return;
        }
        assert!(ran.status.success() && message.contains("1 passed"), "{message}{errors}");
        return;
    };
    let url = format!("sqlite:{}", Path::new(&place).join("store.db").display());
    let ballast = Path::new(&place).join("ballast");
    runtime().block_on(async {
        let store = Store::open(&url).await.unwrap();
        let players = Players::start(&store, 4).await;
        players.until(&players.stored, 8).await;
        for _ in 0..3 {
            // Use up the remaining space.
            let mut file = std::fs::File::create(&ballast).unwrap();
            while std::io::Write::write_all(&mut file, &[7; 4096]).is_ok() {}
            players.until(&players.refused, 4).await;
            assert_eq!(store.probe(1).await.unwrap_err().fault(), Some(Fault::DiskFull));
            std::fs::remove_file(&ballast).unwrap();
            drop(file);
            let since = Instant::now();
            players.until(&players.stored, 1).await;
            println!("wrote again after {:?}", since.elapsed());
            assert!(since.elapsed() < SOON);
        }
        let acknowledged = players.end().await;
        store.close().await;
        check(&url, &acknowledged).await;
    });
}

/// Another program locks the file: waiting writes succeed when it unlocks, and report the fault if
/// it does not.
#[test]
fn a_file_locked_by_another_program() {
    let folder = tempfile::tempdir().unwrap();
    let url = file(&folder);
    runtime().block_on(async {
        let store = Store::open(&url).await.unwrap();
        let game = open_game(&store).await;
        let options = SqliteConnectOptions::new().filename(folder.path().join("store.db"));
        let mut other = options.connect().await.unwrap();
        for (version, held, stored) in [(1, 2, true), (2, 11, false)] {
            sqlx::query("BEGIN EXCLUSIVE").execute(&mut other).await.unwrap();
            let asked = tokio::spawn({
                let (store, game) = (store.clone(), game.clone());
                async move { store.append(append(&game, version, "move")).await }
            });
            assert!(store.game(&game).await.is_ok(), "reading goes on");
            sleep(Duration::from_secs(held)).await;
            if stored {
                assert!(!asked.is_finished());
                sqlx::query("ROLLBACK").execute(&mut other).await.unwrap();
                let since = Instant::now();
                assert_eq!(asked.await.unwrap().unwrap(), AppendOutcome::Stored);
                assert!(since.elapsed() < SOON);
            } else {
                let error = asked.await.unwrap().unwrap_err();
                assert_eq!(error.fault(), Some(Fault::Locked), "{error}");
                assert!(error.is_not_stored());
                sqlx::query("ROLLBACK").execute(&mut other).await.unwrap();
                let again = store.append(append(&game, version, "move")).await;
                assert_eq!(again.unwrap(), AppendOutcome::Stored);
            }
        }
        other.close().await.unwrap();
        store.close().await;
    });
}

/// Writes to an unlinked file would be lost at the next start, so they are not acknowledged.
#[test]
fn a_folder_that_is_deleted_or_moved() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    std::fs::create_dir(&data).unwrap();
    let url = format!("sqlite:{}", data.join("store.db").display());
    runtime().block_on(async {
        let store = Store::open(&url).await.unwrap();
        let game = open_game(&store).await;
        let away = folder.path().join("away");
        std::fs::rename(&data, &away).unwrap();
        for _ in 0..2 {
            let error = store.append(append(&game, 1, "move")).await.unwrap_err();
            assert!(error.is_not_stored() && error.fault() == Some(Fault::Gone), "{error}");
        }
        assert!(!data.exists(), "nothing is made in its place");
        std::fs::rename(&away, &data).unwrap();
        assert_eq!(store.append(append(&game, 1, "move")).await.unwrap(), AppendOutcome::Stored);

        // A different store at the same path is not accepted.
        let (path, kept) = (data.join("store.db"), data.join("kept.db"));
        store.backup(&kept).await.unwrap();
        std::fs::rename(&kept, &path).unwrap();
        let error = store.append(append(&game, 2, "move")).await.unwrap_err();
        assert_eq!(error.fault(), Some(Fault::Gone), "{error}");
        std::fs::remove_dir_all(&data).unwrap();
        let error = store.probe(1).await.unwrap_err();
        assert!(error.to_string().contains("store.db"), "{error}");
        assert_eq!(error.fault(), Some(Fault::Gone), "{error}");
        assert!(!data.exists());
        store.close().await;
    });
}

#[test]
fn a_deleted_write_ahead_log_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    runtime().block_on(async {
        let store = Store::open(&file(&folder)).await.unwrap();
        let game = open_game(&store).await;
        std::fs::remove_file(folder.path().join("store.db-wal")).unwrap();
        for _ in 0..3 {
            let error = store.append(append(&game, 1, "move")).await.unwrap_err();
            assert!(error.is_not_stored() && error.fault() == Some(Fault::Gone), "{error}");
            assert!(error.to_string().contains("store.db-wal"), "{error}");
        }
        store.close().await;
    });
}
