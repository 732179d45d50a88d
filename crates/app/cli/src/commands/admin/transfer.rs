//! `abaque admin move`: copies a whole store between SQLite and PostgreSQL.

use abaque_core::{Lang, Message, StaticMessage, message};
use abaque_store::{Store, TransferOutcome, TransferredTable, sqlite_path};
use clap::{Arg, ArgMatches, Command, ValueHint};
use serde_json::{Value, json};

use super::super::{json as wants_json, text};
use crate::command_error::CommandError;
use crate::config::options::Secrecy;
use crate::config::{Settings, secret};
use crate::data::named_store;
use crate::output::print;
use crate::progress::SlowBar;

/// Digits of a hash that are shown.
const SHOWN_DIGITS: usize = 16;

/// The `move` command line.
pub(super) fn command(lang: Lang) -> Command {
    let say = |en, fr| StaticMessage::new(en, fr).get(lang);
    let store = |name: &'static str, value: &'static str, help: &'static str| {
        let arg = Arg::new(name).value_name(value).required(true);
        arg.value_hint(ValueHint::FilePath).help(help)
    };
    Command::new("move")
        .about(say(
            "Copy a whole server between SQLite and PostgreSQL and verify the copy; the server must be stopped",
            "Copier un serveur entier entre SQLite et PostgreSQL et vérifier la copie\u{a0}; serveur arrêté",
        ))
        .args([
            store("from", "FROM", say("The store: a file or postgres://…", "Les données\u{a0}: un fichier ou postgres://…")),
            store("to", "TO", say("An empty store: a new file or postgres://…", "Des données vides\u{a0}: un nouveau fichier ou postgres://…")),
            crate::interface::json(lang),
        ])
}

/// The URL of a store, with the configured password if it needs one.
fn store_url(settings: &Settings, name: &str) -> Result<String, CommandError> {
    let url = named_store(name);
    match settings.text("data-password").filter(|_| secret::lacks_password(&url)) {
        Some(password) => secret::with_password(&url, password)
            .map_err(|error| settings.blame("data-password", &error)),
        None => Ok(url),
    }
}

pub(super) async fn run(
    settings: &Settings,
    matches: &ArgMatches,
    lang: Lang,
) -> Result<(), CommandError> {
    let from = store_url(settings, text(matches, "from"))?;
    let to = store_url(settings, text(matches, "to"))?;
    let shown = |name| secret::mask(Secrecy::Password, &named_store(text(matches, name)));
    let (shown_from, shown_to) = (shown("from"), shown("to"));
    if from == to {
        return Err(CommandError::input(message!(
            "FROM and TO are the same store",
            "FROM et TO sont les mêmes données"
        )));
    }
    if let Some(path) = sqlite_path(&from)?.filter(|path| !path.exists()) {
        let path = path.display();
        return Err(CommandError::input(message!(
            "there is no store at {path}",
            "il n'y a pas de données dans {path}"
        )));
    }
    let mut bar = SlowBar::new();
    let moved =
        Store::transfer(&from, &to, |done, of| bar.set_progress(done as usize, of as usize)).await;
    bar.finish();
    match moved? {
        TransferOutcome::Done(tables) => {
            let value = || to_json(&tables);
            print(wants_json(matches), value, &lines(&tables, &shown_to, lang))
        }
        TransferOutcome::NotEmpty(table) => Err(CommandError::input(message!(
            "{shown_to} is not empty (table {table}): choose a new file or an empty database",
            "{shown_to} n'est pas vide (table {table})\u{a0}: choisir un nouveau fichier ou une base vide"
        ))),
        TransferOutcome::InUse => Err(CommandError::Environment(message!(
            "a server is using {shown_from} or {shown_to}, or both are the same store: stop the server first",
            "un serveur utilise {shown_from} ou {shown_to}, ou ce sont les mêmes données\u{a0}: arrêter d'abord le serveur"
        ))),
    }
}

fn lines(tables: &[TransferredTable], to: &str, lang: Lang) -> Vec<String> {
    let mut lines: Vec<String> = tables
        .iter()
        .map(|TransferredTable { name, rows, hash }| {
            format!("{rows:>10}  {}  {name}", hash.get(..SHOWN_DIGITS).unwrap_or(hash))
        })
        .collect();
    let rows: u64 = tables.iter().map(|table| table.rows).sum();
    let Message { en, fr } = message!(
        "rows: {rows}; counts and hashes of all tables agree. The server uses the copy with data = \"{to}\"; the original is unchanged.",
        "lignes\u{a0}: {rows}\u{a0}; comptes et empreintes de toutes les tables concordent. Le serveur se sert de la copie avec data = \"{to}\"\u{a0}; l'original est inchangé."
    );
    lines.push(if lang == Lang::Fr { fr } else { en });
    lines
}

fn to_json(tables: &[TransferredTable]) -> Value {
    let table = |table: &TransferredTable| json!({ "name": table.name, "rows": table.rows, "hash": table.hash });
    json!({ "tables": tables.iter().map(table).collect::<Vec<_>>() })
}
