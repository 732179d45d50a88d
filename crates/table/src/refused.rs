use std::fmt;

use abaque_core::{Lang, Said};

/// Why an act was refused. The table is unchanged, except for time that had already run out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// The game itself refuses the ply.
    Game(abaque_catalog::Refused),
    /// The table does.
    Table(Said),
}

impl Refused {
    /// The whole message in one language.
    pub fn tell(&self, lang: Lang) -> String {
        match self {
            Refused::Game(refused) => refused.tell(lang),
            Refused::Table(said) => said.get(lang).into(),
        }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.tell(Lang::En))
    }
}

impl std::error::Error for Refused {}

impl From<abaque_catalog::Refused> for Refused {
    fn from(refused: abaque_catalog::Refused) -> Refused {
        Refused::Game(refused)
    }
}

impl From<Said> for Refused {
    fn from(said: Said) -> Refused {
        Refused::Table(said)
    }
}
