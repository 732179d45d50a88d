//! Outgoing messages of a connection. A queue of its own: an empty one takes a tenth of the memory of
//! a channel, and most of many thousand connections are empty at any moment.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard};

use abaque_protocol::ServerMessage;
use tokio::sync::Notify;

use crate::rooms::lock;

/// Messages queued per connection.
const CAPACITY: usize = 128;

/// Slots an empty queue keeps.
const KEPT_SLOTS: usize = 8;

/// Outgoing queue of a connection. A reader that falls behind is disconnected; it reconnects and
/// gets the missed steps.
pub struct Outbox(Arc<OutboxQueue>);

/// Reading end of an [`Outbox`].
pub struct OutboxReceiver(Arc<OutboxQueue>);

struct OutboxQueue {
    state: Mutex<QueueState>,
    /// Wakes the reader.
    ready: Notify,
    /// Fires when the reader has fallen behind.
    overflow: Notify,
}

struct QueueState {
    messages: VecDeque<Arc<str>>,
    senders: usize,
    is_closed: bool,
}

impl OutboxQueue {
    fn lock(&self) -> MutexGuard<'_, QueueState> {
        lock(&self.state)
    }
}

impl Outbox {
    /// Creates an outbox with its receiver.
    pub fn new() -> (Outbox, OutboxReceiver) {
        let state = QueueState { messages: VecDeque::new(), senders: 1, is_closed: false };
        let queue = Arc::new(OutboxQueue {
            state: Mutex::new(state),
            ready: Notify::new(),
            overflow: Notify::new(),
        });
        (Outbox(queue.clone()), OutboxReceiver(queue))
    }

    /// Queues an encoded message; `false` if the connection has fallen behind or closed.
    pub fn send_text(&self, text: &Arc<str>) -> bool {
        let mut state = self.0.lock();
        if state.is_closed {
            return false;
        }
        if state.messages.len() >= CAPACITY {
            self.0.overflow.notify_one();
            return false;
        }
        state.messages.push_back(text.clone());
        drop(state);
        self.0.ready.notify_one();
        true
    }

    /// Encodes and queues a message; `false` if the connection has fallen behind or closed.
    pub fn send(&self, message: &ServerMessage) -> bool {
        self.send_text(&encode(message))
    }
}

impl Clone for Outbox {
    fn clone(&self) -> Outbox {
        self.0.lock().senders += 1;
        Outbox(self.0.clone())
    }
}

impl Drop for Outbox {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.senders -= 1;
        if state.senders == 0 {
            drop(state);
            self.0.ready.notify_one();
        }
    }
}

impl OutboxReceiver {
    /// Waits for the next message; `None` once all outboxes are gone. Cancelling loses nothing.
    pub async fn recv(&self) -> Option<Arc<str>> {
        loop {
            {
                let mut state = self.0.lock();
                if let Some(text) = pop(&mut state) {
                    return Some(text);
                }
                if state.senders == 0 {
                    return None;
                }
            }
            self.0.ready.notified().await;
        }
    }

    /// The next message, if one is queued.
    pub fn try_recv(&self) -> Option<Arc<str>> {
        pop(&mut self.0.lock())
    }

    /// Whether no message is queued.
    pub fn is_empty(&self) -> bool {
        self.0.lock().messages.is_empty()
    }

    /// Waits until the connection has fallen behind and must be closed.
    pub async fn overflowed(&self) {
        self.0.overflow.notified().await;
    }
}

fn pop(state: &mut QueueState) -> Option<Arc<str>> {
    let text = state.messages.pop_front()?;
    if state.messages.is_empty() && state.messages.capacity() > KEPT_SLOTS {
        state.messages = VecDeque::new();
    }
    Some(text)
}

impl Drop for OutboxReceiver {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.is_closed = true;
        state.messages = VecDeque::new();
    }
}

/// Encodes a message as JSON.
pub(crate) fn encode(message: &ServerMessage) -> Arc<str> {
    serde_json::to_string(message).unwrap_or_default().into()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::timeout;

    use super::*;

    fn text(number: usize) -> Arc<str> {
        number.to_string().into()
    }

    #[tokio::test]
    async fn messages_come_in_order_and_end_with_the_last_sender() {
        let (outbox, receiver) = Outbox::new();
        let other = outbox.clone();
        let reading = tokio::spawn(async move {
            let mut all = Vec::new();
            while let Some(text) = receiver.recv().await {
                all.push(text.to_string());
            }
            all
        });
        for number in 0..1000 {
            while !outbox.send_text(&text(number)) {
                tokio::task::yield_now().await;
            }
        }
        drop((outbox, other));
        let read = timeout(Duration::from_secs(20), reading).await.expect("an end").expect("done");
        assert_eq!(read, (0..1000).map(|number| number.to_string()).collect::<Vec<_>>());
    }

    #[tokio::test]
    async fn who_falls_behind_is_told_once_and_a_closed_connection_takes_nothing() {
        let (outbox, receiver) = Outbox::new();
        assert!((0..CAPACITY).all(|number| outbox.send_text(&text(number))));
        assert!(!outbox.send_text(&text(0)));
        timeout(Duration::from_secs(20), receiver.overflowed()).await.expect("the signal");
        assert_eq!(receiver.try_recv().as_deref(), Some("0"));
        assert!(outbox.send_text(&text(0)) && !receiver.is_empty());
        drop(receiver);
        assert!(!outbox.send_text(&text(0)));
    }

    #[tokio::test]
    async fn a_cancelled_read_loses_nothing() {
        let (outbox, receiver) = Outbox::new();
        assert!(timeout(Duration::from_millis(1), receiver.recv()).await.is_err());
        assert!(outbox.send_text(&text(7)));
        assert_eq!(receiver.recv().await.as_deref(), Some("7"));
        assert!(receiver.is_empty() && receiver.try_recv().is_none());
    }
}
