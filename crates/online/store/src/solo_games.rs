//! Games one person plays alone (against a bot, or both seats at one screen): counts and abandoned
//! ones.

use crate::db::args;
use crate::games::columns;
use crate::{PersonId, Store, StoreError, StoredGame};

/// Numbers of unfinished games one person plays alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnfinishedSoloGames {
    /// Games against bots.
    pub bots: u64,
    /// Games with both seats at one screen.
    pub hot_seat: u64,
}

/// SQL condition: one person plays alone.
macro_rules! alone {
    () => {
        "(hot_seat = 1 OR first_bot IS NOT NULL OR second_bot IS NOT NULL)"
    };
}

impl Store {
    /// Counts the unfinished games a person plays alone.
    pub async fn unfinished_solo_games(
        &self,
        person: PersonId,
    ) -> Result<UnfinishedSoloGames, StoreError> {
        // In a hot-seat game the person has both seats; it is found by the first.
        let sql = concat!(
            "SELECT hot_seat, COUNT(*) AS count FROM (SELECT hot_seat FROM games \
             WHERE first = $1 AND status = 'playing' AND ",
            alone!(),
            " UNION ALL SELECT hot_seat FROM games WHERE first = $1 AND status = 'open' AND ",
            alone!(),
            " UNION ALL SELECT hot_seat FROM games WHERE second = $1 AND status = 'playing' \
             AND first_bot IS NOT NULL \
             UNION ALL SELECT hot_seat FROM games WHERE second = $1 AND status = 'open' \
             AND first_bot IS NOT NULL) AS mine GROUP BY hot_seat"
        );
        let mut counts = UnfinishedSoloGames::default();
        for row in self.pools().fetch_all(sql, args![person]).await? {
            let count: i64 = row.get("count")?;
            let of =
                if row.get_bool("hot_seat")? { &mut counts.hot_seat } else { &mut counts.bots };
            *of = count.unsigned_abs();
        }
        Ok(counts)
    }

    /// Unfinished solo games untouched since `guests` (if a guest plays) or since `accounts`,
    /// longest untouched first.
    pub async fn abandoned_games(
        &self,
        guests: i64,
        accounts: i64,
        limit: u32,
    ) -> Result<Vec<StoredGame>, StoreError> {
        // Two branches, because games in progress have an index on `touched`.
        let sql = concat!(
            "SELECT * FROM (SELECT ",
            columns!(),
            " FROM games WHERE status = 'playing' AND touched < $1 AND ",
            alone!(),
            " UNION ALL SELECT ",
            columns!(),
            " FROM games WHERE status = 'open' AND touched < $1 AND ",
            alone!(),
            ") AS old WHERE touched < $2 OR EXISTS (SELECT 1 FROM people \
             WHERE people.id = COALESCE(old.first, old.second) AND people.guest = 1) \
             ORDER BY touched LIMIT $3"
        );
        let rows =
            self.pools().fetch_all(sql, args![guests.max(accounts), accounts, limit]).await?;
        rows.iter().map(StoredGame::from_row).collect()
    }
}
