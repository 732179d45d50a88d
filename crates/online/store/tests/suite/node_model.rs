//! A model of several nodes that share one game, explored exhaustively.
//!
//! One player and the server take turns: at even versions the player moves, at odd ones the driver
//! of the game draws a lot. Every write travels to the database on its own, so it may arrive late,
//! after a takeover, or never: that covers a paused node, a cut connection and a crash. A node
//! learns of new acts only by reading the database; a hint on the bus can do no more than make it
//! read earlier, so lost, late and repeated hints are covered by reading at any time.
//!
//! The database decides about a write by [`GameHead::decide`], as the store does. The decision about
//! a lease is SQL; [`Database::take_lease`] repeats it, and the last test here compares both with
//! PostgreSQL.

use abaque_core::{RandomSource, SplitMix};
use abaque_store::{AppendOutcome, GameHead, Version};
use stateright::{Checker, HasDiscoveries, Model, Property};

use super::postgres::on_postgres;
use super::{append, open_game};

const NODES: usize = 2;
/// Version at which the game is over: two moves, two lots.
const LAST_VERSION: u32 = 4;
/// Takeovers explored.
const MAX_FENCE: i64 = 2;
/// Writes under way at the same time.
const MAX_WRITES: usize = 2;

/// What an act is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum ActKind {
    /// The player's move, by the key of its request.
    Move { key: u8 },
    /// A lot, by the token it was stored under and the node that drew it.
    Lot { fence: i64, node: usize },
}

/// A write on its way to the database.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Write {
    node: usize,
    version: u32,
    act: ActKind,
}

/// The rows of one game and its nodes.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
struct Database {
    acts: Vec<ActKind>,
    fence: i64,
    driver: Option<usize>,
    /// Nodes whose registration has not expired.
    registered: [bool; NODES],
}

impl Database {
    fn version(&self) -> u32 {
        self.acts.len() as u32
    }

    /// Registers a node anew: games it drove before belong to nobody.
    fn register(&mut self, node: usize) {
        self.registered[node] = true;
        self.driver = self.driver.filter(|driver| *driver != node);
    }

    /// Makes a node the driver unless another registered node is.
    fn take_lease(&mut self, node: usize) -> Option<i64> {
        let free = self.driver.is_none_or(|driver| driver == node || !self.registered[driver]);
        if !free || !self.registered[node] {
            return None;
        }
        (self.driver, self.fence) = (Some(node), self.fence + 1);
        Some(self.fence)
    }

    fn store(&mut self, write: Write, rules: Rules) -> AppendOutcome {
        let same_key = |act: &ActKind| {
            matches!((act, write.act),
            (ActKind::Move { key }, ActKind::Move { key: own }) if *key == own)
        };
        let stored = self.acts.iter().position(same_key).map(|place| Version(place as u32 + 1));
        let fence = match write.act {
            ActKind::Lot { fence, .. } => Some(fence),
            ActKind::Move { .. } => None,
        };
        let head = GameHead { version: Version(self.version()), fence: self.fence };
        let outcome = head.decide(
            stored.filter(|_| rules != Rules::WithoutKeys),
            Version(if rules == Rules::WithoutVersions {
                self.version() + 1
            } else {
                write.version
            }),
            fence.filter(|_| rules != Rules::WithoutFences),
        );
        if outcome == AppendOutcome::Stored {
            self.acts.push(write.act);
        }
        outcome
    }
}

/// What a node knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
struct Node {
    /// Version of its copy of the game.
    known: u32,
    /// Token it believes to be current.
    lease: Option<i64>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct State {
    database: Database,
    nodes: [Node; NODES],
    /// In order of nothing: any of them may arrive next.
    writes: Vec<Write>,
    /// Keys confirmed to the player.
    confirmed: Vec<u8>,
    /// A lot was stored by a node that no longer drove the game.
    stale_lot: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Step {
    /// The player sends the move, or sends it again, to any node.
    Ask { node: usize },
    /// The driver draws a lot.
    Draw { node: usize },
    /// A write reaches the database; the player may not hear of it.
    Arrive { place: usize, answered: bool },
    /// A write is lost with its connection.
    Lose { place: usize },
    /// A node reads the new acts.
    Read { node: usize },
    /// A node tries to become the driver.
    TakeLease { node: usize },
    /// A node's registration runs out, whatever the node believes.
    Expire { node: usize },
    /// A node registers, as after a start.
    Register { node: usize },
    /// A node crashes and forgets everything.
    Crash { node: usize },
}

/// Which of the database's checks are made; the model must notice when one is missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rules {
    All,
    WithoutVersions,
    WithoutKeys,
    WithoutFences,
}

struct Cluster(Rules);

impl State {
    /// Key of the request that the player has not seen confirmed.
    fn open_key(&self) -> u8 {
        self.confirmed.len() as u8
    }
}

impl Cluster {
    fn arrive(&self, state: &mut State, write: Write, answered: bool) {
        let current = state.database.fence;
        match state.database.store(write, self.0) {
            AppendOutcome::Stored | AppendOutcome::AlreadyStored { .. } => match write.act {
                ActKind::Move { key } if answered && !state.confirmed.contains(&key) => {
                    state.confirmed.push(key);
                }
                ActKind::Lot { fence, .. } => state.stale_lot |= fence != current,
                ActKind::Move { .. } => {}
            },
            AppendOutcome::Fenced => state.nodes[write.node].lease = None,
            _ => {}
        }
    }

