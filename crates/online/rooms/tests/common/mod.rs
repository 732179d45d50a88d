//! A server with connected guests.

#![allow(dead_code, reason = "every test file uses its own part")]

pub(crate) mod machine;
pub(crate) mod test_rooms;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use abaque_core::{Lang, RandomSource, Seat, SplitMix};
use abaque_lots::{Party, commitment, to_hex};
use abaque_protocol::{GameAct, GameSnapshot, GameStage, GameState, Plies, ServerMessage};
use abaque_rooms::{
    Connection, GameTerms, Outbox, OutboxReceiver, RequestError, Rooms, RoomsConfig, ValidTerms,
};
use abaque_store::{GameId, NameOutcome, PersonId, Store};
use tokio::time::timeout;

pub(crate) async fn rooms(folder: &tempfile::TempDir) -> Rooms {
    let url = format!("sqlite:{}", folder.path().join("rooms.db").display());
    let store = Store::open(&url).await.unwrap();
    Rooms::open(store, RoomsConfig { bot_threads: 2, ..RoomsConfig::default() }).await.unwrap()
}

pub(crate) async fn person(rooms: &Rooms, name: &str) -> PersonId {
    match rooms.store().create_guest(name, 1).await.unwrap() {
        NameOutcome::Done(person) => person,
        NameOutcome::Taken => rooms.store().person_named(name).await.unwrap().unwrap().id,
    }
}

/// A connected user with the messages received so far.
pub(crate) struct Guest {
    pub(crate) id: PersonId,
    pub(crate) visitor: Connection,
    pub(crate) messages: OutboxReceiver,
    pub(crate) raw: Vec<Arc<str>>,
    pub(crate) table: Option<GameSnapshot>,
    pub(crate) seed: [u8; 32],
}

static KEYS: AtomicU64 = AtomicU64::new(1);

impl Guest {
    pub(crate) async fn new(rooms: &Rooms, name: &str) -> Guest {
        let id = person(rooms, name).await;
        let (outbox, messages) = Outbox::new();
        let visitor = rooms.connect(Some((id, name.to_owned())), Lang::En, outbox);
        Guest { id, visitor, messages, raw: Vec::new(), table: None, seed: [name.len() as u8; 32] }
    }

    /// Receives one message and updates the local copy of the game.
    pub(crate) async fn receive(&mut self) -> ServerMessage {
        let text =
            timeout(Duration::from_secs(20), self.messages.recv()).await.expect("silence").unwrap();
        self.raw.push(text.clone());
        let tell: ServerMessage = serde_json::from_str(&text).unwrap();
        match &tell {
            ServerMessage::Table(snapshot) => self.table = Some((**snapshot).clone()),
            ServerMessage::Step { after, plies, state, .. } => {
                let table = self.table.as_mut().expect("a step before the table");
                assert!(
                    *after <= table.state.version,
                    "a gap: {after} after {}",
                    table.state.version
                );
                extend(&mut table.plies, plies);
                table.state = (**state).clone();
            }
            ServerMessage::Version { version, .. } => {
                if let Some(table) = &mut self.table {
                    table.state.version = *version;
                }
            }
            _ => {}
        }
        tell
    }

    /// Receives all pending messages.
    pub(crate) async fn catch_up(&mut self) {
        while !self.messages.is_empty() {
            self.receive().await;
        }
    }

    pub(crate) fn state(&self) -> &GameState {
        &self.table.as_ref().expect("no table yet").state
    }

    pub(crate) fn yours(&self) -> &[Seat] {
        &self.table.as_ref().expect("no table yet").yours
    }

    /// Whether this guest is to act.
    pub(crate) fn is_due(&self) -> bool {
        self.state().to_act.iter().any(|seat| self.yours().contains(seat))
    }

    pub(crate) async fn act(&self, id: &GameId, act: GameAct) -> Result<u32, RequestError> {
        let key = KEYS.fetch_add(1, Ordering::Relaxed).to_string();
        let seen = self.table.as_ref().map_or(0, |table| table.state.version);
        self.visitor.act(id, seen, key, act).await
    }

    pub(crate) async fn play(&self, id: &GameId, ply: &str) -> Result<u32, RequestError> {
        self.act(id, GameAct::Play { ply: ply.into(), nonce: None }).await
    }

    /// Plays an action at random, a taking one if there is any; returns its version.
    pub(crate) async fn play_any(&self, id: &GameId, source: &mut SplitMix) -> u32 {
        let legal = self.state().legal.clone().unwrap();
        let spec = &self.table.as_ref().unwrap().info.spec;
        let mut game = abaque_catalog::open(spec).unwrap();
        let done = if legal[0].starts_with("setup:") {
            // Set-up: both are to act at once.
            let seat = self.yours()[0];
            if seat == Seat::Second {
                let first = game.random_action(source).unwrap();
                game.play(&first).unwrap();
            }
            let ply = game.random_action(source).unwrap();
            self.act(id, GameAct::Play { ply, nonce: Some(to_hex(&[seat.number(); 32])) }).await
        } else {
            let at = source.below(legal.len() as u64) as usize;
            let taking = legal.iter().find(|action| action.starts_with('x'));
            self.play(id, taking.unwrap_or(&legal[at])).await
        };
        done.unwrap()
    }

    pub(crate) fn committed(&self, id: &GameId, party: Party) -> String {
        to_hex(&commitment(id.as_str(), party, &self.seed))
    }
}

pub(crate) fn extend(known: &mut Plies, news: &Plies) {
    known.list.truncate(news.from as usize);
    assert_eq!(known.list.len(), news.from as usize, "plies are missing");
    known.list.extend(news.list.iter().cloned());
}

pub(crate) fn terms(id: &GameId, spec: &str, clock: &str, commitments: Vec<String>) -> GameTerms {
    let text = serde_json::json!({ "id": id.as_str(), "spec": spec, "clock": clock, "commitments": commitments });
    serde_json::from_value(text).unwrap()
}

/// Two guests at a running game.
pub(crate) async fn seated(
    rooms: &Rooms,
    spec: &str,
    clock: &str,
    rated: bool,
) -> (GameId, Guest, Guest) {
    seated_as(rooms, ["Ada", "Boole"], spec, clock, rated).await
}

/// Like [`seated`], with other names.
pub(crate) async fn seated_as(
    rooms: &Rooms,
    names: [&str; 2],
    spec: &str,
    clock: &str,
    rated: bool,
) -> (GameId, Guest, Guest) {
    let (mut one, mut other) =
        (Guest::new(rooms, names[0]).await, Guest::new(rooms, names[1]).await);
    let id = GameId::random();
    let mut terms = terms(&id, spec, clock, vec![one.committed(&id, Party::A)]);
    terms.rated = rated;
    rooms.create(one.id, &ValidTerms::new(terms).unwrap(), None).await.unwrap();
    one.visitor.watch(&id, None).await.unwrap();
    other.visitor.watch(&id, None).await.unwrap();
    rooms.join(&id, other.id, Some(other.committed(&id, Party::B))).await.unwrap();
    for guest in [&mut one, &mut other] {
        let seed = to_hex(&guest.seed);
        guest.act(&id, GameAct::Reveal { seed, other: None }).await.unwrap();
    }
    for guest in [&mut one, &mut other] {
        while guest.table.as_ref().is_none_or(|table| table.state.stage != GameStage::Playing) {
            guest.receive().await;
        }
    }
    (id, one, other)
}
