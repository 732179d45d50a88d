//! `abaque doctor`: checks whether this machine and its configuration are fit for a server.

mod clock;
mod database;
mod disk;
mod machine;
mod site;

use std::io::Write;
use std::path::PathBuf;

use abaque_core::{Lang, Message, StaticMessage, message};
use abaque_store::StoreInspection;
use clap::{ArgMatches, Command};
use serde_json::{Value, json};

use super::serve;
use crate::command_error::CommandError;
use crate::config::{self, Settings};
use crate::data;
use crate::output::{print, wants_json, wrap};
pub(crate) use site::own_address;

/// The `doctor` command line: the options of a server, which it does not start.
pub(crate) fn command(lang: Lang) -> Command {
    let about = StaticMessage::new(
        "Check origin, proxy, clock, disk, limits, store, bus and email of a server, and suggest fixes; exit status 1 if something is wrong",
        "Contrôler adresse publique, proxy, horloge, disque, limites, données, bus et e-mail d'un serveur, et dire comment corriger\u{a0}; le code de sortie est 1 si quelque chose ne va pas",
    );
    Command::new("doctor")
        .about(about.get(lang))
        .args(config::args(lang))
        .arg(crate::interface::json(lang))
}

/// How a check went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Status {
    Ok,
    /// Works, but could be better, or could not be checked.
    Warning,
    Problem,
}

/// What a check found.
#[derive(Debug)]
struct Finding {
    check: &'static str,
    status: Status,
    message: Message,
    fix: Option<Message>,
}

impl Finding {
    fn ok(check: &'static str, message: Message) -> Finding {
        Finding { check, status: Status::Ok, message, fix: None }
    }

    fn warning(check: &'static str, message: Message, fix: Message) -> Finding {
        Finding { check, status: Status::Warning, message, fix: Some(fix) }
    }

    fn problem(check: &'static str, message: Message, fix: Message) -> Finding {
        Finding { check, status: Status::Problem, message, fix: Some(fix) }
    }
}

/// What several checks look at.
struct ExaminedServer<'a> {
    settings: &'a Settings,
    /// URL of the store.
    store: String,
    /// File of an SQLite store.
    file: Option<PathBuf>,
    /// What is in the store; `None` if it cannot be opened or does not exist yet.
    inspection: Option<StoreInspection>,
    /// Whether a server answers on the configured address and port.
    is_running: bool,
}

/// `abaque doctor`.
pub(crate) fn run(matches: &ArgMatches, lang: Lang) -> Result<(), CommandError> {
    let settings = Settings::load(matches)?;
    // Refuses what `serve` would refuse.
    serve::server_config(&settings)?;
    let findings = tokio::runtime::Runtime::new()?.block_on(examine(&settings))?;
    let problems = findings.iter().filter(|finding| finding.status == Status::Problem).count();
    let value = || to_json(&findings, problems == 0, lang);
    print(wants_json(matches), value, &lines(&findings, lang))?;
    std::io::stdout().flush()?;
    match problems {
        0 => Ok(()),
        count => Err(CommandError::Environment(message!(
            "problems found: {count}",
            "problèmes trouvés\u{a0}: {count}"
        ))),
    }
}

/// Runs every check.
async fn examine(settings: &Settings) -> Result<Vec<Finding>, CommandError> {
    let store = data::store_url(settings)?;
    let file = abaque_store::sqlite_path(&store)?;
    let is_running = site::is_running(settings).await;
    let mut examined = ExaminedServer { settings, store, file, inspection: None, is_running };
    let database = database::check(&mut examined).await;
    let mut findings = machine::configuration(settings);
    findings.extend(site::origin(&examined).await);
    findings.extend(site::proxy(&examined).await);
    findings.extend(clock::check(&examined).await);
    findings.extend(disk::check(&examined).await);
    findings.push(machine::open_files());
    findings.extend(database);
    findings.extend(machine::bus(settings).await);
    findings.push(machine::mail(settings).await?);
    Ok(findings)
}

/// A check as people read it; programs get its English name.
fn check_title(check: &str) -> StaticMessage {
    match check {
        "origin" => StaticMessage::new("origin", "adresse publique"),
        "clock" => StaticMessage::new("clock", "horloge"),
        "disk" => StaticMessage::new("disk", "disque"),
        "open files" => StaticMessage::new("open files", "fichiers ouverts"),
        "database" => StaticMessage::new("database", "base"),
        "bus" => StaticMessage::new("bus", "bus"),
        "mail" => StaticMessage::new("mail", "e-mail"),
        "proxy" => StaticMessage::new("proxy", "proxy"),
        _ => StaticMessage::new("configuration", "configuration"),
    }
}

fn lines(findings: &[Finding], lang: Lang) -> Vec<String> {
    let mut lines = Vec::new();
    for Finding { check, status, message, fix } in findings {
        let mark = match status {
            Status::Ok => StaticMessage::new("ok", "ok"),
            Status::Warning => StaticMessage::new("warning", "attention"),
            Status::Problem => StaticMessage::new("PROBLEM", "PROBLÈME"),
        };
        let (mark, check, message) =
            (mark.get(lang), check_title(check).get(lang), message.get(lang));
        let colon = if lang == Lang::Fr { "\u{a0}:" } else { ":" };
        lines.push(wrap(&format!("{mark:<9} {check}{colon} {message}"), 10));
        if let Some(fix) = fix {
            lines.push(wrap(&format!("          → {}", fix.get(lang)), 12));
        }
    }
    lines
}

fn to_json(findings: &[Finding], ok: bool, lang: Lang) -> Value {
    let checks: Vec<Value> = findings
        .iter()
        .map(|finding| {
            let status = match finding.status {
                Status::Ok => "ok",
                Status::Warning => "warning",
                Status::Problem => "problem",
            };
            json!({
                "check": finding.check,
                "status": status,
                "message": finding.message.get(lang),
                "fix": finding.fix.as_ref().map(|fix| fix.get(lang)),
            })
        })
        .collect();
    json!({ "ok": ok, "checks": checks })
}
