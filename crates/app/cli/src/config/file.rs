//! Reads `abaque.toml`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use abaque_core::{Message, message};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::options::{self, ServerOption, ValueKind};
use super::source::{Place, Source};
use crate::command_error::CommandError;

/// A key of the file with its checked values.
#[derive(Debug)]
pub(crate) struct FileEntry {
    pub(crate) key: String,
    pub(crate) values: Vec<String>,
    pub(crate) place: Place,
}

/// Reads and checks a configuration file.
pub(crate) fn read(path: &Path) -> Result<Vec<FileEntry>, CommandError> {
    let text = fs::read_to_string(path).map_err(|error| unreadable(path, &error))?;
    parse(path, &text).map_err(CommandError::Input)
}

/// A file that cannot be read. That of an installed server is secret from other users.
fn unreadable(path: &Path, error: &io::Error) -> CommandError {
    if error.kind() != io::ErrorKind::PermissionDenied {
        return CommandError::file(&path.display().to_string(), error);
    }
    let path = path.display();
    CommandError::Environment(message!(
        "{path}: permission denied; run this as the server's user: sudo -u abaque abaque …",
        "{path}\u{a0}: accès refusé\u{a0}; lancer ceci sous l'utilisateur du serveur\u{a0}: sudo -u abaque abaque …"
    ))
}

/// Parses and checks the text of a configuration file.
fn parse(path: &Path, text: &str) -> Result<Vec<FileEntry>, Message> {
    let line_of = |at: usize| 1 + text.bytes().take(at).filter(|byte| *byte == b'\n').count();
    let table = DeTable::parse(text).map_err(|error| {
        let (path, line) = (path.display(), line_of(error.span().map_or(0, |span| span.start)));
        let why = error.message();
        message!(
            "{path}, line {line}: not TOML: {why}",
            "{path}, ligne {line}\u{a0}: TOML non valable\u{a0}: {why}"
        )
    })?;
    let mut entries: Vec<FileEntry> = Vec::new();
    for (key, value) in table.get_ref() {
        let (line, key) = (line_of(key.span().start), key.get_ref().to_string());
        let place = Place::File { path: PathBuf::from(path), line, key: key.clone() };
        let blame = |error: Message| Source::from(place.clone()).blame(&error);
        let values = if let Some(option) = options::find(&key) {
            let values = read_values(option, value).map_err(blame)?;
            values.iter().try_for_each(|value| option.check(value)).map_err(blame)?;
            values
        } else if options::find_by_file_key(&key).is_some() {
            let DeValue::String(file) = value.get_ref() else {
                return Err(blame(message!(
                    "this is not a file name; allowed: text in quotes",
                    "ce n'est pas un nom de fichier\u{a0}; possibles\u{a0}: un texte entre guillemets"
                )));
            };
            vec![file.to_string()]
        } else {
            return Err(blame(unknown_key(&key, value.get_ref().is_table())));
        };
        entries.push(FileEntry { key, values, place });
    }
    // In the order of the file, so that the first mistake is reported first.
    Ok(entries)
}

fn read_values(option: &ServerOption, value: &Spanned<DeValue>) -> Result<Vec<String>, Message> {
    let wrong = || {
        let Message { en, fr } = option.allowed();
        message!(
            "the value has the wrong type; allowed: {en}",
            "la valeur n'a pas le bon type\u{a0}; possibles\u{a0}: {fr}"
        )
    };
    let one = |value: &DeValue| match (option.kind, value) {
        (ValueKind::Switch, DeValue::Boolean(value)) => Some(value.to_string()),
        (ValueKind::Number { .. }, DeValue::Integer(number)) => {
            // A number too large for an i64 is out of every range.
            let number = i64::from_str_radix(number.as_str(), number.radix()).unwrap_or(i64::MAX);
            Some(number.to_string())
        }
        (ValueKind::Switch | ValueKind::Number { .. }, _) => None,
        (_, DeValue::String(text)) => Some(text.to_string()),
        _ => None,
    };
    match (option.kind, value.get_ref()) {
        (ValueKind::TextList, DeValue::Array(values)) => {
            values.iter().map(|value| one(value.get_ref()).ok_or_else(wrong)).collect()
        }
        (_, value) => Ok(vec![one(value).ok_or_else(wrong)?]),
    }
}

