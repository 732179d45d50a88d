//! Where a server keeps its people and games: `--data`, else `ABAQUE_DATA`, else a file in the data folder of whoever runs it.

use std::path::{Path, PathBuf};
use std::{env, fs};

use abaque_core::{Lang, Words, said};
use clap::{Arg, ValueHint};

use crate::failure::Failure;

/// The variable that says where. A server's password is better there than among the arguments, which everybody may list.
const VARIABLE: &str = "ABAQUE_DATA";

/// `--data`.
pub(crate) fn arg(lang: Lang) -> Arg {
    Arg::new("data").long("data").value_name("URL|PATH").value_hint(ValueHint::FilePath).help(
        Words::new(
            "The store: a file, sqlite:PATH or postgres://… (default: $ABAQUE_DATA, else a file in your data folder)",
            "Les données : un fichier, sqlite:CHEMIN ou postgres://… (sinon $ABAQUE_DATA, sinon un fichier de votre dossier de données)",
        )
        .get(lang),
    )
}

/// The name of the store, as `abaque_store` wants it.
pub(crate) fn url(given: Option<&str>) -> Result<String, Failure> {
    let asked = match given {
        Some(given) => Some(given.to_owned()),
        None => env::var(VARIABLE).ok().filter(|text| !text.is_empty()),
    };
    match asked {
        Some(text) if text.starts_with("sqlite:") || text.contains("://") => Ok(text),
        Some(path) => Ok(format!("sqlite:{path}")),
        None => {
            let path = folder().map(|folder| folder.join("abaque").join("abaque.db"));
            let path = path.as_ref().and_then(|path| path.to_str()).ok_or_else(|| {
                Failure::World(said!(
                    "there is no data folder to keep games in: say where by --data or {VARIABLE}",
                    "pas de dossier de données où garder les parties : dire où par --data ou {VARIABLE}"
                ))
            })?;
            Ok(format!("sqlite:{path}"))
        }
    }
}

/// Makes the folder a file shall be in.
pub(crate) fn make_folder(file: &Path) -> Result<(), Failure> {
    match file.parent() {
        Some(folder) => fs::create_dir_all(folder)
            .map_err(|error| Failure::file(&folder.display().to_string(), &error)),
        None => Ok(()),
    }
}

/// Where programs keep what is theirs, by the habits of the system.
pub(crate) fn folder() -> Option<PathBuf> {
    let named = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    if cfg!(windows) {
        named("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        env::home_dir().map(|home| home.join("Library/Application Support"))
    } else {
        named("XDG_DATA_HOME").or_else(|| {
            env::home_dir().filter(|home| home.is_absolute()).map(|home| home.join(".local/share"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_and_names_of_stores() {
        for (given, name) in [
            ("games.db", "sqlite:games.db"),
            ("/srv/abaque/games.db", "sqlite:/srv/abaque/games.db"),
            ("sqlite:games.db", "sqlite:games.db"),
            ("postgres://me@here/games", "postgres://me@here/games"),
            ("mysql://me@here/games", "mysql://me@here/games"),
        ] {
            assert_eq!(url(Some(given)).unwrap(), name);
        }
    }
}
