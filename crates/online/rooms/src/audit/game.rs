//! Audit of one game: acts, lots, record and rating points.

use abaque_core::{Lang, Message, Seat, message};
use abaque_lots::{commitment, from_hex, to_hex};
use abaque_rating::GameScore;
use abaque_store::{GameStatus, PersonId, Store, StoreError, StoredGame, Version};
use abaque_table::Table;

use super::AuditReport;
use super::lots::LotLog;
use super::recount::score;
use crate::act_log::LoggedAct;
use crate::export;
use crate::replay::{self, ReplayError};
use crate::room::result_text;
use crate::terms::{GameSecret, StoredTerms};

/// Reads of a game that keeps changing, before its findings are accepted.
const MAX_READ_ATTEMPTS: usize = 4;

/// Checks a game; repeats if the game changed during the check.
pub(super) async fn check_game(
    store: &Store,
    game: StoredGame,
    log: &mut LotLog,
    audit: &mut AuditReport,
) -> Result<(), StoreError> {
    let mut game = game;
    for _ in 0..MAX_READ_ATTEMPTS {
        let mut found = AuditReport::default();
        check_once(store, &game, log, &mut found).await?;
        let moved = match store.game(&game.id).await? {
            Some(now) if !found.findings.is_empty() && now != game => Some(now),
            _ => None,
        };
        if let Some(now) = moved {
            game = now;
            continue;
        }
        audit.acts += found.acts;
        audit.records += found.records;
        audit.uncounted += found.uncounted;
        audit.lots += found.lots;
        audit.findings.append(&mut found.findings);
        break;
    }
    audit.games += 1;
    Ok(())
}

async fn check_once(
    store: &Store,
    game: &StoredGame,
    log: &mut LotLog,
    audit: &mut AuditReport,
) -> Result<(), StoreError> {
    let secret = store.game_secret(&game.id).await?.and_then(|text| GameSecret::parse(&text));
    let (Some(terms), Some(secret)) = (StoredTerms::parse(&game.options), secret) else {
        let message = message!(
            "its settings or seeds are unreadable",
            "ses réglages ou ses clés de tirage sont illisibles"
        );
        audit.add_finding("unreadable", &game.id, message);
        return Ok(());
    };
    if terms.lots {
        check_seeds(store, game, &secret, log, audit).await?;
    }
    let whole = check_acts(store, game, audit).await?;
    if game.status == GameStatus::Over && whole {
        check_record(store, game, audit).await;
    }
    check_counted(store, game, audit).await
}

/// Checks the seeds against the lot log and the players' commitments.
async fn check_seeds(
    store: &Store,
    game: &StoredGame,
    secret: &GameSecret,
    log: &mut LotLog,
    audit: &mut AuditReport,
) -> Result<(), StoreError> {
    let id = &game.id;
    if log.entries_of(id).is_empty() {
        // The game may have been created after the log was read.
        log.read_new_entries(store, audit).await?;
    }
    if log.entries_of(id).is_empty() {
        let message = message!(
            "it has random draws but is not in the public log: the server crashed while creating it, or its entry was removed",
            "elle comporte des tirages mais n'est pas au registre public\u{a0}: le serveur s'est arrêté pendant sa création, ou son entrée a été effacée"
        );
        audit.add_finding("lots-missing", id, message);
    }
    let bound = secret.commitments(id.as_str());
    let agrees = |at: usize, logged: Option<&String>| {
        logged.is_none() || bound.get(at).and_then(Option::as_ref) == logged
    };
    let entries = log.entries_of(id);
    for entry in entries {
        if !agrees(0, Some(&entry.commitment)) || !agrees(1, entry.a.as_ref()) {
            let seq = entry.seq;
            let message = message!(
                "the seed of the table or of player A does not match entry {seq} of the public log",
                "la clé de tirage de la table ou du joueur A n'est pas conforme à l'entrée {seq} du registre public"
            );
            audit.add_finding("seed", id, message);
        }
    }
    // The log also holds joiners who left again; the last entry names the one who plays.
    let last = entries.iter().rev().find_map(|entry| entry.b.as_ref());
    if game.started.is_some() && !agrees(2, last) {
        let message = message!(
            "the seed of player B does not match the public log",
            "la clé de tirage du joueur B n'est pas conforme au registre public"
        );
        audit.add_finding("seed", id, message);
    }
    for (party, name, bound, opened) in secret.party_seeds() {
        let seed = opened.and_then(from_hex);
        let own = seed.map(|seed| to_hex(&commitment(id.as_str(), party, &seed)));
        if opened.is_some() && own.as_deref() != bound {
            let message = message!(
                "seed {name} does not match its player's commitment",
                "la clé de tirage {name} n'est pas celle que son joueur avait engagée"
            );
            audit.add_finding("seed", id, message);
        }
    }
    Ok(())
}

