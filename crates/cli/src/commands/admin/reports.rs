use abaque_core::{Lang, said};
use abaque_store::{PersonId, Report, Store};
use clap::ArgMatches;
use serde_json::{Value, json};

use super::super::json as wants_json;
use super::tell::{moment, plain};
use crate::failure::Failure;
use crate::output::print;

/// Reports read at once.
const PAGE: u32 = 500;

/// A report with the names of the two.
struct Told {
    report: Report,
    author: String,
    about: String,
}

pub(super) async fn list(store: &Store, m: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    let mut reports = Vec::new();
    every(store, false, &mut reports).await?;
    if m.get_flag("all") {
        every(store, true, &mut reports).await?;
        reports.sort_by_key(|told| std::cmp::Reverse(told.report.id));
    }
    let lines: Vec<String> = reports.iter().flat_map(|told| told.lines(lang)).collect();
    let value = || json!({ "reports": reports.iter().map(Told::value).collect::<Vec<_>>() });
    print(wants_json(m), value, &lines)
}

async fn every(store: &Store, handled: bool, into: &mut Vec<Told>) -> Result<(), Failure> {
    let mut before = None;
    loop {
        let page = store.reports(handled, before, PAGE).await?;
        let Some(last) = page.last() else { return Ok(()) };
        before = Some(last.id);
        for report in page {
            into.push(Told::of(store, report).await?);
        }
    }
}

pub(super) async fn one(store: &Store, m: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    let id = m.get_one::<i64>("id").copied().unwrap_or(0);
    if m.get_flag("handled") {
        store.handle_report(id, true).await?;
    }
    let Some(report) = store.report(id).await? else {
        return Err(Failure::input(said!(
            "there is no report {id}; `abaque admin reports --all` lists them",
            "il n'y a pas de signalement {id} ; « abaque admin reports --all » les donne tous"
        )));
    };
    let told = Told::of(store, report).await?;
    print(wants_json(m), || told.value(), &told.lines(lang))
}

impl Told {
    async fn of(store: &Store, report: Report) -> Result<Told, Failure> {
        let name = async |id: PersonId| -> Result<String, Failure> {
            Ok(store.person(id).await?.map_or(id.to_string(), |person| person.name))
        };
        let (author, about) = (name(report.author).await?, name(report.about).await?);
        Ok(Told { report, author, about })
    }

    fn lines(&self, lang: Lang) -> Vec<String> {
        let Report { id, at, handled, .. } = self.report;
        let (at, author, about) = (moment(at), plain(&self.author), plain(&self.about));
        let mut first =
            said!("{id}. {at}, {author} about {about}", "{id}. {at}, {author} sur {about}");
        if let Some(game) = &self.report.game {
            first.en += &format!(", game {game}");
            first.fr += &format!(", partie {game}");
        }
        if handled {
            first.en += " (dealt with)";
            first.fr += " (traité)";
        }
        let mut lines = vec![first.get(lang).to_owned()];
        lines.extend(self.report.text.lines().map(|line| format!("   {}", plain(line))));
        lines
    }

    fn value(&self) -> Value {
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
