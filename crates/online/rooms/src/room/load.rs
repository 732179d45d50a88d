//! Loads a room from the store.

use std::collections::HashMap;
use std::sync::Arc;

use abaque_core::Millis;
use abaque_lots::{from_hex, seal, to_hex};
use abaque_protocol::GameStage;
use abaque_store::{AppendOutcome, AppendRequest, GameId, GameStatus, Version};
use abaque_table::{Table, TableAct, Timestamp};

use super::Room;
use super::acts::MAX_LAG_PER_TURN_MS;
use super::delayed::DelayedTable;
use super::mailbox::WeakRoomHandle;
use super::replica::Replica;
use crate::act_log::LoggedAct;
use crate::room::viewers::Viewers;
use crate::rooms::RoomsInner;
use crate::terms::{GameSecret, StoredTerms, match_settings};
use crate::{RequestError, summary};

/// Initial and maximum lag credit of a player, in milliseconds.
pub(super) const MAX_LAG_CREDIT_MS: u64 = 2000;

impl Room {
    /// Loads a game and replays its acts.
    pub(crate) async fn load(
        rooms: Arc<RoomsInner>,
        id: &GameId,
        own: WeakRoomHandle,
    ) -> Result<Room, RequestError> {
        let game = rooms.store.game(id).await?.ok_or_else(RequestError::game_not_found)?;
        let stored_secret = rooms.store.game_secret(id).await?.unwrap_or_default();
        let (Some(terms), Some(secret)) =
            (StoredTerms::parse(&game.options), GameSecret::parse(&stored_secret))
        else {
            tracing::error!(game = %id, "stored game is unreadable");
            return Err(RequestError::unconfirmed());
        };
        let sits = summary::seats(&rooms.store, &game).await?;
        let mut room = Room {
            mailbox: own,
            game,
            stored_terms: terms,
            secret,
            stored_secret,
            seats: sits,
            table: None,
            delayed_table: None,
            version: Version::NONE,
            board_version: Version::NONE,
            plies_at: vec![0],
            take_back_version: Version::NONE,
            answered_keys: HashMap::new(),
            downtime_ms: 0,
            last_act: 0,
            accounted: 0,
            viewers: Viewers::default(),
            replica: Replica::default(),
            lag_credit_ms: [MAX_LAG_CREDIT_MS; 2],
            bot_turns: [None, None],
            unlogged_wait_ms: 0,
            latest_act_at: Timestamp(0),
            seals: [None, None],
            ratings: None,
            rooms,
        };
        room.replay().await?;
        if room.is_shared() {
            let marks = room.rooms.store.game_marks(std::slice::from_ref(id)).await?;
            room.replica.chat_seen = marks.first().map_or(0, |mark| mark.chat);
            room.refresh_presence().await?;
        }
        Ok(room)
    }

    /// Replays all stored acts from the start.
    pub(super) async fn replay(&mut self) -> Result<(), RequestError> {
        let (store, id) = (self.rooms.store.clone(), self.game.id.clone());
        let Some(started) = self.game.started else { return Ok(()) };
        let setting = match_settings(&self.game.spec, &self.game.clock, self.game.rated)?;
        let mut table = Table::new(setting, Timestamp(started as u64));
        let mut late =
            DelayedTable::new(self.stored_terms.delay, &table, Timestamp(started as u64));
        let (mut last, mut accounted) = (started, started);
        (self.version, self.board_version, self.take_back_version) = Default::default();
        self.downtime_ms = 0;
        (self.latest_act_at, self.unlogged_wait_ms) = (Timestamp(started as u64), 0);
        self.plies_at = vec![0];
        self.answered_keys.clear();
        let mut asked = None;
        for stored in store.acts(&id).await? {
            let Some(logged) = LoggedAct::parse(&stored.act) else {
                tracing::error!(game = %id, version = stored.version.0, "stored act is unreadable");
                return Err(RequestError::unconfirmed());
            };
            // Lots, a bot's wait and the automatic acceptance on a shared screen are stored with
            // the act they follow; the answer to the request was the version after all of them.
            let last_at = self.latest_act_at.0 as i64;
            let follows = self.follows_in_step(&logged, stored.at, last_at);
            if stored.key.is_some() || !follows {
                asked = stored.key;
            }
            if let Some(key) = &asked {
                self.answered_keys.insert(key.clone(), stored.version);
            }
            last = stored.at + self.downtime_ms as i64;
            if let LoggedAct::Woke { slept, until } = logged {
                self.downtime_ms += slept.0;
                accounted = until;
            }
            let at = Timestamp(stored.at as u64);
            self.replay_act(&mut table, &logged, at);
            if let Some(late) = &mut late {
                // The stored time is after lag compensation: the server may have learnt of the act
                // later.
                late.push(Timestamp(at.0 + MAX_LAG_PER_TURN_MS), at, vec![logged]);
            }
        }
        let playing = self.game.status == GameStatus::Playing;
        self.table = Some(table);
        self.delayed_table = late;
        (self.last_act, self.accounted) = (last, accounted);
        let slept = self.rooms.downtime.millis_since(last.max(accounted));
        // Among several nodes the driver logs it once it has the lease.
        if playing && slept > 0 && !self.is_shared() {
            self.log_downtime(slept).await?;
        }
        let now = self.now();
        while self.delayed_table.as_mut().is_some_and(|late| late.advance(now)) {}
        Ok(())
    }

