//! Which crate may depend on which. Folders decide: a new crate needs no line here.

use std::collections::BTreeMap;

use crate::metadata::{Package, packages};

/// The layers, lowest first; `*` is one component of a folder. A crate belongs to the first pattern
/// that fits and may depend on its own layer and on lower ones.
static LAYERS: &[&str] = &[
    "crates/games/core crates/play/chart crates/play/lots crates/online/rating",
    "crates/games/testkit crates/engine/search crates/engine/bot crates/engine/tensor crates/play/board",
    "crates/games/catalog",
    "crates/engine/bots crates/engine/tensors crates/play/draw",
    "crates/play/*",
    "crates/engine/*",
    "crates/online/*",
    "crates/app/* python xtask",
];

/// What the web app is made of.
const BROWSER_CRATES: &str = "crates/app/client crates/app/online-client crates/app/people \
     crates/app/study crates/app/web crates/app/worker";

/// What the layers would allow but must not be: who, on whom, and why.
static FORBIDDEN: &[(&str, &str, &str)] = &[
    ("crates/play/*", "crates/engine/*", "tables and records do not link the engines"),
    (BROWSER_CRATES, "crates/online/rooms", "browsers do not link the server"),
    (BROWSER_CRATES, "crates/online/store", "browsers do not link the server"),
    (BROWSER_CRATES, "crates/online/server", "browsers do not link the server"),
    ("crates/online/store", "crates/games/*", "the store knows no rules"),
    ("crates/online/store", "crates/play/*", "the store knows no rules"),
];

/// Spared by [`FORBIDDEN`]: lots are hashes and random numbers, without any rules.
const WITHOUT_RULES: &str = "crates/play/lots";

/// A game's own crates: folder below `crates/games/NAME`, and what it may depend on beside the
/// rules of the same game.
static GAME_CRATES: &[(&str, &str)] = &[
    ("", "crates/games/core"),
    ("bot", "crates/games/core crates/engine/bot crates/engine/search"),
    ("board", "crates/games/core crates/play/board"),
    ("tensor", "crates/games/core crates/engine/tensor"),
    (
        "train",
        "crates/games/core crates/games/*/bot crates/engine/bot crates/engine/search \
         crates/engine/recipe crates/play/chart crates/play/puzzles",
    ),
];

/// The only other crates that may depend on a game's: the registries, and the training of engines.
const KNOWS_GAMES: &str = "crates/games/catalog crates/engine/bots crates/engine/tensors crates/play/draw crates/engine/train";

/// Dependencies from elsewhere that rules may have, behind a feature that is off by default.
static OPTIONAL_IN_RULES: &[&str] = &["arbitrary", "rand_core", "serde"];

/// Reports every dependency that breaks a rule above.
pub(crate) fn check(games: &[String], wrong: &mut Vec<String>) -> Result<(), String> {
    let packages = packages()?;
    let by_name: BTreeMap<&str, &Package> =
        packages.iter().map(|package| (&*package.name, package)).collect();
    for package in &packages {
        if game_of(&package.folder, games).is_none() && layer(&package.folder).is_none() {
            wrong.push(format!("{} is in no layer of xtask/src/layers.rs", package.folder));
        }
        let pure = matches!(game_of(&package.folder, games), Some((_, "")))
            || package.folder == "crates/games/core";
        for dependency in &package.dependencies {
            let optional = dependency.is_optional && OPTIONAL_IN_RULES.contains(&&*dependency.name);
            let Some(other) = by_name.get(&*dependency.name).filter(|_| dependency.is_ours) else {
                if pure && !optional {
                    let (name, on) = (&package.name, &dependency.name);
                    wrong.push(format!("{name} is pure rules and may not depend on {on}"));
                }
                continue;
            };
            if let Some(why) = refusal(&package.folder, &other.folder, games) {
                wrong.push(format!("{} may not depend on {}: {why}", package.name, other.name));
            }
        }
    }
    Ok(())
}

/// Why the crate in one folder may not depend on the one in another.
fn refusal(from: &str, on: &str, games: &[String]) -> Option<String> {
    match (game_of(from, games), game_of(on, games)) {
        (Some((own, part)), Some((other, ""))) if own == other && !part.is_empty() => None,
        (Some((_, part)), _) => {
            let allowed = GAME_CRATES.iter().find(|(known, _)| *known == part);
            let allowed = allowed.map_or("", |(_, allowed)| *allowed);
            (!fits(on, allowed)).then(|| format!("it may depend on {allowed}"))
        }
        (None, Some(_)) => {
            (!fits(from, KNOWS_GAMES)).then(|| "only the registries know games".to_owned())
        }
        (None, None) => {
            if layer(from) < layer(on) {
                return Some("it is in a higher layer".to_owned());
            }
            let spared = fits(from, KNOWS_GAMES) || fits(on, WITHOUT_RULES);
            let rule = FORBIDDEN
                .iter()
                .find(|(who, whom, _)| fits(from, who) && fits(on, whom) && !spared);
            rule.map(|(.., why)| (*why).to_owned())
        }
    }
}

/// The game a folder belongs to, and which of its crates it is (`""` for the rules).
fn game_of<'a>(folder: &'a str, games: &[String]) -> Option<(&'a str, &'a str)> {
    let inner = folder.strip_prefix("crates/games/")?;
    let (name, part) = inner.split_once('/').unwrap_or((inner, ""));
    games.iter().any(|game| game == name).then_some((name, part))
}

/// The number of a folder's layer.
fn layer(folder: &str) -> Option<usize> {
    // Exact folders go first: `crates/engine/search` is lower than the rest of `crates/engine`.
    let exact = LAYERS.iter().position(|layer| layer.split(' ').any(|one| one == folder));
    exact.or_else(|| LAYERS.iter().position(|layer| fits(folder, layer)))
}

/// Whether one of the patterns, separated by spaces, fits a folder.
fn fits(folder: &str, patterns: &str) -> bool {
    patterns.split(' ').any(|pattern| {
        let (mut parts, mut wanted) = (folder.split('/'), pattern.split('/'));
        loop {
            match (parts.next(), wanted.next()) {
                (None, None) => return true,
                (Some(part), Some(want)) if want == "*" || part == want => {}
                _ => return false,
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependencies_point_down_and_to_no_foreign_game() {
        let games = ["nim".to_owned(), "go".to_owned()];
        let may = |from: &str, on: &str| refusal(from, on, &games).is_none();
        for (from, on) in [
            ("crates/games/nim", "crates/games/core"),
            ("crates/games/nim/bot", "crates/games/nim"),
            ("crates/games/nim/bot", "crates/engine/search"),
            ("crates/games/nim/board", "crates/play/board"),
            ("crates/games/catalog", "crates/games/nim"),
            ("crates/engine/bots", "crates/games/nim/bot"),
            ("crates/play/record", "crates/games/catalog"),
            ("crates/app/cli", "crates/online/server"),
            ("crates/online/store", "crates/play/lots"),
        ] {
            assert!(may(from, on), "{from} on {on}");
        }
        for (from, on) in [
            ("crates/games/nim", "crates/games/go"),
            ("crates/games/nim/bot", "crates/games/go/bot"),
            ("crates/games/nim/board", "crates/games/catalog"),
            ("crates/games/catalog", "crates/engine/bots"),
            ("crates/play/record", "crates/games/nim"),
            ("crates/play/record", "crates/engine/bots"),
            ("crates/online/rooms", "crates/app/client"),
            ("crates/app/web", "crates/online/store"),
            ("crates/online/store", "crates/play/record"),
        ] {
            assert!(!may(from, on), "{from} on {on}");
        }
    }
}