fn unknown_key(key: &str, is_table: bool) -> Message {
    if is_table {
        return message!(
            "`{key}` is a section; allowed: keys such as port = 4816, without sections",
            "«\u{a0}{key}\u{a0}» est une section\u{a0}; possibles\u{a0}: des clés comme port = 4816, sans sections"
        );
    }
    let list = options::all_keys().join(", ");
    match options::similar_key(key) {
        Some(other) => message!(
            "unknown key; did you mean `{other}`? Allowed: {list}",
            "clé inconnue\u{a0}; vouliez-vous dire «\u{a0}{other}\u{a0}»\u{a0}? Possibles\u{a0}: {list}"
        ),
        None => {
            message!("unknown key; allowed: {list}", "clé inconnue\u{a0}; possibles\u{a0}: {list}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        let error = parse(Path::new("abaque.toml"), text).unwrap_err();
        assert!(!error.fr.is_empty());
        error.en
    }

    #[test]
    fn a_secret_file_says_who_may_read_it() {
        let told = |kind: io::ErrorKind| {
            unreadable(Path::new("/etc/abaque/abaque.toml"), &kind.into()).into_message().en
        };
        assert!(told(io::ErrorKind::PermissionDenied).contains("sudo -u abaque abaque"));
        assert!(told(io::ErrorKind::NotFound).contains("no such file"));
    }

    #[test]
    fn keys_have_values_and_lines() {
        let text = "# A comment\nport = 0x10\n\norigin = [\n  \"https://a.example\",\n  \"https://b.example\",\n]\nbehind-proxy = true\nmail-file = \"/run/mail\"\n";
        let mut entries = parse(Path::new("a.toml"), text).unwrap();
        entries.sort_by_key(|entry| match entry.place {
            Place::File { line, .. } => line,
            _ => 0,
        });
        let found: Vec<_> = entries
            .iter()
            .map(|entry| (entry.key.as_str(), entry.values.join(" "), entry.place.message().en))
            .collect();
        assert_eq!(
            found,
            [
                ("port", "16".into(), "a.toml, line 2, port".into()),
                (
                    "origin",
                    "https://a.example https://b.example".into(),
                    "a.toml, line 4, origin".into()
                ),
                ("behind-proxy", "true".into(), "a.toml, line 8, behind-proxy".into()),
                ("mail-file", "/run/mail".into(), "a.toml, line 9, mail-file".into()),
            ]
        );
    }

    #[test]
    fn mistakes_name_file_line_key_and_what_is_allowed() {
        for (text, parts) in [
            ("\nprot = 1", &["abaque.toml, line 2, prot: unknown key", "`port`?", "mail-from"][..]),
            ("zzz = 1", &["line 1, zzz: unknown key; allowed: address"]),
            ("[server]\nport = 1", &["line 1, server", "section"]),
            ("port = \"4816\"", &["line 1, port", "wrong type", "from 0 to 65535"]),
            ("port = 70000", &["line 1, port", "`70000`", "from 0 to 65535"]),
            ("port = 99999999999999999999", &["line 1, port", "from 0 to 65535"]),
            ("log = 1", &["line 1, log", "true, false"]),
            ("origin = [\"https://a.example\", 3]", &["line 1, origin", "list of texts"]),
            ("\n\norigin = \"a.example\"", &["line 3, origin", "https://HOST"]),
            ("metrics-token-file = 3", &["line 1, metrics-token-file", "text in quotes"]),
            ("data-file = \"x\"", &["line 1, data-file: unknown key"]),
            ("port = 1\nport = 2", &["line 2", "duplicate"]),
            ("port = ", &["line 1", "not TOML"]),
        ] {
            let told = refused(text);
            for part in parts {
                assert!(told.contains(part), "{text}: {told}");
            }
        }
        assert!(!refused("mail = \"http://me:hush@here\"").contains("hush"));
    }
}
