//! A store that cannot save for a while: nobody can act, so no clock runs and no flag falls.

#![allow(clippy::unwrap_used)]
#![cfg(target_os = "linux")]

mod common;
#[path = "../../store/tests/suite/shim.rs"]
mod shim;

use std::time::Duration;

use abaque_protocol::{GameAct, GameStage};
use abaque_rooms::{RequestError, Rooms};
use abaque_store::GameId;
use common::machine::{Machine, assert_near, clocks};
use common::{Guest, seated};
use shim::{Disk, DiskMode};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};

const SECOND: i64 = 1000;
const DAY: i64 = 24 * 3600 * SECOND;
/// Longer than the interval between two heartbeats.
const BEAT: Duration = Duration::from_millis(1600);

/// Runs a test in a process whose disk can fail.
fn with_disk<F: Future<Output = ()>>(test: &str, story: impl FnOnce(Disk) -> F) {
    let Some(disk) = shim::disk(test, "rooms.db") else { return };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(story(disk));
}

/// Fills the disk for some time, by the machine's clocks; the server notices.
async fn full_disk(disk: &Disk, machine: &Machine, millis: i64) {
    tokio::time::sleep(BEAT).await;
    disk.set(DiskMode::Full);
    // A heartbeat of the same millisecond would not be written.
    machine.pass(1);
    // On a busy machine a heartbeat may come late; without one the outage would not be noticed.
    tokio::time::sleep(3 * BEAT).await;
    machine.pass(millis - 1);
}

async fn well_again(disk: &Disk) {
    disk.set(DiskMode::Well);
    tokio::time::sleep(BEAT).await;
}

async fn is_over(rooms: &Rooms, id: &GameId) -> bool {
    rooms.tick(id).await;
    rooms.spectator_snapshot(id).await.unwrap().state.stage == GameStage::Over
}

async fn play_first(id: &GameId, guest: &Guest) -> Result<u32, RequestError> {
    let ply = guest.state().legal.clone().unwrap()[0].clone();
    guest.play(id, &ply).await
}

#[test]
fn no_clock_runs_while_nothing_can_be_saved() {
    with_disk("no_clock_runs_while_nothing_can_be_saved", |disk| async move {
        let folder = tempfile::tempdir().unwrap();
        let machine = Machine::new();
        let rooms = machine.open(&folder).await;
        let (id, one, other) = seated(&rooms, "abalone", "60+0", false).await;
        let (first, mut second) = if one.is_due() { (one, other) } else { (other, one) };
        machine.pass(5 * SECOND);
        full_disk(&disk, &machine, 60 * SECOND).await;
        // The clock stands still, and acts are refused without ending the game.
        assert_near(clocks(&rooms, &id).await, [55_000, 60_000]);
        let refused = play_first(&id, &first).await.unwrap_err();
        assert_eq!(refused.status, 503, "{refused:?}");
        machine.pass(60 * SECOND);
        assert_near(clocks(&rooms, &id).await, [55_000, 60_000]);
        well_again(&disk).await;
        assert_near(clocks(&rooms, &id).await, [55_000, 60_000]);
        // Both players have learnt the current clocks.
        second.catch_up().await;
        assert_near(second.state().clocks.unwrap().map(|clock| clock.left.0), [55_000, 60_000]);
        machine.pass(10 * SECOND);
        play_first(&id, &first).await.unwrap();
        machine.pass(10 * SECOND);
        assert_near(clocks(&rooms, &id).await, [45_000, 50_000]);
        // The same after a restart.
        rooms.close(&RequestError::unconfirmed()).await;
        let again = machine.open(&folder).await;
        assert_near(clocks(&again, &id).await, [45_000, 50_000]);
        machine.pass(51 * SECOND);
        assert!(is_over(&again, &id).await, "a flag falls when time is really up");
    });
}

