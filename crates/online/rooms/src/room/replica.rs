//! A room as one of several: the same game may have rooms on other nodes. It follows what they
//! store, and drives the game while it holds the lease. Without a cluster none of this applies, and
//! the room always drives.

use std::collections::HashMap;
use std::time::Duration;

use abaque_core::{Seat, message};
use abaque_protocol::GameStage;
use abaque_store::{
    GameMark, GameStatus, NodePresence, Precondition, StoredAct, StoredGame, Version,
};
use abaque_table::{Table, TableAct, Timestamp};
use tokio::time::sleep;

use super::Room;
use crate::act_log::LoggedAct;
use crate::cluster::{Hint, Notice};
use crate::{RequestError, ratings};

/// Attempts at an act that other nodes' acts overtake.
pub(super) const MAX_ATTEMPTS: usize = 8;
/// How often and how long an act waits for the driver to apply what was due before it.
const DRIVER_CHECKS: u32 = 25;
const DRIVER_CHECK_INTERVAL: Duration = Duration::from_millis(100);

/// Code of [`overtaken_error`]; never leaves the room.
const OVERTAKEN: &str = "overtaken";

/// A token that no game has: a write with it is refused.
const NO_LEASE: i64 = -1;

/// The right to apply what time brings.
#[derive(Clone, Copy)]
pub(super) struct Lease {
    /// Number of the node when it took the lease.
    node: i64,
    /// Fencing token.
    fence: i64,
}

/// Viewers on another node.
pub(super) struct ViewersElsewhere {
    seats: [bool; 2],
    watchers: u32,
    /// Number of the last hint.
    number: u64,
}

/// What the room shares with other nodes.
#[derive(Default)]
pub(super) struct Replica {
    lease: Option<Lease>,
    /// Viewers by node.
    elsewhere: HashMap<i64, ViewersElsewhere>,
    /// Node number, seats and spectators last announced.
    announced: Option<(i64, [bool; 2], u32)>,
    /// Number of the newest chat line that the viewers here have.
    pub(super) chat_seen: i64,
}

impl Replica {
    pub(super) fn is_present(&self, seat: Seat) -> bool {
        self.elsewhere.values().any(|viewers| viewers.seats[seat.index()])
    }

    pub(super) fn watchers(&self) -> u32 {
        self.elsewhere.values().map(|viewers| viewers.watchers).sum()
    }
}

/// Another node stored something first: the room has caught up, and the request may be tried again.
pub(super) fn overtaken_error() -> RequestError {
    RequestError::new(
        OVERTAKEN,
        409,
        message!(
            "the game has changed since; try again",
            "la partie a changé entre-temps\u{a0}; réessayez"
        ),
    )
}

pub(super) fn is_overtaken(refusal: &RequestError) -> bool {
    refusal.code == OVERTAKEN
}

impl Room {
    pub(super) fn is_shared(&self) -> bool {
        self.rooms.cluster.is_some()
    }

    /// Whether this node applies what time brings.
    pub(super) fn drives(&self) -> bool {
        match (&self.rooms.cluster, &self.replica.lease) {
            (None, _) => true,
            (Some(cluster), Some(lease)) => lease.node == cluster.node(),
            (Some(_), None) => false,
        }
    }

    /// Fencing token for writes that only the driver may make; `None` without a cluster.
    pub(super) fn fence(&self) -> Option<i64> {
        let lease = self.replica.lease.as_ref();
        self.rooms.cluster.as_ref().map(|_| lease.map_or(NO_LEASE, |lease| lease.fence))
    }

    /// Condition of a change before the start: nothing has changed, and if the server makes the
    /// change by itself, this node drives the game.
    pub(super) fn unchanged(&self, is_asked: bool) -> Precondition {
        let fence = self.fence().filter(|_| !is_asked);
        Precondition { secret: Some(self.stored_secret.clone()), fence }
    }

