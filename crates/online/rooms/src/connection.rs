//! Client connections: their subscriptions, requests and outgoing messages.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use abaque_core::{Lang, message};
use abaque_protocol::{GameAct, ServerMessage};
use abaque_store::{GameId, PersonId, Version};
use tokio::sync::oneshot;

use crate::RequestError;
use crate::cluster::Notice;
use crate::outbox::{Outbox, encode};
use crate::room::{Requester, RoomMessage};
use crate::rooms::{Rooms, lock};

/// A client connection.
pub struct Connection {
    rooms: Rooms,
    id: u64,
    person: Option<PersonId>,
    name: String,
    lang: Lang,
    outbox: Outbox,
    /// Estimated one-way latency in milliseconds.
    lag_ms: AtomicU64,
    /// Games watched, each with its mute state.
    watched: Mutex<Vec<(GameId, bool)>>,
}

/// Connections of known users, by user.
#[derive(Default)]
pub(crate) struct ConnectedPeople(Mutex<HashMap<PersonId, Vec<(u64, Outbox)>>>);

impl ConnectedPeople {
    /// Sends a message to all connections of a user.
    pub(crate) fn send_to(&self, person: PersonId, message: &ServerMessage) {
        let text = encode(message);
        if let Some(list) = lock(&self.0).get(&person) {
            for (_, outbox) in list {
                outbox.send_text(&text);
            }
        }
    }

    /// Sends a message to those connections of a user that pass the test.
    pub(crate) fn send_to_some(
        &self,
        person: PersonId,
        message: &ServerMessage,
        passes: impl Fn(u64) -> bool,
    ) {
        if let Some(list) = lock(&self.0).get(&person) {
            let text = encode(message);
            for (_, outbox) in list.iter().filter(|(id, _)| passes(*id)) {
                outbox.send_text(&text);
            }
        }
    }

    /// Users with at least one connection.
    pub(crate) fn people(&self) -> Vec<PersonId> {
        lock(&self.0).keys().copied().collect()
    }

    fn add(&self, person: PersonId, id: u64, outbox: Outbox) {
        lock(&self.0).entry(person).or_default().push((id, outbox));
    }

    fn remove(&self, person: PersonId, id: u64) {
        let mut all = lock(&self.0);
        if let Some(list) = all.get_mut(&person) {
            list.retain(|(other, _)| *other != id);
            if list.is_empty() {
                all.remove(&person);
            }
        }
    }
}

impl Connection {
    pub(crate) fn new(
        rooms: Rooms,
        id: u64,
        person: Option<(PersonId, String)>,
        lang: Lang,
        outbox: Outbox,
    ) -> Connection {
        let (person, name) = person.map_or((None, String::new()), |(id, name)| (Some(id), name));
        if let Some(person) = person {
            rooms.0.connections.add(person, id, outbox.clone());
        }
        let lag = AtomicU64::new(0);
        Connection { rooms, id, person, name, lang, outbox, lag_ms: lag, watched: Mutex::default() }
    }

    /// Subscribes to a game; `have` is the last version the client has.
    pub async fn watch(&self, id: &GameId, have: Option<u32>) -> Result<(), RequestError> {
        let known = self.mute_state(id);
        let muted = match self.person {
            Some(person) => self.rooms.store().is_muted(id, person).await?,
            None => known.unwrap_or(false),
        };
        let message = RoomMessage::Watch {
            connection: self.id,
            asker: self.requester(),
            have: have.map(Version),
            muted,
            outbox: self.outbox.clone(),
        };
        self.rooms.send(id, message).await?;
        if known.is_none() {
            lock(&self.watched).push((id.clone(), muted));
        }
        Ok(())
    }

    /// Mute state of a game; `None` if this connection does not watch it.
    fn mute_state(&self, id: &GameId) -> Option<bool> {
        lock(&self.watched).iter().find(|(watched, _)| watched == id).map(|(_, muted)| *muted)
    }

