use std::fmt;
use std::str::FromStr;

use crate::BadText;

/// A language of the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// French.
    Fr,
}

impl Lang {
    /// All languages.
    pub const ALL: [Lang; 2] = [Lang::En, Lang::Fr];

    /// The two-letter code.
    pub const fn code(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Fr => "fr",
        }
    }

    /// The language of a locale name such as `fr_CA.UTF-8`; English for any other.
    pub fn of_locale(locale: &str) -> Lang {
        if locale.to_ascii_lowercase().starts_with("fr") { Lang::Fr } else { Lang::En }
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Lang {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Self, BadText> {
        Lang::ALL.into_iter().find(|lang| lang.code() == text).ok_or_else(|| {
            BadText::new(
                "LANG",
                crate::said!(
                    "`{text}` is no language here; allowed: en, fr",
                    "« {text} » n'est pas une langue d'ici ; possibles : en, fr"
                ),
            )
        })
    }
}

/// A message in every language of the program. Made with [`said!`](crate::said).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Said {
    /// English.
    pub en: String,
    /// French.
    pub fr: String,
}

impl Said {
    /// The message in one language.
    pub fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Fr => &self.fr,
        }
    }
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.en)
    }
}

/// Builds a [`Said`] from an English and a French format string over variables in scope.
///
/// ```
/// use abaque_core::{Lang, said};
/// let square = 7;
/// let message = said!("heap of three on {square}", "tas de trois en {square}");
/// assert_eq!(message.get(Lang::Fr), "tas de trois en 7");
/// ```
#[macro_export]
macro_rules! said {
    ($en:literal, $fr:literal $(,)?) => {
        $crate::Said { en: format!($en), fr: format!($fr) }
    };
}
