use std::io;
use std::process::ExitCode;

use abaque_core::{BadText, Lang, Said, said};
use abaque_store::StoreError;

/// Why a command did not do what it was asked to.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What was given is wrong: exit status 2.
    Input(Said),
    /// The world is: exit status 1.
    World(Said),
    /// Ctrl-C came before the end; what there was has been told: exit status 130.
    Interrupted,
    /// Whoever read our output has gone: nothing to say.
    BrokenPipe,
}

impl Failure {
    /// Bad input with its message.
    pub(crate) fn input(said: Said) -> Failure {
        Failure::Input(said)
    }

    /// A file that could not be read or written.
    pub(crate) fn file(path: &str, error: &io::Error) -> Failure {
        use io::ErrorKind as Kind;
        let input = matches!(
            error.kind(),
            Kind::NotFound | Kind::IsADirectory | Kind::NotADirectory | Kind::InvalidFilename
        );
        let Said { en, fr } = words(error);
        let said = said!("{path}: {en}", "{path} : {fr}");
        if input { Failure::Input(said) } else { Failure::World(said) }
    }

    /// Says it on stderr and gives the exit status.
    pub(crate) fn report(self, lang: Lang, json: bool) -> ExitCode {
        let (said, status) = match self {
            Failure::Input(said) => (said, 2),
            Failure::World(said) => (said, 1),
            Failure::Interrupted => (said!("interrupted", "interrompu"), 130),
            Failure::BrokenPipe => return ExitCode::SUCCESS,
        };
        let message = said.get(lang);
        if json {
            eprintln!("{}", serde_json::json!({ "error": message }));
        } else {
            eprintln!("abaque: {message}");
        }
        ExitCode::from(status)
    }
}

impl From<BadText> for Failure {
    fn from(error: BadText) -> Failure {
        Failure::Input(Said { en: error.tell(Lang::En), fr: error.tell(Lang::Fr) })
    }
}

impl From<abaque_catalog::Refused> for Failure {
    fn from(refused: abaque_catalog::Refused) -> Failure {
        Failure::Input(Said { en: refused.tell(Lang::En), fr: refused.tell(Lang::Fr) })
    }
}

impl From<abaque_table::Refused> for Failure {
    fn from(refused: abaque_table::Refused) -> Failure {
        Failure::Input(Said { en: refused.tell(Lang::En), fr: refused.tell(Lang::Fr) })
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        match error {
            StoreError::Name(name) => {
                // What follows may hold a password.
                let name = match name.split_once("://") {
                    Some((kind, _)) => format!("{kind}://…"),
                    None => name,
                };
                Failure::Input(said!(
                    "a store is a file, sqlite:PATH or postgres://HOST/DATABASE; `{name}` is none of these",
                    "les données sont un fichier, sqlite:CHEMIN ou postgres://HÔTE/BASE ; « {name} » n'en est pas un"
                ))
            }
            StoreError::Open { place, source } => Failure::World(said!(
                "cannot open the store {place}: {source}",
                "impossible d'ouvrir les données {place} : {source}"
            )),
            StoreError::NotADatabase(file) => Failure::Input(said!(
                "{file} is not an SQLite database",
                "{file} n'est pas une base SQLite"
            )),
            StoreError::Foreign(file) => Failure::Input(said!(
                "{file} is a database of something else",
                "{file} est la base d'un autre programme"
            )),
            StoreError::TooNew { found, known } => Failure::Input(said!(
                "this store has schema {found} and this program knows up to {known}: use a newer program",
                "ces données ont le schéma {found} et ce programme connaît jusqu'au {known} : prendre un programme plus récent"
            )),
            StoreError::Damaged(file, why) => {
                Failure::Input(said!("{file} is damaged: {why}", "{file} est endommagé : {why}"))
            }
            StoreError::Unfinished(file, rest) => Failure::Input(said!(
                "{file} is a store in use, not a backup: the rest of it is in {rest}; `abaque admin backup` makes a whole copy",
                "{file} est une base en service, pas une sauvegarde : la suite est dans {rest} ; « abaque admin backup » en fait une copie entière"
            )),
            StoreError::File { place, source } => Failure::file(&place, &source),
            StoreError::Nul => Failure::Input(said!(
                "text must not contain the NUL character",
                "un texte ne doit pas contenir le caractère NUL"
            )),
            other => Failure::World(said!("the store: {other}", "les données : {other}")),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Failure::BrokenPipe;
        }
        Failure::World(words(&error))
    }
}

/// What the system says, in our own words for what happens to people; the rest as it comes.
fn words(error: &io::Error) -> Said {
    use io::ErrorKind as Kind;
    match error.kind() {
        Kind::NotFound => said!("no such file or folder", "fichier ou dossier introuvable"),
        Kind::PermissionDenied => said!("permission denied", "accès refusé"),
        Kind::IsADirectory => said!("this is a folder", "c'est un dossier"),
        Kind::NotADirectory => {
            said!("a part of the path is no folder", "une partie du chemin n'est pas un dossier")
        }
        Kind::InvalidFilename => said!("not a name for a file", "ce nom de fichier ne va pas"),
        Kind::StorageFull => said!("no space left", "plus de place sur le disque"),
        Kind::ReadOnlyFilesystem => {
            said!("this place can only be read", "on ne peut que lire à cet endroit")
        }
        _ => said!("{error}", "{error}"),
    }
}
