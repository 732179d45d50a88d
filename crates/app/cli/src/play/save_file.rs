//! Saved game files.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use abaque_client::LocalGame;
use abaque_client::local::ResumableGame;
use abaque_core::{Message, message};

use crate::command_error::CommandError;
use crate::commands;

/// Reads and verifies a saved game.
pub(crate) fn read(path: &str) -> Result<ResumableGame, CommandError> {
    ResumableGame::parse(&commands::read_text(path)?).map_err(|wrong| file_error(path, &wrong))
}

/// An error with the file's name.
pub(crate) fn file_error(path: &str, Message { en, fr }: &Message) -> CommandError {
    CommandError::input(message!("{path}: {en}", "{path}\u{a0}: {fr}"))
}

/// Writes the record.
pub(crate) fn write(path: &str, local: &LocalGame) -> Result<(), CommandError> {
    write_text(path, &local.record()?.to_string())
}

/// Writes a file atomically: to a temporary file, synced, then renamed, so that a crash or power
/// cut never leaves half of it.
pub(crate) fn write_text(path: &str, text: &str) -> Result<(), CommandError> {
    // Replaces the target of a symbolic link, not the link.
    let target = fs::canonicalize(path).unwrap_or_else(|_| PathBuf::from(path));
    let mut beside = target.clone().into_os_string();
    beside.push(".part");
    let whole = fs::File::create(&beside).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    whole.and_then(|()| fs::rename(&beside, &target)).map_err(|error| {
        // The incomplete file is useless; failing to remove it is not a second error.
        let _ = fs::remove_file(&beside);
        CommandError::file(path, &error)
    })
}

/// The file of the next game: `g.abq`, `g-2.abq`, `g-3.abq` …, the first that does not exist yet.
pub(crate) fn unused_name(path: &str) -> String {
    let mut name = next_name(path);
    while Path::new(&name).exists() {
        name = next_name(&name);
    }
    name
}

fn next_name(path: &str) -> String {
    let (stem, ending) = match path.rsplit_once('.') {
        Some((stem, ending)) if !stem.is_empty() && !ending.contains('/') => {
            (stem, format!(".{ending}"))
        }
        _ => (path, String::new()),
    };
    let numbered = stem.rsplit_once('-').and_then(|(stem, n)| Some((stem, n.parse::<u32>().ok()?)));
    let (stem, n) = numbered.unwrap_or((stem, 1));
    format!("{stem}-{}{ending}", n.saturating_add(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rematch_gets_its_own_file() {
        for (path, next) in [
            ("g.abq", "g-2.abq"),
            ("a.b/g-2.abq", "a.b/g-3.abq"),
            ("a.b/g", "a.b/g-2"),
            ("my-game.abq", "my-game-2.abq"),
        ] {
            assert_eq!(next_name(path), next);
        }
    }
}
