//! Background tasks of a node: its registration, the hints of others, and polling for what hints
//! have not told.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};
use std::time::Duration;

use abaque_store::{GameId, NodePresence, Version};
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval, sleep};

use super::ids::WireGame;
use super::{BusEvent, Cluster, Envelope, Hint, ServerHint};
use crate::room::RoomMessage;
use crate::rooms::RoomsInner;

/// Renewals of the registration per lease.
const RENEWALS_PER_LEASE: u32 = 5;
/// Presence changes are collected for this long.
const PRESENCE_INTERVAL: Duration = Duration::from_millis(150);
/// Games per query.
const GAMES_PER_QUERY: usize = 500;

/// Renews the registration. A node whose registration has lapsed, because it was paused or could
/// not reach the store, drives nothing any more and registers again.
pub(super) async fn run_lease(rooms: Weak<RoomsInner>, cluster: Arc<Cluster>) {
    let mut again = interval(cluster.lease / RENEWALS_PER_LEASE);
    again.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        again.tick().await;
        let Some(inner) = rooms.upgrade() else { return };
        // Held during the renewal, so that none follows the end.
        let closed = inner.closed.lock().await;
        if *closed {
            return;
        }
        let lease_ms = cluster.lease.as_millis() as i64;
        match inner.store.renew_node(cluster.node(), lease_ms, inner.clock_now()).await {
            Ok(true) => {}
            Ok(false) => match inner.store.register_node(&cluster.name, lease_ms).await {
                Ok(registered) => {
                    tracing::warn!(node = cluster.name, "this node had lapsed and starts anew");
                    cluster.node.store(registered.id, Ordering::Relaxed);
                    cluster.poll_now.notify_one();
                }
                Err(error) => tracing::warn!(%error, "cannot register this node"),
            },
            Err(error) => tracing::warn!(%error, "cannot renew this node's registration"),
        }
    }
}

/// Acts on the hints of other nodes.
pub(super) async fn run_hints(
    rooms: Weak<RoomsInner>,
    cluster: Arc<Cluster>,
    mut incoming: mpsc::Receiver<BusEvent>,
) {
    while let Some(event) = incoming.recv().await {
        let Some(inner) = rooms.upgrade() else { return };
        let BusEvent::Message(message) = event else {
            cluster.poll_now.notify_one();
            cluster.notices_now.notify_one();
            continue;
        };
        let Ok(Envelope { from, hint }) = serde_json::from_slice(&message) else { continue };
        if from != cluster.sender {
            cluster.hints.fetch_add(1, Ordering::Relaxed);
            inner.take_hint(hint);
        }
    }
}

impl RoomsInner {
    /// Acts on one hint. A room that is busy misses it and learns the news by polling.
    fn take_hint(&self, hint: Hint) {
        let Some(cluster) = &self.cluster else { return };
        let to_room = |game: &GameId, message: RoomMessage| {
            if let Some(room) = self.find_room(game) {
                room.offer(message);
            }
        };
        match hint {
            Hint::Game { game, version, revision } => {
                to_room(&game.0, RoomMessage::Changed { version: Version(version), revision });
            }
            Hint::Due { game } => to_room(&game.0, RoomMessage::Tick),
            Hint::NewChat { game, person, players, text } => {
                self.quotas.note_chat_line(person.into(), &game.0, players, text, self.now());
            }
            Hint::Chat { game } => to_room(&game.0, RoomMessage::ChatWritten),
            Hint::Presence { game, node, seats, watchers, number } => {
                let presence = NodePresence { game: game.0.clone(), node, seats, watchers };
                to_room(&game.0, RoomMessage::PresenceElsewhere { presence, number });
            }
            Hint::Turn { person, game, yours } => self.deliver_turn(person.into(), game, yours),
            Hint::Lobby => self.lobby.notify_changed(),
            Hint::Notices => cluster.notices_now.notify_one(),
            Hint::NewGame { person } => self.quotas.note_new_game(person.into(), self.now()),
            Hint::Revoked => drop(cluster.server_hints.send(ServerHint::Revoked)),
            Hint::Spent { action, key } => {
                drop(cluster.server_hints.send(ServerHint::Spent { action, key }));
            }
            Hint::Unknown => {}
        }
    }

    /// Looks into the store for what hints have not told: one query for the games of all rooms, one
    /// for their viewers elsewhere, one for the lobby, one for downtime.
    async fn poll_store(&self, lobby: &mut String) -> Result<(), abaque_store::StoreError> {
        let Some(cluster) = &self.cluster else { return Ok(()) };
        for games in self.open_room_ids().chunks(GAMES_PER_QUERY) {
            let marks = self.store.game_marks(games).await?;
            let mut presence: HashMap<GameId, Vec<NodePresence>> = HashMap::new();
            for one in self.store.presence_elsewhere(games, cluster.node()).await? {
                presence.entry(one.game.clone()).or_default().push(one);
            }
            for mark in marks {
                let presence = presence.remove(&mark.id).unwrap_or_default();
                if let Some(room) = self.find_room(&mark.id) {
                    room.offer(RoomMessage::Polled { mark, presence });
                }
            }
        }
        if self.lobby.has_listeners() {
            let mark = self.store.lobby_mark().await?;
            if *lobby != mark {
                *lobby = mark;
                self.lobby.notify_changed();
            }
        }
        self.downtime.refresh(&self.store).await
    }
}

/// Polls the store regularly, and at once when the bus has come back.
pub(super) async fn run_poll(rooms: Weak<RoomsInner>, cluster: Arc<Cluster>) {
    let mut lobby = String::new();
    loop {
        tokio::select! {
            () = cluster.poll_now.notified() => {}
            () = sleep(cluster.poll) => {}
        }
        let Some(inner) = rooms.upgrade() else { return };
        if *inner.closed.lock().await {
            return;
        }
        if let Err(error) = inner.poll_store(&mut lobby).await {
            tracing::warn!(%error, "cannot look for changes by other nodes");
        }
    }
}

/// Stores who looks at which game here, and tells the others.
pub(super) async fn run_presence(rooms: Weak<RoomsInner>, cluster: Arc<Cluster>) {
    loop {
        tokio::select! {
            () = cluster.presence_changed.notified() => {}
            () = sleep(cluster.poll) => {}
        }
        sleep(PRESENCE_INTERVAL).await;
        let Some(inner) = rooms.upgrade() else { return };
        let all = cluster.take_presence();
        if all.is_empty() {
            continue;
        }
        if let Err(error) = inner.store.set_presence(all.clone()).await {
            tracing::warn!(%error, "cannot store who is present");
            for one in all {
                // Whatever changed since then counts.
                let mut waiting = crate::rooms::lock(&cluster.presence);
                waiting.entry(one.game).or_insert((one.seats, one.watchers));
            }
            continue;
        }
        for NodePresence { game, node, seats, watchers } in all {
            let number = cluster.presence_number.fetch_add(1, Ordering::Relaxed);
            let game = WireGame(game);
            cluster.publish(Hint::Presence { game, node, seats, watchers, number });
        }
    }
}
