//! `abaque config`: shows the effective configuration, or an example of the file.

use abaque_core::{Lang, StaticMessage, message};
use clap::{ArgMatches, Command};
use serde_json::{Value, json};

use crate::command_error::CommandError;
use crate::config::options::{OPTIONS, ServerOption};
use crate::config::{self, Settings, secret};
use crate::output::{print, wants_json};

/// The `config` command line.
pub(crate) fn command(lang: Lang) -> Command {
    let say = |en, fr| StaticMessage::new(en, fr).get(lang);
    Command::new("config")
        .about(say("Show the server's configuration", "Montrer la configuration du serveur"))
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands([
            Command::new("show")
                .about(say(
                    "Print every option, its value and where it comes from; secrets are masked",
                    "Afficher chaque option, sa valeur et son origine\u{a0}; les secrets sont masqués",
                ))
                .args(config::args(lang))
                .arg(crate::interface::json(lang)),
            Command::new("example").about(say(
                "Print an abaque.toml with every option explained",
                "Afficher un abaque.toml où chaque option est expliquée",
            )),
        ])
}

/// `abaque config …`.
pub(crate) fn run(matches: &ArgMatches, lang: Lang) -> Result<(), CommandError> {
    match matches.subcommand() {
        Some(("example", _)) => {
            print(false, || json!(null), &[config::example(lang).trim_end().to_owned()])
        }
        Some((_, m)) => {
            let settings = Settings::load(m)?;
            print(wants_json(m), || to_json(&settings), &lines(&settings, lang))
        }
        None => Ok(()),
    }
}

/// The values as they may be shown.
fn shown_values(option: &ServerOption, settings: &Settings) -> Option<Vec<String>> {
    match settings.get(option.name) {
        Some(setting) => {
            Some(setting.values.iter().map(|value| secret::mask(option.secrecy, value)).collect())
        }
        None => option.default.map(|value| vec![value.to_owned()]),
    }
}

/// TOML again, with the sources as comments.
fn lines(settings: &Settings, lang: Lang) -> Vec<String> {
    let head = match &settings.file {
        Some(file) => {
            let file = file.display();
            message!("# File: {file}", "# Fichier\u{a0}: {file}")
        }
        None => message!("# No configuration file", "# Pas de fichier de configuration"),
    };
    let rows: Vec<(String, String)> = OPTIONS
        .iter()
        .map(|option| {
            let values = shown_values(option, settings);
            let source = match settings.get(option.name) {
                Some(setting) => setting.source.message(),
                None => config::Place::Default.message(),
            };
            let assignment = match values {
                Some(values) => {
                    let values: Vec<&str> = values.iter().map(String::as_str).collect();
                    format!("{} = {}", option.name, option.to_toml(&values))
                }
                None => format!("# {}", option.name),
            };
            (assignment, source.get(lang).to_owned())
        })
        .collect();
    let width = |text: &str| text.chars().count();
    let widest = rows.iter().map(|(left, _)| width(left)).filter(|width| *width <= 48).max();
    let column = widest.unwrap_or(0);
    let row = |(left, source): &(String, String)| {
        format!("{left}{}  # {source}", " ".repeat(column.saturating_sub(width(left))))
    };
    [head.get(lang).to_owned()].into_iter().chain(rows.iter().map(row)).collect()
}

fn to_json(settings: &Settings) -> Value {
    let options: Vec<Value> = OPTIONS
        .iter()
        .map(|option| {
            let setting = settings.get(option.name);
            let source = setting.map_or("default", |setting| setting.source.place.kind());
            let place = setting.map(|setting| setting.source.message().en);
            let values = shown_values(option, settings);
            json!({ "name": option.name, "values": values, "source": source, "place": place })
        })
        .collect();
    json!({ "file": settings.file, "options": options })
}
