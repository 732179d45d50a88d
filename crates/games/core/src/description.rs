use alloc::string::String;

use crate::{BoardEnding, Lang};

/// A fixed text in English and French.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StaticMessage {
    /// English text.
    pub en: &'static str,
    /// French text.
    pub fr: &'static str,
}

impl StaticMessage {
    /// A text that is identical in both languages.
    pub const fn same(text: &'static str) -> StaticMessage {
        StaticMessage { en: text, fr: text }
    }

    /// A text from its English and French versions.
    pub const fn new(en: &'static str, fr: &'static str) -> StaticMessage {
        StaticMessage { en, fr }
    }

    /// The text in one language.
    pub const fn get(self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => self.en,
            Lang::Fr => self.fr,
        }
    }
}

/// A game's names and options; help, lists and error messages derive from it.
#[derive(PartialEq, Eq, Debug)]
pub struct GameDescription {
    /// The name in specs, as in `NAME:option=value`.
    pub name: &'static str,
    /// The display name.
    pub title: StaticMessage,
    /// One sentence describing the game.
    pub blurb: StaticMessage,
    /// The players' letters in positions and results, by seat.
    pub letters: [char; 2],
    /// The players' names, by seat ("Black", "Noir").
    pub players: [StaticMessage; 2],
    /// The options, in the order specs print them.
    pub options: &'static [OptionDescription],
    /// The three capital letters of the game's rule ids, such as `ABA` in `ABA-07`.
    pub rule_prefix: &'static str,
    /// The ways the game ends by its own rules, in rulebook order.
    pub endings: &'static [BoardEnding],
}

impl GameDescription {
    /// A spec with an option, for help texts.
    pub fn example_spec(&self) -> String {
        match self.options.first() {
            Some(option) => format!("{}:{}={}", self.name, option.key, option.default),
            None => self.name.into(),
        }
    }
}

/// One option of a game.
#[derive(PartialEq, Eq, Debug)]
pub struct OptionDescription {
    /// The key in specs.
    pub key: &'static str,
    /// The value used when the spec omits the key.
    pub default: &'static str,
    /// The allowed values, for lists and errors: `standard | belgian-daisy | …`.
    pub values: StaticMessage,
    /// What the option changes.
    pub help: StaticMessage,
}
