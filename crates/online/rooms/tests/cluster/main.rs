//! Several nodes on one PostgreSQL store, with a bus that loses, repeats and reorders messages.

#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
mod failures;
mod games;
mod nats;
mod people;
#[path = "../../../server/tests/harness/postgres.rs"]
mod place;

use std::future::Future;
use std::time::Duration;

use abaque_lots::{Party, to_hex};
use abaque_protocol::{GameAct, GameStage};
use abaque_rooms::{
    BusConfig, BusFaults, ClusterConfig, LocalBus, Rooms, RoomsConfig, ServerClock, ValidTerms,
};
use abaque_store::{GameId, Store};
use common::{Guest, terms};
use place::TestDatabase;

/// Nothing gets through.
const SILENCE: BusFaults = BusFaults { lose: 100, repeat: 0, delay: Duration::ZERO };
/// A bad day.
const NOISE: BusFaults = BusFaults { lose: 25, repeat: 25, delay: Duration::from_millis(80) };

/// A database and a bus for nodes.
struct TestCluster {
    place: TestDatabase,
    bus: LocalBus,
    lease: Duration,
}

impl TestCluster {
    async fn new() -> TestCluster {
        let place = TestDatabase::new().await;
        TestCluster { place, bus: LocalBus::default(), lease: Duration::from_secs(2) }
    }

    async fn node(&self, name: &str) -> Rooms {
        open_node(self.place.url(), self.config(name)).await
    }

    fn config(&self, name: &str) -> ClusterConfig {
        ClusterConfig {
            lease: self.lease,
            poll: Duration::from_millis(400),
            ..ClusterConfig::new(name, BusConfig::Local(self.bus.clone()))
        }
    }

    /// A node with a thread of its own, which can stop or die.
    fn fragile_node(&self, name: &str) -> FragileNode {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap();
        let opening = open_node(self.place.url(), self.config(name));
        // The test's own runtime cannot block here.
        let open = || runtime.block_on(opening);
        let rooms = std::thread::scope(|scope| scope.spawn(open).join()).unwrap();
        FragileNode { runtime: Some(runtime), rooms }
    }
}

async fn open_node(url: String, cluster: ClusterConfig) -> Rooms {
    let store = Store::open_as_node(&url).await.unwrap();
    let clock = ServerClock::start_node(&store).await.unwrap().now_fn();
    let cluster = Some(cluster);
    let config = RoomsConfig { bot_threads: 1, clock, cluster, ..RoomsConfig::default() };
    Rooms::open(store, config).await.unwrap()
}

/// A node that can stop or die.
struct FragileNode {
    runtime: Option<tokio::runtime::Runtime>,
    rooms: Rooms,
}

impl FragileNode {
    /// Runs something on the node.
    async fn run<T: Send + 'static>(&self, work: impl Future<Output = T> + Send + 'static) -> T {
        self.runtime.as_ref().unwrap().spawn(work).await.unwrap()
    }

    /// Stops the whole node for a while, as SIGSTOP would.
    fn pause(&self, time: Duration) {
        self.runtime.as_ref().unwrap().spawn(async move { std::thread::sleep(time) });
    }

    /// Ends the node without a word.
    fn kill(mut self) {
        self.runtime.take().unwrap().shutdown_background();
    }
}

impl Drop for FragileNode {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Waits until something holds, for ten seconds at most.
async fn eventually<F: Future<Output = bool>>(what: &str, mut holds: impl FnMut() -> F) {
    for _ in 0..200 {
        if holds().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("not within ten seconds: {what}");
}

/// Receives until a state passes the test.
async fn until(guest: &mut Guest, what: &str, passes: impl Fn(&Guest) -> bool) {
    let waiting = async {
        while guest.table.is_none() || !passes(guest) {
            guest.receive().await;
        }
    };
    if tokio::time::timeout(Duration::from_secs(10), waiting).await.is_err() {
        panic!("not within ten seconds: {what}; {:?}", guest.table.as_ref().map(|t| &t.state));
    }
}

/// Two players of a running game, the first on `a`, the second on `b`.
async fn seated(
    a: &Rooms,
    b: &Rooms,
    spec: &str,
    clock: &str,
    rated: bool,
) -> (GameId, [Guest; 2]) {
    let one = Guest::new(a, "Ada").await;
    let other = Guest::new(b, "Boole").await;
    let id = GameId::random();
    let mut terms = terms(&id, spec, clock, vec![one.committed(&id, Party::A)]);
    terms.rated = rated;
    a.create(one.id, &ValidTerms::new(terms).unwrap(), None).await.unwrap();
    one.visitor.watch(&id, None).await.unwrap();
    other.visitor.watch(&id, None).await.unwrap();
    b.join(&id, other.id, Some(other.committed(&id, Party::B))).await.unwrap();
    // Both reveal at once, each on their own node.
    let reveal = async |guest: &Guest| {
        let seed = to_hex(&guest.seed);
        guest.act(&id, GameAct::Reveal { seed, other: None }).await
    };
    let (first, second) = tokio::join!(reveal(&one), reveal(&other));
    first.unwrap();
    second.unwrap();
    let mut both = [one, other];
    for guest in &mut both {
        until(guest, "the start", |guest| {
            guest.state().stage == GameStage::Playing && !guest.state().to_act.is_empty()
        })
        .await;
    }
    (id, both)
}
