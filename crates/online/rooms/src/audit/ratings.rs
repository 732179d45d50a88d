//! Audit of ratings: each must equal the end of its history.

use abaque_core::message;
use abaque_store::{PersonId, RatingPoint, Store, StoreError, StoredRating};

use super::game::person_name;
use super::recount::{Histories, recount};
use super::{AuditReport, PAGE_SIZE};

/// Allowed rounding difference between two stored numbers.
const ROUNDING_TOLERANCE: f64 = 1e-6;

/// Reads of a rating that keeps changing, before its findings are accepted.
const MAX_READ_ATTEMPTS: usize = 3;

pub(super) async fn check_ratings(
    store: &Store,
    audit: &mut AuditReport,
) -> Result<(), StoreError> {
    let (histories, mut findings) = recount(store).await?;
    audit.findings.append(&mut findings);
    let mut last: Option<(PersonId, String)> = None;
    loop {
        let after = last.as_ref().map(|(person, kind)| (*person, kind.as_str()));
        let page = store.ratings_after(after, PAGE_SIZE).await?;
        let Some(newest) = page.last() else { break };
        last = Some((newest.person, newest.kind.clone()));
        for rating in page {
            check_rating(store, rating, &histories, audit).await?;
            audit.ratings += 1;
        }
    }
    for (person, kind) in store.histories_without_rating().await? {
        let name = person_name(store, person).await?;
        let message = message!(
            "{kind}: history without a rating",
            "il y a un historique à {kind} et pas de classement"
        );
        audit.add_finding("rating", name, message);
    }
    Ok(())
}

async fn check_rating(
    store: &Store,
    stored: StoredRating,
    histories: &Histories,
    audit: &mut AuditReport,
) -> Result<(), StoreError> {
    let StoredRating { person, kind, mut rating } = stored;
    for attempt in 1..=MAX_READ_ATTEMPTS {
        let points = store.rating_history(person, &kind).await?;
        let now = store.rating(person, &kind).await?;
        // Another game may have been counted between the two reads.
        if now != Some(rating) && attempt < MAX_READ_ATTEMPTS {
            rating = now.unwrap_or(rating);
            continue;
        }
        let (games, count) = (rating.games, points.len());
        let name = person_name(store, person).await?;
        if games as usize != count {
            let message = message!(
                "{kind}: the rating counts {games} games, its history {count}",
                "le classement à {kind} compte {games} parties, et son historique {count}"
            );
            audit.add_finding("rating-count", &name, message);
        }
        let leads = match histories.get(&(person, kind.clone())) {
            Some(history) if history.points == count => history.leads_to(&rating),
            // Games counted after the replay are checked by the next audit.
            _ => points.last().is_none_or(|last| ends_at(last, &rating)),
        };
        if !leads {
            let shown = rating.rating;
            let message = message!(
                "{kind}: the rating is {shown:.1}, but its history ends elsewhere",
                "le classement à {kind} est {shown:.1}, et son historique finit ailleurs"
            );
            audit.add_finding("rating", &name, message);
        }
        return Ok(());
    }
    Ok(())
}

fn ends_at(last: &RatingPoint, rating: &abaque_store::Rating) -> bool {
    let close = |one: f64, other: f64| (one - other).abs() < ROUNDING_TOLERANCE;
    close(last.rating, rating.rating) && close(last.deviation, rating.deviation)
}
