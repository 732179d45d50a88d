use abaque_core::{Lang, StaticMessage, message};
use abaque_store::{Person, Role, Store, StoredSession};
use clap::ArgMatches;
use serde_json::{Value, json};

use super::super::{json as wants_json, text};
use super::terminal_text::{format_day, format_minute, sanitise};
use super::{find_person, print_done};
use crate::command_error::CommandError;
use crate::output::print;

/// People fetched per query.
const PAGE_SIZE: u32 = 1000;

/// Letters and digits without look-alikes.
const PASSWORD_ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

pub(super) async fn list(store: &Store, m: &ArgMatches, lang: Lang) -> Result<(), CommandError> {
    let search = text(m, "search");
    let mut people: Vec<Person> = Vec::new();
    loop {
        let page = store.people(search, people.last().map(|last| last.id), PAGE_SIZE).await?;
        if page.is_empty() {
            break;
        }
        people.extend(page);
    }
    let lines: Vec<String> = people.iter().map(|person| person_line(person, lang)).collect();
    let value = || json!({ "people": people.iter().map(person_json).collect::<Vec<_>>() });
    print(wants_json(m), value, &lines)
}

fn person_line(person: &Person, lang: Lang) -> String {
    let say = |en, fr| StaticMessage::new(en, fr).get(lang);
    let what = match (person.guest, person.role) {
        (true, _) => say("guest", "invité"),
        (_, Role::Admin) => "admin",
        (_, Role::Player) => say("player", "joueur"),
    };
    let name = sanitise(&person.name);
    let (since, seen) = (format_day(person.created), format_day(person.seen));
    let since = message!("since {since}, seen {seen}", "depuis {since}, vu {seen}");
    let banned = person.banned.as_ref().map_or(String::new(), |reason| {
        let reason = sanitise(reason);
        message!("  banned: {reason}", "  exclu\u{a0}: {reason}").get(lang).to_owned()
    });
    let silenced = person.silenced.as_ref().map_or(String::new(), |reason| {
        let reason = sanitise(reason);
        message!("  muted: {reason}", "  sans parole\u{a0}: {reason}").get(lang).to_owned()
    });
    format!("{name:<20}  {what:<6}  {}{banned}{silenced}", since.get(lang))
}

fn person_json(person: &Person) -> Value {
    json!({
        "id": person.id.0,
        "name": person.name,
        "guest": person.guest,
        "role": person.role.as_str(),
        "banned": person.banned,
        "silenced": person.silenced,
        "created": person.created,
        "seen": person.seen,
    })
}

/// The reason given on the command line.
fn given_reason(m: &ArgMatches) -> Result<&str, CommandError> {
    let reason = text(m, "reason").trim();
    if reason.is_empty() {
        return Err(CommandError::input(message!(
            "--reason is empty: the player must be told why",
            "--reason est vide\u{a0}: il faut donner une raison au joueur"
        )));
    }
    Ok(reason)
}

pub(super) async fn ban(store: &Store, m: &ArgMatches, lang: Lang) -> Result<(), CommandError> {
    let reason = given_reason(m)?;
    let person = find_person(store, text(m, "name")).await?;
    store.ban(person.id, Some(reason)).await?;
    let (name, reason) = (sanitise(&person.name), sanitise(reason));
    print_done(lang, &message!("{name} is banned: {reason}", "{name} est exclu\u{a0}: {reason}"))
}

pub(super) async fn unban(store: &Store, m: &ArgMatches, lang: Lang) -> Result<(), CommandError> {
    let person = find_person(store, text(m, "name")).await?;
    let name = sanitise(&person.name);
    if person.banned.is_none() {
        return Err(CommandError::input(message!(
            "{name} is not banned",
            "{name} n'est pas exclu"
        )));
    }
    store.ban(person.id, None).await?;
    print_done(lang, &message!("{name} is no longer banned", "{name} n'est plus exclu"))
}

pub(super) async fn silence(store: &Store, m: &ArgMatches, lang: Lang) -> Result<(), CommandError> {
    let reason = given_reason(m)?;
    let person = find_person(store, text(m, "name")).await?;
    store.silence(person.id, Some(reason)).await?;
    let (name, reason) = (sanitise(&person.name), sanitise(reason));
    print_done(
        lang,
        &message!("{name} is muted: {reason}", "{name} n'a plus la parole\u{a0}: {reason}"),
    )
}

