//! Location of a server's store: the option `data`, else a file in the user's data folder.

use std::path::{Path, PathBuf};
use std::{env, fs};

use abaque_core::message;

use crate::command_error::CommandError;
use crate::config::{Settings, secret};

/// The URL of the store named by a URL or a path.
pub(crate) fn named_store(text: &str) -> String {
    if text.starts_with("sqlite:") || text.contains("://") {
        text.to_owned()
    } else {
        format!("sqlite:{text}")
    }
}

/// The URL of the configured store, as `abaque_store` expects it.
pub(crate) fn store_url(settings: &Settings) -> Result<String, CommandError> {
    let url = match settings.text("data") {
        Some(text) => named_store(text),
        None => {
            let path = user_data_folder().map(|folder| folder.join("abaque").join("abaque.db"));
            let path = path.as_ref().and_then(|path| path.to_str()).ok_or_else(|| {
                CommandError::Environment(message!(
                    "there is no data folder for your games: set --data or ABAQUE_DATA",
                    "pas de dossier de données pour les parties\u{a0}: donnez --data ou ABAQUE_DATA"
                ))
            })?;
            format!("sqlite:{path}")
        }
    };
    match settings.text("data-password") {
        Some(password) => secret::with_password(&url, password)
            .map_err(|error| settings.blame("data-password", &error)),
        None => Ok(url),
    }
}

/// Whether the location was given. Its folder must then exist: creating a mistyped one would hide
/// the games in the right one.
pub(crate) fn is_given(settings: &Settings) -> bool {
    settings.get("data").is_some()
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
    fn store_locations_are_paths_or_urls() {
        for (given, name) in [
            ("games.db", "sqlite:games.db"),
            ("/srv/abaque/games.db", "sqlite:/srv/abaque/games.db"),
            ("sqlite:games.db", "sqlite:games.db"),
            ("postgres://me@here/games", "postgres://me@here/games"),
            ("mysql://me@here/games", "mysql://me@here/games"),
        ] {
            assert_eq!(named_store(given), name);
        }
    }
}
