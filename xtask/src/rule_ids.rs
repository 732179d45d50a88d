//! Rule ids: a test names each id of the rulebook in `docs/rules`, and both languages of the
//! rulebook define the same ids.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::chores::workspace_root;

/// Reports missing ids.
pub(crate) fn check() -> Result<(), String> {
    let docs = workspace_root().join("docs/rules");
    let mut english = BTreeSet::new();
    let mut french = BTreeSet::new();
    for entry in fs::read_dir(&docs).map_err(|error| format!("docs/rules: {error}"))?.flatten() {
        let path = entry.path();
        let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
        let name = path.to_string_lossy().into_owned();
        if name.ends_with(".en.md") {
            english.extend(defined_ids(&text));
        } else if name.ends_with(".fr.md") {
            french.extend(defined_ids(&text));
        }
    }
    if english.is_empty() {
        return Err("docs/rules defines no rule".into());
    }
    let apart: Vec<_> = english.symmetric_difference(&french).cloned().collect();
    if !apart.is_empty() {
        return Err(format!("rules in one language only: {}", apart.join(" ")));
    }
    let mut named = BTreeSet::new();
    for folder in ["crates", "fuzz"] {
        visit_files(&workspace_root().join(folder), &mut |path| {
            if let Some(text) = test_text(path) {
                named.extend(named_ids(&text));
            }
        });
    }
    let missing: Vec<_> = english.difference(&named).cloned().collect();
    if !missing.is_empty() {
        return Err(format!("rules that no test names: {}", missing.join(" ")));
    }
    eprintln!("── rules: all {} are named by a test and told in both languages", english.len());
    Ok(())
}

/// The test code of a file: all of it under `tests/`, else everything after `#[cfg(test)]`.
fn test_text(path: &Path) -> Option<String> {
    let in_tests = path.components().any(|part| part.as_os_str() == "tests");
    let rust = path.extension().is_some_and(|ending| ending == "rs");
    let data = path.extension().is_some_and(|ending| ending == "perft" || ending == "txt");
    if !(rust || in_tests && data) {
        return None;
    }
    let text = fs::read_to_string(path).ok()?;
    if in_tests {
        return Some(text);
    }
    text.find("#[cfg(test)]").map(|at| text[at..].to_string())
}

/// Ids defined by a rulebook page: `**ABA-01**`.
fn defined_ids(text: &str) -> impl Iterator<Item = String> {
    text.split("**").filter(|part| is_rule_id(part)).map(String::from)
}

/// Ids named anywhere in a text: `ABA-07` or `aba_07`.
fn named_ids(text: &str) -> Vec<String> {
    let upper = text.to_ascii_uppercase().replace('_', "-");
    upper
        .match_indices('-')
        .filter_map(|(at, _)| upper.get(at.checked_sub(3)?..at + 3))
        .filter(|id| is_rule_id(id))
        .map(String::from)
        .collect()
}

fn is_rule_id(text: &str) -> bool {
    text.len() == 6
        && text.bytes().take(3).all(|b| b.is_ascii_uppercase())
        && text.as_bytes()[3] == b'-'
        && text.bytes().skip(4).all(|b| b.is_ascii_digit())
}

/// Visits every file below a folder, except build output.
pub(crate) fn visit_files(folder: &Path, visit: &mut dyn FnMut(&Path)) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            let name = entry.file_name();
            if !["target", "corpus", "artifacts"].iter().any(|skip| name == *skip) {
                visit_files(&path, visit);
            }
        } else {
            visit(&path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_found_in_names_and_comments() {
        assert_eq!(named_ids("fn aba_07_push() // see ABR-08, X-9"), ["ABA-07", "ABR-08"]);
        assert_eq!(defined_ids("- **ABA-01** *(sheet)* **bold**").collect::<Vec<_>>(), ["ABA-01"]);
    }
}
