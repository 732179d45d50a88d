use abaque_core::{Lang, Words, said};
use abaque_store::{Person, Role, Session, Store};
use clap::ArgMatches;
use serde_json::{Value, json};

use super::super::{json as wants_json, text};
use super::tell::{day, moment, plain};
use super::{done, named};
use crate::failure::Failure;
use crate::output::print;

/// People read at once.
const PAGE: u32 = 1000;

/// Letters and digits that nobody takes for one another.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

pub(super) async fn list(store: &Store, m: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    let search = text(m, "search");
    let mut people: Vec<Person> = Vec::new();
    loop {
        let page = store.people(search, people.last().map(|last| last.id), PAGE).await?;
        if page.is_empty() {
            break;
        }
        people.extend(page);
    }
    let lines: Vec<String> = people.iter().map(|person| line(person, lang)).collect();
    let value = || json!({ "people": people.iter().map(person_value).collect::<Vec<_>>() });
    print(wants_json(m), value, &lines)
}

fn line(person: &Person, lang: Lang) -> String {
    let say = |en, fr| Words::new(en, fr).get(lang);
    let what = match (person.guest, person.role) {
        (true, _) => say("guest", "invité"),
        (_, Role::Admin) => "admin",
        (_, Role::Player) => say("player", "joueur"),
    };
    let name = plain(&person.name);
    let (since, seen) = (day(person.created), day(person.seen));
    let since = said!("since {since}, seen {seen}", "depuis {since}, vu {seen}");
    let banned = person.banned.as_ref().map_or(String::new(), |reason| {
        let reason = plain(reason);
        said!("  banned: {reason}", "  exclu : {reason}").get(lang).to_owned()
    });
    let silenced = person.silenced.as_ref().map_or(String::new(), |reason| {
        let reason = plain(reason);
        said!("  silenced: {reason}", "  réduit au silence : {reason}").get(lang).to_owned()
    });
    format!("{name:<20}  {what:<6}  {}{banned}{silenced}", since.get(lang))
}

fn person_value(person: &Person) -> Value {
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

/// Why, in words.
fn given_reason(m: &ArgMatches) -> Result<&str, Failure> {
    let reason = text(m, "reason").trim();
    if reason.is_empty() {
        return Err(Failure::input(said!(
            "--reason is empty: the player is told why",
            "--reason est vide : on dit au joueur pourquoi"
        )));
    }
    Ok(reason)
}

pub(super) async fn ban(store: &Store, m: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    let reason = given_reason(m)?;
    let person = named(store, text(m, "name")).await?;
    store.ban(person.id, Some(reason)).await?;
    let (name, reason) = (plain(&person.name), plain(reason));
    done(lang, &said!("{name} is banned: {reason}", "{name} est exclu : {reason}"))
}

pub(super) async fn unban(store: &Store, m: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    let person = named(store, text(m, "name")).await?;
    let name = plain(&person.name);
    if person.banned.is_none() {
        return Err(Failure::input(said!("{name} is not banned", "{name} n'est pas exclu")));
    }
    store.ban(person.id, None).await?;
    done(lang, &said!("{name} may come in again", "{name} peut revenir"))
}

pub(super) async fn silence(store: &Store, m: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    let reason = given_reason(m)?;
    let person = named(store, text(m, "name")).await?;
    store.silence(person.id, Some(reason)).await?;
    let (name, reason) = (plain(&person.name), plain(reason));
    done(lang, &said!("{name} is silenced: {reason}", "{name} est réduit au silence : {reason}"))
}

pub(super) async fn unsilence(store: &Store, m: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    let person = named(store, text(m, "name")).await?;
    let name = plain(&person.name);
    if person.silenced.is_none() {
        return Err(Failure::input(said!(
            "{name} is not silenced",
            "{name} n'est pas réduit au silence"
        )));
    }
    store.silence(person.id, None).await?;
    done(lang, &said!("{name} may speak again", "{name} peut parler de nouveau"))
}

pub(super) async fn close(store: &Store, m: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    let person = named(store, text(m, "name")).await?;
    store.close_person(person.id).await?;
    let name = plain(&person.name);
    done(
        lang,
        &said!(
            "{name} is deleted; the games stay, without the name",
            "{name} est supprimé ; les parties restent, sans le nom"
        ),
    )
}

/// Somebody with an account.
async fn account(store: &Store, name: &str) -> Result<Person, Failure> {
    let person = named(store, name).await?;
    if person.guest {
        let name = plain(&person.name);
        return Err(Failure::input(said!(
            "{name} is a guest, without an account",
            "{name} est un invité, sans compte"
        )));
    }
    Ok(person)
}

pub(super) async fn role(store: &Store, m: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    let person = account(store, text(m, "name")).await?;
    let role = match text(m, "role") {
        "admin" => Role::Admin,
        _ => Role::Player,
    };
    store.set_role(person.id, role).await?;
    let name = plain(&person.name);
    done(
        lang,
        &match role {
            Role::Admin => said!("{name} is an admin", "{name} est admin"),
            Role::Player => said!("{name} is a player", "{name} est joueur"),
        },
    )
}

pub(super) async fn password(store: &Store, m: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    let person = account(store, text(m, "name")).await?;
    let new = random_password()?;
    let hash = abaque_server::hash_password(&new).map_err(|error| {
        Failure::World(said!(
            "the password could not be hashed: {error}",
            "le mot de passe n'a pas pu être haché : {error}"
        ))
    })?;
    store.set_password(person.id, &hash).await?;
    // Whoever reads the mail of the account could otherwise set yet another one.
    store.drop_mailed_codes(person.id).await?;
    let ended = store.delete_sessions(person.id, None).await?;
    let name = plain(&person.name);
    let told = said!(
        "New password of {name}, shown only here (browsers signed out: {ended}):",
        "Nouveau mot de passe de {name}, montré ici seulement (sessions fermées : {ended}) :"
    );
    eprintln!("{}", told.get(lang));
    print(false, || json!(null), &[new])
}

/// Sixteen letters, four by four: 80 bits.
fn random_password() -> Result<String, Failure> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| {
        Failure::World(said!("no random numbers: {error}", "pas de nombres au hasard : {error}"))
    })?;
    let letters: Vec<char> =
        bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect();
    Ok(letters.chunks(4).map(String::from_iter).collect::<Vec<_>>().join("-"))
}

pub(super) async fn sessions(store: &Store, m: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    let person = named(store, text(m, "name")).await?;
    let name = plain(&person.name);
    if m.get_flag("end") {
        let ended = store.delete_sessions(person.id, None).await?;
        let told =
            said!("{name}: browsers signed out: {ended}", "{name} : sessions fermées : {ended}");
        let value = || json!({ "ended": ended });
        return print(wants_json(m), value, &[told.get(lang).to_owned()]);
    }
    let sessions = store.sessions(person.id).await?;
    let line = |session: &Session| {
        let (since, seen) = (moment(session.created), moment(session.seen));
        let agent = plain(&session.agent);
        said!("since {since}, used {seen}: {agent}", "depuis {since}, vue {seen} : {agent}")
            .get(lang)
            .to_owned()
    };
    let lines: Vec<String> = sessions.iter().map(line).collect();
    let value = |session: &Session| json!({ "created": session.created, "seen": session.seen, "agent": session.agent });
    let value = || json!({ "sessions": sessions.iter().map(value).collect::<Vec<_>>() });
    print(wants_json(m), value, &lines)
}
