//! The files that every game has beside its crates' sources. They are found by its name, so that
//! no list can forget a game; a missing one would only mean that something is silently not tested.

use crate::chores::workspace_root;

/// The files of a game, with `NAME` for its name.
static FILES: &[&str] = &[
    "crates/games/NAME/README.md",
    "crates/games/NAME/CHANGELOG.md",
    "crates/games/NAME/examples/speed.rs",
    "docs/rules/NAME.en.md",
    "docs/rules/NAME.fr.md",
    "lessons/NAME.json",
    "puzzles/NAME.jsonl",
    "fuzz/seeds/play/NAME-1",
    "fuzz/seeds/text/NAME-1",
];

/// Reports every file that a game lacks.
pub(crate) fn check(games: &[String], wrong: &mut Vec<String>) {
    let root = workspace_root();
    for game in games {
        let files = FILES.iter().map(|file| file.replace("NAME", game));
        let missing = files.filter(|file| !root.join(file).exists());
        wrong.extend(missing.map(|file| format!("{file} is missing")));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_game_files_are_named() {
        let mut wrong = Vec::new();
        check(&["nim".to_owned()], &mut wrong);
        assert_eq!(wrong.len(), FILES.len());
        assert!(wrong.contains(&"lessons/nim.json is missing".to_owned()));
    }
}
