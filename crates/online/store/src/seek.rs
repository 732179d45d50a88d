//! Matchmaking: finds an open game of the same terms and reserves its free seat for the seeker.

use crate::db::{Pools, Tx, args};
use crate::games::columns;
use crate::{GameId, PersonId, Store, StoreError, StoredGame};

/// Terms of the game a seeker wants.
#[derive(Clone, Debug)]
pub struct SeekQuery {
    /// Game and options as text.
    pub spec: String,
    /// The clock as text.
    pub clock: String,
    /// Whether the game is rated.
    pub rated: bool,
    /// The seeker; seats reserved for other people are skipped.
    pub person: PersonId,
    /// Current time.
    pub now: i64,
}

/// Lock held while a server looks for a game and opens one if there is none: no other server on the
/// same database does so for the same terms until it is dropped. SQLite has a single server, so
/// nothing is locked there.
pub struct SeekLock(#[expect(dead_code, reason = "its end releases the lock")] Option<Tx>);

impl Store {
    /// Waits for the seek lock of these terms. It occupies a connection, so a server must hold few
    /// at once.
    pub async fn lock_seek(&self, terms: &str) -> Result<SeekLock, StoreError> {
        if let Pools::Sqlite { .. } = self.pools() {
            return Ok(SeekLock(None));
        }
        let mut tx = self.pools().begin().await?;
        let sql = "SELECT 1 AS one FROM pg_advisory_xact_lock(hashtextextended($1, 7097116118))";
        tx.fetch_optional(sql, args![terms]).await?;
        Ok(SeekLock(Some(tx)))
    }

    /// Open public games of these terms with a free seat not reserved for another person, and the
    /// seeker's own games, oldest first.
    pub async fn seekable_games(&self, like: SeekQuery) -> Result<Vec<StoredGame>, StoreError> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM games WHERE status = 'open' AND public = 1 \
             AND (first IS NULL AND first_bot IS NULL OR second IS NULL AND second_bot IS NULL) \
             AND spec = $1 AND clock = $2 AND rated = $3 \
             AND (held_until IS NULL OR held_until <= $4 OR held_for = $5 OR first = $5 OR second = $5) \
             ORDER BY created, id LIMIT 200"
        );
        let args = args![like.spec, like.clock, like.rated, like.now, like.person];
        self.pools().fetch_all(sql, args).await?.iter().map(StoredGame::from_row).collect()
    }

    /// Reserves the free seat of an open game for a seeker about to join; other seekers skip it.
    /// False if no seat is free or another person holds the reservation.
    pub async fn hold_seat(
        &self,
        id: &GameId,
        person: PersonId,
        now: i64,
        until: i64,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE games SET held_for = $2, held_until = $4 WHERE id = $1 AND status = 'open' \
                   AND (first IS NULL OR second IS NULL) \
                   AND (held_until IS NULL OR held_until <= $3 OR held_for = $2)";
        Ok(self.execute(sql, args![id, person, now, until]).await? == 1)
    }
}