    /// Whether the game ends when nothing fails any more: writes under way are lost, one node goes
    /// on alone.
    fn can_finish(&self, state: &State) -> bool {
        let mut state = state.clone();
        state.writes.clear();
        state.database.registered = [true, false];
        let node = 0;
        for _ in 0..=2 * LAST_VERSION {
            state.nodes[node].known = state.database.version();
            let version = state.database.version();
            if version >= LAST_VERSION {
                return true;
            }
            let act = match version % 2 {
                0 => ActKind::Move { key: state.open_key() },
                _ => match state.database.take_lease(node) {
                    Some(fence) => ActKind::Lot { fence, node },
                    None => return false,
                },
            };
            self.arrive(&mut state, Write { node, version: version + 1, act }, true);
        }
        false
    }
}

impl Model for Cluster {
    type State = State;
    type Action = Step;

    fn init_states(&self) -> Vec<State> {
        vec![State {
            database: Database { registered: [true; NODES], ..Database::default() },
            nodes: [Node::default(); NODES],
            writes: Vec::new(),
            confirmed: Vec::new(),
            stale_lot: false,
        }]
    }

    fn actions(&self, state: &State, steps: &mut Vec<Step>) {
        for node in 0..NODES {
            let Node { known, lease } = state.nodes[node];
            if known < LAST_VERSION && state.writes.len() < MAX_WRITES {
                match known % 2 {
                    0 => steps.push(Step::Ask { node }),
                    _ if lease.is_some() => steps.push(Step::Draw { node }),
                    _ => {}
                }
            }
            if known < state.database.version() {
                steps.push(Step::Read { node });
            }
            if lease.is_none() && state.database.fence < MAX_FENCE {
                steps.push(Step::TakeLease { node });
            }
            if state.database.registered[node] {
                steps.push(Step::Expire { node });
            } else {
                steps.push(Step::Register { node });
            }
            if state.nodes[node] != Node::default() {
                steps.push(Step::Crash { node });
            }
        }
        for place in 0..state.writes.len() {
            steps.push(Step::Arrive { place, answered: true });
            steps.push(Step::Arrive { place, answered: false });
            steps.push(Step::Lose { place });
        }
    }

    fn next_state(&self, last: &State, step: Step) -> Option<State> {
        let mut state = last.clone();
        match step {
            Step::Ask { node } => {
                let version = state.nodes[node].known + 1;
                let act = ActKind::Move { key: state.open_key() };
                state.writes.push(Write { node, version, act });
            }
            Step::Draw { node } => {
                let version = state.nodes[node].known + 1;
                let fence = state.nodes[node].lease?;
                state.writes.push(Write { node, version, act: ActKind::Lot { fence, node } });
            }
            Step::Arrive { place, answered } => {
                let write = state.writes.remove(place);
                self.arrive(&mut state, write, answered);
            }
            Step::Lose { place } => drop(state.writes.remove(place)),
            Step::Read { node } => state.nodes[node].known = state.database.version(),
            Step::TakeLease { node } => {
                state.nodes[node].lease = Some(state.database.take_lease(node)?);
            }
            Step::Expire { node } => state.database.registered[node] = false,
            Step::Register { node } => state.database.register(node),
            Step::Crash { node } => state.nodes[node] = Node::default(),
        }
        state.writes.sort_unstable();
        state.writes.dedup();
        state.confirmed.sort_unstable();
        (state != *last).then_some(state)
    }

    fn within_boundary(&self, state: &State) -> bool {
        state.database.version() <= LAST_VERSION
    }

