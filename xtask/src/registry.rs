//! The names of the games, from the registry itself: this program does not link it.

use std::fs;

use crate::chores::workspace_root;

/// The file with one line per game: `"name": rules, computer players, board, tensors;`.
pub(crate) const REGISTRY_FILE: &str = "crates/games/catalog/src/registry.rs";

/// The names of all games, in registry order.
pub(crate) fn game_names() -> Result<Vec<String>, String> {
    let text = fs::read_to_string(workspace_root().join(REGISTRY_FILE))
        .map_err(|error| format!("{REGISTRY_FILE}: {error}"))?;
    let names: Vec<String> = text.lines().filter_map(name_of_line).collect();
    if names.is_empty() { Err(format!("{REGISTRY_FILE} lists no game")) } else { Ok(names) }
}

fn name_of_line(line: &str) -> Option<String> {
    let (name, rest) = line.trim().strip_prefix('"')?.split_once("\": ")?;
    rest.ends_with(';').then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_from_the_lines() {
        let line = r#"    "nim": abaque_nim::Nim, abaque_nim_bot::Bots, abaque_nim_board::Board, abaque_nim_tensor::Tensors;"#;
        assert_eq!(name_of_line(line).as_deref(), Some("nim"));
        assert_eq!(name_of_line("/// assert!(NAMES.contains(&\"nim\"));"), None);
    }

    #[test]
    fn the_registry_lists_games() {
        assert!(game_names().is_ok_and(|names| names.len() > 1));
    }
}
