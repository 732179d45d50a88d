//! A machine with clocks the test controls.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use abaque_protocol::GameStage;
use abaque_rooms::{Rooms, RoomsConfig, ServerClock, TimeSource};
use abaque_store::{GameId, Store};

const START: i64 = 1_800_000_000_000;

/// A machine whose wall and monotonic clocks the test moves.
#[derive(Clone)]
pub(crate) struct Machine {
    monotonic: Arc<AtomicI64>,
    /// Wall clock minus monotonic clock.
    offset: Arc<AtomicI64>,
}

impl Machine {
    pub(crate) fn new() -> Machine {
        Machine { monotonic: Arc::default(), offset: Arc::new(AtomicI64::new(START)) }
    }

    pub(crate) fn pass(&self, millis: i64) {
        self.monotonic.fetch_add(millis, Ordering::Relaxed);
    }

    pub(crate) fn jump(&self, millis: i64) {
        self.offset.fetch_add(millis, Ordering::Relaxed);
    }

    pub(crate) fn source(&self) -> TimeSource {
        let Machine { monotonic, offset } = self.clone();
        let up = monotonic.clone();
        TimeSource {
            wall: Arc::new(move || {
                monotonic.load(Ordering::Relaxed) + offset.load(Ordering::Relaxed)
            }),
            monotonic: Arc::new(move || {
                Duration::from_millis(up.load(Ordering::Relaxed).unsigned_abs())
            }),
        }
    }

    /// Starts a server on this machine.
    pub(crate) async fn open(&self, folder: &tempfile::TempDir) -> Rooms {
        let url = format!("sqlite:{}", folder.path().join("rooms.db").display());
        let store = Store::open(&url).await.unwrap();
        let clock = ServerClock::start(&store, self.source()).await.unwrap().now_fn();
        Rooms::open(store, RoomsConfig { bot_threads: 1, clock, ..RoomsConfig::default() })
            .await
            .unwrap()
    }
}

/// Remaining times of a game.
pub(crate) async fn clocks(rooms: &Rooms, id: &GameId) -> [u64; 2] {
    rooms.tick(id).await;
    let seen = rooms.spectator_snapshot(id).await.unwrap();
    assert_eq!(seen.state.stage, GameStage::Playing);
    seen.state.clocks.unwrap().map(|clock| clock.left.0)
}

/// Asserts equality up to the clock's slew.
pub(crate) fn assert_near(shown: [u64; 2], expected: [u64; 2]) {
    for (shown, expected) in shown.into_iter().zip(expected) {
        assert!(shown.abs_diff(expected) <= 100, "{shown} is not {expected}");
    }
}
