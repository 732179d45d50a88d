//! A game is named in its own folders and in the registry, nowhere else in the sources: that is
//! what makes adding one a matter of a folder and a line.

use std::fs;
use std::path::Path;

use crate::chores::workspace_root;
use crate::registry::REGISTRY_FILE;
use crate::rule_ids::visit_files;

/// Where sources are searched. Manifests, prose and data are not.
static FOLDERS: &[&str] = &["crates", "fuzz/src", "xtask/src"];

/// The kinds of files that are sources.
static ENDINGS: &[&str] = &["rs", "css", "js", "html", "sql"];

/// Files and folders that may name games all the same, and why.
static EXCEPTIONS: &[(&str, &str)] = &[
    (REGISTRY_FILE, "the registry"),
    ("crates/app/e2e/axe", "a library by others, minified: its variables have short names"),
    ("crates/app/web/dist", "the built web app, not a source"),
    ("crates/engine/train", "trains the engine of one game after another"),
    ("crates/online/protocol/src/examples.rs", "examples of the API's description"),
    ("xtask/src/named_files.rs", "compares a page with the game it takes as its example"),
];

/// Reports every line that names a game where it should not.
pub(crate) fn check(games: &[String], wrong: &mut Vec<String>) {
    let root = workspace_root();
    for folder in FOLDERS {
        visit_files(&root.join(folder), &mut |path| {
            let place = path.strip_prefix(&root).unwrap_or(path);
            if is_searched(place, games) {
                let text = fs::read_to_string(path).unwrap_or_default();
                for (number, name) in named_lines(&text, games) {
                    wrong.push(format!("{}:{number} names {name}", place.display()));
                }
            }
        });
    }
}

fn is_searched(place: &Path, games: &[String]) -> bool {
    let is_source = place.extension().is_some_and(|ending| ENDINGS.iter().any(|e| ending == *e));
    let is_sample = place
        .components()
        .any(|part| ["tests", "examples"].iter().any(|folder| part.as_os_str() == *folder))
        || place.file_name().is_some_and(|name| name == "tests.rs");
    let is_own = games.iter().any(|game| place.starts_with(format!("crates/games/{game}")));
    let is_exception = EXCEPTIONS.iter().any(|(exception, _)| place.starts_with(exception));
    is_source && !is_sample && !is_own && !is_exception
}

/// The lines that name a game, outside unit tests and examples in documentation.
fn named_lines<'a>(text: &str, games: &'a [String]) -> Vec<(usize, &'a str)> {
    let mut found = Vec::new();
    let mut in_example = false;
    let mut lines = (1..).zip(text.lines()).peekable();
    while let Some((number, line)) = lines.next() {
        let line = line.trim_start();
        if line == "#[cfg(test)]" {
            match lines.peek() {
                // Unit tests end a file.
                Some((_, next)) if next.ends_with('{') => break,
                _ => _ = lines.next(),
            }
            continue;
        }
        let doc = line.strip_prefix("//!").or_else(|| line.strip_prefix("///"));
        if doc.is_some_and(|doc| doc.trim_start().starts_with("```")) {
            in_example = !in_example;
        }
        if doc.is_some() && in_example {
            continue;
        }
        in_example &= doc.is_some();
        for game in games {
            if words(line).any(|word| word.eq_ignore_ascii_case(game)) {
                found.push((number, &**game));
            }
        }
    }
    found
}

/// The words of a line; `nim_speed` and `NimBoard` are two words each.
fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_alphanumeric()).flat_map(|part| {
        let starts = part.char_indices().filter(|(_, c)| c.is_uppercase()).map(|(at, _)| at);
        let mut starts: Vec<usize> = [0].into_iter().chain(starts.filter(|&at| at > 0)).collect();
        starts.push(part.len());
        // All capitals are one word.
        if part.chars().all(|c| !c.is_lowercase()) {
            starts = vec![0, part.len()];
        }
        starts.windows(2).map(|pair| &part[pair[0]..pair[1]]).collect::<Vec<_>>()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn game_names_are_matched_as_whole_words() {
        let games = ["nim".to_owned()];
        let found = |text: &str| named_lines(text, &games).len();
        for text in ["\"nim\"", "use abaque_nim::x;", "NimBoard", "// Nim: x", "NIM", "TheNim"] {
            assert_eq!(found(text), 1, "{text}");
        }
        for text in ["animate", "minimum", "unimportant", "Nimble"] {
            assert_eq!(found(text), 0, "{text}");
        }
    }

    #[test]
    fn tests_and_examples_may_name_games() {
        let games = ["nim".to_owned()];
        let text = "//! ```\n//! open(\"nim\")\n//! ```\n#[cfg(test)]\nmod nim;\nx\n#[cfg(test)]\nmod tests {\nnim\n";
        assert_eq!(named_lines(text, &games), []);
        assert_eq!(named_lines("/// ```\n/// x\n/// ```\n/// Nim", &games).len(), 1);
        let searched = |place: &str| is_searched(Path::new(place), &games);
        assert!(searched("crates/play/record/src/a.rs") && searched("crates/games/core/src/a.rs"));
        assert!(!searched("crates/games/nim/board/src/a.rs"));
        assert!(!searched("crates/play/record/tests/a.rs"));
    }
}
