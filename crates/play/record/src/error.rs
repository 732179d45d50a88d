use std::fmt;

use abaque_core::{Lang, Message, ParseError};

/// An error in a record, with the line of its file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// The line, from 1; 0 if the record was not read from a file.
    pub line: usize,
    /// What is wrong and what is allowed.
    pub message: Message,
}

impl RecordError {
    pub(crate) fn new(line: impl Into<LineNumber>, message: Message) -> RecordError {
        RecordError { line: line.into().line(), message }
    }

    /// The full message in one language, the line first.
    pub fn localized(&self, lang: Lang) -> String {
        let (line, message) = (self.line, self.message.get(lang));
        match lang {
            _ if line == 0 => message.into(),
            Lang::En => format!("line {line}: {message}"),
            Lang::Fr => format!("ligne {line}\u{a0}: {message}"),
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.localized(Lang::En))
    }
}

impl std::error::Error for RecordError {}

/// The source line of an element, 0 for none. It is not part of a record's content, so all values
/// compare equal: a record equals the one parsed from its own text.
#[derive(Clone, Copy, Eq, Debug, Default)]
pub(crate) struct LineNumber(u32);

impl LineNumber {
    pub(crate) fn line(self) -> usize {
        self.0 as usize
    }
}

impl PartialEq for LineNumber {
    fn eq(&self, _: &LineNumber) -> bool {
        true
    }
}

impl From<usize> for LineNumber {
    fn from(line: usize) -> LineNumber {
        LineNumber(u32::try_from(line).unwrap_or(u32::MAX))
    }
}

/// Converts an error of another crate to a message, the field first.
pub(crate) fn to_message(error: &ParseError) -> Message {
    Message { en: error.localized(Lang::En), fr: error.localized(Lang::Fr) }
}

/// Shortens a text for a message, so that hostile files cannot blow up messages.
pub(crate) fn truncate_for_message(text: &str) -> String {
    const MAX_CHARS: usize = 40;
    match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into(),
    }
}
