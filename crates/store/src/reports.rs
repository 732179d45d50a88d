//! What people report about others, for those who look after the server.

use crate::db::{Row, args};
use crate::{GameId, PersonId, Store, StoreError};

/// A report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Its number.
    pub id: i64,
    /// Who reports.
    pub author: PersonId,
    /// Whom.
    pub about: PersonId,
    /// At which game.
    pub game: Option<GameId>,
    /// When.
    pub at: i64,
    /// What.
    pub text: String,
    /// Whether somebody has dealt with it.
    pub handled: bool,
}

impl Report {
    pub(crate) fn read(row: &Row) -> Result<Report, StoreError> {
        let game: Option<String> = row.get("game")?;
        Ok(Report {
            id: row.get("id")?,
            author: PersonId(row.get("author")?),
            about: PersonId(row.get("about")?),
            game: game.map(GameId::stored).transpose()?,
            at: row.get("at")?,
            text: row.get("text")?,
            handled: row.truth("handled")?,
        })
    }
}

impl Store {
    /// Stores a report and tells its number.
    pub async fn add_report(
        &self,
        author: PersonId,
        about: PersonId,
        game: Option<&GameId>,
        text: &str,
        at: i64,
    ) -> Result<i64, StoreError> {
        let sql = "INSERT INTO reports (author, about, game, at, text) \
                   VALUES ($1, $2, $3, $4, $5) RETURNING id";
        let row = self.insert(sql, args![author, about, game, at, text]).await?;
        row.ok_or(StoreError::Missing)?.get("id")
    }

    /// Reports dealt with or not, newest first; give the last number to get the next page.
    pub async fn reports(
        &self,
        handled: bool,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<Report>, StoreError> {
        let sql = "SELECT id, author, about, game, at, text, handled FROM reports \
                   WHERE handled = $1 AND id < $2 ORDER BY id DESC LIMIT $3";
        let args = args![handled, before.unwrap_or(i64::MAX), limit];
        self.pools().all(sql, args).await?.iter().map(Report::read).collect()
    }

    /// The report of this number.
    pub async fn report(&self, id: i64) -> Result<Option<Report>, StoreError> {
        let sql = "SELECT id, author, about, game, at, text, handled FROM reports WHERE id = $1";
        self.pools().one(sql, args![id]).await?.as_ref().map(Report::read).transpose()
    }

    /// Says whether a report is dealt with; false if there is none of this number.
    pub async fn handle_report(&self, id: i64, handled: bool) -> Result<bool, StoreError> {
        let sql = "UPDATE reports SET handled = $2 WHERE id = $1";
        Ok(self.run(sql, args![id, handled]).await? == 1)
    }
}