    /// Applies one stored act.
    fn replay_act(&mut self, table: &mut Table, logged: &LoggedAct, at: Timestamp) {
        if let LoggedAct::Table(act) = logged
            && let Err(refused) = table.step(act.clone(), at)
        {
            // The act was accepted once, so the rules have changed since.
            tracing::error!(game = %self.game.id, ?refused, "stored act is refused");
        }
        self.count_act(table, logged, at, table.plies().len() as u32);
    }

    /// Advances the version by a stored act that left `plies` plies on the table.
    pub(super) fn count_act(
        &mut self,
        table: &Table,
        logged: &LoggedAct,
        at: Timestamp,
        plies: u32,
    ) {
        let before = self.plies_at.last().copied().unwrap_or_default();
        self.latest_act_at = self.latest_act_at.max(at);
        self.version = self.version.next();
        self.plies_at.push(plies);
        if plies != before || matches!(logged, LoggedAct::Table(TableAct::Play { .. })) {
            self.board_version = self.version;
        }
        if plies < before {
            self.take_back_version = self.version;
        }
        if let LoggedAct::Table(TableAct::Play { seat, ply, nonce: Some(nonce) }) = logged
            && let Some(nonce) = from_hex(nonce)
        {
            let letter = table.description().letters[seat.index()];
            let seal = seal(self.game.id.as_str(), letter, &nonce, ply);
            self.seals[seat.index()] = Some(to_hex(&seal));
        }
    }

    /// Adds the last outage to the game's downtime. Fails if the addition cannot be logged.
    pub(super) async fn settle_outage(&mut self) -> Result<(), RequestError> {
        if !self.drives() {
            return Ok(());
        }
        if self.stage() == GameStage::Seeds {
            if self.stored_terms.met.is_some_and(|met| self.rooms.downtime.millis_since(met) > 0) {
                self.sync_seed_deadline().await;
            }
            return Ok(());
        }
        let slept = self.rooms.downtime.millis_since(self.last_act.max(self.accounted));
        if slept == 0 || self.stage() != GameStage::Playing || self.rooms.writing.is_failing() {
            return Ok(());
        }
        let before = self.version;
        if let Err(refusal) = self.log_downtime(slept).await {
            tracing::warn!(game = %self.game.id, ?refusal, "cannot log an outage yet");
            self.reload().await;
            return Err(refusal);
        }
        self.send_step(before, &[]);
        Ok(())
    }

    /// Confirms that the store could save when something fell due: no flag may fall during an
    /// outage.
    pub(super) async fn confirm_due(&mut self, moment: i64) -> Result<(), RequestError> {
        self.rooms.check_writing(moment).await.map_err(|error| RequestError::from_store(&error))?;
        self.settle_outage().await
    }

    /// Logs downtime, during which no clock ran.
    async fn log_downtime(&mut self, slept: u64) -> Result<(), RequestError> {
        let until = self.rooms.now();
        let woke = LoggedAct::Woke { slept: Millis(slept), until };
        let at = until - self.downtime_ms as i64 - slept as i64;
        let before = self.downtime_ms;
        self.downtime_ms += slept;
        let append = AppendRequest {
            game: self.game.id.clone(),
            version: self.version.next(),
            acts: vec![(at, woke.to_json())],
            key: None,
            end: None,
            plies: self.table.as_ref().map_or(0, |table| table.plies().len() as u32),
            turn: self.table.as_ref().map(|table| self.pending_turn(table)),
            fence: self.fence(),
        };
        let stored = self.rooms.store.append(append).await;
        if matches!(stored, Ok(AppendOutcome::Fenced)) {
            self.drop_lease();
        }
        if !matches!(stored, Ok(AppendOutcome::Stored)) {
            self.downtime_ms = before;
            return Err(stored.err().map_or_else(RequestError::unconfirmed, RequestError::from));
        }
        self.accounted = until;
        self.version = self.version.next();
        self.plies_at.push(self.plies_at.last().copied().unwrap_or_default());
        let now = self.now();
        if let Some(late) = &mut self.delayed_table {
            late.push(now, Timestamp(at as u64), vec![woke]);
        }
        self.publish_change();
        Ok(())
    }
}
