//! The server's configuration: flags, environment, `abaque.toml`, defaults, in this order of
//! precedence.

mod example;
mod file;
pub(crate) mod options;
pub(crate) mod secret;
mod source;

use std::collections::BTreeMap;
use std::env;
use std::path::{Path, PathBuf};

use abaque_core::{Lang, Message, StaticMessage, message};
use clap::{Arg, ArgAction, ArgMatches, ValueHint};

use crate::command_error::CommandError;
use options::{OPTIONS, ServerOption, ValueKind, variable_name};

pub(crate) use example::example;
pub(crate) use source::{Place, Source};

/// The configuration file of an installed server, used if it exists.
const SYSTEM_FILE: &str = "/etc/abaque/abaque.toml";

/// Environment variable with the configuration file.
const CONFIG_VARIABLE: &str = "ABAQUE_CONFIG";

/// Folder in which systemd puts `LoadCredential=` files.
const CREDENTIALS_VARIABLE: &str = "CREDENTIALS_DIRECTORY";

/// Variables of other commands, which are no options of the server.
const OTHER_VARIABLES: &[&str] = &[CONFIG_VARIABLE, "ABAQUE_TOKEN"];

/// The value of an option and its source.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    pub(crate) values: Vec<String>,
    pub(crate) source: Source,
}

/// The effective configuration.
#[derive(Debug)]
pub(crate) struct Settings {
    values: BTreeMap<&'static str, Setting>,
    /// The configuration file, if there is one.
    pub(crate) file: Option<PathBuf>,
    /// Variables that look like misspelt options, and the right ones.
    pub(crate) misspelt_variables: Vec<(String, String)>,
}

/// Where configuration is looked for besides the command line.
pub(crate) struct ProcessEnvironment {
    /// The variables `ABAQUE_…` that are not empty.
    variables: BTreeMap<String, String>,
    credentials: Option<PathBuf>,
    /// File used if none is named.
    usual_file: Option<PathBuf>,
}

impl ProcessEnvironment {
    /// Those of this process; `usual_file` is whether the system's configuration file counts.
    fn of_process(usual_file: bool) -> Result<ProcessEnvironment, CommandError> {
        let mut variables = BTreeMap::new();
        for (name, value) in env::vars_os() {
            let Some(name) = name.to_str().filter(|name| name.starts_with("ABAQUE_")) else {
                continue;
            };
            let value = value.into_string().map_err(|_| {
                CommandError::input(message!(
                    "the variable {name} is not Unicode text",
                    "la variable {name} n'est pas un texte Unicode"
                ))
            })?;
            if !value.is_empty() {
                variables.insert(name.to_owned(), value);
            }
        }
        let credentials = env::var_os(CREDENTIALS_VARIABLE).map(PathBuf::from);
        let usual_file =
            Some(PathBuf::from(SYSTEM_FILE)).filter(|file| usual_file && file.exists());
        Ok(ProcessEnvironment { variables, credentials, usual_file })
    }
}

/// `--config`.
pub(crate) fn config_arg(lang: Lang) -> Arg {
    let help = StaticMessage::new(
        "Configuration file (default: $ABAQUE_CONFIG, else /etc/abaque/abaque.toml if it exists)",
        "Fichier de configuration (sinon $ABAQUE_CONFIG, sinon /etc/abaque/abaque.toml s'il existe)",
    );
    Arg::new("config")
        .long("config")
        .value_name("PATH")
        .value_hint(ValueHint::FilePath)
        .help(help.get(lang))
}

/// The flags of all options, and `--config`.
pub(crate) fn args(lang: Lang) -> Vec<Arg> {
    let options = OPTIONS.iter().flat_map(|option| option_args(option, lang));
    options.chain([config_arg(lang)]).collect()
}

/// The flags of some options.
pub(crate) fn option_flags(names: &[&str], lang: Lang) -> Vec<Arg> {
    let options = names.iter().filter_map(|name| options::find(name));
    options.flat_map(|option| option_args(option, lang)).collect()
}

