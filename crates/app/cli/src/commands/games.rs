use abaque_catalog::GAMES;
use abaque_core::Lang;
use clap::ArgMatches;
use serde_json::{Value, json};

use super::json as wants_json;
use crate::command_error::CommandError;
use crate::output::{print, wrap};

/// `abaque games`.
pub(crate) fn run(matches: &ArgMatches, lang: Lang) -> Result<(), CommandError> {
    let mut lines = Vec::new();
    for entry in GAMES {
        let info = (entry.description)();
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.push(format!("{} — {}", info.name, info.title.get(lang)));
        lines.push(wrap(&format!("  {}", info.blurb.get(lang)), 2));
        for option in info.options {
            let (values, default) = (option.values.get(lang), option.default);
            lines.push(wrap(&format!("  {}={values}  [{default}]", option.key), 4));
            lines.push(wrap(&format!("      {}", option.help.get(lang)), 6));
        }
    }
    print(wants_json(matches), || games_json(lang), &lines)
}

fn games_json(lang: Lang) -> Value {
    let games = GAMES.iter().map(|entry| {
        let info = (entry.description)();
        let options = info.options.iter().map(|option| {
            json!({
                "key": option.key,
                "default": option.default,
                "values": option.values.get(lang),
                "help": option.help.get(lang),
            })
        });
        json!({
            "name": info.name,
            "title": info.title.get(lang),
            "blurb": info.blurb.get(lang),
            "players": info.players.map(|player| player.get(lang)),
            "letters": info.letters,
            "options": options.collect::<Vec<_>>(),
        })
    });
    json!({ "games": games.collect::<Vec<_>>() })
}