/// Replays the acts and compares the result with the stored row; `false` if they cannot be
/// replayed.
async fn check_acts(
    store: &Store,
    game: &StoredGame,
    audit: &mut AuditReport,
) -> Result<bool, StoreError> {
    let id = &game.id;
    let acts = store.acts(id).await?;
    audit.acts += acts.len() as u64;
    let mut whole = true;
    for (act, expected) in acts.iter().zip((1..).map(Version)) {
        if act.version != expected {
            let message = message!("act {expected} is missing", "l'acte {expected} manque");
            audit.add_finding("act-gap", id, message);
            whole = false;
            break;
        }
    }
    let (newest, version) = (acts.last().map_or(Version::NONE, |act| act.version), game.version);
    if newest != version {
        let message = message!(
            "its newest act is {newest}, but the game says {version}",
            "son dernier acte est le {newest}, et la partie dit {version}"
        );
        audit.add_finding("version", id, message);
        whole = false;
    }
    let mut table = match replay::start(game) {
        Ok(Some(table)) => table,
        Ok(None) => {
            if !acts.is_empty() || matches!(game.status, GameStatus::Playing | GameStatus::Over) {
                let message = message!("it never started", "elle n'a jamais commencé");
                audit.add_finding("status", id, message);
            }
            return Ok(false);
        }
        Err(refusal) => {
            audit.add_finding("unreadable", id, refusal.message);
            return Ok(false);
        }
    };
    if !whole {
        return Ok(false);
    }
    let mut aborted = false;
    for stored in &acts {
        let version = stored.version;
        match replay::step(&mut table, stored) {
            Ok(logged) => aborted |= matches!(logged, LoggedAct::Abort { .. }),
            Err(ReplayError::Unreadable) => {
                let message =
                    message!("act {version} cannot be read", "l'acte {version} est illisible");
                audit.add_finding("act-unreadable", id, message);
                return Ok(false);
            }
            Err(ReplayError::Refused(refused)) => {
                let (en, fr) = (refused.localized(Lang::En), refused.localized(Lang::Fr));
                let message = message!(
                    "act {version} is against the rules: {en}",
                    "l'acte {version} est contraire aux règles\u{a0}: {fr}"
                );
                audit.add_finding("act-refused", id, message);
                return Ok(false);
            }
        }
    }
    check_end(game, &table, aborted, audit);
    Ok(true)
}

