//! Rooms on a store of their own, with a clock that the test sets.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use abaque_rooms::{Rooms, RoomsConfig};
use abaque_store::Store;

pub(crate) struct TestRooms {
    folder: tempfile::TempDir,
    now: Arc<AtomicI64>,
}

impl TestRooms {
    pub(crate) fn new() -> TestRooms {
        let now = Arc::new(AtomicI64::new(1_800_000_000_000));
        TestRooms { folder: tempfile::tempdir().unwrap(), now }
    }

    /// Opens the rooms; opened again, they are another server on the same store.
    pub(crate) async fn rooms(&self) -> Rooms {
        let path = self.folder.path().join("rooms.db");
        let store = Store::open(&format!("sqlite:{}", path.display())).await.unwrap();
        let now = self.now.clone();
        let clock = Arc::new(move || now.load(Ordering::Relaxed));
        Rooms::open(store, RoomsConfig { bot_threads: 1, clock, ..RoomsConfig::default() })
            .await
            .unwrap()
    }

    /// Lets time pass.
    pub(crate) fn pass(&self, millis: i64) {
        self.now.fetch_add(millis, Ordering::Relaxed);
    }

    pub(crate) fn now(&self) -> i64 {
        self.now.load(Ordering::Relaxed)
    }
}
