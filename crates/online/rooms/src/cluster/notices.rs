//! Notices: messages for people and other news that must reach every node. They are stored, so a
//! lost hint only delays them.

use std::collections::HashMap;
use std::sync::{Arc, Weak};
use std::time::Duration;

use abaque_protocol::ServerMessage;
use abaque_store::PersonId;
use serde::{Deserialize, Serialize};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{sleep, timeout};

use super::ids::{WireGame, WirePerson};
use super::{Cluster, Hint};
use crate::room::RoomMessage;
use crate::rooms::{Rooms, RoomsInner};

/// Notices this much older than the last look are read again: of two, the earlier one may be
/// committed later.
const OVERLAP_MS: i64 = 15_000;
/// Notices are kept this long.
const KEPT_MS: i64 = 600_000;
/// Looks between two purges.
const LOOKS_PER_PURGE: u32 = 100;
/// Attempts to store a notice.
const ATTEMPTS: u32 = 20;
const RETRY: Duration = Duration::from_millis(500);
/// How long a stopping node waits for its notices to be stored.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(2);

/// News for all nodes.
#[derive(Serialize, Deserialize)]
#[serde(tag = "n", rename_all = "kebab-case")]
pub(crate) enum Notice {
    /// A message for all connections of a person.
    Person { person: WirePerson, message: ServerMessage },
    /// It is, or is no longer, a person's turn. Nodes with a room of the game know from the room.
    Turn { person: WirePerson, game: WireGame, yours: bool },
    /// A person has muted or unmuted the chat of a game.
    Muted { person: WirePerson, game: WireGame, on: bool },
    /// A person was deleted.
    PersonDeleted { person: WirePerson },
}

pub(super) enum NoticeJob {
    Store(Box<Notice>),
    /// Ends the writer once everything before is stored.
    Stop(oneshot::Sender<()>),
}

impl Cluster {
    pub(super) async fn flush_notices(&self) {
        let (done, flushed) = oneshot::channel();
        if self.notices.send(NoticeJob::Stop(done)).is_ok() {
            let _ = timeout(FLUSH_TIMEOUT, flushed).await;
        }
    }
}

/// Stores notices in order.
pub(super) async fn run_writer(
    rooms: Weak<RoomsInner>,
    cluster: Arc<Cluster>,
    mut jobs: mpsc::UnboundedReceiver<NoticeJob>,
) {
    while let Some(job) = jobs.recv().await {
        let notice = match job {
            NoticeJob::Store(notice) => notice,
            NoticeJob::Stop(done) => {
                let _ = done.send(());
                return;
            }
        };
        let text = serde_json::to_string(&notice).unwrap_or_default();
        for attempt in 1..=ATTEMPTS {
            let Some(inner) = rooms.upgrade() else { return };
            match inner.store.add_notice(cluster.node(), inner.clock_now(), &text).await {
                Ok(()) => {
                    cluster.publish(Hint::Notices);
                    break;
                }
                Err(error) if attempt == ATTEMPTS => {
                    tracing::error!(%error, "a notice for other nodes is lost");
                }
                Err(_) => {}
            }
            drop(inner);
            sleep(RETRY).await;
        }
    }
}

/// Delivers the notices of other nodes, when a hint tells and regularly.
pub(super) async fn run_reader(rooms: Weak<RoomsInner>, cluster: Arc<Cluster>) {
    let mut delivered: HashMap<i64, i64> = HashMap::new();
    let mut since = match rooms.upgrade() {
        Some(inner) => inner.clock_now(),
        None => return,
    };
    let start = since;
    for look in 1_u32.. {
        let Some(inner) = rooms.upgrade() else { return };
        if *inner.closed.lock().await {
            return;
        }
        let now = inner.clock_now();
        match inner.store.notices_since((since - OVERLAP_MS).max(start), cluster.node()).await {
            Ok(notices) => {
                since = now;
                for notice in notices {
                    if delivered.insert(notice.id, now).is_none()
                        && let Ok(notice) = serde_json::from_str(&notice.body)
                    {
                        Rooms::from_inner(inner.clone()).deliver(notice).await;
                    }
                }
                delivered.retain(|_, at| now - *at < 4 * OVERLAP_MS);
            }
            Err(error) => tracing::warn!(%error, "cannot read notices of other nodes"),
        }
        if look % LOOKS_PER_PURGE == 0
            && let Err(error) = inner.store.purge_notices(now - KEPT_MS).await
        {
            tracing::warn!(%error, "old notices not deleted");
        }
        drop(inner);
        tokio::select! {
            () = cluster.notices_now.notified() => {}
            () = sleep(cluster.poll) => {}
        }
    }
}

impl RoomsInner {
    /// Tells a person about a turn, unless a room here has done so.
    pub(super) fn deliver_turn(&self, person: PersonId, game: WireGame, yours: bool) {
        if self.find_room(&game.0).is_none() {
            self.connections.send_to(person, &ServerMessage::Turn { game: game.into(), yours });
        }
    }
}

impl Rooms {
    /// Acts on a notice of another node.
    async fn deliver(&self, notice: Notice) {
        let inner = &self.0;
        match notice {
            Notice::Person { person, message } => {
                inner.connections.send_to(person.into(), &message);
            }
            Notice::Turn { person, game, yours } => {
                inner.deliver_turn(person.into(), game, yours);
            }
            Notice::Muted { person, game, on } => {
                let person = person.into();
                if let Some(room) = inner.find_room(&game.0) {
                    let mute = RoomMessage::Mute { connection: 0, person: Some(person), on };
                    let _ = room.send(Box::new(mute)).await;
                }
                inner.connections.send_to(person, &ServerMessage::Muted { game: game.into(), on });
            }
            Notice::PersonDeleted { person } => self.forget_in_rooms(person.into()).await,
        }
    }
}
