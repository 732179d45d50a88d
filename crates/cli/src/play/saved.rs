//! The files that games are kept in.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use abaque_client::Sitting;
use abaque_client::local::Saved;
use abaque_core::{Said, said};

use crate::commands;
use crate::failure::Failure;

/// Reads a saved game and checks it.
pub(crate) fn read(path: &str) -> Result<Saved, Failure> {
    Saved::read(&commands::read(path)?).map_err(|wrong| in_file(path, &wrong))
}

/// What is wrong, and in which file.
pub(crate) fn in_file(path: &str, Said { en, fr }: &Said) -> Failure {
    Failure::input(said!("{path}: {en}", "{path} : {fr}"))
}

/// Writes the record.
pub(crate) fn write(path: &str, sitting: &Sitting) -> Result<(), Failure> {
    write_text(path, &sitting.record()?.to_string())
}

/// Writes a file: beside its final name first and down to the disk, so that neither a crash nor a power cut leaves half
/// of it.
pub(crate) fn write_text(path: &str, text: &str) -> Result<(), Failure> {
    // A link stays a link: what it leads to is replaced.
    let target = fs::canonicalize(path).unwrap_or_else(|_| PathBuf::from(path));
    let mut beside = target.clone().into_os_string();
    beside.push(".part");
    let whole = fs::File::create(&beside).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    whole.and_then(|()| fs::rename(&beside, &target)).map_err(|error| {
        // What could not be written whole is of no use; that it may not exist is no second error.
        let _ = fs::remove_file(&beside);
        Failure::file(path, &error)
    })
}

/// The file of the next game: `g.abq`, `g-2.abq`, `g-3.abq` …, the first that does not exist yet.
pub(crate) fn free_name(path: &str) -> String {
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
    fn rematches_get_files_of_their_own() {
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
