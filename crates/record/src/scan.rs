use abaque_core::{Said, said};

use crate::error::{RecordError, clip};
use crate::line::is_ply_byte;

/// A piece of a record's text.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Token<'a> {
    /// `[`: a tag begins.
    Tag,
    /// A ply, a number, a terminator.
    Word(&'a str),
    /// `!`, `?!`, `$3` …
    Mark(&'a str),
    /// What stands between `{` and `}`.
    Comment(&'a str),
    /// What stands after `;` on its line.
    Remark(&'a str),
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// The text is over.
    End,
}

/// Cuts a text into tokens, once through, counting lines.
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

    fn fail<T>(&self, said: Said) -> Result<T, RecordError> {
        Err(RecordError::new(self.line, said))
    }

    fn skip_blanks(&mut self) {
        while let Some(byte) = self.peek().filter(u8::is_ascii_whitespace) {
            self.line += usize::from(byte == b'\n');
            self.at += 1;
        }
    }

    /// Everything while `keep` holds; it must hold or fail for whole characters.
    fn take(&mut self, keep: impl Fn(u8) -> bool) -> &'a str {
        let rest = &self.text[self.at..];
        let len = rest.bytes().position(|b| !keep(b)).unwrap_or(rest.len());
        self.at += len;
        &rest[..len]
    }

    /// The next token and the line it begins on.
    pub(crate) fn next(&mut self) -> Result<(Token<'a>, usize), RecordError> {
        self.skip_blanks();
        let line = self.line;
        let Some(byte) = self.peek() else { return Ok((Token::End, line)) };
        let one = |scanner: &mut Self, token| {
            scanner.at += 1;
            token
        };
        let token = match byte {
            b'[' => one(self, Token::Tag),
            b'(' => one(self, Token::Open),
            b')' => one(self, Token::Close),
            b'*' => one(self, Token::Word("*")),
            b'!' | b'?' => Token::Mark(self.take(|b| b == b'!' || b == b'?')),
            b'$' => {
                let start = self.at;
                self.at += 1;
                self.take(|b| b.is_ascii_digit());
                Token::Mark(&self.text[start..self.at])
            }
            b'{' => Token::Comment(self.braces()?),
            b';' => {
                self.at += 1;
                Token::Remark(self.take(|b| b != b'\n'))
            }
            b'}' | b']' | b'"' => {
                let sign = char::from(byte);
                return self.fail(said!(
                    "`{sign}` stands here without what should open it",
                    "« {sign} » est ici sans rien qui l'ouvre"
                ));
            }
            // Dots belong to words too (numbers), and so do letters no ply has: they are refused
            // as part of the word they stand in.
            _ => Token::Word(self.take(|b| {
                is_ply_byte(b) || b == b'.' || !(b.is_ascii_graphic() || b.is_ascii_whitespace())
            })),
        };
        Ok((token, line))
    }

    fn braces(&mut self) -> Result<&'a str, RecordError> {
        let rest = &self.text[self.at + 1..];
        let Some(len) = rest.find('}') else {
            return self.fail(said!(
                "the comment that begins here with `{{` is never closed with `}}`",
                "le commentaire ouvert ici par « {{ » n'est jamais fermé par « }} »"
            ));
        };
        let comment = &rest[..len];
        self.line += comment.bytes().filter(|&b| b == b'\n').count();
        self.at += len + 2;
        Ok(comment)
    }

    /// The rest of a tag after its `[`: name and value.
    pub(crate) fn tag(&mut self) -> Result<(&'a str, String), RecordError> {
        self.skip_blanks();
        let name = self.take(|b| b.is_ascii_alphanumeric() || b == b'_');
        if name.is_empty() {
            return self.fail(said!(
                "a tag is written `[Name \"value\"]`: the name is missing",
                "une balise s'écrit « [Nom \"valeur\"] » : le nom manque"
            ));
        }
        self.skip_blanks();
        let shown = clip(name);
        if self.peek() != Some(b'"') {
            return self.fail(said!(
                "tag {shown}: the value stands in quotes: `[{shown} \"value\"]`",
                "balise {shown} : la valeur est entre guillemets : « [{shown} \"valeur\"] »"
            ));
        }
        self.at += 1;
        let value = self.quoted(&shown)?;
        self.skip_blanks();
        if self.peek() != Some(b']') {
            return self.fail(said!(
                "tag {shown}: `]` is missing after the value",
                "balise {shown} : il manque « ] » après la valeur"
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
                    return self.fail(said!(
                        "tag {name}: `\\` stands only before `\"` or `\\`",
                        "balise {name} : « \\ » ne précède que « \" » ou « \\ »"
                    ));
                }
                _ => {
                    return self.fail(said!(
                        "tag {name}: the value is not closed with `\"` on its line",
                        "balise {name} : la valeur n'est pas fermée par « \" » sur sa ligne"
                    ));
                }
            }
        }
    }
}
