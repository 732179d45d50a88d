//! Chat lines and mutes.

use crate::db::{SqlRow, args};
use crate::writer::WriteOutcome;
use crate::{ChatRoom, GameId, PersonId, Store, StoreError};

/// A chat line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredChatLine {
    /// Number of the line; strictly increasing, never reused.
    pub id: i64,
    /// Author of the line.
    pub person: PersonId,
    /// Time of the line.
    pub at: i64,
    /// Audience of the line.
    pub room: ChatRoom,
    /// Text of the line.
    pub text: String,
}

impl StoredChatLine {
    pub(crate) fn from_row(row: &SqlRow) -> Result<StoredChatLine, StoreError> {
        Ok(StoredChatLine {
            id: row.get("id")?,
            person: PersonId(row.get("person")?),
            at: row.get("at")?,
            room: ChatRoom::from_stored(row.get("room")?)?,
            text: row.get("text")?,
        })
    }
}

impl Store {
    /// Stores a line and returns its number.
    pub async fn add_chat_line(
        &self,
        game: &GameId,
        person: PersonId,
        room: ChatRoom,
        text: &str,
        at: i64,
    ) -> Result<i64, StoreError> {
        let (game, text) = (game.clone(), text.to_owned());
        self.write(move |tx| {
            Box::pin(async move {
                // One line per game at a time, or a reader could see a number before a lower one.
                let lock = "SELECT id FROM games WHERE id = $1 FOR NO KEY UPDATE";
                let look = "SELECT id FROM games WHERE id = $1";
                if tx.fetch_optional(tx.sql_for(look, lock), args![&game]).await?.is_none() {
                    return Err(StoreError::Missing);
                }
                let sql = "INSERT INTO chat (game, person, at, room, text) \
                           VALUES ($1, $2, $3, $4, $5) RETURNING id";
                let row = tx.fetch_optional(sql, args![&game, person, at, room, text]).await?;
                Ok(WriteOutcome::Commit(row.ok_or(StoreError::Missing)?.get("id")?))
            })
        })
        .await
    }

    /// Lines of a chat room with numbers above `after`, in order.
    pub async fn chat_lines(
        &self,
        game: &GameId,
        room: ChatRoom,
        after: i64,
    ) -> Result<Vec<StoredChatLine>, StoreError> {
        let sql = "SELECT id, person, at, room, text FROM chat \
                   WHERE game = $1 AND room = $2 AND id > $3 ORDER BY id";
        self.pools()
            .fetch_all(sql, args![game, room, after])
            .await?
            .iter()
            .map(StoredChatLine::from_row)
            .collect()
    }

    /// Mutes or unmutes the chat of a game for a person.
    pub async fn set_muted(
        &self,
        game: &GameId,
        person: PersonId,
        on: bool,
    ) -> Result<(), StoreError> {
        let sql = if on {
            "INSERT INTO mutes (game, person) VALUES ($1, $2) ON CONFLICT DO NOTHING"
        } else {
            "DELETE FROM mutes WHERE game = $1 AND person = $2"
        };
        self.execute(sql, args![game, person]).await.map(drop)
    }

    /// Whether a person muted the chat of a game.
    pub async fn is_muted(&self, game: &GameId, person: PersonId) -> Result<bool, StoreError> {
        let sql = "SELECT person FROM mutes WHERE game = $1 AND person = $2";
        Ok(self.pools().fetch_optional(sql, args![game, person]).await?.is_some())
    }

    /// Deletes a chat line; false if it does not exist.
    pub async fn delete_chat_line(&self, game: &GameId, id: i64) -> Result<bool, StoreError> {
        Ok(self.execute("DELETE FROM chat WHERE game = $1 AND id = $2", args![game, id]).await?
            == 1)
    }
}
