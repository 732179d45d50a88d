use crate::Lang;

/// A fixed text in English and French.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Words {
    /// English.
    pub en: &'static str,
    /// French.
    pub fr: &'static str,
}

impl Words {
    /// A text that is the same in both.
    pub const fn same(text: &'static str) -> Words {
        Words { en: text, fr: text }
    }

    /// A pair of texts.
    pub const fn new(en: &'static str, fr: &'static str) -> Words {
        Words { en, fr }
    }

    /// The text in one language.
    pub const fn get(self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => self.en,
            Lang::Fr => self.fr,
        }
    }
}

/// What a game is called and which options it has: help, lists and errors derive from it.
#[derive(Debug)]
pub struct GameInfo {
    /// The name in specs: `abalone`.
    pub name: &'static str,
    /// The name people read.
    pub title: Words,
    /// One sentence that says what the game is about.
    pub blurb: Words,
    /// The players' letters in positions and results, by seat.
    pub letters: [char; 2],
    /// The players' names, by seat ("Black", "Noir").
    pub players: [Words; 2],
    /// The options, in the order in which specs are printed.
    pub options: &'static [OptionInfo],
}

/// One option of a game.
#[derive(Debug)]
pub struct OptionInfo {
    /// The key in specs.
    pub key: &'static str,
    /// The value when the spec does not say.
    pub default: &'static str,
    /// What values are allowed, for lists and errors: `standard | belgian-daisy | …`.
    pub values: Words,
    /// What the option changes.
    pub help: Words,
}
