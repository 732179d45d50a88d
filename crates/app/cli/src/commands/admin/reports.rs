use abaque_core::{Lang, message};
use abaque_store::{PersonId, PersonReport, Store};
use clap::ArgMatches;
use serde_json::{Value, json};

use super::super::json as wants_json;
use super::terminal_text::{format_minute, sanitise};
use crate::command_error::CommandError;
use crate::output::print;

/// Reports fetched per query.
const PAGE_SIZE: u32 = 500;

/// A report with the names of reporter and reported player.
struct NamedReport {
    report: PersonReport,
    author: String,
    about: String,
}

pub(super) async fn list(store: &Store, m: &ArgMatches, lang: Lang) -> Result<(), CommandError> {
    let mut reports = Vec::new();
    load_reports(store, false, &mut reports).await?;
    if m.get_flag("all") {
        load_reports(store, true, &mut reports).await?;
        reports.sort_by_key(|told| std::cmp::Reverse(told.report.id));
    }
    let lines: Vec<String> = reports.iter().flat_map(|told| told.lines(lang)).collect();
    let value =
        || json!({ "reports": reports.iter().map(NamedReport::to_json).collect::<Vec<_>>() });
    print(wants_json(m), value, &lines)
}

async fn load_reports(
    store: &Store,
    handled: bool,
    into: &mut Vec<NamedReport>,
) -> Result<(), CommandError> {
    let mut before = None;
    loop {
        let page = store.reports(handled, before, PAGE_SIZE).await?;
        let Some(last) = page.last() else { return Ok(()) };
        before = Some(last.id);
        for report in page {
            into.push(NamedReport::with_names(store, report).await?);
        }
    }
}

pub(super) async fn show(store: &Store, m: &ArgMatches, lang: Lang) -> Result<(), CommandError> {
    let id = m.get_one::<i64>("id").copied().unwrap_or(0);
    if m.get_flag("handled") {
        store.set_report_handled(id, true).await?;
    }
    let Some(report) = store.report(id).await? else {
        return Err(CommandError::input(message!(
            "there is no report {id}; `abaque admin reports --all` lists them",
            "il n'y a pas de signalement {id}\u{a0}; «\u{a0}abaque admin reports --all\u{a0}» les donne tous"
        )));
    };
    let told = NamedReport::with_names(store, report).await?;
    print(wants_json(m), || told.to_json(), &told.lines(lang))
}

impl NamedReport {
    async fn with_names(store: &Store, report: PersonReport) -> Result<NamedReport, CommandError> {
        let name = async |id: PersonId| -> Result<String, CommandError> {
            Ok(store.person(id).await?.map_or(id.to_string(), |person| person.name))
        };
        let (author, about) = (name(report.author).await?, name(report.about).await?);
        Ok(NamedReport { report, author, about })
    }

    fn lines(&self, lang: Lang) -> Vec<String> {
        let PersonReport { id, at, handled, .. } = self.report;
        let (at, author, about) =
            (format_minute(at), sanitise(&self.author), sanitise(&self.about));
        let mut first =
            message!("{id}. {at}, {author} about {about}", "{id}. {at}, {author} sur {about}");
        if let Some(game) = &self.report.game {
            first.en += &format!(", game {game}");
            first.fr += &format!(", partie {game}");
        }
        if handled {
            first.en += " (dealt with)";
            first.fr += " (traité)";
        }
        let mut lines = vec![first.get(lang).to_owned()];
        lines.extend(self.report.text.lines().map(|line| format!("   {}", sanitise(line))));
        lines
    }

    fn to_json(&self) -> Value {
        json!({
            "id": self.report.id,
            "author": self.author,
            "about": self.about,
            "game": self.report.game.as_ref().map(|game| game.as_str()),
            "at": self.report.at,
            "text": self.report.text,
            "handled": self.report.handled,
        })
    }
}