    /// Takes the lease unless another node has it; returns whether this node drives the game.
    pub(super) async fn try_drive(&mut self) -> bool {
        if self.drives() {
            return true;
        }
        let Some(cluster) = self.rooms.cluster.clone() else { return true };
        self.drop_lease();
        let node = cluster.node();
        match self.rooms.store.take_lease(&self.game.id, node).await {
            Ok(Some(fence)) => {
                self.replica.lease = Some(Lease { node, fence });
                cluster.count_lease(true);
                // The driver before may have stored something last.
                self.catch_up().await.is_ok()
            }
            Ok(None) => false,
            Err(error) => {
                tracing::warn!(game = %self.game.id, %error, "cannot take the lease of a game");
                false
            }
        }
    }

    /// Gives up driving without telling the store.
    pub(super) fn drop_lease(&mut self) {
        if self.replica.lease.take().is_some()
            && let Some(cluster) = &self.rooms.cluster
        {
            cluster.count_lease(false);
            self.cancel_searches();
        }
    }

    /// Ends the room's part: releases the lease and removes its viewers.
    pub(super) async fn leave_cluster(&mut self) {
        let Some(cluster) = self.rooms.cluster.clone() else { return };
        if self.replica.announced.is_some_and(|(_, seats, count)| seats != [false; 2] || count > 0)
        {
            cluster.set_presence(&self.game.id, [false; 2], 0);
        }
        if let Some(Lease { fence, .. }) = self.replica.lease {
            self.drop_lease();
            if let Err(error) = self.rooms.store.release_lease(&self.game.id, fence).await {
                tracing::debug!(game = %self.game.id, %error, "cannot release a lease");
            }
        }
    }

    /// Tells the other nodes that the game has changed.
    pub(super) fn publish_change(&self) {
        if let Some(cluster) = &self.rooms.cluster {
            let (game, version) = ((&self.game.id).into(), self.version.0);
            cluster.publish(Hint::Game { game, version, revision: self.game.revision });
        }
    }

    /// Notes an own change before the start, and tells the other nodes.
    pub(super) fn note_revision(&mut self) {
        self.game.revision += 1;
        self.publish_change();
    }

    /// Another node has changed the game.
    pub(super) async fn on_changed(&mut self, version: Version, revision: u32) {
        if version > self.version || revision > self.game.revision {
            let _ = self.catch_up().await;
            self.advance().await;
        } else if self.game.status == GameStatus::Over && !self.game.counted {
            let _ = self.catch_up().await;
        }
    }

    /// Compares the room with the store.
    pub(super) async fn on_polled(&mut self, mark: GameMark, presence: Vec<NodePresence>) {
        let is_behind = mark.version > self.version
            || mark.revision > self.game.revision
            || mark.counted && !self.game.counted && self.game.status == GameStatus::Over;
        if is_behind {
            if let Some(cluster) = &self.rooms.cluster {
                cluster.count_recovered();
            }
            let _ = self.catch_up().await;
        }
        if mark.chat > self.replica.chat_seen {
            self.deliver_chat().await;
        }
        self.set_elsewhere(presence);
        self.announce();
        let needs_driver = matches!(self.stage(), GameStage::Seeds | GameStage::Playing);
        if needs_driver && !self.drives() && !mark.driven && self.try_drive().await {
            self.resume().await;
        } else {
            self.tick().await;
        }
    }

    /// Loads what other nodes have stored, and shows it to the viewers here as if it had happened
    /// here.
    pub(super) async fn catch_up(&mut self) -> Result<(), RequestError> {
        if !self.is_shared() {
            return Ok(());
        }
        let store = self.rooms.store.clone();
        let game = store.game(&self.game.id).await?.ok_or_else(RequestError::game_not_found)?;
        if game.revision != self.game.revision {
            self.reload().await;
            return Ok(());
        }
        if game.version > self.version {
            let mut acts = store.acts_from(&self.game.id, self.version.next()).await?;
            acts.retain(|act| act.version <= game.version);
            return self.follow(game, acts).await;
        }
        if game.counted && !self.game.counted && self.game.status == GameStatus::Over {
            self.game = game;
            self.load_ratings().await;
            self.send_snapshots();
        }
        Ok(())
    }

