//! What comes of a game once it is over: ratings, what the dice gave, how it began. Each is stored once, and the game is marked when all of
//! them are; a game that is not marked is counted when its room opens, whatever came between.

use abaque_catalog::AnyGame;
use abaque_core::{Outcome, Seat, Turn};
use abaque_rating::Score;
use abaque_store::{OPENING, PersonId, Status, StoreError, Won};

use super::Room;
use crate::rated;

impl Room {
    /// Counts a game that is over, unless that was done; true if it is done now.
    pub(super) async fn count(&mut self) -> bool {
        if self.game.status != Status::Over || self.game.counted {
            return false;
        }
        match self.count_all().await {
            Ok(done) => self.game.counted = done,
            Err(error) => tracing::error!(game = %self.game.id, %error, "a game is not counted"),
        }
        self.game.counted
    }

    async fn count_all(&mut self) -> Result<bool, StoreError> {
        let outcome = self.table.as_ref().and_then(|table| table.outcome());
        match outcome {
            Some(outcome) => {
                self.throws().await?;
                self.opening(outcome).await?;
                if !self.rate(outcome).await? {
                    return Ok(false);
                }
            }
            // The rules have changed under the game: it will not be counted another time either.
            None => tracing::error!(game = %self.game.id, "nobody can tell how a game ended"),
        }
        self.hall.store.set_counted(&self.game.id).await
    }

    /// What it changes about the players; false if others of their games came between again and again.
    async fn rate(&mut self, outcome: Outcome) -> Result<bool, StoreError> {
        let Some(people) = self.rivals().filter(|_| self.game.rated) else { return Ok(true) };
        let score = match outcome {
            Outcome::Win(Seat::First, _) => Score::Win,
            Outcome::Win(Seat::Second, _) => Score::Loss,
            Outcome::Draw(_) => Score::Draw,
        };
        let now = self.hall.now();
        self.ratings = rated::rate(&self.hall.store, &self.game, people, score, now).await?;
        Ok(self.ratings.is_some())
    }

    /// Both players, where they are two people.
    fn rivals(&self) -> Option<[PersonId; 2]> {
        let (first, second) = (self.game.seats.first?, self.game.seats.second?);
        (first != second).then_some([first, second])
    }

    /// How it began, for those who look at openings.
    async fn opening(&self, outcome: Outcome) -> Result<(), StoreError> {
        let Some(table) = self.table.as_ref().filter(|_| self.game.public) else { return Ok(()) };
        let plies = table.plies().iter().take(OPENING + 1).map(|entry| entry.ply.clone()).collect();
        let won = match outcome.winner() {
            Some(Seat::First) => Won::First,
            Some(Seat::Second) => Won::Second,
            None => Won::Nobody,
        };
        let (id, spec) = (&self.game.id, &self.game.spec);
        self.hall.store.add_opening(id, spec, plies, won).await.map(drop)
    }

    /// What the dice gave each player.
    async fn throws(&self) -> Result<(), StoreError> {
        let Some(table) = &self.table else { return Ok(()) };
        if self.game.hot_seat || self.game.kind != "abagio" {
            return Ok(());
        }
        let mut game = table.setting().start.clone();
        let mut thrown: [Vec<(String, u32)>; 2] = Default::default();
        for entry in table.plies() {
            let thrower = thrower(&*game).filter(|_| game.turn() == Turn::Chance);
            if game.play(&entry.ply).is_err() {
                return Ok(());
            }
            if let Some(seat) = thrower {
                let list = &mut thrown[seat.index()];
                match list.iter_mut().find(|(ply, _)| *ply == entry.ply) {
                    Some((_, count)) => *count += 1,
                    None => list.push((entry.ply.clone(), 1)),
                }
            }
        }
        for (seat, list) in [self.game.seats.first, self.game.seats.second].into_iter().zip(thrown)
        {
            if let Some(person) = seat.filter(|_| !list.is_empty()) {
                self.hall.store.add_throws(&self.game.id, person, list).await?;
            }
        }
        Ok(())
    }
}

/// Whose turn it is at Abagio, as its positions say: a throw that cannot be played is its thrower's all the same. Nobody's while the
/// deciding dice are due.
fn thrower(game: &dyn AnyGame) -> Option<Seat> {
    let position = game.position();
    let side = position.split(' ').nth(3)?;
    let letters = game.info().letters;
    Seat::ALL.into_iter().find(|seat| side.chars().eq([letters[seat.index()]]))
}