/// Compares plies, status, result and reason with the replayed table.
fn check_end(game: &StoredGame, table: &Table, aborted: bool, audit: &mut AuditReport) {
    let id = &game.id;
    let (plies, stored) = (table.plies().len(), game.plies);
    if plies != stored as usize {
        let message = message!(
            "{plies} moves were played, but the game says {stored}",
            "{plies} coups ont été joués, et la partie dit {stored}"
        );
        audit.add_finding("plies", id, message);
    }
    let outcome = table.outcome();
    let status = match outcome {
        Some(_) => GameStatus::Over,
        None if aborted => GameStatus::Aborted,
        None => GameStatus::Playing,
    };
    if status != game.status {
        let (is, stored) = (status.as_str(), game.status.as_str());
        let message = message!(
            "its acts make it {is}, but the game says {stored}",
            "d'après ses actes elle est «\u{a0}{is}\u{a0}», et la partie dit «\u{a0}{stored}\u{a0}»"
        );
        audit.add_finding("status", id, message);
    }
    let result = outcome.map(|outcome| result_text(table, outcome));
    let reason = outcome.map(|outcome| outcome.reason().as_str().to_owned());
    let shown = |text: &Option<String>| text.clone().unwrap_or_else(|| "*".into());
    for (now, stored) in [(result, &game.result), (reason, &game.reason)] {
        if now != *stored {
            let (now, stored) = (shown(&now), shown(stored));
            let message = message!(
                "its acts end with `{now}`, but the game says `{stored}`",
                "d'après ses actes elle a fini par «\u{a0}{now}\u{a0}», et la partie dit «\u{a0}{stored}\u{a0}»"
            );
            audit.add_finding("result", id, message);
        }
    }
}

/// Exports the record of a finished game and verifies it as a third party would.
async fn check_record(store: &Store, game: &StoredGame, audit: &mut AuditReport) {
    audit.records += 1;
    let wrong = match export::export_record(store, &game.id).await {
        Err(refusal) => Some(refusal.message),
        Ok(text) => {
            let checked = abaque_record::parse(&text).and_then(|records| {
                records.iter().try_for_each(|one| abaque_record::check(one).map(drop))
            });
            checked.err().map(|error| Message {
                en: error.localized(Lang::En),
                fr: error.localized(Lang::Fr),
            })
        }
    };
    if let Some(Message { en, fr }) = wrong {
        let message =
            message!("its record is wrong: {en}", "sa notation est incorrecte\u{a0}: {fr}");
        audit.add_finding("record", &game.id, message);
    }
}

/// Checks rating points: a rated game has one for each player, with the right sign; other games
/// have none.
async fn check_counted(
    store: &Store,
    game: &StoredGame,
    audit: &mut AuditReport,
) -> Result<(), StoreError> {
    let id = &game.id;
    let over = game.status == GameStatus::Over;
    if over && !game.counted {
        audit.uncounted += 1;
    }
    let rivals = game.seats.first.zip(game.seats.second).filter(|(first, second)| first != second);
    let counts = over && game.rated && rivals.is_some();
    for (seat, person) in [(Seat::First, game.seats.first), (Seat::Second, game.seats.second)] {
        let Some(person) = person else { continue };
        let points = store.rating_history(person, &game.kind).await?;
        let point = points.iter().find(|point| point.game == *id);
        let name = person_name(store, person).await?;
        match point {
            None if counts && game.counted => {
                let message = message!(
                    "it is rated, but missing from the ratings of {name}",
                    "elle est classée mais absente du classement de {name}"
                );
                audit.add_finding("rating-missing", id, message);
            }
            Some(_) if !counts => {
                let message = message!(
                    "it is not rated, but present in the ratings of {name}",
                    "elle n'est pas classée mais présente dans le classement de {name}"
                );
                audit.add_finding("rating-extra", id, message);
            }
            Some(point) if !is_delta_consistent(game, seat, point.delta) => {
                let message = message!(
                    "its result contradicts the rating change of {name}",
                    "son résultat contredit le changement de classement de {name}"
                );
                audit.add_finding("rating-result", id, message);
            }
            _ => {}
        }
    }
    Ok(())
}

/// Whether the winner gained rating and the loser lost rating.
fn is_delta_consistent(game: &StoredGame, seat: Seat, delta: f64) -> bool {
    let Some(score) = game.result.as_deref().and_then(|result| score(&game.spec, result)) else {
        return true;
    };
    match if seat == Seat::First { score } else { score.reversed() } {
        GameScore::Win => delta >= 0.0,
        GameScore::Loss => delta <= 0.0,
        GameScore::Draw => true,
    }
}

pub(super) async fn person_name(store: &Store, person: PersonId) -> Result<String, StoreError> {
    let found = store.person(person).await?;
    Ok(found.map_or_else(|| format!("#{person}"), |person| person.name))
}
