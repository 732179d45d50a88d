//! Pairing: of two users who seek at once, one waits and the other joins.

use std::hash::{DefaultHasher, Hash, Hasher};

use abaque_store::{GameId, PersonId, SeekLock, SeekQuery, StoredGame};
use tokio::sync::MutexGuard;

use crate::RequestError;
use crate::rooms::Rooms;
use crate::terms::{GameTerms, SideChoice, StoredTerms, ValidTerms};

/// Milliseconds for which a game offered to one seeker is hidden from others.
const SEAT_HOLD_MS: i64 = 15_000;
/// Concurrent seeks of different terms. Each holds a connection to a PostgreSQL store.
pub(crate) const SEEK_LOCKS: usize = 3;
/// Maximum rating difference of a pairing.
const MAX_RATING_GAP: f64 = 250.0;

impl Rooms {
    /// Finds a game for these terms: an open one (with `true`: to be joined), the user's own open
    /// one, or a new one. Of two concurrent seekers one creates a game and the other finds it. A
    /// game offered to one seeker is hidden from others for a few seconds; a seeker who still comes
    /// too late seeks again.
    pub async fn seek(
        &self,
        person: PersonId,
        deal: &ValidTerms,
    ) -> Result<(GameId, bool), RequestError> {
        let GameTerms { spec, clock, rated, delay, .. } = &deal.terms;
        let _alone = self.lock_terms(&format!("{spec} {clock} {rated} {delay}")).await?;
        let store = &self.0.store;
        for game in self.tables_like(person, deal).await? {
            let own = StoredTerms::parse(&game.options).filter(|stored| stored.host() == person);
            // A host who deposits a seed must not be sent to an own game that expects a live
            // reveal.
            if own.is_some_and(|stored| stored.deposited || deal.deposit.is_none()) {
                return Ok((game.id, false));
            }
        }
        let now = self.0.now();
        if let Some(found) = self.find_pairing(person, deal).await?
            && store.hold_seat(&found, person, now, now + SEAT_HOLD_MS).await?
        {
            return Ok((found, true));
        }
        Ok((self.create(person, deal, None).await?, false))
    }

    /// Serialises seeks of the same terms, so that find-or-create is atomic.
    pub(crate) async fn lock_terms(
        &self,
        what: &str,
    ) -> Result<(MutexGuard<'_, ()>, SeekLock), RequestError> {
        let mut hasher = DefaultHasher::new();
        what.hash(&mut hasher);
        let place = hasher.finish() as usize % self.0.seek_locks.len();
        let here = self.0.seek_locks[place].lock().await;
        Ok((here, self.0.store.lock_seek(what).await?))
    }

    /// Open games of the same terms with sides by lot, including the user's own.
    async fn tables_like(
        &self,
        person: PersonId,
        deal: &ValidTerms,
    ) -> Result<Vec<StoredGame>, RequestError> {
        let GameTerms { spec, clock, rated, .. } = deal.terms.clone();
        let like = SeekQuery { spec, clock, rated, person, now: self.0.now() };
        let mut tables = self.0.store.seekable_games(like).await?;
        // With a fixed side both would want the same seat.
        let fits = |stored: StoredTerms| {
            stored.delay == deal.terms.delay
                && stored.side == SideChoice::Lot
                && deal.terms.side == SideChoice::Lot
        };
        tables.retain(|game| StoredTerms::parse(&game.options).is_some_and(fits));
        Ok(tables)
    }

    /// Open game of the same terms whose creator has the nearest rating within `MAX_RATING_GAP`.
    pub async fn find_pairing(
        &self,
        person: PersonId,
        deal: &ValidTerms,
    ) -> Result<Option<GameId>, RequestError> {
        let store = &self.0.store;
        let rating =
            |rating: Option<abaque_store::Rating>| rating.map_or(1500.0, |rating| rating.rating);
        let own = rating(store.rating(person, &deal.kind).await?);
        let mut best: Option<(f64, GameId)> = None;
        for game in self.tables_like(person, deal).await? {
            let Some(stored) = StoredTerms::parse(&game.options) else { continue };
            if stored.host() == person {
                continue;
            }
            if store.is_blocked(person, stored.host()).await? {
                continue;
            }
            let apart = (rating(store.rating(stored.host(), &deal.kind).await?) - own).abs();
            if apart <= MAX_RATING_GAP && best.as_ref().is_none_or(|(nearest, _)| apart < *nearest)
            {
                best = Some((apart, game.id));
            }
        }
        Ok(best.map(|(_, id)| id))
    }
}
