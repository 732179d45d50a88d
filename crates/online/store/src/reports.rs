//! Reports about people, for the administrators.

use crate::db::{SqlRow, args};
use crate::{GameId, PersonId, Store, StoreError};

/// A report about a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonReport {
    /// Number of the report.
    pub id: i64,
    /// Person who reports.
    pub author: PersonId,
    /// Person reported.
    pub about: PersonId,
    /// Game in question, if any.
    pub game: Option<GameId>,
    /// Time of the report.
    pub at: i64,
    /// Text of the report.
    pub text: String,
    /// Whether an administrator has handled it.
    pub handled: bool,
}

impl PersonReport {
    pub(crate) fn from_row(row: &SqlRow) -> Result<PersonReport, StoreError> {
        let game: Option<String> = row.get("game")?;
        Ok(PersonReport {
            id: row.get("id")?,
            author: PersonId(row.get("author")?),
            about: PersonId(row.get("about")?),
            game: game.map(GameId::from_stored).transpose()?,
            at: row.get("at")?,
            text: row.get("text")?,
            handled: row.get_bool("handled")?,
        })
    }
}

impl Store {
    /// Stores a report and returns its number.
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
        let row = self.execute_returning(sql, args![author, about, game, at, text]).await?;
        row.ok_or(StoreError::Missing)?.get("id")
    }

    /// Handled or unhandled reports, newest first. Pass the last number to get the next page.
    pub async fn reports(
        &self,
        handled: bool,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<PersonReport>, StoreError> {
        let sql = "SELECT id, author, about, game, at, text, handled FROM reports \
                   WHERE handled = $1 AND id < $2 ORDER BY id DESC LIMIT $3";
        let args = args![handled, before.unwrap_or(i64::MAX), limit];
        self.pools().fetch_all(sql, args).await?.iter().map(PersonReport::from_row).collect()
    }

    /// The report with this number.
    pub async fn report(&self, id: i64) -> Result<Option<PersonReport>, StoreError> {
        let sql = "SELECT id, author, about, game, at, text, handled FROM reports WHERE id = $1";
        self.pools()
            .fetch_optional(sql, args![id])
            .await?
            .as_ref()
            .map(PersonReport::from_row)
            .transpose()
    }

    /// Marks a report handled or unhandled; false if it does not exist.
    pub async fn set_report_handled(&self, id: i64, handled: bool) -> Result<bool, StoreError> {
        let sql = "UPDATE reports SET handled = $2 WHERE id = $1";
        Ok(self.execute(sql, args![id, handled]).await? == 1)
    }
}
