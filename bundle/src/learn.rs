//! Lessons, rulings and puzzles, as files the page fetches when they are wanted.

use std::fs;

use crate::dist::Dist;
use crate::{root, rulings};

const GAMES: [&str; 4] = ["abalone", "abraxas", "abagio", "blocs"];

/// Adds `lessons/GAME.json`, `lessons/GAME.rulings.LANG.html` and `puzzles/GAME.jsonl`.
pub(crate) fn write(dist: &mut Dist) -> Result<(), String> {
    let read = |path: String| {
        let whole = root().join(&path);
        fs::read_to_string(whole).map_err(|error| format!("{path}: {error}"))
    };
    for game in GAMES {
        for path in [format!("lessons/{game}.json"), format!("puzzles/{game}.jsonl")] {
            let text = read(path.clone())?;
            dist.add(&path, text);
        }
        for lang in ["en", "fr"] {
            let own = read(format!("docs/rules/{game}.{lang}.md"))?;
            let common = read(format!("docs/rules/common.{lang}.md"))?;
            let page = rulings::page(&own, &common, lang);
            dist.add(&format!("lessons/{game}.rulings.{lang}.html"), page);
        }
    }
    Ok(())
}
