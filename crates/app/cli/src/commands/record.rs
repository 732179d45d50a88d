use std::fs;
use std::io::{self, IsTerminal, Read, Write};

use abaque_core::{Lang, Message, Observer, message};
use abaque_draw::TerminalOptions;
use abaque_record::{CheckReport, LotStatus, Record, RecordError, SealStatus, SeedMode};
use clap::ArgMatches;
use serde_json::{Value, json};

use super::{json as wants_json, text};
use crate::command_error::CommandError;
use crate::output::print;

/// `abaque record …`.
pub(crate) fn run(matches: &ArgMatches, lang: Lang) -> Result<(), CommandError> {
    match matches.subcommand() {
        Some(("check", m)) => check(m),
        Some(("show", m)) => show(m, lang),
        Some(("format", m)) => format(m),
        Some(("import", m)) => import(m),
        _ => Ok(()),
    }
}

fn check(matches: &ArgMatches) -> Result<(), CommandError> {
    let path = text(matches, "file");
    let records = read_records(path)?;
    let mut lines = Vec::new();
    let mut values = Vec::new();
    for record in &records {
        let checked = abaque_record::check(record).map_err(|error| record_error(path, &error))?;
        // Only shown if the record has the tag; other records keep their old output.
        let seeds = checked.seeds.map(|mode| format!(" [seeds {}]", mode.as_str()));
        lines.push(format!("ok {}{}", record.result(), seeds.unwrap_or_default()));
        values.push(to_json(record, &checked));
    }
    let value = || match values.as_slice() {
        [one] => one.clone(),
        many => Value::Array(many.to_vec()),
    };
    print(wants_json(matches), value, &lines)
}

fn to_json(record: &Record, checked: &CheckReport) -> Value {
    let (lots, count) = match checked.lots {
        LotStatus::None => ("none", 0),
        LotStatus::Verified(count) => ("verified", count),
        LotStatus::Unproven(count) => ("unproven", count),
    };
    json!({
        "ok": true,
        "game": record.spec(),
        "result": record.result(),
        "plies": checked.plies,
        "lots": { "state": lots, "count": count, "seeds": checked.seeds.map(SeedMode::as_str) },
        "seals": checked.seals.map(|seal| match seal {
            SealStatus::None => "none",
            SealStatus::Verified => "verified",
            SealStatus::Unopened => "unopened",
        }),
    })
}

fn show(matches: &ArgMatches, lang: Lang) -> Result<(), CommandError> {
    let path = text(matches, "file");
    let plain = matches.get_flag("plain");
    let mut out = io::stdout().lock();
    let colour = !plain && out.is_terminal() && std::env::var_os("NO_COLOR").is_none();
    for record in read_records(path)? {
        let mut game = record.open_start().map_err(|error| record_error(path, &error))?;
        let info = game.description();
        let spelled =
            |text: &str| if plain { abaque_draw::to_ascii(text) } else { text.to_string() };
        let title = format!("{} — {}", info.title.get(lang), record.spec());
        writeln!(out, "{}", spelled(&title))?;
        for (i, noted) in record.main_line().moves().iter().enumerate() {
            let ply = noted.ply();
            let seat = match game.turn() {
                abaque_core::Turn::Of(seat) => info.players[seat.index()].get(lang),
                _ => "·",
            };
            let told = game.describe(ply);
            let turns = game.play(ply).map_err(|refused| {
                let (line, en, fr) =
                    (noted.line_number(), refused.localized(Lang::En), refused.localized(Lang::Fr));
                CommandError::input(message!(
                    "{path}: line {line}: {en}",
                    "{path}\u{a0}: ligne {line}\u{a0}: {fr}"
                ))
            })?;
            let told = told.map(|message| message.get(lang).to_string()).unwrap_or_default();
            let line = format!("{:>4}  {seat:<8} {ply:<10} {told}", i + 1);
            writeln!(out, "{}", spelled(&line))?;
            for comment in noted.comments() {
                writeln!(out, "{:24}{{{}}}", "", spelled(comment))?;
            }
            if matches.get_flag("boards") && turns.progress.turns_ended > 0 {
                let options = TerminalOptions {
                    colour,
                    unicode: !plain,
                    lang,
                    last: Some(ply.into()),
                    ..TerminalOptions::default()
                };
                let board =
                    abaque_draw::ansi(&game.spec(), &game.view(Observer::Spectator), &options)?;
                writeln!(out, "{board}")?;
            }
        }
        writeln!(out, "{}", record.result())?;
    }
    Ok(())
}

fn format(matches: &ArgMatches) -> Result<(), CommandError> {
    let texts: Vec<String> =
        read_records(text(matches, "file"))?.iter().map(|record| record.to_string()).collect();
    Ok(io::stdout().write_all(texts.join("\n").as_bytes())?)
}

fn import(matches: &ArgMatches) -> Result<(), CommandError> {
    let path = text(matches, "file");
    let record = abaque_record::import(&read_text(path)?, text(matches, "spec"))
        .map_err(|error| record_error(path, &error))?;
    Ok(io::stdout().write_all(record.to_string().as_bytes())?)
}

pub(super) fn read_records(path: &str) -> Result<Vec<Record>, CommandError> {
    abaque_record::parse(&read_text(path)?).map_err(|error| record_error(path, &error))
}

/// Reads a file; `-` reads stdin.
pub(crate) fn read_text(path: &str) -> Result<String, CommandError> {
    let mut bytes = Vec::new();
    let read = if path == "-" {
        io::stdin().lock().read_to_end(&mut bytes)
    } else {
        fs::File::open(path).and_then(|mut file| file.read_to_end(&mut bytes))
    };
    read.map_err(|error| CommandError::file(path, &error))?;
    String::from_utf8(bytes).map_err(|error| {
        let line =
            error.as_bytes()[..error.utf8_error().valid_up_to()].split(|&b| b == b'\n').count();
        CommandError::input(message!(
            "{path}: line {line}: a record must be UTF-8 text",
            "{path}\u{a0}: ligne {line}\u{a0}: une notation doit être un texte UTF-8"
        ))
    })
}

pub(super) fn record_error(path: &str, error: &RecordError) -> CommandError {
    CommandError::Input(Message {
        en: format!("{path}: {}", error.localized(Lang::En)),
        fr: format!("{path}\u{a0}: {}", error.localized(Lang::Fr)),
    })
}