    /// Mutes or unmutes the chat of a watched game. For known users the setting is stored and
    /// covers all their connections.
    pub async fn mute(&self, id: &GameId, on: bool) -> Result<(), RequestError> {
        let mut known = false;
        for (_, muted) in lock(&self.watched).iter_mut().filter(|(watched, _)| watched == id) {
            (known, *muted) = (true, on);
        }
        if !known {
            return Err(RequestError::new(
                "not-watched",
                409,
                message!(
                    "you are not watching this game: watch it first",
                    "vous ne suivez pas cette partie\u{a0}: suivez-la d'abord"
                ),
            ));
        }
        let message = ServerMessage::Muted { game: id.as_str().to_owned(), on };
        match self.person {
            Some(person) => {
                self.rooms.store().set_muted(id, person, on).await?;
                self.rooms.0.connections.send_to(person, &message);
                if let Some(cluster) = &self.rooms.0.cluster {
                    cluster.send_notice(Notice::Muted {
                        person: person.into(),
                        game: id.into(),
                        on,
                    });
                }
            }
            None => drop(self.outbox.send(&message)),
        }
        self.rooms
            .send(id, RoomMessage::Mute { connection: self.id, person: self.person, on })
            .await
    }

    /// Number of games watched.
    pub fn watched_count(&self) -> usize {
        lock(&self.watched).len()
    }

    /// Unsubscribes from a game.
    pub async fn leave(&self, id: &GameId) {
        lock(&self.watched).retain(|(watched, _)| watched != id);
        let _ = self.rooms.send(id, RoomMessage::Leave { connection: self.id }).await;
    }

    /// Performs an act in a game; returns the version it led to.
    pub async fn act(
        &self,
        id: &GameId,
        seen: u32,
        key: String,
        act: GameAct,
    ) -> Result<u32, RequestError> {
        let (answer, reply) = oneshot::channel();
        let lag = self.lag_ms.load(Ordering::Relaxed);
        self.rooms
            .send(
                id,
                RoomMessage::Act {
                    asker: self.requester(),
                    seen: Version(seen),
                    key,
                    act,
                    lag,
                    answer,
                },
            )
            .await?;
        Ok(reply.await.map_err(|_| RequestError::unconfirmed())??.0)
    }

    /// Sends a chat line.
    pub async fn say(&self, id: &GameId, text: String) -> Result<(), RequestError> {
        let person = self.person.ok_or_else(RequestError::not_a_player)?;
        let (answer, reply) = oneshot::channel();
        self.rooms
            .send(id, RoomMessage::Say { person, name: self.name.clone(), text, answer })
            .await?;
        reply.await.map_err(|_| RequestError::unconfirmed())?
    }

    /// Subscribes to the lobby or unsubscribes from it.
    pub fn set_lobby(&self, on: bool) {
        let lobby = &self.rooms.0.lobby;
        if on { lobby.subscribe(self.id, self.outbox.clone()) } else { lobby.unsubscribe(self.id) }
    }

    /// Updates the latency estimate from a round trip in milliseconds, half of which is one way.
    pub fn record_round_trip(&self, round_trip: u64) {
        let before = self.lag_ms.load(Ordering::Relaxed);
        let half = round_trip / 2;
        let mean = if before == 0 { half } else { (before * 3 + half) / 4 };
        self.lag_ms.store(mean, Ordering::Relaxed);
    }

    /// Queue of outgoing messages.
    pub fn outbox(&self) -> &Outbox {
        &self.outbox
    }

    /// Language of the user.
    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// Unsubscribes from everything and drops the connection.
    pub async fn close(self) {
        self.set_lobby(false);
        if let Some(person) = self.person {
            self.rooms.0.connections.remove(person, self.id);
        }
        let watched = std::mem::take(&mut *lock(&self.watched));
        for (id, _) in watched {
            // A room that is not loaded has no viewers to remove.
            if let Some(room) = self.rooms.0.find_room(&id) {
                let _ = room.send(Box::new(RoomMessage::Leave { connection: self.id })).await;
            }
        }
    }

    fn requester(&self) -> Requester {
        Requester { person: self.person, lang: self.lang }
    }
}