    /// Applies acts stored by other nodes, in the steps in which they were stored.
    async fn follow(&mut self, game: StoredGame, acts: Vec<StoredAct>) -> Result<(), RequestError> {
        let mut steps: Vec<Vec<(StoredAct, LoggedAct)>> = Vec::new();
        for stored in acts {
            let Some(logged) = LoggedAct::parse(&stored.act) else {
                tracing::error!(game = %game.id, version = stored.version.0, "stored act is unreadable");
                return Err(RequestError::unconfirmed());
            };
            let last_at = steps.last().and_then(|step| step.last()).map(|(act, _)| act.at);
            let is_part = stored.key.is_none()
                && last_at.is_some()
                && self.follows_in_step(&logged, stored.at, last_at.unwrap_or_default());
            match steps.last_mut().filter(|_| is_part) {
                Some(step) => step.push((stored, logged)),
                None => steps.push(vec![(stored, logged)]),
            }
        }
        let mut game = Some(game);
        let count = steps.len();
        for (number, step) in steps.into_iter().enumerate() {
            let next = step.first().map(|(act, _)| act.version);
            let Some(table) = self.table.clone().filter(|_| next == Some(self.version.next()))
            else {
                self.reload().await;
                return Ok(());
            };
            let newest = if number + 1 == count { game.take() } else { None };
            self.follow_step(table, step, newest).await;
        }
        self.drop_stale_searches();
        Ok(())
    }

    /// Whether an act is stored with the one before it: lots, a bot's wait, and the automatic
    /// acceptance on a shared screen.
    pub(super) fn follows_in_step(&self, logged: &LoggedAct, at: i64, last_at: i64) -> bool {
        match logged {
            LoggedAct::Table(TableAct::Lot { .. }) => true,
            LoggedAct::Table(TableAct::Accept { .. }) => self.game.hot_seat,
            LoggedAct::Woke { .. } => at == last_at,
            _ => false,
        }
    }

    /// Applies one step of another node; `newest` is the game's row after the last one.
    async fn follow_step(
        &mut self,
        mut table: Table,
        step: Vec<(StoredAct, LoggedAct)>,
        newest: Option<StoredGame>,
    ) {
        let (before, turns) = (self.version, self.seats_to_act());
        let shown = self.visible_states();
        let plies_before = table.plies().len();
        let key = step.first().and_then(|(act, _)| act.key.clone());
        let at = Timestamp(step.first().map_or(0, |(act, _)| act.at) as u64);
        let mut logged_acts = Vec::with_capacity(step.len());
        for (stored, logged) in step {
            let at = Timestamp(stored.at as u64);
            if let LoggedAct::Table(act) = &logged
                && let Err(refused) = table.step(act.clone(), at)
            {
                tracing::error!(game = %self.game.id, ?refused, "another node's act is refused");
            }
            self.last_act = stored.at + self.downtime_ms as i64;
            let plies = table.plies().len() as u32;
            self.count_act(&table, &logged, at, plies);
            self.apply_logged_wait(&logged);
            logged_acts.push(logged);
        }
        let shown = if plies_before == table.plies().len() { shown } else { Vec::new() };
        self.table = Some(table);
        let now = self.now();
        if let Some(late) = &mut self.delayed_table {
            late.push(now, at, logged_acts);
        }
        if let Some(key) = key {
            self.answered_keys.insert(key, self.version);
        }
        if let Some(newest) = newest {
            self.game = newest;
        }
        match self.game.status {
            GameStatus::Aborted => self.send_snapshots(),
            GameStatus::Over => {
                self.load_ratings().await;
                self.send_step(before, &shown);
            }
            GameStatus::Open | GameStatus::Playing => self.send_step(before, &shown),
        }
        self.notify_turns_here(turns);
    }

