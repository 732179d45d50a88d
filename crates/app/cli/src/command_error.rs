use std::io;
use std::process::ExitCode;

use abaque_core::{Lang, Message, ParseError, message};
use abaque_store::StoreError;

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum CommandError {
    /// Bad input: exit status 2.
    Input(Message),
    /// An error of the environment, such as a file or the network: exit status 1.
    Environment(Message),
    /// Interrupted by Ctrl-C after partial output: exit status 130.
    Interrupted,
    /// The reader of our output is gone: nothing to report.
    BrokenPipe,
}

impl CommandError {
    /// A bad-input error with its message.
    pub(crate) fn input(message: Message) -> CommandError {
        CommandError::Input(message)
    }

    /// What to tell the user.
    pub(crate) fn into_message(self) -> Message {
        match self {
            CommandError::Input(message) | CommandError::Environment(message) => message,
            CommandError::Interrupted => message!("interrupted", "interrompu"),
            CommandError::BrokenPipe => message!("the output is closed", "la sortie est fermée"),
        }
    }

    /// A file that could not be read or written.
    pub(crate) fn file(path: &str, error: &io::Error) -> CommandError {
        use io::ErrorKind as Kind;
        let input = matches!(
            error.kind(),
            Kind::NotFound | Kind::IsADirectory | Kind::NotADirectory | Kind::InvalidFilename
        );
        let Message { en, fr } = io_error_message(error);
        let message = message!("{path}: {en}", "{path}\u{a0}: {fr}");
        if input { CommandError::Input(message) } else { CommandError::Environment(message) }
    }

    /// Prints the error on stderr and returns the exit status.
    pub(crate) fn report(self, lang: Lang, json: bool) -> ExitCode {
        let (message, status) = match self {
            CommandError::Input(message) => (message, 2),
            CommandError::Environment(message) => (message, 1),
            CommandError::Interrupted => (message!("interrupted", "interrompu"), 130),
            CommandError::BrokenPipe => return ExitCode::SUCCESS,
        };
        let message = message.get(lang);
        if json {
            eprintln!("{}", serde_json::json!({ "error": message }));
        } else {
            eprintln!("abaque: {message}");
        }
        ExitCode::from(status)
    }
}

impl From<ParseError> for CommandError {
    fn from(error: ParseError) -> CommandError {
        CommandError::Input(Message {
            en: error.localized(Lang::En),
            fr: error.localized(Lang::Fr),
        })
    }
}

impl From<abaque_catalog::PlyError> for CommandError {
    fn from(refused: abaque_catalog::PlyError) -> CommandError {
        CommandError::Input(Message {
            en: refused.localized(Lang::En),
            fr: refused.localized(Lang::Fr),
        })
    }
}

impl From<abaque_table::ActError> for CommandError {
    fn from(refused: abaque_table::ActError) -> CommandError {
        CommandError::Input(Message {
            en: refused.localized(Lang::En),
            fr: refused.localized(Lang::Fr),
        })
    }
}

