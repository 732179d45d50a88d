use std::fmt;

use abaque_core::{BadText, Lang, Said};

/// What is wrong with a record, and on which line of its file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// The line, counted from 1; 0 where the record was not read from a file.
    pub line: usize,
    /// What is wrong and what is allowed.
    pub said: Said,
}

impl RecordError {
    pub(crate) fn new(line: impl Into<At>, said: Said) -> RecordError {
        RecordError { line: line.into().line(), said }
    }

    /// The whole message in one language, the line first.
    pub fn tell(&self, lang: Lang) -> String {
        let (line, said) = (self.line, self.said.get(lang));
        match lang {
            _ if line == 0 => said.into(),
            Lang::En => format!("line {line}: {said}"),
            Lang::Fr => format!("ligne {line} : {said}"),
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.tell(Lang::En))
    }
}

impl std::error::Error for RecordError {}

/// The line something was read from, 0 for none. It is no part of what a record says, so any two
/// are equal: a record equals what is read back from its own text.
#[derive(Clone, Copy, Eq, Debug, Default)]
pub(crate) struct At(u32);

impl At {
    pub(crate) fn line(self) -> usize {
        self.0 as usize
    }
}

impl PartialEq for At {
    fn eq(&self, _: &At) -> bool {
        true
    }
}

impl From<usize> for At {
    fn from(line: usize) -> At {
        At(u32::try_from(line).unwrap_or(u32::MAX))
    }
}

/// A message of another layer in both languages, its field first.
pub(crate) fn told(error: &BadText) -> Said {
    Said { en: error.tell(Lang::En), fr: error.tell(Lang::Fr) }
}

/// The beginning of a text for a message: hostile files must not make messages endless.
pub(crate) fn clip(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into(),
    }
}
