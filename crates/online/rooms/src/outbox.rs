use std::sync::Arc;

use abaque_protocol::ServerMessage;
use tokio::sync::{Notify, mpsc};

/// Messages queued per connection.
const OUTBOX_CAPACITY: usize = 128;

/// Outgoing queue of a connection. A reader that falls behind is disconnected; it reconnects and
/// gets the missed steps.
#[derive(Clone)]
pub struct Outbox {
    queue: mpsc::Sender<Arc<str>>,
    overflow: Arc<Notify>,
}

/// Fires when a connection has fallen behind and must be closed.
#[derive(Clone)]
pub struct OverflowSignal(Arc<Notify>);

impl OverflowSignal {
    /// Waits for the overflow.
    pub async fn wait(&self) {
        self.0.notified().await;
    }
}

impl Outbox {
    /// Creates an outbox with its receiver and overflow signal.
    pub fn new() -> (Outbox, mpsc::Receiver<Arc<str>>, OverflowSignal) {
        let (queue, messages) = mpsc::channel(OUTBOX_CAPACITY);
        let slow = Arc::new(Notify::new());
        (Outbox { queue, overflow: slow.clone() }, messages, OverflowSignal(slow))
    }

    /// Queues an encoded message; `false` if the connection has fallen behind.
    pub fn send_text(&self, text: &Arc<str>) -> bool {
        match self.queue.try_send(text.clone()) {
            Ok(()) => true,
            Err(mpsc::error::TrySendError::Full(_)) => {
                self.overflow.notify_one();
                false
            }
            Err(mpsc::error::TrySendError::Closed(_)) => false,
        }
    }

    /// Encodes and queues a message; `false` if the connection has fallen behind.
    pub fn send(&self, message: &ServerMessage) -> bool {
        self.send_text(&encode(message))
    }
}

/// Encodes a message as JSON.
pub(crate) fn encode(message: &ServerMessage) -> Arc<str> {
    serde_json::to_string(message).unwrap_or_default().into()
}
