use std::path::PathBuf;

use abaque_core::{Message, message};

/// Where a value comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Source {
    pub(crate) place: Place,
    /// File that holds the secret, if the place only names it.
    pub(crate) secret_file: Option<PathBuf>,
}

/// Where a key is given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// On the command line: `--port`.
    Flag(String),
    /// In the environment: `ABAQUE_PORT`.
    Variable(String),
    /// In the folder of systemd's credentials.
    Credential(String),
    /// In the configuration file.
    File { path: PathBuf, line: usize, key: String },
    /// Nowhere.
    Default,
}

impl Place {
    /// The place, to begin an error message with.
    pub(crate) fn message(&self) -> Message {
        match self {
            Place::Flag(name) => message!("--{name}", "--{name}"),
            Place::Variable(name) => message!("the variable {name}", "la variable {name}"),
            Place::Credential(name) => {
                message!("the credential {name}", "le secret systemd {name}")
            }
            Place::File { path, line, key } => {
                let path = path.display();
                message!("{path}, line {line}, {key}", "{path}, ligne {line}, {key}")
            }
            Place::Default => message!("default", "valeur par défaut"),
        }
    }

    /// One word for programs.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Place::Flag(_) => "flag",
            Place::Variable(_) => "environment",
            Place::Credential(_) => "credential",
            Place::File { .. } => "file",
            Place::Default => "default",
        }
    }
}

impl Source {
    /// Adds the place to an error.
    pub(crate) fn blame(&self, error: &Message) -> Message {
        let Message { en: at, fr: place } = self.with_file(self.place.message());
        let Message { en, fr } = error;
        message!("{at}: {en}", "{place}\u{a0}: {fr}")
    }

    /// The source for people.
    pub(crate) fn message(&self) -> Message {
        self.with_file(match &self.place {
            Place::File { path, line, .. } => {
                let path = path.display();
                message!("{path}, line {line}", "{path}, ligne {line}")
            }
            other => other.message(),
        })
    }

    fn with_file(&self, Message { en, fr }: Message) -> Message {
        match &self.secret_file {
            Some(file) => {
                let file = file.display();
                message!("{en}: file {file}", "{fr}\u{a0}: fichier {file}")
            }
            None => Message { en, fr },
        }
    }
}

impl From<Place> for Source {
    fn from(place: Place) -> Source {
        Source { place, secret_file: None }
    }
}
