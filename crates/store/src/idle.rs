//! Guests who do not come back.

use crate::db::{Tx, args};
use crate::ids::random_letters;
use crate::writer::Verdict;
use crate::{PersonId, Store, StoreError};

const DAY: i64 = 24 * 60 * 60 * 1000;

/// How long guests are remembered after they were last here, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// Those who never sat at a table.
    pub lookers: i64,
    /// Those who did: their games stay, without the name.
    pub players: i64,
}

impl Default for Patience {
    /// A month, and a year.
    fn default() -> Patience {
        Patience { lookers: 30 * DAY, players: 365 * DAY }
    }
}

/// What became of a guest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forgotten {
    /// Nothing is left.
    Gone,
    /// Something refers to them (a game, a report), which now has a nameless guest.
    Nameless,
    /// They came back, have an account now, or are no longer there: nothing was done.
    Kept,
}

/// How many guests were forgotten.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tidied {
    /// Nothing is left of so many.
    pub gone: u64,
    /// So many are nameless in what refers to them.
    pub nameless: u64,
}

/// How many guests are read at a time.
const PAGE: u32 = 200;
/// How many pages are read in one go: whoever is left over waits for the next.
const PAGES: usize = 50;

/// Anything that must not lose the person it names.
const NAMED: &str = "SELECT 1 AS one WHERE \
     EXISTS (SELECT 1 FROM games WHERE first = $1) OR EXISTS (SELECT 1 FROM games WHERE second = $1) \
     OR EXISTS (SELECT 1 FROM reports WHERE author = $1 OR about = $1) \
     OR EXISTS (SELECT 1 FROM ratings WHERE person = $1) \
     OR EXISTS (SELECT 1 FROM rating_history WHERE person = $1) \
     OR EXISTS (SELECT 1 FROM throws WHERE person = $1) \
     OR EXISTS (SELECT 1 FROM throws_counted WHERE person = $1)";

impl Store {
    /// Guests nobody has seen for longer than this, in the order of their numbers: give the last one to get the next page.
    pub async fn idle_guests(
        &self,
        patience: Patience,
        now: i64,
        after: Option<PersonId>,
        limit: u32,
    ) -> Result<Vec<PersonId>, StoreError> {
        let sql = "SELECT id FROM people WHERE guest = 1 AND closed = 0 AND id > $1 \
                   AND seen < $2 AND (seen < $3 \
                   AND NOT EXISTS (SELECT 1 FROM games WHERE first = people.id) \
                   AND NOT EXISTS (SELECT 1 FROM games WHERE second = people.id) \
                   OR seen < $4 AND (EXISTS (SELECT 1 FROM games WHERE first = people.id) \
                   OR EXISTS (SELECT 1 FROM games WHERE second = people.id))) \
                   ORDER BY id LIMIT $5";
        let (lookers, players) = (now - patience.lookers, now - patience.players);
        let after = after.unwrap_or(PersonId(0));
        let args = args![after, lookers.max(players), lookers, players, limit];
        let rows = self.pools().all(sql, args).await?;
        rows.iter().map(|row| Ok(PersonId(row.get("id")?))).collect()
    }

    /// Forgets guests who do not come back, ten thousand at most, each in a write of its own so that nobody waits.
    pub async fn forget_idle(&self, patience: Patience, now: i64) -> Result<Tidied, StoreError> {
        let mut tidied = Tidied::default();
        let mut after = None;
        for _ in 0..PAGES {
            let page = self.idle_guests(patience, now, after, PAGE).await?;
            let Some(last) = page.last().copied() else { break };
            after = Some(last);
            for guest in page {
                match self.forget_guest(guest, now - patience.lookers.min(patience.players)).await?
                {
                    Forgotten::Gone => tidied.gone += 1,
                    Forgotten::Nameless => tidied.nameless += 1,
                    Forgotten::Kept => {}
                }
            }
        }
        Ok(tidied)
    }

    /// Forgets a guest who is still one and was last here before that time: for good if nothing refers to them, otherwise what does
    /// stays with a nameless guest.
    pub async fn forget_guest(
        &self,
        guest: PersonId,
        before: i64,
    ) -> Result<Forgotten, StoreError> {
        let name = format!("guest-{}", random_letters());
        self.write(move |tx| {
            Box::pin(async move {
                // This also holds the row, so that nobody sits the guest down meanwhile.
                let sql = "UPDATE people SET name = $2, name_key = $2, prefs = '', closed = 1 \
                           WHERE id = $1 AND guest = 1 AND closed = 0 AND seen < $3";
                if tx.run(sql, args![guest, name, before]).await? == 0 {
                    return Ok(Verdict::Keep(Forgotten::Kept));
                }
                forget_traces(tx, guest).await?;
                if tx.one(NAMED, args![guest]).await?.is_some() {
                    return Ok(Verdict::Keep(Forgotten::Nameless));
                }
                tx.run("DELETE FROM people WHERE id = $1", args![guest]).await?;
                Ok(Verdict::Keep(Forgotten::Gone))
            })
        })
        .await
    }
}

/// Deletes what tells who somebody was beside their row.
pub(crate) async fn forget_traces(tx: &mut Tx, person: PersonId) -> Result<(), StoreError> {
    for sql in [
        "DELETE FROM sessions WHERE person = $1",
        "DELETE FROM tokens WHERE person = $1",
        "DELETE FROM recovery_codes WHERE person = $1",
        "DELETE FROM addresses WHERE person = $1",
        "DELETE FROM mailed_codes WHERE person = $1",
        "DELETE FROM blocks WHERE person = $1 OR other = $1",
        "DELETE FROM chat WHERE person = $1",
        "DELETE FROM progress WHERE person = $1",
        "DELETE FROM mutes WHERE person = $1",
    ] {
        tx.run(sql, args![person]).await?;
    }
    Ok(())
}