#[test]
fn no_flag_falls_at_the_first_write_after_an_outage() {
    with_disk("no_flag_falls_at_the_first_write_after_an_outage", |disk| async move {
        let folder = tempfile::tempdir().unwrap();
        let machine = Machine::new();
        let rooms = machine.open(&folder).await;
        let (id, ..) = seated(&rooms, "abalone", "60+0", false).await;
        for mode in [DiskMode::Full, DiskMode::Broken] {
            tokio::time::sleep(BEAT).await;
            // The room is the first to notice.
            disk.set(mode);
            machine.pass(61 * SECOND);
            assert!(!is_over(&rooms, &id).await);
            disk.set(DiskMode::Well);
            for _ in 0..200 {
                assert!(!is_over(&rooms, &id).await, "{mode:?}");
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            assert_near(clocks(&rooms, &id).await, [60_000, 60_000]);
        }
    });
}

#[test]
fn a_single_failed_write_gives_no_extra_time() {
    with_disk("a_single_failed_write_gives_no_extra_time", |disk| async move {
        let folder = tempfile::tempdir().unwrap();
        let machine = Machine::new();
        let rooms = machine.open(&folder).await;
        let (id, ..) = seated(&rooms, "abalone", "60+0", false).await;
        for round in 1..=3 {
            full_disk(&disk, &machine, 1500).await;
            well_again(&disk).await;
            assert_near(clocks(&rooms, &id).await, [60_000 - 1500 * round, 60_000]);
        }
    });
}

#[test]
fn outages_extend_daily_deadlines_and_absences() {
    with_disk("outages_extend_daily_deadlines_and_absences", |disk| async move {
        let folder = tempfile::tempdir().unwrap();
        let machine = Machine::new();
        let rooms = machine.open(&folder).await;
        let (slow, ..) = seated(&rooms, "abalone", "1/turn", false).await;
        rooms.close(&RequestError::unconfirmed()).await;
        // The slow game has no viewers: its room is not loaded.
        let rooms = machine.open(&folder).await;
        let (id, one, other) = seated(&rooms, "abalone", "600+0", false).await;
        other.visitor.close().await;
        rooms.spectator_snapshot(&id).await.unwrap();
        full_disk(&disk, &machine, 3 * DAY).await;
        assert_eq!(one.act(&id, GameAct::Claim).await.unwrap_err().code, "not-gone");
        disk.set(DiskMode::Well);
        // Before and after the server has noticed.
        assert_eq!(one.act(&id, GameAct::Claim).await.unwrap_err().code, "not-gone");
        tokio::time::sleep(BEAT).await;
        assert_near(clocks(&rooms, &slow).await, [DAY as u64, DAY as u64]);
        assert_eq!(one.act(&id, GameAct::Claim).await.unwrap_err().code, "not-gone");
        machine.pass(61 * SECOND);
        one.act(&id, GameAct::Claim).await.unwrap();
        machine.pass(DAY);
        assert!(is_over(&rooms, &slow).await);
    });
}

/// The first write after an outage takes long: the outage lasts until it is done.
#[test]
fn a_slow_recovery_runs_no_clock() {
    with_disk("a_slow_recovery_runs_no_clock", |disk| async move {
        let folder = tempfile::tempdir().unwrap();
        let machine = Machine::new();
        let rooms = machine.open(&folder).await;
        let (id, ..) = seated(&rooms, "abalone", "60+0", false).await;
        full_disk(&disk, &machine, 30 * SECOND).await;
        let mut holder = lock_store(&folder).await;
        disk.set(DiskMode::Well);
        // Time enough for a heartbeat to begin to wait.
        tokio::time::sleep(BEAT).await;
        machine.pass(61 * SECOND);
        sqlx::raw_sql("COMMIT").execute(&mut holder).await.unwrap();
        holder.close().await.unwrap();
        tokio::time::sleep(BEAT).await;
        assert_near(clocks(&rooms, &id).await, [60_000, 60_000]);
        machine.pass(61 * SECOND);
        assert!(is_over(&rooms, &id).await);
    });
}

/// Locks the store as another program would.
async fn lock_store(folder: &tempfile::TempDir) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(folder.path().join("rooms.db"));
    let mut holder = options.connect().await.unwrap();
    sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut holder).await.unwrap();
    holder
}

/// Another program locks the store for some seconds: no write fails, but every act waits.
#[tokio::test(flavor = "multi_thread")]
async fn blocked_writes_run_no_clock() {
    let folder = tempfile::tempdir().unwrap();
    let machine = Machine::new();
    let rooms = machine.open(&folder).await;
    let (id, ..) = seated(&rooms, "abalone", "60+0", false).await;
    tokio::time::sleep(BEAT).await;
    let mut holder = lock_store(&folder).await;
    machine.pass(1);
    tokio::time::sleep(BEAT).await;
    machine.pass(61 * SECOND);
    // The room asks whether the flag may fall, and waits for the answer.
    rooms.tick(&id).await;
    tokio::time::sleep(2 * BEAT).await;
    sqlx::raw_sql("COMMIT").execute(&mut holder).await.unwrap();
    holder.close().await.unwrap();
    assert_near(clocks(&rooms, &id).await, [60_000, 60_000]);
    machine.pass(61 * SECOND);
    assert!(is_over(&rooms, &id).await);
}
