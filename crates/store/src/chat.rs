//! What people say at a game.

use crate::db::{Row, args};
use crate::writer::Verdict;
use crate::{GameId, PersonId, Room, Store, StoreError};

/// A line of chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number; later lines have higher ones, and none is given twice.
    pub id: i64,
    /// Who said it.
    pub person: PersonId,
    /// When.
    pub at: i64,
    /// To whom.
    pub room: Room,
    /// What.
    pub text: String,
}

impl Line {
    pub(crate) fn read(row: &Row) -> Result<Line, StoreError> {
        Ok(Line {
            id: row.get("id")?,
            person: PersonId(row.get("person")?),
            at: row.get("at")?,
            room: Room::stored(row.get("room")?)?,
            text: row.get("text")?,
        })
    }
}

impl Store {
    /// Stores a line and tells its number.
    pub async fn add_line(
        &self,
        game: &GameId,
        person: PersonId,
        room: Room,
        text: &str,
        at: i64,
    ) -> Result<i64, StoreError> {
        let (game, text) = (game.clone(), text.to_owned());
        self.write(move |tx| {
            Box::pin(async move {
                // One line of a game at a time, or a reader could see a number before a lower one.
                let lock = "SELECT id FROM games WHERE id = $1 FOR NO KEY UPDATE";
                let look = "SELECT id FROM games WHERE id = $1";
                if tx.one(tx.pick(look, lock), args![&game]).await?.is_none() {
                    return Err(StoreError::Missing);
                }
                let sql = "INSERT INTO chat (game, person, at, room, text) \
                           VALUES ($1, $2, $3, $4, $5) RETURNING id";
                let row = tx.one(sql, args![&game, person, at, room, text]).await?;
                Ok(Verdict::Keep(row.ok_or(StoreError::Missing)?.get("id")?))
            })
        })
        .await
    }

    /// The lines of a room with a higher number than `after`, in order.
    pub async fn lines(
        &self,
        game: &GameId,
        room: Room,
        after: i64,
    ) -> Result<Vec<Line>, StoreError> {
        let sql = "SELECT id, person, at, room, text FROM chat \
                   WHERE game = $1 AND room = $2 AND id > $3 ORDER BY id";
        self.pools().all(sql, args![game, room, after]).await?.iter().map(Line::read).collect()
    }

    /// Somebody hears no chat of a game from now on, or hears it again.
    pub async fn mute(&self, game: &GameId, person: PersonId, on: bool) -> Result<(), StoreError> {
        let sql = if on {
            "INSERT INTO mutes (game, person) VALUES ($1, $2) ON CONFLICT DO NOTHING"
        } else {
            "DELETE FROM mutes WHERE game = $1 AND person = $2"
        };
        self.run(sql, args![game, person]).await.map(drop)
    }

    /// Whether somebody hears no chat of a game.
    pub async fn is_muted(&self, game: &GameId, person: PersonId) -> Result<bool, StoreError> {
        let sql = "SELECT person FROM mutes WHERE game = $1 AND person = $2";
        Ok(self.pools().one(sql, args![game, person]).await?.is_some())
    }

    /// Deletes a line of a game; false if there is none of this number.
    pub async fn delete_line(&self, game: &GameId, id: i64) -> Result<bool, StoreError> {
        Ok(self.run("DELETE FROM chat WHERE game = $1 AND id = $2", args![game, id]).await? == 1)
    }
}
