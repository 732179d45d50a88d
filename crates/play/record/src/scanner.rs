use abaque_core::{Message, message};

use crate::error::{RecordError, truncate_for_message};
use crate::line::is_ply_byte;

/// A token of a record.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum RecordToken<'a> {
    /// `[`: the start of a tag.
    Tag,
    /// A ply, a number or a terminator.
    Word(&'a str),
    /// An annotation mark: `!`, `?!`, `$3` …
    Mark(&'a str),
    /// The text between `{` and `}`.
    Comment(&'a str),
    /// The text after `;` up to the end of the line.
    Remark(&'a str),
    /// `(`: the start of a variation.
    Open,
    /// `)`: the end of a variation.
    Close,
    /// The end of the text.
    End,
}

/// Splits a text into tokens in one pass and counts lines.
pub(crate) struct Scanner<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl<'a> Scanner<'a> {
    pub(crate) fn new(text: &'a str) -> Scanner<'a> {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Scanner { text, at, line: 1 }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn fail<T>(&self, message: Message) -> Result<T, RecordError> {
        Err(RecordError::new(self.line, message))
    }

    fn skip_blanks(&mut self) {
        while let Some(byte) = self.peek().filter(u8::is_ascii_whitespace) {
            self.line += usize::from(byte == b'\n');
            self.at += 1;
        }
    }

    /// Takes bytes while `keep` holds; `keep` must treat all bytes of a character alike.
    fn take(&mut self, keep: impl Fn(u8) -> bool) -> &'a str {
        let rest = &self.text[self.at..];
        let len = rest.bytes().position(|b| !keep(b)).unwrap_or(rest.len());
        self.at += len;
        &rest[..len]
    }

    /// The next token and its line.
    pub(crate) fn next(&mut self) -> Result<(RecordToken<'a>, usize), RecordError> {
        self.skip_blanks();
        let line = self.line;
        let Some(byte) = self.peek() else { return Ok((RecordToken::End, line)) };
        let one = |scanner: &mut Self, token| {
            scanner.at += 1;
            token
        };
        let token = match byte {
            b'[' => one(self, RecordToken::Tag),
            b'(' => one(self, RecordToken::Open),
            b')' => one(self, RecordToken::Close),
            b'*' => one(self, RecordToken::Word("*")),
            b'!' | b'?' => RecordToken::Mark(self.take(|b| b == b'!' || b == b'?')),
            b'$' => {
                let start = self.at;
                self.at += 1;
                self.take(|b| b.is_ascii_digit());
                RecordToken::Mark(&self.text[start..self.at])
            }
            b'{' => RecordToken::Comment(self.braces()?),
            b';' => {
                self.at += 1;
                RecordToken::Remark(self.take(|b| b != b'\n'))
            }
            b'}' | b']' | b'"' => {
                let sign = char::from(byte);
                return self.fail(message!(
                    "`{sign}` stands here without what should open it",
                    "«\u{a0}{sign}\u{a0}» est ici sans rien qui l'ouvre"
                ));
            }
            // Words include dots (numbers) and characters no ply has: the whole word is then
            // refused.
            _ => RecordToken::Word(self.take(|b| {
                is_ply_byte(b) || b == b'.' || !(b.is_ascii_graphic() || b.is_ascii_whitespace())
            })),
        };
        Ok((token, line))
    }

    fn braces(&mut self) -> Result<&'a str, RecordError> {
        let rest = &self.text[self.at + 1..];
        let Some(len) = rest.find('}') else {
            return self.fail(message!(
                "the comment that begins here with `{{` is never closed with `}}`",
                "le commentaire ouvert ici par «\u{a0}{{\u{a0}» n'est jamais fermé par «\u{a0}}}\u{a0}»"
            ));
        };
        let comment = &rest[..len];
        self.line += comment.bytes().filter(|&b| b == b'\n').count();
        self.at += len + 2;
        Ok(comment)
    }

    /// The name and value of a tag, after its `[`.
    pub(crate) fn tag(&mut self) -> Result<(&'a str, String), RecordError> {
        self.skip_blanks();
        let name = self.take(|b| b.is_ascii_alphanumeric() || b == b'_');
        if name.is_empty() {
            return self.fail(message!(
                "a tag is written `[Name \"value\"]`: the name is missing",
                "une balise s'écrit «\u{a0}[Nom \"valeur\"]\u{a0}»\u{a0}: le nom manque"
            ));
        }
        self.skip_blanks();
        let shown = truncate_for_message(name);
        if self.peek() != Some(b'"') {
            return self.fail(message!(
                "tag {shown}: the value stands in quotes: `[{shown} \"value\"]`",
                "balise {shown}\u{a0}: la valeur est entre guillemets\u{a0}: «\u{a0}[{shown} \"valeur\"]\u{a0}»"
            ));
        }
        self.at += 1;
        let value = self.quoted(&shown)?;
        self.skip_blanks();
        if self.peek() != Some(b']') {
            return self.fail(message!(
                "tag {shown}: `]` is missing after the value",
                "balise {shown}\u{a0}: il manque «\u{a0}]\u{a0}» après la valeur"
            ));
        }
        self.at += 1;
        Ok((name, value))
    }

    fn quoted(&mut self, name: &str) -> Result<String, RecordError> {
        let mut value = String::new();
        loop {
            value.push_str(self.take(|b| b != b'"' && b != b'\\' && b != b'\n'));
            let escaped = self.text.as_bytes().get(self.at + 1);
            match (self.peek(), escaped) {
                (Some(b'"'), _) => {
                    self.at += 1;
                    return Ok(value);
                }
                (Some(b'\\'), Some(&byte @ (b'"' | b'\\'))) => {
                    value.push(char::from(byte));
                    self.at += 2;
                }
                (Some(b'\\'), _) => {
                    return self.fail(message!(
                        "tag {name}: `\\` stands only before `\"` or `\\`",
                        "balise {name}\u{a0}: «\u{a0}\\\u{a0}» ne précède que «\u{a0}\"\u{a0}» ou «\u{a0}\\\u{a0}»"
                    ));
                }
                _ => {
                    return self.fail(message!(
                        "tag {name}: the value is not closed with `\"` on its line",
                        "balise {name}\u{a0}: la valeur n'est pas fermée par «\u{a0}\"\u{a0}» sur sa ligne"
                    ));
                }
            }
        }
    }
}
