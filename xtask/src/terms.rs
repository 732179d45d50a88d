//! The texts keep to the term list: `docs/terms.md` names one term per concept and the forms that
//! are not used for it, and no text for players may contain one of those forms.

use std::fs;
use std::path::Path;

use crate::chores::workspace_root;
use crate::literals::{Literal, string_literals};
use crate::rule_ids::visit_files;

/// The list; its tables are read by this check.
const TERM_LIST: &str = "docs/terms.md";

/// Sources without texts for players: tests, measurements, training, SQL, the engine protocol.
static EXCEPTIONS: &[&str] = &[
    "crates/app/bundle",
    "crates/app/e2e",
    "crates/engine/recipe",
    "crates/engine/train",
    "crates/engine/ugi",
    "crates/games/testkit",
    "crates/online/load",
    "crates/online/store",
];

/// One row of the list.
struct Term {
    names: [String; 2],
    unwanted: Vec<String>,
}

/// A text for players and where it is.
struct PlayerText {
    place: String,
    text: String,
}

/// Reports unwanted forms, and terms that no text uses.
pub(crate) fn check(wrong: &mut Vec<String>) {
    let root = workspace_root();
    let list = fs::read_to_string(root.join(TERM_LIST)).unwrap_or_default();
    let terms = match read_terms(&list) {
        Ok(terms) => terms,
        Err(error) => return wrong.push(error),
    };
    compare(&terms, &player_texts(&root), wrong);
}

fn compare(terms: &[Term], texts: &[PlayerText], wrong: &mut Vec<String>) {
    for PlayerText { place, text } in texts {
        for form in terms.iter().flat_map(|term| &term.unwanted) {
            if contains_form(text, form) {
                wrong.push(format!("{place} says “{form}”, which {TERM_LIST} excludes"));
            }
        }
    }
    for name in terms.iter().flat_map(|term| &term.names) {
        if !texts.iter().any(|text| text.text.contains(name.as_str())) {
            wrong.push(format!("no text uses the term “{name}” of {TERM_LIST}"));
        }
    }
}

/// The rows of all tables: English, French, unwanted English, unwanted French.
fn read_terms(list: &str) -> Result<Vec<Term>, String> {
    let mut terms = Vec::new();
    for line in list.lines().filter(|line| line.starts_with('|')) {
        let cells: Vec<String> = line.trim_matches('|').split('|').map(normalized).collect();
        let [english, french, not_english, not_french] = &cells[..] else {
            return Err(format!("{TERM_LIST}: a row needs four cells: {line}"));
        };
        if english == "english" || english.starts_with("---") {
            continue;
        }
        let forms = not_english.split(',').chain(not_french.split(','));
        terms.push(Term {
            names: [english.clone(), french.clone()],
            unwanted: forms.map(|form| form.trim().to_owned()).filter(|f| !f.is_empty()).collect(),
        });
    }
    if terms.is_empty() { Err(format!("{TERM_LIST} has no terms")) } else { Ok(terms) }
}

/// Lower case, plain spaces and apostrophes.
fn normalized(text: &str) -> String {
    text.trim().to_lowercase().replace('\u{a0}', " ").replace('’', "'")
}

/// Whether a form occurs as whole words; `*` at its end stands for any ending.
fn contains_form(text: &str, form: &str) -> bool {
    let (stem, open) = form.strip_suffix('*').map_or((form, false), |stem| (stem, true));
    text.match_indices(stem).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + stem.len()..].chars().next();
        !before.is_some_and(char::is_alphanumeric)
            && (open || !after.is_some_and(char::is_alphanumeric))
    })
}

fn player_texts(root: &Path) -> Vec<PlayerText> {
    let mut texts = Vec::new();
    visit_files(&root.join("crates"), &mut |path| {
        let place = path.strip_prefix(root).unwrap_or(path);
        if is_searched(place) {
            let source = fs::read_to_string(path).unwrap_or_default();
            for Literal { line, text, .. } in string_literals(&source) {
                if text.contains(char::is_whitespace) || !text.is_ascii() || is_catalogue(place) {
                    let place = format!("{}:{line}", place.display());
                    texts.push(PlayerText { place, text: normalized(&without_fields(&text)) });
                }
            }
        }
    });
    for folder in ["lessons", "docs/rules"] {
        visit_files(&root.join(folder), &mut |path| {
            let place = path.strip_prefix(root).unwrap_or(path).display().to_string();
            for (line, text) in (1..).zip(fs::read_to_string(path).unwrap_or_default().lines()) {
                texts.push(PlayerText { place: format!("{place}:{line}"), text: normalized(text) });
            }
        });
    }
    texts
}

/// Whether a source has texts for players.
pub(crate) fn is_searched(place: &Path) -> bool {
    let parts: Vec<_> = place.components().map(|part| part.as_os_str()).collect();
    let is_source = place.extension().is_some_and(|ending| ending == "rs");
    let is_sample = parts
        .iter()
        .any(|part| ["tests", "tests.rs", "examples", "train"].iter().any(|name| part == name));
    let is_exception = EXCEPTIONS.iter().any(|exception| place.starts_with(exception));
    is_source && parts.iter().any(|part| *part == "src") && !is_sample && !is_exception
}

/// In the catalogues of the pages single words are texts, too; elsewhere they are mostly keys.
pub(crate) fn is_catalogue(place: &Path) -> bool {
    place.starts_with("crates/app/client/src/words")
}

/// A text without its `{fields}`, whose names are no words on the screen.
fn without_fields(text: &str) -> String {
    let mut kept = String::new();
    let mut depth = 0_usize;
    for sign in text.chars() {
        match sign {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ if depth == 0 => kept.push(sign),
            _ => {}
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "| English | French | not (English) | not (French) |\n\
        | --- | --- | --- | --- |\n\
        | Stop pawn | pion d’arrêt | stopper, halt* | pion stop |\n";

    fn found(texts: &[&str]) -> Vec<String> {
        let texts = (1..)
            .zip(texts)
            .map(|(line, text)| PlayerText { place: line.to_string(), text: normalized(text) });
        let mut wrong = Vec::new();
        compare(&read_terms(LIST).unwrap(), &texts.collect::<Vec<_>>(), &mut wrong);
        wrong
    }

    #[test]
    fn unwanted_forms_and_unused_terms_are_reported() {
        assert!(found(&["A stop pawn.", "Un pion d'arrêt\u{a0}!"]).is_empty());
        assert_eq!(found(&["The Stopper, a stop pawn", "le pion d'arrêt", "halts"]).len(), 2);
        assert_eq!(found(&["stop pawns and stoppers", "Pion stop"]).len(), 2);
        assert!(read_terms("| one | two |").is_err() && read_terms("").is_err());
    }

    #[test]
    fn identifiers_are_not_checked_as_words() {
        assert_eq!(without_fields("{throw}: {n} times"), ":  times");
    }

    /// The list itself: every row has both languages, and no concept excludes another's term.
    #[test]
    fn the_list_does_not_contradict_itself() {
        let list = fs::read_to_string(workspace_root().join(TERM_LIST)).unwrap();
        let terms = read_terms(&list).unwrap();
        for term in &terms {
            for name in &term.names {
                assert!(!name.is_empty());
                for form in terms.iter().flat_map(|other| &other.unwanted) {
                    assert!(!contains_form(name, form), "{name} is excluded by {form}");
                }
            }
        }
    }

    #[test]
    fn the_texts_keep_to_the_list() {
        let mut wrong = Vec::new();
        check(&mut wrong);
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
