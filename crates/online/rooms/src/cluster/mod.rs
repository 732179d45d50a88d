//! Several servers on one PostgreSQL store. Every node keeps a room for each game its clients look
//! at; an act is stored by the node that received it, if the version is still the next one. Other
//! nodes follow: a hint over the bus tells them at once, and polling the store tells them if the
//! hint was lost. One node drives a game: it alone applies what time brings, under a lease whose
//! fencing token every such write carries.

mod bus;
mod follow;
mod ids;
mod nats;
mod notices;

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicI64, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use abaque_store::{GameId, NodePresence, Store, StoreError};
use tokio::sync::{Notify, broadcast, mpsc};

pub(crate) use bus::Hint;
pub use bus::{BusConfig, BusFaults, LocalBus};
use bus::{BusEvent, BusHandle, Envelope};
pub use nats::NatsServers;
pub(crate) use notices::Notice;
use notices::NoticeJob;

use crate::entropy;
use crate::rooms::{RoomsInner, lock};

/// Events queued for the server around the rooms.
const SERVER_HINTS: usize = 256;

/// A node's place in a cluster.
#[derive(Clone, Debug)]
pub struct ClusterConfig {
    /// Name of the node, for logs.
    pub node: String,
    /// How the nodes reach each other.
    pub bus: BusConfig,
    /// After this time without a sign of life, others take over a node's games.
    pub lease: Duration,
    /// Interval of looking into the store for what hints have not told.
    pub poll: Duration,
}

impl ClusterConfig {
    /// A node with the usual times.
    pub fn new(node: &str, bus: BusConfig) -> ClusterConfig {
        ClusterConfig {
            node: node.into(),
            bus,
            lease: Duration::from_secs(5),
            poll: Duration::from_secs(2),
        }
    }
}

/// State of a node, for monitoring.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClusterStats {
    /// Name of the node.
    pub node: String,
    /// Whether the bus is connected.
    pub is_connected: bool,
    /// Games this node drives.
    pub leases: usize,
    /// Hints received from other nodes.
    pub hints: u64,
    /// Changes found by polling, whose hints were lost or late.
    pub recovered: u64,
}

/// A hint for the server around the rooms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ServerHint {
    /// Access of a session, token or person was revoked.
    Revoked,
    /// A limited action was used on another node.
    Spent {
        /// The action.
        action: u8,
        /// Keyed hash of who used it.
        key: u64,
    },
}

/// This node within the cluster.
pub(crate) struct Cluster {
    name: String,
    /// Shared by the nodes of the store, for keyed hashes.
    secret: String,
    /// Tells our own messages from those of others.
    sender: u64,
    /// Number of the node in the store; changes if its registration has lapsed.
    node: AtomicI64,
    lease: Duration,
    poll: Duration,
    bus: BusHandle,
    leases: AtomicUsize,
    hints: AtomicU64,
    recovered: AtomicU64,
    presence_number: AtomicU64,
    /// Presence not yet stored.
    presence: Mutex<HashMap<GameId, ([bool; 2], u32)>>,
    presence_changed: Notify,
    poll_now: Notify,
    notices_now: Notify,
    notices: mpsc::UnboundedSender<NoticeJob>,
    server_hints: broadcast::Sender<ServerHint>,
}

/// Receivers of the cluster's background tasks.
pub(crate) struct ClusterTasks {
    incoming: mpsc::Receiver<BusEvent>,
    notices: mpsc::UnboundedReceiver<NoticeJob>,
}

impl Cluster {
    /// Registers the node and joins the bus; also returns whether other nodes are running.
    pub(crate) async fn join(
        store: &Store,
        config: ClusterConfig,
    ) -> Result<(Cluster, ClusterTasks, bool), StoreError> {
        let secret = store.cluster_secret().await?;
        let lease_ms = config.lease.as_millis() as i64;
        let registered = store.register_node(&config.node, lease_ms).await?;
        let subject = format!("abaque.{:016x}.hints", keyed_hash(&secret, &"subject"));
        let (bus, incoming) = BusHandle::open(config.bus, &config.node, subject);
        let (notices, queue) = mpsc::unbounded_channel();
        let seed = entropy::seed();
        let cluster = Cluster {
            name: config.node,
            secret,
            sender: u64::from_le_bytes(seed[..8].try_into().unwrap_or_default()),
            node: AtomicI64::new(registered.id),
            lease: config.lease,
            poll: config.poll,
            bus,
            leases: AtomicUsize::new(0),
            hints: AtomicU64::new(0),
            recovered: AtomicU64::new(0),
            presence_number: AtomicU64::new(0),
            presence: Mutex::default(),
            presence_changed: Notify::new(),
            poll_now: Notify::new(),
            notices_now: Notify::new(),
            notices,
            server_hints: broadcast::channel(SERVER_HINTS).0,
        };
        let tasks = ClusterTasks { incoming, notices: queue };
        Ok((cluster, tasks, registered.has_others))
    }

