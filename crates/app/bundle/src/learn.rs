//! Lessons, rulings and puzzles, as files that the page fetches on demand.

use std::fs;

use crate::dist::DistFolder;
use crate::{game_names, rulings, workspace_root};

/// Adds `lessons/GAME.json`, `lessons/GAME.rulings.LANG.html` and `puzzles/GAME.jsonl`.
pub(crate) fn write(dist: &mut DistFolder) -> Result<(), String> {
    let read = |path: String| {
        let whole = workspace_root().join(&path);
        fs::read_to_string(whole).map_err(|error| format!("{path}: {error}"))
    };
    for game in game_names() {
        for path in [format!("lessons/{game}.json"), format!("puzzles/{game}.jsonl")] {
            let text = read(path.clone())?;
            dist.add(&path, text);
        }
        for lang in ["en", "fr"] {
            let own = read(format!("docs/rules/{game}.{lang}.md"))?;
            let common = read(format!("docs/rules/common.{lang}.md"))?;
            let page = rulings::rulings_page(&own, &common, lang);
            dist.add(&format!("lessons/{game}.rulings.{lang}.html"), page);
        }
    }
    Ok(())
}
