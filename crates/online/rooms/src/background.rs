//! Background tasks: heartbeat, overdue clocks, uncounted and abandoned games, lobby updates.

use std::sync::Weak;
use std::time::Duration;

use abaque_protocol::ServerMessage;
use abaque_store::GameId;
use tokio::time::{MissedTickBehavior, interval, sleep};

use crate::rooms::{Rooms, RoomsInner};
use crate::{summary, writing};

/// Overdue games handled per second.
const MAX_DUE_GAMES_PER_TICK: u32 = 200;
/// Games counted per pass.
const MAX_UNCOUNTED_PER_PASS: u32 = 50;
/// Poll interval for uncounted games.
const UNCOUNTED_POLL_INTERVAL: Duration = Duration::from_secs(600);
/// Open games listed in the lobby.
const MAX_OPEN_GAMES_LISTED: u32 = 100;
/// Inactivity after which a guest's solo game is abandoned.
pub(crate) const GUEST_ABANDON_MS: i64 = 7 * DAY_MS;
/// Inactivity after which a solo game of an account is abandoned.
pub(crate) const ACCOUNT_ABANDON_MS: i64 = 30 * DAY_MS;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// Abandoned games aborted per sweep.
pub(crate) const MAX_ABANDONED_PER_SWEEP: u32 = 200;
const SWEEP_INTERVAL: Duration = Duration::from_secs(3600);

pub(crate) async fn run_heartbeat(rooms: Weak<RoomsInner>) {
    let mut second = interval(Duration::from_secs(1));
    second.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        second.tick().await;
        let Some(inner) = rooms.upgrade() else { return };
        let saved = {
            let closed = inner.closed.lock().await;
            if *closed {
                return;
            }
            inner.check_writing(inner.clock_now()).await
        };
        if saved.is_err() {
            // No flag falls during an outage.
            drop(inner);
            sleep(writing::RETRY).await;
            second.reset_immediately();
            continue;
        }
        let due = match &inner.cluster {
            None => inner.store.due_games(inner.now(), MAX_DUE_GAMES_PER_TICK).await,
            Some(cluster) => {
                let (node, now) = (cluster.node(), inner.now());
                inner.store.due_games_of_node(node, now, MAX_DUE_GAMES_PER_TICK).await
            }
        };
        match due {
            Ok(late) => {
                let rooms = Rooms::from_inner(inner);
                for game in late {
                    rooms.tick(&game.id).await;
                }
            }
            Err(error) => tracing::error!(%error, "cannot read overdue games"),
        }
    }
}

/// Counts finished games whose count was lost because the server or the store went down: on
/// startup, then periodically.
pub(crate) async fn count_leftover_games(rooms: Weak<RoomsInner>) {
    let mut last: Option<GameId> = None;
    loop {
        let Some(inner) = rooms.upgrade() else { return };
        if *inner.closed.lock().await {
            return;
        }
        let left = inner.store.uncounted_games(last.as_ref(), MAX_UNCOUNTED_PER_PASS).await;
        let rooms = Rooms::from_inner(inner);
        match left {
            Ok(left) => {
                for game in &left {
                    rooms.tick(&game.id).await;
                }
                // A game that cannot be counted must not block those after it.
                last =
                    left.into_iter().nth(MAX_UNCOUNTED_PER_PASS as usize - 1).map(|game| game.id);
            }
            Err(error) => tracing::error!(%error, "cannot read uncounted games"),
        }
        drop(rooms);
        sleep(if last.is_some() { Duration::from_secs(5) } else { UNCOUNTED_POLL_INTERVAL }).await;
    }
}

/// Aborts solo games untouched for long, so that forgotten games do not use up their owner's quota,
/// and ends games of people deleted by another process.
pub(crate) async fn run_abandoned_sweep(rooms: Weak<RoomsInner>) {
    let mut hour = interval(SWEEP_INTERVAL);
    hour.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        hour.tick().await;
        let Some(inner) = rooms.upgrade() else { return };
        if *inner.closed.lock().await {
            return;
        }
        let rooms = Rooms::from_inner(inner);
        if let Err(error) = rooms.sweep_abandoned().await {
            tracing::error!(%error, "cannot read abandoned games");
        }
        if let Err(error) = rooms.sweep_deleted().await {
            tracing::error!(%error, "cannot read games of deleted people");
        }
    }
}

pub(crate) async fn run_lobby_updates(rooms: Weak<RoomsInner>) {
    loop {
        let Some(inner) = rooms.upgrade() else { return };
        let changed = async {
            inner.lobby.change_notify.notified().await;
        };
        tokio::select! {
            () = changed => {}
            () = sleep(Duration::from_secs(5)) => continue,
        }
        if inner.lobby.has_listeners() {
            match lobby_message(&inner).await {
                Ok(message) => inner.lobby.broadcast(&message),
                Err(error) => tracing::error!(%error, "cannot read open games"),
            }
        }
        drop(inner);
        sleep(Duration::from_millis(250)).await;
    }
}

async fn lobby_message(inner: &RoomsInner) -> Result<ServerMessage, abaque_store::StoreError> {
    let games = inner.store.open_games(MAX_OPEN_GAMES_LISTED).await?;
    Ok(ServerMessage::Lobby { open: summary::summaries(&inner.store, &games).await? })
}
