//! Open games, and whoever wants to hear of them.

use std::collections::HashMap;
use std::sync::Mutex;

use abaque_protocol::Tell;
use tokio::sync::Notify;

use crate::outbox::{Outbox, written};

/// Whoever hears of open games. What they hear is put together at most a few times a second, however much happens.
#[derive(Default)]
pub(crate) struct Lobby {
    listeners: Mutex<HashMap<u64, Outbox>>,
    pub(crate) change: Notify,
}

impl Lobby {
    pub(crate) fn listen(&self, connection: u64, outbox: Outbox) {
        self.locked(|listeners| listeners.insert(connection, outbox));
        self.changed();
    }

    pub(crate) fn leave(&self, connection: u64) {
        self.locked(|listeners| listeners.remove(&connection));
    }

    /// Something opened, was joined or called off.
    pub(crate) fn changed(&self) {
        self.change.notify_one();
    }

    pub(crate) fn has_listeners(&self) -> bool {
        self.locked(|listeners| !listeners.is_empty())
    }

    pub(crate) fn tell(&self, tell: &Tell) {
        let text = written(tell);
        self.locked(|listeners| listeners.retain(|_, outbox| outbox.put(&text)));
    }

    fn locked<T>(&self, with: impl FnOnce(&mut HashMap<u64, Outbox>) -> T) -> T {
        with(&mut self.listeners.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
    }
}