    /// Reads the ratings after a game that another node has counted.
    async fn load_ratings(&mut self) {
        if let Some(people) = self.rated_people().filter(|_| self.game.rated && self.game.counted) {
            match ratings::ratings_after(&self.rooms.store, &self.game, people).await {
                Ok(ratings) => self.ratings = Some(ratings),
                Err(error) => {
                    tracing::warn!(game = %self.game.id, %error, "cannot read new ratings");
                }
            }
        }
    }

    /// Waits until the driver has applied what was due before `at`.
    pub(super) async fn wait_for_driver(&mut self) -> Result<(), RequestError> {
        let Some(cluster) = self.rooms.cluster.clone() else { return Ok(()) };
        for _ in 0..DRIVER_CHECKS {
            cluster.publish(Hint::Due { game: (&self.game.id).into() });
            sleep(DRIVER_CHECK_INTERVAL).await;
            self.catch_up().await?;
            if self.time_is_up(self.now()).is_none() || self.try_drive().await {
                return Ok(());
            }
        }
        Err(RequestError::unconfirmed())
    }

    /// Players present and spectators on other nodes.
    fn presence_elsewhere(&self) -> ([bool; 2], u32) {
        (Seat::ALL.map(|seat| self.replica.is_present(seat)), self.replica.watchers())
    }

    /// A node tells who looks at the game there.
    pub(super) fn on_presence_hint(&mut self, presence: NodePresence, number: u64) {
        let NodePresence { node, seats, watchers, .. } = presence;
        let known = self.replica.elsewhere.get(&node);
        // Hints may arrive in any order.
        if known.is_some_and(|known| known.number > number) {
            return;
        }
        let before = self.presence_elsewhere();
        self.replica.elsewhere.insert(node, ViewersElsewhere { seats, watchers, number });
        self.on_presence_elsewhere(before);
    }

    /// Reads who looks at the game on other nodes.
    pub(super) async fn refresh_presence(&mut self) -> Result<(), RequestError> {
        let Some(cluster) = self.rooms.cluster.clone() else { return Ok(()) };
        let game = [self.game.id.clone()];
        let found = self.rooms.store.presence_elsewhere(&game, cluster.node()).await?;
        self.set_elsewhere(found);
        Ok(())
    }

    /// Replaces what is known of other nodes' viewers.
    fn set_elsewhere(&mut self, found: Vec<NodePresence>) {
        let before = self.presence_elsewhere();
        let known = std::mem::take(&mut self.replica.elsewhere);
        for NodePresence { node, seats, watchers, .. } in found {
            let number = known.get(&node).map_or(0, |known| known.number);
            self.replica.elsewhere.insert(node, ViewersElsewhere { seats, watchers, number });
        }
        self.on_presence_elsewhere(before);
    }

    fn on_presence_elsewhere(&mut self, before: ([bool; 2], u32)) {
        if self.presence_elsewhere() != before {
            self.note_absences(before.0);
            self.send_presence();
        }
    }

    /// Announces who looks at the game here, if that has changed.
    pub(super) fn announce(&mut self) {
        let Some(cluster) = &self.rooms.cluster else { return };
        let (seats, watchers) = self.viewers.presence();
        let now = (cluster.node(), seats, watchers);
        let is_new = self.replica.announced.is_none() && (seats != [false; 2] || watchers > 0);
        if is_new || self.replica.announced.is_some_and(|announced| announced != now) {
            cluster.set_presence(&self.game.id, seats, watchers);
            self.replica.announced = Some(now);
        }
    }

    /// Notifies a player on other nodes that the turn has come or gone. For one who looks at the
    /// game somewhere a hint is enough.
    pub(super) fn notify_turn_elsewhere(&self, seat: Seat, yours: bool) {
        let (Some(cluster), Some(person)) = (&self.rooms.cluster, self.person(seat)) else {
            return;
        };
        let (person, game) = (person.into(), (&self.game.id).into());
        if self.is_seat_present(seat) {
            cluster.publish(Hint::Turn { person, game, yours });
        } else {
            cluster.send_notice(Notice::Turn { person, game, yours });
        }
    }
}
