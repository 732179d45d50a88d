//! What goes on by itself: the heartbeat, flags that fall while nobody is there, the lobby's news.

use std::sync::Weak;
use std::time::Duration;

use abaque_protocol::Tell;
use tokio::time::{MissedTickBehavior, interval, sleep};

use crate::hall::{Hall, Inner};
use crate::{asleep, names};

/// How many late games are looked at in a second.
const LATE: u32 = 200;
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
