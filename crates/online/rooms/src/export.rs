//! Export of a finished game as a verifiable record.

use abaque_core::{Seat, message};
use abaque_lots::{from_hex, seal};
use abaque_record::{LotEvidence, Record};
use abaque_store::{GameId, GameStatus, Store, StoredGame};
use abaque_table::TableAct;

use crate::act_log::LoggedAct;
use crate::terms::{GameSecret, StoredTerms};
use crate::{RequestError, replay, summary};

pub(crate) async fn export_record(store: &Store, id: &GameId) -> Result<String, RequestError> {
    let game = store.game(id).await?.ok_or_else(RequestError::game_not_found)?;
    let over = game.status == GameStatus::Over;
    let (Some(started), Some(mut table)) = (game.started.filter(|_| over), replay::start(&game)?)
    else {
        return Err(not_over_yet());
    };
    let secret = store.game_secret(id).await?.and_then(|text| GameSecret::parse(&text));
    let (Some(secret), Some(terms)) = (secret, StoredTerms::parse(&game.options)) else {
        return Err(RequestError::unconfirmed());
    };
    let mut warrant = secret.seeds().map(|seeds| LotEvidence::new(id.as_str(), seeds));
    if let (Some(warrant), Some(seat)) = (&mut warrant, secret.seat_of_a) {
        warrant.set_seat_of_a(seat);
    }
    if let (Some(warrant), true) = (&mut warrant, terms.lots) {
        warrant.set_seed_mode(terms.seed_mode());
    }
    for stored in store.acts(id).await? {
        let logged = replay::step(&mut table, &stored)?;
        if let LoggedAct::Table(TableAct::Play { seat, ply, nonce: Some(nonce) }) = &logged
            && let (Some(nonce), Some(warrant)) = (from_hex(nonce), &mut warrant)
        {
            let letter = table.description().letters[seat.index()];
            warrant.set_seal(*seat, seal(id.as_str(), letter, &nonce, ply), nonce);
        }
    }
    let seats = summary::seats(store, &game).await?;
    let mut record = Record::new(&game.spec)?;
    record.set_tag("Date", &record_date(started))?;
    for (tag, sits) in ["First", "Second"].into_iter().zip(&seats) {
        let name = sits.name.clone().or(sits.bot.as_ref().map(|bot| format!("Computer {bot}")));
        if let Some(name) = name {
            record.set_tag(tag, &name)?;
        }
        if let Some(bot) = &sits.bot {
            record.set_tag(&format!("Computer{tag}"), bot)?;
        }
    }
    record.set_tag("Clock", &game.clock)?;
    record.set_tag("Takebacks", if game.rated { "no" } else { "yes" })?;
    let drawn = terms.lots && table.plies().iter().any(|entry| entry.seat.is_none());
    if let Some(warrant) = &warrant {
        // A set-up submitted before a resignation stays sealed: it is not a ply of the game.
        let set_up =
            Seat::ALL.map(|seat| table.plies().iter().any(|entry| entry.seat == Some(seat)));
        warrant.write_to(&mut record, drawn, set_up)?;
    }
    for entry in table.plies() {
        let noted = record.push(&entry.ply)?;
        if let Some(left) = entry.clock {
            noted.set_clock(left);
        }
    }
    record.set_outcome(table.outcome())?;
    Ok(abaque_record::format_records(&[record]))
}

/// Specs of the special rematches this ending allows (BLO-22: the starting board, turned).
pub(crate) async fn special_rematches(
    store: &Store,
    game: &StoredGame,
) -> Result<Vec<String>, RequestError> {
    let Some(mut table) = replay::start(game)? else { return Ok(Vec::new()) };
    for stored in store.acts(&game.id).await? {
        replay::step(&mut table, &stored)?;
    }
    Ok(table.game().rematches().into_iter().map(|(_, spec)| spec).collect())
}

fn not_over_yet() -> RequestError {
    RequestError::new(
        "running",
        409,
        message!(
            "the record is available once the game is over",
            "la notation est disponible une fois la partie terminée"
        ),
    )
}

/// Calendar date in record notation.
fn record_date(millis: i64) -> String {
    // Inverse of Howard Hinnant's days-from-civil.
    let days = millis.div_euclid(86_400_000) + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, carry) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}.{month:02}.{day:02}", year_of_era + era * 400 + carry)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn record_dates_follow_the_calendar() {
        assert_eq!(record_date(0), "1970.01.01");
        assert_eq!(record_date(951_782_400_000), "2000.02.29");
        assert_eq!(record_date(1_794_700_800_000), "2026.11.15");
    }
}
