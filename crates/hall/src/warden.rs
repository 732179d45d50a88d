//! What goes on by itself: the heartbeat, flags that fall while nobody is there, the lobby's news.

use std::sync::Weak;
use std::time::Duration;

use abaque_protocol::Tell;
use abaque_store::GameId;
use tokio::time::{MissedTickBehavior, interval, sleep};

use crate::hall::{Hall, Inner};
use crate::{asleep, names};

/// How many late games are looked at in a second.
const LATE: u32 = 200;
/// How many games are counted at a time.
const UNCOUNTED: u32 = 50;
/// How often it is looked whether there are any.
const COUNTING: Duration = Duration::from_secs(600);
/// How many open games a lobby lists.
const OPEN: u32 = 100;

pub(crate) async fn beat(hall: Weak<Inner>) {
    let mut second = interval(Duration::from_secs(1));
    second.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        second.tick().await;
        let Some(inner) = hall.upgrade() else { return };
        let now = {
            let closed = inner.closed.lock().await;
            if *closed {
                return;
            }
            let now = inner.now();
            if let Err(error) = asleep::beat(&inner.store, now).await {
                tracing::error!(%error, "the heartbeat could not be noted");
            }
            now
        };
        match inner.store.due_games(now, LATE).await {
            Ok(late) => {
                let hall = Hall::of(inner);
                for game in late {
                    hall.poke(&game.id).await;
                }
            }
            Err(error) => tracing::error!(%error, "late games could not be read"),
        }
    }
}

/// Has games counted that ended without being so, because the server or the store went down just then: when the hall opens, and
/// now and again.
pub(crate) async fn count(hall: Weak<Inner>) {
    let mut last: Option<GameId> = None;
    loop {
        let Some(inner) = hall.upgrade() else { return };
        if *inner.closed.lock().await {
            return;
        }
        let left = inner.store.uncounted_games(last.as_ref(), UNCOUNTED).await;
        let hall = Hall::of(inner);
        match left {
            Ok(left) => {
                for game in &left {
                    hall.poke(&game.id).await;
                }
                // One that cannot be counted does not keep those after it waiting.
                last = left.into_iter().nth(UNCOUNTED as usize - 1).map(|game| game.id);
            }
            Err(error) => tracing::error!(%error, "games to be counted could not be read"),
        }
        drop(hall);
        sleep(if last.is_some() { Duration::from_secs(5) } else { COUNTING }).await;
    }
}

pub(crate) async fn news(hall: Weak<Inner>) {
    loop {
        let Some(inner) = hall.upgrade() else { return };
        let changed = async {
            inner.lobby.change.notified().await;
        };
        tokio::select! {
            () = changed => {}
            () = sleep(Duration::from_secs(5)) => continue,
        }
        if inner.lobby.has_listeners() {
            match open(&inner).await {
                Ok(tell) => inner.lobby.tell(&tell),
                Err(error) => tracing::error!(%error, "open games could not be read"),
            }
        }
        drop(inner);
        sleep(Duration::from_millis(250)).await;
    }
}

async fn open(inner: &Inner) -> Result<Tell, abaque_store::StoreError> {
    let mut open = Vec::new();
    for game in inner.store.open_games(OPEN).await? {
        let seats = names::seats(&inner.store, &game).await?;
        open.push(names::info(&game, seats));
    }
    Ok(Tell::Lobby { open })
}