/// The flag of an option and that of a file with its value.
fn option_args(option: &'static ServerOption, lang: Lang) -> Vec<Arg> {
    let name = option.name;
    let arg = Arg::new(name).long(name).value_name(option.value_name).help(option.help.get(lang));
    let arg = match option.kind {
        ValueKind::Switch => arg.num_args(0..=1).require_equals(true).default_missing_value("true"),
        ValueKind::TextList => arg.action(ArgAction::Append),
        _ => arg,
    };
    let arg = match option.value_name {
        "URL|PATH" => arg.value_hint(ValueHint::FilePath),
        "FOLDER" => arg.value_hint(ValueHint::DirPath),
        _ => arg,
    };
    let file = option.file_key.map(|key| {
        let help = message!(
            "The same, read from a file: other users can see arguments",
            "De même, lu dans un fichier\u{a0}: d'autres utilisateurs voient les arguments"
        );
        Arg::new(key)
            .long(key)
            .value_name("FILE")
            .value_hint(ValueHint::FilePath)
            .help(help.get(lang).to_owned())
    });
    [Some(arg), file].into_iter().flatten().collect()
}

impl Settings {
    /// The configuration of a server on this machine.
    pub(crate) fn load(matches: &ArgMatches) -> Result<Settings, CommandError> {
        Settings::from_parts(Some(matches), &ProcessEnvironment::of_process(true)?)
    }

    /// The configuration of `abaque` alone: a player's own server is not the one of the system.
    pub(crate) fn personal() -> Result<Settings, CommandError> {
        Settings::from_parts(None, &ProcessEnvironment::of_process(false)?)
    }

    fn from_parts(
        matches: Option<&ArgMatches>,
        around: &ProcessEnvironment,
    ) -> Result<Settings, CommandError> {
        let flag = |name: &str| -> Option<Vec<String>> {
            let values = matches?.try_get_many::<String>(name).ok().flatten()?;
            Some(values.cloned().collect())
        };
        let named = flag("config").and_then(|files| files.into_iter().next());
        let named = named.or_else(|| around.variables.get(CONFIG_VARIABLE).cloned());
        let file = named.map(PathBuf::from).or_else(|| around.usual_file.clone());
        let entries = match &file {
            Some(file) => file::read(file)?,
            None => Vec::new(),
        };
        let mut values = BTreeMap::new();
        for option in OPTIONS {
            let in_file = |key: &str| {
                let entry = entries.iter().find(|entry| entry.key == key)?;
                Some((entry.values.clone(), entry.place.clone()))
            };
            let in_variable = |key: &str| {
                let name = variable_name(key);
                let value = around.variables.get(&name)?;
                Some((split_variable(option, value), Place::Variable(name)))
            };
            let in_flag = |key: &str| Some((flag(key)?, Place::Flag(key.to_owned())));
            let found = match choose(option, &in_flag)? {
                Some(found) => Some(found),
                None => match choose(option, &in_variable)? {
                    Some(found) => Some(found),
                    None => match credential(option, around.credentials.as_deref())? {
                        Some(found) => Some(found),
                        None => choose(option, &in_file)?,
                    },
                },
            };
            if let Some(found) = found {
                values.insert(option.name, found);
            }
        }
        let misspelt_variables =
            around.variables.keys().filter_map(|name| misspelt(name)).collect();
        Ok(Settings { values, file, misspelt_variables })
    }

    /// The setting of an option, unless it is left to its default.
    pub(crate) fn get(&self, name: &str) -> Option<&Setting> {
        debug_assert!(options::find(name).is_some(), "no option {name}");
        self.values.get(name)
    }