    fn properties(&self) -> Vec<Property<Cluster>> {
        vec![
            Property::always("moves and lots take turns", |_, state: &State| {
                state.database.acts.iter().enumerate().all(|(version, act)| match act {
                    ActKind::Move { .. } => version % 2 == 0,
                    ActKind::Lot { .. } => version % 2 == 1,
                })
            }),
            Property::always("no request is carried out twice", |_, state: &State| {
                let keys: Vec<u8> = state.database.acts.iter().filter_map(move_key).collect();
                keys.iter().enumerate().all(|(place, key)| !keys[..place].contains(key))
            }),
            Property::always("nothing confirmed is lost", |_, state: &State| {
                let keys: Vec<u8> = state.database.acts.iter().filter_map(move_key).collect();
                state.confirmed.iter().all(|key| keys.contains(key))
            }),
            Property::always("only the driver draws lots", |_, state: &State| !state.stale_lot),
            Property::always("a token has one owner", |_, state: &State| {
                let lots: Vec<(i64, usize)> = state.database.acts.iter().filter_map(lot).collect();
                lots.iter().all(|(fence, node)| {
                    lots.iter().all(|(other, owner)| fence != other || node == owner)
                })
            }),
            Property::always("no copy is ahead of the database", |_, state: &State| {
                state.nodes.iter().all(|node| node.known <= state.database.version())
            }),
            Property::always("no game is stuck for good", |model: &Cluster, state: &State| {
                model.can_finish(state)
            }),
            Property::sometimes("games end", |_, state: &State| {
                state.database.version() == LAST_VERSION
            }),
            Property::sometimes("games end after a takeover", |_, state: &State| {
                let lots: Vec<(i64, usize)> = state.database.acts.iter().filter_map(lot).collect();
                matches!(lots[..], [(_, one), (_, other)] if one != other)
            }),
            Property::sometimes("a driver is fenced off", |_, state: &State| {
                state
                    .nodes
                    .iter()
                    .any(|node| node.lease.is_some_and(|own| own < state.database.fence))
            }),
        ]
    }
}

fn move_key(act: &ActKind) -> Option<u8> {
    match act {
        ActKind::Move { key } => Some(*key),
        ActKind::Lot { .. } => None,
    }
}

fn lot(act: &ActKind) -> Option<(i64, usize)> {
    match act {
        ActKind::Lot { fence, node } => Some((*fence, *node)),
        ActKind::Move { .. } => None,
    }
}

#[test]
fn the_model_holds_in_every_order_of_events() {
    let checker = Cluster(Rules::All).checker().threads(2).spawn_bfs().join();
    checker.assert_properties();
    assert!(checker.unique_state_count() > 10_000, "{}", checker.unique_state_count());
}

#[test]
fn the_model_notices_a_missing_check() {
    for (rules, broken) in [
        (Rules::WithoutVersions, "moves and lots take turns"),
        (Rules::WithoutKeys, "no request is carried out twice"),
        (Rules::WithoutFences, "only the driver draws lots"),
    ] {
        let builder = Cluster(rules).checker().threads(2);
        let checker = builder.finish_when(HasDiscoveries::AnyFailures).spawn_bfs().join();
        assert!(checker.discovery(broken).is_some(), "{rules:?}: {broken}");
    }
}

/// Number of random steps compared with PostgreSQL.
const COMPARED_STEPS: usize = 400;

#[test]
fn postgres_decides_as_the_model_does() {
    on_postgres(|store| async move {
        let game = open_game(&store).await;
        let mut random = SplitMix(18);
        let mut model = Database::default();
        let mut ids = [0; NODES];
        let mut outcomes = std::collections::BTreeSet::new();
        for step in 0..COMPARED_STEPS {
            let node = random.below(NODES as u64) as usize;
            match random.below(5) {
                0 if model.registered[node] => {
                    // A lease that ends in the past.
                    assert!(store.renew_node(ids[node], -1_000, 0).await.unwrap());
                    model.registered[node] = false;
                }
                0 => {
                    ids[node] = store.register_node("a node", 600_000).await.unwrap().id;
                    model.register(node);
                }
                1 => {
                    let taken = store.take_lease(&game, ids[node]).await.unwrap();
                    assert_eq!(taken, model.take_lease(node), "step {step}");
                    outcomes.insert(if taken.is_some() { "taken" } else { "not taken" }.to_owned());
                }
                _ => {
                    let version = (model.version() + random.below(3) as u32).max(1);
                    let fence = model.fence - random.below(2) as i64;
                    let key = random.below(u64::from(model.version()) + 2) as u8;
                    let act = match random.below(2) {
                        0 => ActKind::Move { key },
                        _ => ActKind::Lot { fence, node },
                    };
                    let mut request = append(&game, version, "act");
                    match act {
                        ActKind::Move { key } => request.key = Some(format!("key-{key}")),
                        ActKind::Lot { fence, .. } => request.fence = Some(fence),
                    }
                    let stored = store.append(request).await.unwrap();
                    let expected = model.store(Write { node, version, act }, Rules::All);
                    assert_eq!(stored, expected, "step {step}: {act:?} for version {version}");
                    outcomes.extend(format!("{stored:?}").split(' ').next().map(str::to_owned));
                }
            }
        }
        let all = ["AlreadyStored", "Fenced", "Stored", "VersionConflict", "not taken", "taken"];
        assert!(outcomes.iter().eq(all), "{outcomes:?}");
    });
}
