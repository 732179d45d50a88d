//! The mailbox of a room. Messages are boxed: a channel reserves slots for dozens of them, and every
//! room has one.

use tokio::sync::mpsc;

use super::RoomMessage;

/// Mailbox size; senders wait while it is full.
const CAPACITY: usize = 64;

/// Sends messages to a room.
#[derive(Clone)]
pub(crate) struct RoomHandle(mpsc::Sender<Box<RoomMessage>>);

/// A [`RoomHandle`] that does not keep the mailbox open.
#[derive(Clone)]
pub(crate) struct WeakRoomHandle(mpsc::WeakSender<Box<RoomMessage>>);

/// Receiving end, owned by the room's task.
pub(crate) struct Mailbox(mpsc::Receiver<Box<RoomMessage>>);

impl RoomHandle {
    /// Creates a mailbox.
    pub(crate) fn new() -> (RoomHandle, Mailbox) {
        let (send, receive) = mpsc::channel(CAPACITY);
        (RoomHandle(send), Mailbox(receive))
    }

    /// Sends a message; gives it back if the room is closed.
    pub(crate) async fn send(&self, message: Box<RoomMessage>) -> Result<(), Box<RoomMessage>> {
        self.0.send(message).await.map_err(|back| back.0)
    }

    /// Sends a message without waiting. A room that is busy or closed misses it.
    pub(crate) fn offer(&self, message: RoomMessage) {
        let _ = self.0.try_send(Box::new(message));
    }

    /// Waits until the room has ended.
    pub(crate) async fn closed(&self) {
        self.0.closed().await;
    }

    pub(crate) fn downgrade(&self) -> WeakRoomHandle {
        WeakRoomHandle(self.0.downgrade())
    }
}

impl WeakRoomHandle {
    /// Sends a message to a room that may be gone.
    pub(crate) async fn send(&self, message: RoomMessage) {
        if let Some(room) = self.0.upgrade() {
            let _ = room.send(Box::new(message)).await;
        }
    }
}

impl Mailbox {
    pub(crate) async fn recv(&mut self) -> Option<Box<RoomMessage>> {
        self.0.recv().await
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn close(&mut self) {
        self.0.close();
    }
}