pub(super) async fn unsilence(
    store: &Store,
    m: &ArgMatches,
    lang: Lang,
) -> Result<(), CommandError> {
    let person = find_person(store, text(m, "name")).await?;
    let name = sanitise(&person.name);
    if person.silenced.is_none() {
        return Err(CommandError::input(message!(
            "{name} is not muted",
            "{name} n'est pas privé de parole"
        )));
    }
    store.silence(person.id, None).await?;
    print_done(lang, &message!("{name} is no longer muted", "{name} a de nouveau la parole"))
}

pub(super) async fn close(store: &Store, m: &ArgMatches, lang: Lang) -> Result<(), CommandError> {
    let person = find_person(store, text(m, "name")).await?;
    store.close_person(person.id, jiff::Timestamp::now().as_millisecond()).await?;
    let name = sanitise(&person.name);
    print_done(
        lang,
        &message!(
            "{name} is deleted; the games stay, without the name",
            "{name} est supprimé\u{a0}; les parties restent, sans le nom"
        ),
    )
}

/// Finds a person with an account.
async fn find_account(store: &Store, name: &str) -> Result<Person, CommandError> {
    let person = find_person(store, name).await?;
    if person.guest {
        let name = sanitise(&person.name);
        return Err(CommandError::input(message!(
            "{name} is a guest, without an account",
            "{name} est un invité, sans compte"
        )));
    }
    Ok(person)
}

pub(super) async fn role(store: &Store, m: &ArgMatches, lang: Lang) -> Result<(), CommandError> {
    let person = find_account(store, text(m, "name")).await?;
    let role = match text(m, "role") {
        "admin" => Role::Admin,
        _ => Role::Player,
    };
    store.set_role(person.id, role).await?;
    let name = sanitise(&person.name);
    print_done(
        lang,
        &match role {
            Role::Admin => message!("{name} is an admin", "{name} est admin"),
            Role::Player => message!("{name} is a player", "{name} est joueur"),
        },
    )
}

pub(super) async fn password(
    store: &Store,
    m: &ArgMatches,
    lang: Lang,
) -> Result<(), CommandError> {
    let person = find_account(store, text(m, "name")).await?;
    let new = random_password()?;
    let hash = abaque_server::hash_password(&new).map_err(|error| {
        CommandError::Environment(message!(
            "the password could not be hashed: {error}",
            "le mot de passe n'a pas pu être haché\u{a0}: {error}"
        ))
    })?;
    let ended = store.sessions(person.id).await?.len();
    // Codes sent by mail are deleted too, or a reader of the account's mail could reset the
    // password again.
    store.replace_password(person.id, &hash, None, None, false).await?;
    let name = sanitise(&person.name);
    let told = message!(
        "New password for {name}, shown only once (devices signed out: {ended}):",
        "Nouveau mot de passe de {name}, affiché une seule fois (appareils déconnectés\u{a0}: {ended})\u{a0}:"
    );
    eprintln!("{}", told.get(lang));
    print(false, || json!(null), &[new])
}

/// Sixteen characters in groups of four: 80 bits.
fn random_password() -> Result<String, CommandError> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| {
        CommandError::Environment(message!(
            "no random numbers: {error}",
            "pas de nombres au hasard\u{a0}: {error}"
        ))
    })?;
    let letters: Vec<char> =
        bytes.iter().map(|byte| char::from(PASSWORD_ALPHABET[usize::from(byte % 32)])).collect();
    Ok(letters.chunks(4).map(String::from_iter).collect::<Vec<_>>().join("-"))
}

pub(super) async fn sessions(
    store: &Store,
    m: &ArgMatches,
    lang: Lang,
) -> Result<(), CommandError> {
    let person = find_person(store, text(m, "name")).await?;
    let name = sanitise(&person.name);
    if m.get_flag("end") {
        let ended = store.delete_sessions(person.id, None).await?;
        let told = message!(
            "{name}: devices signed out: {ended}",
            "{name}\u{a0}: appareils déconnectés\u{a0}: {ended}"
        );
        let value = || json!({ "ended": ended });
        return print(wants_json(m), value, &[told.get(lang).to_owned()]);
    }
    let sessions = store.sessions(person.id).await?;
    let line = |session: &StoredSession| {
        let (since, seen) = (format_minute(session.created), format_minute(session.seen));
        let agent = sanitise(&session.agent);
        message!("since {since}, used {seen}: {agent}", "depuis {since}, vue {seen}\u{a0}: {agent}")
            .get(lang)
            .to_owned()
    };
    let lines: Vec<String> = sessions.iter().map(line).collect();
    let value = |session: &StoredSession| json!({ "created": session.created, "seen": session.seen, "agent": session.agent });
    let value = || json!({ "sessions": sessions.iter().map(value).collect::<Vec<_>>() });
    print(wants_json(m), value, &lines)
}
