use std::fmt;

use abaque_core::{BadText, Lang, Said};

/// Why a game did not take a text as its next ply. The game is unchanged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// The text is no action of this game.
    Unreadable(BadText),
    /// The action exists but a rule forbids it here.
    Rule {
        /// The rule's id.
        rule: &'static str,
        /// Which squares and why.
        said: Said,
    },
    /// Something else is due: a lot, or nothing because the game is over.
    NotDue(Said),
}

impl Refused {
    /// The whole message in one language.
    pub fn tell(&self, lang: Lang) -> String {
        match self {
            Refused::Unreadable(error) => error.tell(lang),
            Refused::Rule { rule, said } => format!("{} ({rule})", said.get(lang)),
            Refused::NotDue(said) => said.get(lang).into(),
        }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.tell(Lang::En))
    }
}

impl std::error::Error for Refused {}
