//! Forgets guests who do not return.

use crate::db::{Tx, args};
use crate::ids::random_letters;
use crate::writer::WriteOutcome;
use crate::{PersonId, Store, StoreError};

const DAY_MILLIS: i64 = 24 * 60 * 60 * 1000;

/// How long guests are kept after their last visit, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuestRetention {
    /// For guests who never took a seat.
    pub never_played: i64,
    /// For guests who played; their games stay, without the name.
    pub played: i64,
}

impl Default for GuestRetention {
    /// 30 days, and a year.
    fn default() -> GuestRetention {
        GuestRetention { never_played: 30 * DAY_MILLIS, played: 365 * DAY_MILLIS }
    }
}

/// Result of [`Store::forget_guest`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForgetOutcome {
    /// The guest was deleted entirely.
    Gone,
    /// A game or report refers to the guest, who is now anonymous.
    Nameless,
    /// Nothing was done: the guest returned, has an account now, or does not exist.
    Kept,
}

/// Numbers of forgotten guests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ForgottenGuests {
    /// Guests deleted entirely.
    pub gone: u64,
    /// Guests made anonymous.
    pub nameless: u64,
}

/// Guests read per page.
const GUESTS_PER_PAGE: u32 = 200;
/// Pages per run; remaining guests wait for the next run.
const MAX_PAGES_PER_RUN: usize = 50;

/// Whether any row that must keep its person refers to the guest.
const IS_REFERENCED_SQL: &str = "SELECT 1 AS one WHERE \
     EXISTS (SELECT 1 FROM games WHERE first = $1) OR EXISTS (SELECT 1 FROM games WHERE second = $1) \
     OR EXISTS (SELECT 1 FROM reports WHERE author = $1 OR about = $1) \
     OR EXISTS (SELECT 1 FROM ratings WHERE person = $1) \
     OR EXISTS (SELECT 1 FROM rating_history WHERE person = $1) \
     OR EXISTS (SELECT 1 FROM throws WHERE person = $1) \
     OR EXISTS (SELECT 1 FROM throws_counted WHERE person = $1)";

impl Store {
    /// Guests idle for longer than the retention, by id. Pass the last one to get the next page.
    pub async fn idle_guests(
        &self,
        retention: GuestRetention,
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
        let (lookers, players) = (now - retention.never_played, now - retention.played);
        let after = after.unwrap_or(PersonId(0));
        let args = args![after, lookers.max(players), lookers, players, limit];
        let rows = self.pools().fetch_all(sql, args).await?;
        rows.iter().map(|row| Ok(PersonId(row.get("id")?))).collect()
    }

    /// Forgets idle guests, at most ten thousand, one write each so that other writes are not
    /// delayed.
    pub async fn forget_idle_guests(
        &self,
        retention: GuestRetention,
        now: i64,
    ) -> Result<ForgottenGuests, StoreError> {
        let mut tidied = ForgottenGuests::default();
        let mut after = None;
        for _ in 0..MAX_PAGES_PER_RUN {
            let page = self.idle_guests(retention, now, after, GUESTS_PER_PAGE).await?;
            let Some(last) = page.last().copied() else { break };
            after = Some(last);
            for guest in page {
                match self
                    .forget_guest(guest, now - retention.never_played.min(retention.played))
                    .await?
                {
                    ForgetOutcome::Gone => tidied.gone += 1,
                    ForgetOutcome::Nameless => tidied.nameless += 1,
                    ForgetOutcome::Kept => {}
                }
            }
        }
        Ok(tidied)
    }

    /// Forgets a person who is still a guest and was last seen before this time: deletes them if
    /// nothing refers to them, otherwise makes them anonymous.
    pub async fn forget_guest(
        &self,
        guest: PersonId,
        before: i64,
    ) -> Result<ForgetOutcome, StoreError> {
        let name = format!("guest-{}", random_letters());
        self.write(move |tx| {
            Box::pin(async move {
                // This also locks the row, so that the guest cannot take a seat meanwhile.
                let sql = "UPDATE people SET name = $2, name_key = $2, prefs = '', closed = 1 \
                           WHERE id = $1 AND guest = 1 AND closed = 0 AND seen < $3";
                if tx.execute(sql, args![guest, name, before]).await? == 0 {
                    return Ok(WriteOutcome::Commit(ForgetOutcome::Kept));
                }
                delete_personal_data(tx, guest).await?;
                crate::access::mark_revoked(tx).await?;
                if tx.fetch_optional(IS_REFERENCED_SQL, args![guest]).await?.is_some() {
                    return Ok(WriteOutcome::Commit(ForgetOutcome::Nameless));
                }
                tx.execute("DELETE FROM people WHERE id = $1", args![guest]).await?;
                Ok(WriteOutcome::Commit(ForgetOutcome::Gone))
            })
        })
        .await
    }
}

/// Deletes a person's identifying data outside their own row.
pub(crate) async fn delete_personal_data(tx: &mut Tx, person: PersonId) -> Result<(), StoreError> {
    for sql in [
        "DELETE FROM sessions WHERE person = $1",
        "DELETE FROM tokens WHERE person = $1",
        "DELETE FROM devices WHERE person = $1",
        "DELETE FROM recovery_codes WHERE person = $1",
        "DELETE FROM addresses WHERE person = $1",
        "DELETE FROM mailed_codes WHERE person = $1",
        "DELETE FROM blocks WHERE person = $1 OR other = $1",
        "DELETE FROM chat WHERE person = $1",
        "DELETE FROM progress WHERE person = $1",
        "DELETE FROM mutes WHERE person = $1",
    ] {
        tx.execute(sql, args![person]).await?;
    }
    Ok(())
}