    /// Starts the background tasks of the node.
    pub(crate) fn start(self: &Arc<Cluster>, inner: &Arc<RoomsInner>, tasks: ClusterTasks) {
        let (rooms, cluster) = (|| Arc::downgrade(inner), || self.clone());
        tokio::spawn(follow::run_lease(rooms(), cluster()));
        tokio::spawn(follow::run_hints(rooms(), cluster(), tasks.incoming));
        tokio::spawn(follow::run_poll(rooms(), cluster()));
        tokio::spawn(follow::run_presence(rooms(), cluster()));
        tokio::spawn(notices::run_writer(rooms(), cluster(), tasks.notices));
        tokio::spawn(notices::run_reader(rooms(), cluster()));
    }

    /// Number of the node in the store.
    pub(crate) fn node(&self) -> i64 {
        self.node.load(Ordering::Relaxed)
    }

    /// Tells the other nodes.
    pub(crate) fn publish(&self, hint: Hint) {
        let envelope = Envelope { from: self.sender, hint };
        self.bus.publish(serde_json::to_vec(&envelope).unwrap_or_default());
    }

    /// Stores a notice for the other nodes, after those before it.
    pub(crate) fn send_notice(&self, notice: Notice) {
        let _ = self.notices.send(NoticeJob::Store(Box::new(notice)));
    }

    /// Stores who looks at a game here, and tells the others, in a moment.
    pub(crate) fn set_presence(&self, game: &GameId, seats: [bool; 2], watchers: u32) {
        lock(&self.presence).insert(game.clone(), (seats, watchers));
        self.presence_changed.notify_one();
    }

    /// Counts a lease taken or ended.
    pub(crate) fn count_lease(&self, taken: bool) {
        if taken {
            self.leases.fetch_add(1, Ordering::Relaxed);
        } else {
            self.leases.fetch_sub(1, Ordering::Relaxed);
        }
    }

    pub(crate) fn stats(&self) -> ClusterStats {
        ClusterStats {
            node: self.name.clone(),
            is_connected: self.bus.is_connected(),
            leases: self.leases.load(Ordering::Relaxed),
            hints: self.hints.load(Ordering::Relaxed),
            recovered: self.recovered.load(Ordering::Relaxed),
        }
    }

    /// Counts a change that no hint has told.
    pub(crate) fn count_recovered(&self) {
        self.recovered.fetch_add(1, Ordering::Relaxed);
    }

    /// Hash that all nodes of the store compute alike and nobody else can.
    pub(crate) fn keyed_hash(&self, value: &impl Hash) -> u64 {
        keyed_hash(&self.secret, value)
    }

    pub(crate) fn server_hints(&self) -> broadcast::Receiver<ServerHint> {
        self.server_hints.subscribe()
    }

    /// Stores what is still queued, then releases all games and leaves.
    pub(crate) async fn leave(&self, store: &Store) {
        self.flush_notices().await;
        if let Err(error) = store.remove_node(self.node()).await {
            tracing::warn!(%error, "cannot release the games of this node; others take over soon");
        }
        self.publish(Hint::Lobby);
    }

    /// Presence not yet stored.
    fn take_presence(&self) -> Vec<NodePresence> {
        let node = self.node();
        let all = std::mem::take(&mut *lock(&self.presence));
        let one = |(game, (seats, watchers))| NodePresence { game, node, seats, watchers };
        all.into_iter().map(one).collect()
    }
}

fn keyed_hash(secret: &str, value: &impl Hash) -> u64 {
    // The secret comes first, so nobody else can choose values that collide.
    let mut hasher = DefaultHasher::new();
    secret.hash(&mut hasher);
    value.hash(&mut hasher);
    hasher.finish()
}
