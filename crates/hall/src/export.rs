//! A finished game as a record anybody can check.

use abaque_core::said;
use abaque_lots::{from_hex, seal};
use abaque_record::{Record, Warrant};
use abaque_store::{Game, GameId, Status, Store};
use abaque_table::{At, Table};

use crate::deal::{Kept, Secret, setting};
use crate::log::{Logged, seat};
use crate::{Refusal, names};

pub(crate) async fn record(store: &Store, id: &GameId) -> Result<String, Refusal> {
    let game = store.game(id).await?.ok_or_else(Refusal::no_game)?;
    let started = game.started.filter(|_| game.status == Status::Over).ok_or_else(running)?;
    let secret = store.secret(id).await?.and_then(|text| Secret::read(&text));
    let (Some(secret), Some(kept)) = (secret, Kept::read(&game.options)) else {
        return Err(Refusal::trouble());
    };
    let mut table = Table::new(setting(&game.spec, &game.clock, game.rated)?, At(started as u64));
    let mut warrant = secret.seeds().map(|seeds| Warrant::new(id.as_str(), seeds));
    if let (Some(warrant), Some(seat)) = (&mut warrant, secret.seat_of_a.and_then(seat)) {
        warrant.sides_drawn(seat);
    }
    let mut sealed = [false; 2];
    for stored in store.acts(id, 1).await? {
        let Some(logged) = Logged::read(&stored.act) else { return Err(Refusal::trouble()) };
        if let Some(act) = logged.act() {
            table.step(act, At(stored.at as u64))?;
        }
        if let Logged::Play { s, p, n: Some(nonce) } = &logged
            && let (Some(seat), Some(nonce), Some(warrant)) =
                (seat(*s), from_hex(nonce), &mut warrant)
        {
            let letter = table.info().letters[seat.index()];
            warrant.sealed(seat, seal(id.as_str(), letter, &nonce, p), nonce);
            sealed[seat.index()] = true;
        }
    }
    let seats = names::seats(store, &game).await?;
    let mut record = Record::new(&game.spec)?;
    record.set_tag("Date", &date(started))?;
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
    let drawn = kept.lots && table.plies().iter().any(|entry| entry.seat.is_none());
    if let Some(warrant) = &warrant {
        warrant.write(&mut record, drawn, sealed)?;
    }
    for entry in table.plies() {
        let noted = record.push(&entry.ply)?;
        if let Some(left) = entry.clock {
            noted.set_clock(left);
        }
    }
    record.set_outcome(table.outcome())?;
    Ok(abaque_record::print(&[record]))
}

/// The special rematches a game allows as it ended, as specs (BLO-22: the board as it stood at its start, turned).
pub(crate) async fn rematches(store: &Store, game: &Game) -> Result<Vec<String>, Refusal> {
    let Some(started) = game.started else { return Ok(Vec::new()) };
    let mut table = Table::new(setting(&game.spec, &game.clock, game.rated)?, At(started as u64));
    for stored in store.acts(&game.id, 1).await? {
        let logged = Logged::read(&stored.act).ok_or_else(Refusal::trouble)?;
        if let Some(act) = logged.act() {
            table.step(act, At(stored.at as u64))?;
        }
    }
    Ok(table.game().rematches().into_iter().map(|(_, spec)| spec).collect())
}

fn running() -> Refusal {
    Refusal::new(
        "running",
        409,
        said!(
            "the record of a game is given when it is over",
            "la partie s'exporte une fois finie"
        ),
    )
}

/// The day of a moment, as records write it.
fn date(millis: i64) -> String {
    // Howard Hinnant's days-from-civil, turned round.
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
    fn days_are_days() {
        assert_eq!(date(0), "1970.01.01");
        assert_eq!(date(951_782_400_000), "2000.02.29");
        assert_eq!(date(1_794_700_800_000), "2026.11.15");
    }
}
