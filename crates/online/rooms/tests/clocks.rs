//! Wall clock jumps, with the server running or down: no game loses time, and none stands still.

use abaque_protocol::{GameAct, GameStage};
use abaque_rooms::{RequestError, ServerClock};

use crate::common::machine::{Machine, assert_near, clocks};
use crate::common::seated;

const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;

#[tokio::test(flavor = "multi_thread")]
async fn a_jump_while_the_server_runs_changes_no_clock() {
    for jump in [HOUR, -HOUR, DAY, -DAY] {
        let folder = tempfile::tempdir().unwrap();
        let machine = Machine::new();
        let rooms = machine.open(&folder).await;
        let (id, one, other) = seated(&rooms, "abalone", "60+0", false).await;
        machine.pass(5000);
        assert_eq!(clocks(&rooms, &id).await, [55_000, 60_000]);
        machine.jump(jump);
        assert_near(clocks(&rooms, &id).await, [55_000, 60_000]);
        machine.pass(5000);
        assert_near(clocks(&rooms, &id).await, [50_000, 60_000]);
        // Moves carry the right time too.
        let (first, second) = if one.is_due() { (one, other) } else { (other, one) };
        let ply = first.state().legal.clone().unwrap()[0].clone();
        first.play(&id, &ply).await.unwrap();
        machine.pass(10_000);
        assert_near(clocks(&rooms, &id).await, [50_000, 50_000]);
        // A flag still falls when the time is really up.
        machine.pass(51_000);
        rooms.tick(&id).await;
        assert_eq!(
            rooms.spectator_snapshot(&id).await.unwrap().state.stage,
            GameStage::Over,
            "{jump}"
        );
        drop(second);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_jump_while_the_server_is_down_changes_no_clock() {
    for jump in [HOUR, -HOUR, DAY, -DAY] {
        let folder = tempfile::tempdir().unwrap();
        let machine = Machine::new();
        let rooms = machine.open(&folder).await;
        let (id, ..) = seated(&rooms, "abalone", "60+0", false).await;
        machine.pass(5000);
        assert_eq!(clocks(&rooms, &id).await, [55_000, 60_000]);
        rooms.close(&RequestError::unconfirmed()).await;
        machine.jump(jump);
        let again = machine.open(&folder).await;
        assert_near(clocks(&again, &id).await, [55_000, 60_000]);
        machine.pass(5000);
        assert_near(clocks(&again, &id).await, [50_000, 60_000]);
        again.close(&RequestError::unconfirmed()).await;
        // Back by twice as much.
        machine.jump(-2 * jump);
        let third = machine.open(&folder).await;
        assert_near(clocks(&third, &id).await, [50_000, 60_000]);
    }
}

/// A correspondence player keeps the full deadline.
#[tokio::test(flavor = "multi_thread")]
async fn a_deadline_in_days_survives_a_jump_of_days() {
    let folder = tempfile::tempdir().unwrap();
    let machine = Machine::new();
    let rooms = machine.open(&folder).await;
    let (id, ..) = seated(&rooms, "abalone", "1/turn", false).await;
    machine.jump(3 * DAY);
    assert_near(clocks(&rooms, &id).await, [DAY as u64, DAY as u64]);
    assert!(
        rooms
            .store()
            .due_games(ServerClock::not_before(0, machine.source()).now(), 9)
            .await
            .unwrap()
            .len()
            == 1
    );
    // The background task uses server time, in which nothing is due.
    rooms.close(&RequestError::unconfirmed()).await;
    machine.jump(3 * DAY);
    let again = machine.open(&folder).await;
    assert_near(clocks(&again, &id).await, [DAY as u64, DAY as u64]);
}

/// Absence is measured in server time, whatever the wall clock says.
#[tokio::test(flavor = "multi_thread")]
async fn absence_is_measured_by_the_same_clock() {
    let folder = tempfile::tempdir().unwrap();
    let machine = Machine::new();
    let rooms = machine.open(&folder).await;
    let (id, one, other) = seated(&rooms, "abalone", "300+0", false).await;
    other.visitor.close().await;
    rooms.spectator_snapshot(&id).await.unwrap();
    machine.jump(HOUR);
    assert_eq!(one.act(&id, GameAct::Claim).await.unwrap_err().code, "not-gone");
    machine.jump(-2 * HOUR);
    machine.pass(61_000);
    one.act(&id, GameAct::Claim).await.unwrap();
}
