use std::fmt;

use abaque_core::{Lang, Message, ParseError};

/// Why a game refused a ply; the game is unchanged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlyError {
    /// The text is not a ply of this game.
    Unreadable(ParseError),
    /// A rule forbids the action here.
    Rule {
        /// The id of the rule.
        rule: &'static str,
        /// An explanation that names the squares.
        message: Message,
    },
    /// No such ply is due: a lot is, or the game is over.
    NotDue(Message),
}

impl PlyError {
    /// The full message in one language.
    pub fn localized(&self, lang: Lang) -> String {
        match self {
            PlyError::Unreadable(error) => error.localized(lang),
            PlyError::Rule { rule, message } => format!("{} ({rule})", message.get(lang)),
            PlyError::NotDue(message) => message.get(lang).into(),
        }
    }
}

impl fmt::Display for PlyError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.localized(Lang::En))
    }
}

impl std::error::Error for PlyError {}
