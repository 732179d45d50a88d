use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use crate::ParseError;

/// A supported language.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Lang {
    /// English, the default.
    #[default]
    En,
    /// French.
    Fr,
}

impl Lang {
    /// All supported languages.
    pub const ALL: [Lang; 2] = [Lang::En, Lang::Fr];

    /// The two-letter code.
    pub const fn code(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Fr => "fr",
        }
    }

    /// The language of a locale name such as `fr_CA.UTF-8`; English unless it is French.
    pub fn from_locale(locale: &str) -> Lang {
        if locale.to_ascii_lowercase().starts_with("fr") { Lang::Fr } else { Lang::En }
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Lang {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Lang::ALL.into_iter().find(|lang| lang.code() == text).ok_or_else(|| {
            ParseError::new(
                "LANG",
                crate::message!(
                    "`{text}` is not an available language; allowed: en, fr",
                    "«\u{a0}{text}\u{a0}» n'est pas une langue disponible\u{a0}; possibles\u{a0}: en, fr"
                ),
            )
        })
    }
}

/// A message in every supported language, built with [`message!`](crate::message).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Message {
    /// English text.
    pub en: String,
    /// French text.
    pub fr: String,
}

impl Message {
    /// The message in one language.
    pub fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Fr => &self.fr,
        }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.en)
    }
}

/// Functions whose only error is a message return it as it is.
impl core::error::Error for Message {}

/// Builds a [`Message`] from an English and a French format string over variables in scope.
///
/// ```
/// use abaque_core::{Lang, message};
/// let square = 7;
/// let message = message!("heap of three on {square}", "tas de trois en {square}");
/// assert_eq!(message.get(Lang::Fr), "tas de trois en 7");
/// ```
#[macro_export]
macro_rules! message {
    ($en:literal, $fr:literal $(,)?) => {
        $crate::Message { en: $crate::__private::format!($en), fr: $crate::__private::format!($fr) }
    };
}
