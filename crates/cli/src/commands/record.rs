use std::fs;
use std::io::{self, IsTerminal, Read, Write};

use abaque_core::{Lang, Observer, Said, said};
use abaque_draw::TermOptions;
use abaque_record::{Checked, Proof, Record, RecordError, Sealed};
use clap::ArgMatches;
use serde_json::{Value, json};

use super::{json as wants_json, text};
use crate::failure::Failure;
use crate::output::print;

/// `abaque record …`.
pub(crate) fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    match matches.subcommand() {
        Some(("check", m)) => check(m),
        Some(("show", m)) => show(m, lang),
        Some(("format", m)) => format(m),
        Some(("import", m)) => import(m),
        _ => Ok(()),
    }
}

fn check(matches: &ArgMatches) -> Result<(), Failure> {
    let path = text(matches, "file");
    let records = parse(path)?;
    let mut lines = Vec::new();
    let mut values = Vec::new();
    for record in &records {
        let checked = abaque_record::check(record).map_err(|error| failed(path, &error))?;
        lines.push(format!("ok {}", record.result()));
        values.push(value(record, &checked));
    }
    let value = || match values.as_slice() {
        [one] => one.clone(),
        many => Value::Array(many.to_vec()),
    };
    print(wants_json(matches), value, &lines)
}

fn value(record: &Record, checked: &Checked) -> Value {
    let (lots, count) = match checked.lots {
        Proof::None => ("none", 0),
        Proof::Verified(count) => ("verified", count),
        Proof::Unproven(count) => ("unproven", count),
    };
    json!({
        "ok": true,
        "game": record.spec(),
        "result": record.result(),
        "plies": checked.plies,
        "lots": { "state": lots, "count": count },
        "seals": checked.seals.map(|seal| match seal {
            Sealed::None => "none",
            Sealed::Verified => "verified",
            Sealed::Unopened => "unopened",
        }),
    })
}

fn show(matches: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    let path = text(matches, "file");
    let plain = matches.get_flag("plain");
    let mut out = io::stdout().lock();
    let colour = !plain && out.is_terminal() && std::env::var_os("NO_COLOR").is_none();
    for record in parse(path)? {
        let mut game = record.open().map_err(|error| failed(path, &error))?;
        let info = game.info();
        let spelled = |text: &str| if plain { abaque_draw::ascii(text) } else { text.to_string() };
        let title = format!("{} — {}", info.title.get(lang), record.spec());
        writeln!(out, "{}", spelled(&title))?;
        for (i, noted) in record.main().moves().iter().enumerate() {
            let ply = noted.ply();
            let seat = match game.turn() {
                abaque_core::Turn::Of(seat) => info.players[seat.index()].get(lang),
                _ => "·",
            };
            let told = game.tell(ply);
            let turns = game.play(ply).map_err(|refused| {
                let (line, en, fr) =
                    (noted.line_number(), refused.tell(Lang::En), refused.tell(Lang::Fr));
                Failure::input(said!("{path}: line {line}: {en}", "{path} : ligne {line} : {fr}"))
            })?;
            let told = told.map(|said| said.get(lang).to_string()).unwrap_or_default();
            let line = format!("{:>4}  {seat:<8} {ply:<10} {told}", i + 1);
            writeln!(out, "{}", spelled(&line))?;
            for comment in noted.comments() {
                writeln!(out, "{:24}{{{}}}", "", spelled(comment))?;
            }
            if matches.get_flag("boards") && turns.pace.turns_ended > 0 {
                let options = TermOptions {
                    colour,
                    unicode: !plain,
                    lang,
                    last: Some(ply.into()),
                    ..TermOptions::default()
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

fn format(matches: &ArgMatches) -> Result<(), Failure> {
    let texts: Vec<String> =
        parse(text(matches, "file"))?.iter().map(|record| record.to_string()).collect();
    Ok(io::stdout().write_all(texts.join("\n").as_bytes())?)
}

fn import(matches: &ArgMatches) -> Result<(), Failure> {
    let path = text(matches, "file");
    let record = abaque_record::import(&read(path)?, text(matches, "spec"))
        .map_err(|error| failed(path, &error))?;
    Ok(io::stdout().write_all(record.to_string().as_bytes())?)
}

pub(super) fn parse(path: &str) -> Result<Vec<Record>, Failure> {
    abaque_record::parse(&read(path)?).map_err(|error| failed(path, &error))
}

/// The text of a file; `-` is what comes in.
pub(crate) fn read(path: &str) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let read = if path == "-" {
        io::stdin().lock().read_to_end(&mut bytes)
    } else {
        fs::File::open(path).and_then(|mut file| file.read_to_end(&mut bytes))
    };
    read.map_err(|error| Failure::file(path, &error))?;
    String::from_utf8(bytes).map_err(|error| {
        let line =
            error.as_bytes()[..error.utf8_error().valid_up_to()].split(|&b| b == b'\n').count();
        Failure::input(said!(
            "{path}: line {line}: a record is UTF-8 text, this is not",
            "{path} : ligne {line} : une partie est un texte UTF-8, ceci n'en est pas un"
        ))
    })
}

pub(super) fn failed(path: &str, error: &RecordError) -> Failure {
    Failure::Input(Said {
        en: format!("{path}: {}", error.tell(Lang::En)),
        fr: format!("{path} : {}", error.tell(Lang::Fr)),
    })
}