impl From<StoreError> for CommandError {
    fn from(error: StoreError) -> CommandError {
        match error {
            StoreError::BadName(name) => {
                // The rest of a URL may hold a password.
                let name = match name.split_once("://") {
                    Some((kind, _)) => format!("{kind}://…"),
                    None => name,
                };
                CommandError::Input(message!(
                    "a store is a file, sqlite:PATH or postgres://HOST/DATABASE; `{name}` is none of these",
                    "les données sont un fichier, sqlite:CHEMIN ou postgres://HÔTE/BASE\u{a0}; «\u{a0}{name}\u{a0}» n'en est pas un"
                ))
            }
            StoreError::Open { place, source } => CommandError::Environment(message!(
                "cannot open the store {place}: {source}",
                "impossible d'ouvrir les données {place}\u{a0}: {source}"
            )),
            StoreError::NotADatabase(file) => CommandError::Input(message!(
                "{file} is not an SQLite database",
                "{file} n'est pas une base SQLite"
            )),
            StoreError::ForeignDatabase(file) => CommandError::Input(message!(
                "{file} is another program's database",
                "{file} est la base d'un autre programme"
            )),
            StoreError::Empty(file) => CommandError::Input(message!(
                "{file} is empty (0 bytes), like a truncated store: `abaque admin restore BACKUP` puts a backup in its place; to start over, delete it",
                "{file} est vide (0 octet), comme des données tronquées\u{a0}: «\u{a0}abaque admin restore SAUVEGARDE\u{a0}» remet une sauvegarde à sa place\u{a0}; pour repartir de zéro, le supprimer"
            )),
            StoreError::NoFolder(file, folder) => CommandError::Input(message!(
                "cannot keep games in {file}: there is no folder {folder}; make it first (mkdir -p), or check --data and ABAQUE_DATA",
                "impossible de garder des parties dans {file}\u{a0}: le dossier {folder} n'existe pas\u{a0}; le créer d'abord (mkdir -p), ou vérifier --data et ABAQUE_DATA"
            )),
            StoreError::AlreadyServed { file, process } => {
                let (en, fr) = match process {
                    Some(process) => {
                        (format!(" (process {process})"), format!(" (processus {process})"))
                    }
                    None => Default::default(),
                };
                CommandError::Environment(message!(
                    "another server{en} is already using {file}: stop it first, or use another file (--data)",
                    "un autre serveur{fr} utilise déjà {file}\u{a0}: l'arrêter d'abord, ou donner un autre fichier à celui-ci (--data)"
                ))
            }
            StoreError::DatabaseServed(place) => CommandError::Environment(message!(
                "another server is already using {place}: stop it first, or start all of them with the same --bus (see docs/cluster.md)",
                "un autre serveur utilise déjà {place}\u{a0}: l'arrêter d'abord, ou les lancer tous avec le même --bus (voir docs/cluster.md)"
            )),
            StoreError::Standby(place) => CommandError::Environment(message!(
                "{place} accepts no writes: it is a standby, not the primary; name the primary, or all servers (postgres://USER@HOST,HOST/DATABASE)",
                "{place} n'accepte pas d'écritures\u{a0}: c'est un serveur de secours, pas le principal\u{a0}; donner le principal, ou tous les serveurs (postgres://NOM@HÔTE,HÔTE/BASE)"
            )),
            StoreError::Moved(file) => CommandError::Environment(message!(
                "{file} was deleted, moved or replaced while in use",
                "{file} a été supprimé, déplacé ou remplacé en cours d'utilisation"
            )),
            StoreError::TooNew { found, known } => CommandError::Input(message!(
                "this store has schema {found} and this program knows up to {known}: use a newer program",
                "ces données ont le schéma {found} et ce programme connaît jusqu'au {known}\u{a0}: prendre un programme plus récent"
            )),
            StoreError::Damaged(file, why) => CommandError::Input(message!(
                "{file} is damaged: {why}",
                "{file} est endommagé\u{a0}: {why}"
            )),
            StoreError::Unfinished(file, rest) => CommandError::Input(message!(
                "{file} is a store in use, not a backup: the rest of it is in {rest}; `abaque admin backup` makes a whole copy",
                "{file} est une base en service, pas une sauvegarde\u{a0}: la suite est dans {rest}\u{a0}; «\u{a0}abaque admin backup\u{a0}» en fait une copie entière"
            )),
            StoreError::File { place, source } => CommandError::file(&place, &source),
            StoreError::Nul => CommandError::Input(message!(
                "text must not contain the NUL character",
                "un texte ne doit pas contenir le caractère NUL"
            )),
            other => CommandError::Environment(message!(
                "the store: {other}",
                "les données\u{a0}: {other}"
            )),
        }
    }
}

impl From<io::Error> for CommandError {
    fn from(error: io::Error) -> CommandError {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return CommandError::BrokenPipe;
        }
        CommandError::Environment(io_error_message(&error))
    }
}

/// Translates common I/O errors; others keep the system's text.
pub(crate) fn io_error_message(error: &io::Error) -> Message {
    use io::ErrorKind as Kind;
    match error.kind() {
        Kind::NotFound => message!("no such file or folder", "fichier ou dossier introuvable"),
        Kind::PermissionDenied => message!("permission denied", "accès refusé"),
        Kind::IsADirectory => message!("this is a folder", "c'est un dossier"),
        Kind::NotADirectory => {
            message!(
                "part of the path is not a folder",
                "une partie du chemin n'est pas un dossier"
            )
        }
        Kind::InvalidFilename => message!("not a valid file name", "nom de fichier non valable"),
        Kind::StorageFull => message!("no space left on the disk", "plus de place sur le disque"),
        Kind::ReadOnlyFilesystem => {
            message!("this location is read-only", "cet emplacement est en lecture seule")
        }
        _ => message!("{error}", "{error}"),
    }
}
