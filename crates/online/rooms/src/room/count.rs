//! Counting a finished game: ratings, dice statistics, opening statistics. Each is stored once,
//! then the game is marked as counted; an unmarked game is counted when its room is loaded.

use abaque_core::{DiceThrow, Outcome, Seat};
use abaque_rating::GameScore;
use abaque_store::{GameStatus, GameWinner, MAX_OPENING_PLIES, PersonId, StoreError};

use super::Room;
use crate::ratings;

impl Room {
    /// Counts a finished game unless that is done; `true` if it was counted now.
    pub(super) async fn count_result(&mut self) -> bool {
        if self.game.status != GameStatus::Over || self.game.counted {
            return false;
        }
        match self.store_all_counts().await {
            Ok(done) => self.game.counted = done,
            Err(error) => tracing::error!(game = %self.game.id, %error, "cannot count a game"),
        }
        self.game.counted
    }

    async fn store_all_counts(&mut self) -> Result<bool, StoreError> {
        let outcome = self.table.as_ref().and_then(|table| table.outcome());
        match outcome {
            Some(outcome) => {
                self.store_throws().await?;
                self.store_opening(outcome).await?;
                if !self.store_ratings(outcome).await? {
                    return Ok(false);
                }
            }
            // The rules have changed since the game: a retry would not help.
            None => tracing::error!(game = %self.game.id, "result cannot be determined"),
        }
        self.rooms.store.mark_counted(&self.game.id).await
    }

    /// Stores the rating change; `false` if concurrent games interfered too often.
    async fn store_ratings(&mut self, outcome: Outcome) -> Result<bool, StoreError> {
        let Some(people) = self.rated_people().filter(|_| self.game.rated) else { return Ok(true) };
        let score = match outcome {
            Outcome::Win(Seat::First, _) => GameScore::Win,
            Outcome::Win(Seat::Second, _) => GameScore::Loss,
            Outcome::Draw(_) => GameScore::Draw,
        };
        let now = self.rooms.now();
        self.ratings = ratings::rate(&self.rooms.store, &self.game, people, score, now).await?;
        Ok(self.ratings.is_some())
    }

    /// Both players, if they are two different people.
    pub(super) fn rated_people(&self) -> Option<[PersonId; 2]> {
        let (first, second) = (self.game.seats.first?, self.game.seats.second?);
        (first != second).then_some([first, second])
    }

    /// Stores the opening for the opening explorer.
    async fn store_opening(&self, outcome: Outcome) -> Result<(), StoreError> {
        let Some(table) = self.table.as_ref().filter(|_| self.game.public) else { return Ok(()) };
        let plies = table
            .plies()
            .iter()
            .take(MAX_OPENING_PLIES + 1)
            .map(|entry| entry.ply.clone())
            .collect();
        let won = match outcome.winner() {
            Some(Seat::First) => GameWinner::First,
            Some(Seat::Second) => GameWinner::Second,
            None => GameWinner::Nobody,
        };
        let (id, spec) = (&self.game.id, &self.game.spec);
        self.rooms.store.add_opening(id, spec, plies, won).await.map(drop)
    }

    /// Stores the dice throws of each player.
    async fn store_throws(&self) -> Result<(), StoreError> {
        let Some(table) = &self.table else { return Ok(()) };
        let mut game = table.settings().start.clone();
        if self.game.hot_seat || !game.has_lots() {
            return Ok(());
        }
        let mut thrown: [Vec<(String, u32)>; 2] = Default::default();
        for entry in table.plies() {
            // Asked before the lot is played: an unplayable throw still belongs to its thrower.
            let throw = game.dice_throw(&entry.ply);
            if game.play(&entry.ply).is_err() {
                return Ok(());
            }
            if let Some(DiceThrow { seat, dice: [one, other] }) = throw {
                let list = &mut thrown[seat.index()];
                let outcome = format!("d{}{}", one.max(other), one.min(other));
                match list.iter_mut().find(|(known, _)| *known == outcome) {
                    Some((_, count)) => *count += 1,
                    None => list.push((outcome, 1)),
                }
            }
        }
        for (seat, list) in [self.game.seats.first, self.game.seats.second].into_iter().zip(thrown)
        {
            if let Some(person) = seat.filter(|_| !list.is_empty()) {
                self.rooms.store.add_throws(&self.game.id, person, list).await?;
            }
        }
        Ok(())
    }
}
