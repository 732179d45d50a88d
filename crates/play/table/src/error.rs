use std::fmt;

use abaque_core::{Lang, Message};

/// Why an act was refused. The table is unchanged, except for the effects of time that had already
/// run out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ActError {
    /// The game refused the ply.
    Game(abaque_catalog::PlyError),
    /// The table refused the act.
    Table(Message),
}

impl ActError {
    /// The full message in one language.
    pub fn localized(&self, lang: Lang) -> String {
        match self {
            ActError::Game(refused) => refused.localized(lang),
            ActError::Table(message) => message.get(lang).into(),
        }
    }
}

impl fmt::Display for ActError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.localized(Lang::En))
    }
}

impl std::error::Error for ActError {}

impl From<abaque_catalog::PlyError> for ActError {
    fn from(refused: abaque_catalog::PlyError) -> ActError {
        ActError::Game(refused)
    }
}

impl From<Message> for ActError {
    fn from(message: Message) -> ActError {
        ActError::Table(message)
    }
}
