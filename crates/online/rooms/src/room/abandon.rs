//! Aborts abandoned games against bots and on a shared screen.

use abaque_core::Seat;
use abaque_protocol::GameStage;
use abaque_store::{AppendOutcome, AppendRequest, GameEnding, GameStatus, PendingTurn, SeatsToAct};

use super::Room;
use crate::act_log::LoggedAct;

impl Room {
    /// Aborts a game untouched since then: it has no winner, and its plies stay.
    pub(super) async fn abort_if_abandoned(&mut self, untouched_since: i64) {
        let alone = self.game.hot_seat
            || self.game.seats.first_bot.is_some()
            || self.game.seats.second_bot.is_some();
        let touched = self.to_server_time(self.latest_act_at).max(self.game.touched);
        if !alone || touched >= untouched_since {
            return;
        }
        match self.stage() {
            GameStage::Open | GameStage::Seeds => {
                if let Err(refusal) = self.abort_before_start(None).await {
                    tracing::warn!(game = %self.game.id, ?refusal, "an abandoned game stays");
                }
            }
            GameStage::Playing => self.abort_abandoned().await,
            GameStage::Over | GameStage::Aborted => {}
        }
    }

    async fn abort_abandoned(&mut self) {
        let seat = if self.game.seats.first.is_some() { Seat::First } else { Seat::Second };
        let now = self.now();
        let append = AppendRequest {
            game: self.game.id.clone(),
            version: self.version + 1,
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
        };
        match self.rooms.store.append(append).await {
            Ok(AppendOutcome::Stored) => {
                self.game.status = GameStatus::Aborted;
                self.version += 1;
                self.plies_at.push(self.plies_at.last().copied().unwrap_or_default());
                self.drop_stale_searches();
                self.send_snapshots();
            }
            Ok(answer) => {
                tracing::warn!(game = %self.game.id, ?answer, "abandoned game has changed")
            }
            Err(error) => {
                tracing::error!(game = %self.game.id, %error, "an abandoned game stays");
            }
        }
    }
}
