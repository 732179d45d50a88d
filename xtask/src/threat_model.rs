//! Checks the threat model: every promise of `docs/security.md` names tests, and each named test
//! exists.

use std::fs;

use crate::chores::workspace_root;

/// A test named in a table row: `path/to/file.rs::name`.
#[derive(Debug, PartialEq, Eq)]
struct NamedCheck {
    place: String,
    name: String,
}

/// Lists the named tests that do not exist.
pub(crate) fn check() -> Result<(), String> {
    let text = fs::read_to_string(workspace_root().join("docs/security.md"))
        .map_err(|error| format!("docs/security.md: {error}"))?;
    let mut wrong = Vec::new();
    let mut found = 0;
    for (number, row) in promise_rows(&text) {
        let named = named_checks(row);
        if named.is_empty() {
            wrong.push(format!("docs/security.md:{number}: a promise without a check"));
        }
        for NamedCheck { place, name } in named {
            let source = fs::read_to_string(workspace_root().join(&place)).unwrap_or_default();
            // A function may be generic.
            if ["(", "<"].iter().any(|after| source.contains(&format!("fn {name}{after}"))) {
                found += 1;
            } else {
                wrong.push(format!("docs/security.md:{number}: there is no `{name}` in {place}"));
            }
        }
    }
    if found == 0 {
        wrong.push("docs/security.md names no check".into());
    }
    if !wrong.is_empty() {
        return Err(wrong.join("\n"));
    }
    eprintln!("── security: all {found} checks that docs/security.md names exist");
    Ok(())
}

/// Table rows whose last column is headed "checked by", with their line numbers.
fn promise_rows(text: &str) -> Vec<(usize, &str)> {
    let mut inside = false;
    let mut rows = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if !line.starts_with('|') {
            inside = false;
        } else if line.trim_end().ends_with("| checked by |") {
            inside = true;
        } else if inside && !line.starts_with("| ---") {
            rows.push((index + 1, line));
        }
    }
    rows
}

/// The tests in a row's last cell: texts between backticks that hold a path and a name.
fn named_checks(row: &str) -> Vec<NamedCheck> {
    let last = row.trim_end().trim_end_matches('|').rsplit('|').next().unwrap_or_default();
    let texts = last.split('`').skip(1).step_by(2);
    let pairs = texts.filter_map(|text| text.rsplit_once("::"));
    pairs
        .map(|(place, name)| NamedCheck { place: place.to_owned(), name: name.to_owned() })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_are_read_from_tables() {
        let text = "| promise | checked by |\n| --- | --- |\n| one | `a/b.rs::it_holds`, `c.rs::so_does_this` |\n\n| x | y |\n| `z.rs::no` | - |\n";
        let rows = promise_rows(text);
        assert_eq!(rows.len(), 1);
        let names: Vec<String> = named_checks(rows[0].1)
            .into_iter()
            .map(|one| format!("{}|{}", one.place, one.name))
            .collect();
        assert_eq!(names, ["a/b.rs|it_holds", "c.rs|so_does_this"]);
    }
}
