//! Spaces in the texts for players: French sets a no-break space before `: ; ! ? » %` and after `«`,
//! English none before `%`. `abaque_board::text!`, which the catalogues of the pages use, sets the
//! punctuation itself; every other text writes `\u{a0}`.

use std::fs;
use std::path::Path;

use crate::chores::workspace_root;
use crate::literals::{Literal, string_literals};
use crate::rule_ids::visit_files;
use crate::terms::{is_catalogue, is_searched};

/// The macro that sets the punctuation of its second literal.
const SETTING_MACRO: &str = "text!(";

/// Reports plain spaces where French breaks no line and English has no space.
pub(crate) fn check(wrong: &mut Vec<String>) {
    let root = workspace_root();
    visit_files(&root.join("crates"), &mut |path| {
        let place = path.strip_prefix(&root).unwrap_or(path);
        if is_searched(place) {
            let source = fs::read_to_string(path).unwrap_or_default();
            check_source(place, &source, wrong);
        }
    });
}

fn check_source(place: &Path, source: &str, wrong: &mut Vec<String>) {
    let mut previous = None;
    for Literal { line, start, text } in string_literals(source) {
        let is_second = previous
            .is_some_and(|start: usize| source[..start].trim_end().ends_with(SETTING_MACRO));
        let is_set = is_catalogue(place) || is_second;
        if let Some(part) = loose_space(&text, is_set) {
            let place = place.display();
            wrong.push(format!(
                "{place}:{line} says “{part}”; French needs a no-break space there (\\u{{a0}}), English none"
            ));
        }
        previous = Some(start);
    }
}

/// The part of a text around a plain space that should be a no-break one, or none. `is_set` leaves
/// only percentages to check.
fn loose_space(text: &str, is_set: bool) -> Option<&str> {
    let found = text.match_indices(' ').find(|(at, _)| {
        let (before, after) = (&text[..*at], &text[at + 1..]);
        let (sign, rest) = after.split_at(after.chars().next().map_or(0, char::len_utf8));
        let is_end =
            !rest.starts_with(|sign: char| sign.is_alphanumeric() || "{%$&|=/-".contains(sign));
        match sign {
            "%" => before.ends_with(|sign: char| sign.is_ascii_digit() || sign == '}') && is_end,
            ":" | ";" | "!" | "?" => !is_set && is_end && !before.ends_with(' '),
            "»" => !is_set,
            _ => !is_set && before.ends_with('«'),
        }
    });
    found.map(|(at, _)| {
        let start = text[..at].char_indices().rev().nth(7).map_or(0, |(start, _)| start);
        let end = text[at..].char_indices().nth(5).map_or(text.len(), |(end, _)| at + end);
        &text[start..end]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loose_spaces_are_found() {
        for wrong in [
            "Vraiment ?",
            "Stop ! Choisissez",
            "{name} : rien",
            " : ",
            "« z9\u{a0}»",
            "«\u{a0}z9 »",
            "de {before} % à",
            "100.0 %",
        ] {
            assert!(loose_space(wrong, false).is_some(), "{wrong}");
        }
        for right in [
            "Vraiment\u{a0}?",
            "«\u{a0}{text}\u{a0}»\u{a0}: non",
            "{share}% of it",
            "{share}\u{a0}% du total",
            "a :not(.b) {{ ?name=1 !important",
            "x % n",
        ] {
            assert_eq!(loose_space(right, false), None, "{right}");
        }
        assert_eq!(loose_space("Vraiment ?", true), None);
        assert!(loose_space("40 %", true).is_some());
    }

    #[test]
    fn the_text_macro_sets_french_spaces_in_its_second_literal() {
        let found = |source: &str| {
            let mut wrong = Vec::new();
            check_source(Path::new("crates/app/cli/src/a.rs"), source, &mut wrong);
            wrong
        };
        assert!(found("abaque_board::text!(\"Really?\", \"Vraiment ?\")").is_empty());
        let wrong = found("\nmessage!(\n\"Really?\", \"Vraiment ?\")");
        assert!(wrong[0].starts_with("crates/app/cli/src/a.rs:3 says “Vraiment ?”"), "{wrong:?}");
    }

    #[test]
    fn the_texts_have_no_loose_spaces() {
        let mut wrong = Vec::new();
        check(&mut wrong);
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
