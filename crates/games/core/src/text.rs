use alloc::string::String;
use core::fmt;

use crate::{Lang, Message, message};

/// A parse error: the grammar field that is wrong, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// The grammar field, such as `ROWS`, `SIDE` or `ACTION`, or an option key.
    pub field: &'static str,
    /// What is wrong and what is allowed.
    pub message: Message,
}

impl ParseError {
    /// An error in `field`.
    pub fn new(field: &'static str, message: Message) -> ParseError {
        ParseError { field, message }
    }

    /// The whole message in one language, the field first.
    pub fn localized(&self, lang: Lang) -> String {
        match lang {
            Lang::En => format!("{}: {}", self.field, self.message.en),
            Lang::Fr => format!("{}\u{a0}: {}", self.field, self.message.fr),
        }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.localized(Lang::En))
    }
}

impl core::error::Error for ParseError {}

/// Splits a position into exactly `N` fields at single spaces; the error lists `names`.
pub fn split_fields<'a, const N: usize>(
    text: &'a str,
    names: [&'static str; N],
) -> Result<[&'a str; N], ParseError> {
    let mut fields = [""; N];
    let mut found = 0;
    for part in text.split(' ') {
        if found < N {
            fields[found] = part;
        }
        found += 1;
    }
    if found != N || fields.iter().any(|field| field.is_empty()) {
        let names = names.join(" ");
        return Err(ParseError::new(
            "POSITION",
            message!(
                "expected {N} fields `{names}` with one space between them, found {found} in `{text}`",
                "il faut {N} champs «\u{a0}{names}\u{a0}» séparés par une espace, il y en a {found} dans «\u{a0}{text}\u{a0}»"
            ),
        ));
    }
    Ok(fields)
}

/// Parses a number up to `max`, without sign or leading zeros.
pub fn parse_number(field: &'static str, text: &str, max: u32) -> Result<u32, ParseError> {
    let plain = !text.is_empty()
        && text.bytes().all(|b| b.is_ascii_digit())
        && (text.len() == 1 || !text.starts_with('0'));
    plain.then(|| text.parse().ok()).flatten().filter(|&n: &u32| n <= max).ok_or_else(|| {
        ParseError::new(
            field,
            message!(
                "`{text}` is not a number from 0 to {max} (no sign, no leading zero)",
                "«\u{a0}{text}\u{a0}» n'est pas un nombre de 0 à {max} (sans signe ni zéro en tête)"
            ),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn malformed_numbers_are_refused() {
        assert_eq!(parse_number("N", "0", 9), Ok(0));
        assert_eq!(parse_number("N", "14", 14), Ok(14));
        for text in ["", "00", "01", "+1", "-1", " 1", "15", "99999999999", "1e1"] {
            assert!(parse_number("N", text, 14).is_err(), "{text}");
        }
    }

    #[test]
    fn fields_are_split_by_single_spaces() {
        assert_eq!(split_fields("a b", ["A", "B"]), Ok(["a", "b"]));
        for text in ["", "a", "a  b", " a b", "a b ", "a b c"] {
            assert!(split_fields(text, ["A", "B"]).is_err(), "{text}");
        }
    }
}
