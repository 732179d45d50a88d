//! Lobby subscriptions.

use std::collections::HashMap;
use std::sync::Mutex;

use abaque_protocol::ServerMessage;
use tokio::sync::Notify;

use crate::outbox::{Outbox, encode};

/// Subscribers to the list of open games. Updates are coalesced to a few per second.
#[derive(Default)]
pub(crate) struct Lobby {
    listeners: Mutex<HashMap<u64, Outbox>>,
    pub(crate) change_notify: Notify,
}

impl Lobby {
    pub(crate) fn subscribe(&self, connection: u64, outbox: Outbox) {
        self.with_listeners(|listeners| listeners.insert(connection, outbox));
        self.notify_changed();
    }

    pub(crate) fn unsubscribe(&self, connection: u64) {
        self.with_listeners(|listeners| listeners.remove(&connection));
    }

    /// Signals that a game was opened, joined or aborted.
    pub(crate) fn notify_changed(&self) {
        self.change_notify.notify_one();
    }

    pub(crate) fn has_listeners(&self) -> bool {
        self.with_listeners(|listeners| !listeners.is_empty())
    }

    pub(crate) fn broadcast(&self, message: &ServerMessage) {
        let text = encode(message);
        self.with_listeners(|listeners| listeners.retain(|_, outbox| outbox.send_text(&text)));
    }

    fn with_listeners<T>(&self, with: impl FnOnce(&mut HashMap<u64, Outbox>) -> T) -> T {
        with(&mut self.listeners.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
    }
}
