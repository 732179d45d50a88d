use std::sync::Arc;

use abaque_protocol::Tell;
use tokio::sync::{Notify, mpsc};

/// How many messages may wait for one connection.
const WAITING: usize = 128;

/// Where a connection's messages go. A reader that is too slow is dropped, not waited for: it comes back and gets what it missed.
#[derive(Clone)]
pub struct Outbox {
    queue: mpsc::Sender<Arc<str>>,
    slow: Arc<Notify>,
}

/// Tells when a connection has fallen behind and is to be closed.
#[derive(Clone)]
pub struct Slow(Arc<Notify>);

impl Slow {
    /// Waits until it has.
    pub async fn happened(&self) {
        self.0.notified().await;
    }
}

impl Outbox {
    /// A box, what it holds, and the alarm.
    pub fn new() -> (Outbox, mpsc::Receiver<Arc<str>>, Slow) {
        let (queue, messages) = mpsc::channel(WAITING);
        let slow = Arc::new(Notify::new());
        (Outbox { queue, slow: slow.clone() }, messages, Slow(slow))
    }

    /// Puts a message in; says whether the connection keeps up.
    pub fn put(&self, text: &Arc<str>) -> bool {
        match self.queue.try_send(text.clone()) {
            Ok(()) => true,
            Err(mpsc::error::TrySendError::Full(_)) => {
                self.slow.notify_one();
                false
            }
            Err(mpsc::error::TrySendError::Closed(_)) => false,
        }
    }

    /// The same with a message not yet written.
    pub fn tell(&self, tell: &Tell) -> bool {
        self.put(&written(tell))
    }
}

/// A message as it goes over the wire.
pub(crate) fn written(tell: &Tell) -> Arc<str> {
    serde_json::to_string(tell).unwrap_or_default().into()
}
