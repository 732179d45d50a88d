//! The bus between nodes: publish and subscribe, nothing kept. It may lose, repeat or reorder
//! messages, so it carries only hints; what they hint at is read from the store.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use super::ids::{WireGame, WirePerson};
use super::nats::{self, NatsServers};
use crate::rooms::lock;

/// Messages queued in either direction; more are dropped, and polling makes up for them.
pub(super) const QUEUE_CAPACITY: usize = 4096;

/// How the nodes reach each other.
#[derive(Clone, Debug)]
pub enum BusConfig {
    /// NATS servers.
    Nats(NatsServers),
    /// Nodes in one process, for tests.
    Local(LocalBus),
}

/// What a node tells the others. Losing one costs at most the poll interval.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "h", rename_all = "kebab-case")]
pub(crate) enum Hint {
    /// A game has changed.
    Game { game: WireGame, version: u32, revision: u32 },
    /// Something is due in a game, which its driver has not applied yet.
    Due { game: WireGame },
    /// A person sends a chat line, which counts towards the limits; `text` is a hash of it.
    NewChat { game: WireGame, person: WirePerson, players: bool, text: u64 },
    /// A chat line is stored.
    Chat { game: WireGame },
    /// Viewers of a game on a node. `number` grows with each such hint of the node.
    Presence { game: WireGame, node: i64, seats: [bool; 2], watchers: u32, number: u64 },
    /// It is, or is no longer, a person's turn.
    Turn { person: WirePerson, game: WireGame, yours: bool },
    /// The list of open games has changed.
    Lobby,
    /// There are new notices.
    Notices,
    /// A person has created a game.
    NewGame { person: WirePerson },
    /// Access of a session, token or person was revoked.
    Revoked,
    /// A limited action was used; the key is a keyed hash.
    Spent { action: u8, key: u64 },
    /// A hint of a newer program.
    #[serde(other)]
    Unknown,
}

/// A hint with its sender, who receives it too.
#[derive(Serialize, Deserialize)]
pub(super) struct Envelope {
    pub(super) from: u64,
    #[serde(flatten)]
    pub(super) hint: Hint,
}

/// What comes from the bus.
pub(super) enum BusEvent {
    /// A message of any node.
    Message(Vec<u8>),
    /// The connection is there, for the first time or again: hints may have been missed.
    Connected,
}

/// A node's end of the bus.
pub(super) struct BusHandle {
    outgoing: mpsc::Sender<Vec<u8>>,
    connected: Arc<AtomicBool>,
}

impl BusHandle {
    /// Joins the bus under a subject that only the nodes of one store use.
    pub(super) fn open(
        config: BusConfig,
        name: &str,
        subject: String,
    ) -> (BusHandle, mpsc::Receiver<BusEvent>) {
        let (outgoing, queue) = mpsc::channel(QUEUE_CAPACITY);
        let (events, incoming) = mpsc::channel(QUEUE_CAPACITY);
        let connected = Arc::new(AtomicBool::new(false));
        match config {
            BusConfig::Nats(servers) => {
                let name = name.to_owned();
                tokio::spawn(nats::run(servers, name, subject, queue, events, connected.clone()));
            }
            BusConfig::Local(bus) => {
                connected.store(true, Ordering::Relaxed);
                bus.join(events);
                tokio::spawn(bus.carry(queue));
            }
        }
        (BusHandle { outgoing, connected }, incoming)
    }

    /// Publishes a message without waiting; drops it if the bus is behind.
    pub(super) fn publish(&self, message: Vec<u8>) {
        let _ = self.outgoing.try_send(message);
    }

    pub(super) fn is_connected(&self) -> bool {
        self.connected.load(Ordering::Relaxed)
    }
}

/// Faults of a [`LocalBus`].
#[derive(Clone, Copy, Default, Debug)]
pub struct BusFaults {
    /// Percentage of messages lost, for each receiver.
    pub lose: u8,
    /// Percentage of messages delivered twice.
    pub repeat: u8,
    /// Messages are delayed by up to this time, each by another: they arrive in any order.
    pub delay: Duration,
}

/// A bus within one process, with faults on demand.
#[derive(Clone, Default)]
pub struct LocalBus(Arc<Mutex<LocalBusState>>);

#[derive(Default)]
struct LocalBusState {
    receivers: Vec<mpsc::Sender<BusEvent>>,
    faults: BusFaults,
    random: u64,
}

impl LocalBusState {
    /// A pseudo-random number below `limit`.
    fn draw(&mut self, limit: u64) -> u64 {
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.random >> 33) % limit.max(1)
    }
}

impl std::fmt::Debug for LocalBus {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("LocalBus")
    }
}

impl LocalBus {
    /// Sets the faults of messages from now on.
    pub fn set_faults(&self, faults: BusFaults) {
        lock(&self.0).faults = faults;
    }

    fn join(&self, events: mpsc::Sender<BusEvent>) {
        lock(&self.0).receivers.push(events);
    }

    async fn carry(self, mut queue: mpsc::Receiver<Vec<u8>>) {
        while let Some(message) = queue.recv().await {
            let mut state = lock(&self.0);
            for receiver in state.receivers.clone() {
                let faults = state.faults;
                let copies = if state.draw(100) < faults.lose.into() {
                    0
                } else {
                    1 + usize::from(state.draw(100) < faults.repeat.into())
                };
                for _ in 0..copies {
                    let (receiver, message) = (receiver.clone(), message.clone());
                    if faults.delay.is_zero() {
                        let _ = receiver.try_send(BusEvent::Message(message));
                        continue;
                    }
                    let wait = Duration::from_millis(state.draw(faults.delay.as_millis() as u64));
                    tokio::spawn(async move {
                        tokio::time::sleep(wait).await;
                        let _ = receiver.try_send(BusEvent::Message(message));
                    });
                }
            }
        }
    }
}
