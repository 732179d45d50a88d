//! Checks that the manuals name files that exist, and that `docs/adding-a-game.md` names every file
//! that its example touches.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::chores::workspace_root;
use crate::rule_ids::visit_files;

/// The page that lists what a new game touches, and the game it takes as its example.
const GAME_PAGE: &str = "docs/adding-a-game.md";
const EXAMPLE_GAME: &str = "ur";

/// Where the example may be named without having touched the file for it.
static NOT_TOUCHED: &[(&str, &str)] = &[
    ("crates/games/ur", "its own folder, which the page lists as a whole"),
    ("crates/app/e2e/tests/navigation.rs", "asks whether the bundle has the test game"),
    ("crates/app/web/dist", "the built web app, not a source"),
    ("crates/app/e2e/axe", "a library by others, minified: its variables have short names"),
    ("docs/reports", "results of runs that played every game"),
    ("docs/adding-a-game.md", "the list itself"),
    ("xtask/src/named_files.rs", "this check"),
];

/// Folders and files of the repository in which the example is searched.
static SEARCHED: &[&str] = &["crates", "xtask", "fuzz", "docs", "lessons", "puzzles", "deploy"];

/// Reports names of files that do not exist, and files missing on the page.
pub(crate) fn check(wrong: &mut Vec<String>) {
    let root = workspace_root();
    let mut pages = vec![root.join("ARCHITECTURE.md"), root.join("CONTRIBUTING.md")];
    visit_files(&root.join("docs"), &mut |path| {
        if path.extension().is_some_and(|ending| ending == "md") {
            pages.push(path.to_owned());
        }
    });
    for page in pages {
        let text = fs::read_to_string(&page).unwrap_or_default();
        for (number, name) in named_paths(&text) {
            if !root.join(name).exists() {
                let page = page.strip_prefix(&root).unwrap_or(&page);
                wrong.push(format!("{}:{number}: there is no {name}", page.display()));
            }
        }
    }
    let listed = fs::read_to_string(root.join(GAME_PAGE)).unwrap_or_default();
    for place in touched_files(&root) {
        if !is_listed(&place, &listed) {
            wrong.push(format!("{GAME_PAGE} does not list {place}, which names {EXAMPLE_GAME}"));
        }
    }
}

/// Paths of this repository between backticks, with their line numbers. Patterns (`NAME`, `*`), and
/// what follows a `::`, are left out.
fn named_paths(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines()).flat_map(|(number, line)| {
        let quoted = line.split('`').skip(1).step_by(2);
        let paths = quoted.map(|text| text.split("::").next().unwrap_or(text));
        let ours = paths.filter(|path| {
            let mut parts = path.split('/');
            parts.next().is_some_and(|first| SEARCHED.contains(&first))
                && parts.next().is_some_and(|second| !second.is_empty())
                && !path.contains(['*', ' ', '…'])
                && !path.contains("NAME")
        });
        ours.map(move |path| (number, path))
    })
}

/// Every file that names the example in its path or its text.
fn touched_files(root: &Path) -> BTreeSet<String> {
    let mut touched = BTreeSet::new();
    for folder in SEARCHED {
        visit_files(&root.join(folder), &mut |path| {
            let place = path.strip_prefix(root).unwrap_or(path);
            let is_own = NOT_TOUCHED.iter().any(|(own, _)| place.starts_with(own));
            if is_own || place.extension().is_some_and(|ending| ending == "lock") {
                return;
            }
            let place = place.to_string_lossy().into_owned();
            // Pictures are no text.
            let text = fs::read_to_string(path).unwrap_or_default();
            if names_example(&place.replace('_', "-")) || names_example(&text) {
                touched.insert(place);
            }
        });
    }
    touched
}

/// Whether a text holds the example's name as a word, or one of its crates: `"ur"`, `abaque_ur_bot`.
fn names_example(text: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| {
        let word = word.strip_prefix("abaque_").unwrap_or(word);
        word.split_once("_b").map_or(word, |(game, _)| game) == EXAMPLE_GAME
    })
}

/// Whether the page names a file, or a pattern `folder/start*` that fits it.
fn is_listed(place: &str, page: &str) -> bool {
    page.split('`').skip(1).step_by(2).any(|name| match name.strip_suffix('*') {
        Some(start) => place.starts_with(start),
        None => place == name || place.strip_prefix(name).is_some_and(|rest| rest.starts_with('/')),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_between_backticks_are_read() {
        let text = "see `docs/a.md`, `crates/x/src/b.rs::c`\n`docs/rules/NAME.en.md` and `fuzz/seeds/ur-*`, `a/b`";
        let found: Vec<_> = named_paths(text).collect();
        assert_eq!(found, [(1, "docs/a.md"), (1, "crates/x/src/b.rs")]);
    }

    #[test]
    fn the_example_is_found_as_a_word_and_listed_by_name_folder_or_pattern() {
        assert!(names_example("abaque-ur.workspace = true") && names_example("seeds/ur-1"));
        assert!(names_example("abaque_ur::Ur") && names_example("abaque_ur_bot::Bots"));
        assert!(!names_example("your turn") && !names_example("corner_ur"));
        let page = "| `fuzz/seeds/play/ur-*` | `docs/x` | `lessons/ur.json` |";
        for place in ["fuzz/seeds/play/ur-1", "docs/x/y.md", "lessons/ur.json"] {
            assert!(is_listed(place, page), "{place}");
        }
        assert!(!is_listed("docs/xy.md", page));
    }
}