    /// The value as text, or the fixed default.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        match self.get(name) {
            Some(setting) => setting.values.first().map(String::as_str),
            None => options::find(name).and_then(|option| option.default),
        }
    }

    /// All values of a list.
    pub(crate) fn list(&self, name: &str) -> Vec<&str> {
        let values = self.get(name).map(|setting| setting.values.as_slice()).unwrap_or_default();
        values.iter().map(String::as_str).collect()
    }

    /// The value as a number or address. Loading has checked it.
    pub(crate) fn parsed<T: std::str::FromStr>(&self, name: &str) -> Option<T> {
        self.text(name).and_then(|text| text.parse().ok())
    }

    /// Whether a switch is on.
    pub(crate) fn is_on(&self, name: &str) -> bool {
        self.text(name) == Some("true")
    }

    /// An error about an option, beginning with its source.
    pub(crate) fn blame(&self, name: &str, error: &Message) -> CommandError {
        CommandError::Input(match self.get(name) {
            Some(setting) => setting.source.blame(error),
            None => error.clone(),
        })
    }
}

/// A variable that is no option but looks like one, and the one it looks like.
fn misspelt(variable: &str) -> Option<(String, String)> {
    if OTHER_VARIABLES.contains(&variable)
        || options::all_keys().into_iter().any(|key| variable_name(key) == variable)
    {
        return None;
    }
    let name = variable.strip_prefix("ABAQUE_")?.to_lowercase().replace('_', "-");
    Some((variable.to_owned(), variable_name(options::similar_key(&name)?)))
}

/// Lists are separated by commas in variables.
fn split_variable(option: &ServerOption, value: &str) -> Vec<String> {
    match option.kind {
        ValueKind::TextList => value.split(',').map(|part| part.trim().to_owned()).collect(),
        _ => vec![value.to_owned()],
    }
}

/// What one level of precedence gives for a key, and where.
type Level<'a> = &'a dyn Fn(&str) -> Option<(Vec<String>, Place)>;

/// The setting at one level of precedence: the value, or a file that holds it.
fn choose(option: &ServerOption, level: Level) -> Result<Option<Setting>, CommandError> {
    let value = level(option.name);
    let file = option.file_key.and_then(level);
    match (value, file) {
        (Some((_, place)), Some((_, other))) => {
            let (Message { en: a, fr: ici }, Message { en: b, fr: la }) =
                (place.message(), other.message());
            Err(CommandError::Input(message!(
                "{a} and {b} both give the same secret: use one of them",
                "{ici} et {la} donnent le même secret\u{a0}: n'en garder qu'un"
            )))
        }
        (Some((values, place)), None) => {
            let source = Source::from(place);
            let checked = values.iter().try_for_each(|value| option.check(value));
            checked.map_err(|error| CommandError::Input(source.blame(&error)))?;
            Ok(Some(Setting { values, source }))
        }
        (None, Some((files, place))) => {
            let file = files.into_iter().next().unwrap_or_default();
            read_secret(option, place, Path::new(&file)).map(Some)
        }
        (None, None) => Ok(None),
    }
}

/// The setting in systemd's folder of credentials, in a file with the option's name.
fn credential(
    option: &ServerOption,
    folder: Option<&Path>,
) -> Result<Option<Setting>, CommandError> {
    let file = folder.map(|folder| folder.join(option.name));
    match file.filter(|file| option.file_key.is_some() && file.exists()) {
        Some(file) => {
            read_secret(option, Place::Credential(option.name.to_owned()), &file).map(Some)
        }
        None => Ok(None),
    }
}

fn read_secret(option: &ServerOption, place: Place, file: &Path) -> Result<Setting, CommandError> {
    let unread = Source::from(place.clone());
    let value = secret::read(file).map_err(|error| CommandError::Input(unread.blame(&error)))?;
    let source = Source { place, secret_file: Some(file.to_owned()) };
    option.check(&value).map_err(|error| CommandError::Input(source.blame(&error)))?;
    Ok(Setting { values: vec![value], source })
}

#[cfg(test)]
mod tests;
