//! Ends games that a player has left for good: abandoned ones against bots and on a shared screen,
//! and those of deleted people.

use abaque_core::Seat;
use abaque_protocol::GameStage;
use abaque_store::{
    AppendOutcome, AppendRequest, GameEnding, GameStatus, PendingTurn, PersonId, SeatsToAct,
};
use abaque_table::TableAct;

use super::{Room, visibility};
use crate::act_log::LoggedAct;
use crate::{RequestError, summary};

impl Room {
    /// Aborts a game untouched since then: it has no winner, and its plies stay.
    pub(super) async fn abort_if_abandoned(&mut self, untouched_since: i64) {
        let alone = self.game.hot_seat
            || self.game.seats.first_bot.is_some()
            || self.game.seats.second_bot.is_some();
        let touched = self.to_server_time(self.latest_act_at).max(self.game.touched);
        if !alone || touched >= untouched_since || !self.try_drive().await {
            return;
        }
        match self.stage() {
            GameStage::Open | GameStage::Seeds => {
                if let Err(refusal) = self.abort_before_start(None).await {
                    tracing::warn!(game = %self.game.id, ?refusal, "an abandoned game stays");
                }
            }
            GameStage::Playing => self.abort_unfinished(self.only_seat()).await,
            GameStage::Over | GameStage::Aborted => {}
        }
    }

    /// The seat of the person in a game against a bot.
    fn only_seat(&self) -> Seat {
        if self.game.seats.first.is_some() { Seat::First } else { Seat::Second }
    }

    /// Ends the game if a player or the invited person is deleted, and takes their name off it: a
    /// running game counts as resigned, one that could still be aborted is.
    pub(super) async fn leave_deleted(&mut self, person: Option<PersonId>) {
        let seats = [self.game.seats.first, self.game.seats.second];
        let invited = self.stored_terms.invited.map(PersonId);
        let concerned = [seats[0], seats[1], invited];
        if person.is_some() && !concerned.contains(&person) {
            return;
        }
        let mut deleted = Vec::new();
        for person in concerned.into_iter().flatten() {
            match self.rooms.store.person(person).await {
                Ok(found) if found.as_ref().is_none_or(|found| found.closed) => {
                    deleted.push(person)
                }
                Ok(_) => {}
                Err(error) => {
                    tracing::error!(game = %self.game.id, %error, "cannot look up a player");
                    return;
                }
            }
        }
        if deleted.is_empty() {
            return;
        }
        let unfinished = !matches!(self.stage(), GameStage::Over | GameStage::Aborted);
        if unfinished
            && self.try_drive().await
            && let Err(refusal) = self.end_without(&deleted).await
        {
            tracing::warn!(game = %self.game.id, ?refusal, "a deleted player's game stays");
        }
        if let Ok(seats) = summary::seats(&self.rooms.store, &self.game).await {
            self.seats = seats;
            self.send_snapshots();
        }
    }

    async fn end_without(&mut self, deleted: &[PersonId]) -> Result<(), RequestError> {
        let is_gone = |person: Option<PersonId>| person.is_some_and(|one| deleted.contains(&one));
        let gone = [self.game.seats.first, self.game.seats.second].map(is_gone);
        match self.stage() {
            GameStage::Open | GameStage::Seeds => {
                let host = self.stored_terms.host();
                let joiner_left = self.stage() == GameStage::Seeds
                    && !deleted.contains(&host)
                    && self.can_reopen();
                if joiner_left {
                    self.free_seat(None).await
                } else {
                    self.abort_before_start(None).await
                }
            }
            GameStage::Playing => {
                let seat = if gone[0] { Seat::First } else { Seat::Second };
                let table = self.table.as_ref();
                if self.has_one_person() || table.is_some_and(visibility::is_abortable) {
                    self.abort_unfinished(seat).await;
                    return Ok(());
                }
                let now = self.now();
                self.apply_act(TableAct::Resign { seat }, now, None).await.map(drop)
            }
            GameStage::Over | GameStage::Aborted => Ok(()),
        }
    }

    async fn abort_unfinished(&mut self, seat: Seat) {
        let now = self.now();
        let append = AppendRequest {
            game: self.game.id.clone(),
            version: self.version.next(),
            acts: vec![(now.0 as i64, LoggedAct::Abort { seat }.to_json())],
            key: None,
            end: Some(GameEnding {
                at: self.to_server_time(now),
                status: GameStatus::Aborted,
                result: None,
                reason: None,
            }),
            plies: self.table.as_ref().map_or(0, |table| table.plies().len() as u32),
            turn: Some(PendingTurn { to_act: SeatsToAct::Nobody, deadline: None }),
            fence: self.fence(),
        };
        match self.rooms.store.append(append).await {
            Ok(AppendOutcome::Stored) => {
                let turns = self.seats_to_act();
                self.game.status = GameStatus::Aborted;
                self.version = self.version.next();
                self.plies_at.push(self.plies_at.last().copied().unwrap_or_default());
                self.drop_stale_searches();
                self.publish_change();
                self.send_snapshots();
                self.notify_turns(turns);
            }
            Ok(answer) => {
                self.on_overtaken(answer).await;
                tracing::warn!(game = %self.game.id, ?answer, "abandoned game has changed")
            }
            Err(error) => {
                tracing::error!(game = %self.game.id, %error, "an abandoned game stays");
            }
        }
    }
}
