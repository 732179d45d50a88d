//! `abaque admin check`: verifies the integrity of a store.

use std::io::Write;

use abaque_core::{Lang, StaticMessage, message};
use abaque_rooms::{AuditReport, audit};
use abaque_store::Store;
use clap::ArgMatches;
use serde_json::{Value, json};

use super::super::json as wants_json;
use crate::command_error::CommandError;
use crate::output::print;
use crate::progress::SlowBar;

pub(super) async fn run(
    store: &Store,
    matches: &ArgMatches,
    lang: Lang,
) -> Result<(), CommandError> {
    let mut bar = SlowBar::new();
    let found = audit(store, |done, of| bar.set_progress(done as usize, of as usize)).await;
    bar.finish();
    let found = found?;
    let value = || to_json(&found, lang);
    print(wants_json(matches), value, &lines(&found, lang))?;
    std::io::stdout().flush()?;
    match found.findings.len() {
        0 => Ok(()),
        count => Err(CommandError::Environment(message!(
            "problems found: {count}",
            "problèmes trouvés\u{a0}: {count}"
        ))),
    }
}

fn counts(found: &AuditReport) -> [(&'static str, &'static str, &'static str, u64); 6] {
    [
        ("games", "games replayed", "parties rejouées", found.games),
        ("acts", "acts", "actes", found.acts),
        ("records", "records of finished games", "notations de parties terminées", found.records),
        ("lots", "entries of the public log", "entrées du registre public", found.lots),
        (
            "ratings",
            "ratings with their histories",
            "classements et leurs historiques",
            found.ratings,
        ),
        (
            "uncounted",
            "finished games still to count",
            "parties terminées encore à compter",
            found.uncounted,
        ),
    ]
}

fn lines(found: &AuditReport, lang: Lang) -> Vec<String> {
    let mut lines: Vec<String> = found
        .findings
        .iter()
        .map(|finding| {
            let (code, subject) = (finding.code, &finding.subject);
            format!("{code:<15} {subject}: {}", finding.message.get(lang))
        })
        .collect();
    for (_, en, fr, count) in counts(found) {
        lines.push(format!("{count:>8}  {}", StaticMessage::new(en, fr).get(lang)));
    }
    if found.findings.is_empty() {
        let told = message!("Everything is fine.", "Tout est en ordre.");
        lines.push(told.get(lang).to_owned());
    }
    lines
}

fn to_json(found: &AuditReport, lang: Lang) -> Value {
    let findings: Vec<Value> = found
        .findings
        .iter()
        .map(|finding| {
            json!({
                "code": finding.code,
                "subject": finding.subject,
                "detail": finding.message.get(lang),
            })
        })
        .collect();
    let mut value: Value =
        counts(found).iter().map(|(key, _, _, count)| (*key, json!(count))).collect();
    value["ok"] = json!(findings.is_empty());
    value["findings"] = json!(findings);
    value
}
