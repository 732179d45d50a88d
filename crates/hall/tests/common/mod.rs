//! A hall with people in it.

#![allow(dead_code, reason = "every test file uses its own part")]

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use abaque_core::Lang;
use abaque_hall::{Deal, Hall, HallConfig, Outbox, Refusal, Terms, Visitor};
use abaque_lots::{Party, commitment, to_hex};
use abaque_protocol::{Act, Plies, Snapshot, Stage, State, Tell};
use abaque_store::{GameId, Named, PersonId, Store};
use tokio::sync::mpsc;
use tokio::time::timeout;

pub(crate) async fn hall(folder: &tempfile::TempDir) -> Hall {
    let url = format!("sqlite:{}", folder.path().join("hall.db").display());
    let store = Store::open(&url).await.unwrap();
    Hall::open(store, HallConfig { thinkers: 2, ..HallConfig::default() }).await.unwrap()
}

pub(crate) async fn person(hall: &Hall, name: &str) -> PersonId {
    match hall.store().create_guest(name, 1).await.unwrap() {
        Named::Done(person) => person,
        Named::Taken => hall.store().person_named(name).await.unwrap().unwrap().id,
    }
}

/// Somebody connected, with what they have heard so far.
pub(crate) struct Guest {
    pub(crate) id: PersonId,
    pub(crate) visitor: Visitor,
    pub(crate) messages: mpsc::Receiver<Arc<str>>,
    pub(crate) raw: Vec<Arc<str>>,
    pub(crate) table: Option<Snapshot>,
    pub(crate) seed: [u8; 32],
}

static KEYS: AtomicU64 = AtomicU64::new(1);

impl Guest {
    pub(crate) async fn new(hall: &Hall, name: &str) -> Guest {
        let id = person(hall, name).await;
        let (outbox, messages, _) = Outbox::new();
        let visitor = hall.visit(Some((id, name.to_owned())), Lang::En, outbox);
        Guest { id, visitor, messages, raw: Vec::new(), table: None, seed: [name.len() as u8; 32] }
    }

    /// Hears one message and keeps its own picture of the game in step.
    pub(crate) async fn hear(&mut self) -> Tell {
        let text =
            timeout(Duration::from_secs(20), self.messages.recv()).await.expect("silence").unwrap();
        self.raw.push(text.clone());
        let tell: Tell = serde_json::from_str(&text).unwrap();
        match &tell {
            Tell::Table(snapshot) => self.table = Some((**snapshot).clone()),
            Tell::Step { after, plies, state, .. } => {
                let table = self.table.as_mut().expect("a step before the table");
                assert!(
                    *after <= table.state.version,
                    "a gap: {after} after {}",
                    table.state.version
                );
                extend(&mut table.plies, plies);
                table.state = (**state).clone();
            }
            Tell::Version { version, .. } => {
                if let Some(table) = &mut self.table {
                    table.state.version = *version;
                }
            }
            _ => {}
        }
        tell
    }

    /// Hears whatever there is.
    pub(crate) async fn catch_up(&mut self) {
        while !self.messages.is_empty() {
            self.hear().await;
        }
    }

    pub(crate) fn state(&self) -> &State {
        &self.table.as_ref().expect("no table yet").state
    }

    pub(crate) fn yours(&self) -> &[u8] {
        &self.table.as_ref().expect("no table yet").yours
    }

    /// Whether it is theirs to act.
    pub(crate) fn is_due(&self) -> bool {
        self.state().to_act.iter().any(|seat| self.yours().contains(seat))
    }

    pub(crate) async fn act(&self, id: &GameId, act: Act) -> Result<u32, Refusal> {
        let key = KEYS.fetch_add(1, Ordering::Relaxed).to_string();
        let seen = self.table.as_ref().map_or(0, |table| table.state.version);
        self.visitor.act(id, seen, key, act).await
    }

    pub(crate) async fn play(&self, id: &GameId, ply: &str) -> Result<u32, Refusal> {
        self.act(id, Act::Play { ply: ply.into(), nonce: None }).await
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

pub(crate) fn terms(id: &GameId, spec: &str, clock: &str, commitments: Vec<String>) -> Terms {
    let text = serde_json::json!({ "id": id.as_str(), "spec": spec, "clock": clock, "commitments": commitments });
    serde_json::from_value(text).unwrap()
}

/// Two people at a game that has begun.
pub(crate) async fn seated(
    hall: &Hall,
    spec: &str,
    clock: &str,
    rated: bool,
) -> (GameId, Guest, Guest) {
    let (mut one, mut other) = (Guest::new(hall, "Ada").await, Guest::new(hall, "Boole").await);
    let id = GameId::random();
    let mut terms = terms(&id, spec, clock, vec![one.committed(&id, Party::A)]);
    terms.rated = rated;
    hall.create(one.id, &Deal::new(terms).unwrap(), None).await.unwrap();
    one.visitor.watch(&id, None).await.unwrap();
    other.visitor.watch(&id, None).await.unwrap();
    hall.join(&id, other.id, Some(other.committed(&id, Party::B))).await.unwrap();
    for guest in [&mut one, &mut other] {
        let seed = to_hex(&guest.seed);
        guest.act(&id, Act::Reveal { seed, other: None }).await.unwrap();
    }
    for guest in [&mut one, &mut other] {
        while guest.table.as_ref().is_none_or(|table| table.state.stage != Stage::Playing) {
            guest.hear().await;
        }
    }
    (id, one, other)
}
