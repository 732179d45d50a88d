//! Location of a server's store: `--data`, else `ABAQUE_DATA`, else a file in the user's data
//! folder.

use std::path::{Path, PathBuf};
use std::{env, fs};

use abaque_core::{Lang, StaticMessage, message};
use clap::{Arg, ValueHint};

use crate::command_error::CommandError;

/// Environment variable with the store. A database password is safer there than among the
/// arguments, which other users can list.
const DATA_VARIABLE: &str = "ABAQUE_DATA";

/// `--data`.
pub(crate) fn data_arg(lang: Lang) -> Arg {
    Arg::new("data").long("data").value_name("URL|PATH").value_hint(ValueHint::FilePath).help(
        StaticMessage::new(
            "The store: a file, sqlite:PATH or postgres://… (default: $ABAQUE_DATA, else a file in your data folder)",
            "Les données : un fichier, sqlite:CHEMIN ou postgres://… (sinon $ABAQUE_DATA, sinon un fichier de votre dossier de données)",
        )
        .get(lang),
    )
}

/// The location given by `--data` or the variable.
fn given_location(data: Option<&str>) -> Option<String> {
    match data {
        Some(data) => Some(data.to_owned()),
        None => env::var(DATA_VARIABLE).ok().filter(|text| !text.is_empty()),
    }
}

/// The URL of the store, as `abaque_store` expects it.
pub(crate) fn store_url(data: Option<&str>) -> Result<String, CommandError> {
    match given_location(data) {
        Some(text) if text.starts_with("sqlite:") || text.contains("://") => Ok(text),
        Some(path) => Ok(format!("sqlite:{path}")),
        None => {
            let path = user_data_folder().map(|folder| folder.join("abaque").join("abaque.db"));
            let path = path.as_ref().and_then(|path| path.to_str()).ok_or_else(|| {
                CommandError::Environment(message!(
                    "there is no data folder for your games: set --data or {DATA_VARIABLE}",
                    "pas de dossier de données pour les parties : donnez --data ou {DATA_VARIABLE}"
                ))
            })?;
            Ok(format!("sqlite:{path}"))
        }
    }
}

/// Whether the location was given. Its folder must then exist: creating a mistyped one would hide
/// the games in the right one.
pub(crate) fn is_given(data: Option<&str>) -> bool {
    given_location(data).is_some()
}

/// Creates the folder of a file, accessible to its owner only.
pub(crate) fn make_folder(file: &Path) -> Result<(), CommandError> {
    let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) else {
        return Ok(());
    };
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
        .create(folder)
        .map_err(|error| CommandError::file(&folder.display().to_string(), &error))
}

/// The user's data folder, by the conventions of the system.
pub(crate) fn user_data_folder() -> Option<PathBuf> {
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
            assert_eq!(store_url(Some(given)).unwrap(), name);
        }
    }
}
