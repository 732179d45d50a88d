use std::fmt;

use crate::{Lang, Said, said};

/// A text that could not be read: the field of the grammar that is wrong, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadText {
    /// The grammar's name of the field, such as `ROWS`, `SIDE`, `ACTION` or an option's key.
    pub field: &'static str,
    /// What is wrong and what is allowed.
    pub said: Said,
}

impl BadText {
    /// An error in `field`.
    pub fn new(field: &'static str, said: Said) -> BadText {
        BadText { field, said }
    }

    /// The whole message in one language, the field first.
    pub fn tell(&self, lang: Lang) -> String {
        match lang {
            Lang::En => format!("{}: {}", self.field, self.said.en),
            Lang::Fr => format!("{} : {}", self.field, self.said.fr),
        }
    }
}

impl fmt::Display for BadText {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.tell(Lang::En))
    }
}

impl std::error::Error for BadText {}

/// Splits a position into exactly `N` fields by single spaces; the names say what was expected.
pub fn split_fields<'a, const N: usize>(
    text: &'a str,
    names: [&'static str; N],
) -> Result<[&'a str; N], BadText> {
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
        return Err(BadText::new(
            "POSITION",
            said!(
                "expected {N} fields `{names}` with one space between them, found {found} in `{text}`",
                "il faut {N} champs « {names} » séparés par une espace, il y en a {found} dans « {text} »"
            ),
        ));
    }
    Ok(fields)
}

/// Reads a number without sign or leading zeros, at most `max`.
pub fn number(field: &'static str, text: &str, max: u32) -> Result<u32, BadText> {
    let plain = !text.is_empty()
        && text.bytes().all(|b| b.is_ascii_digit())
        && (text.len() == 1 || !text.starts_with('0'));
    plain.then(|| text.parse().ok()).flatten().filter(|&n: &u32| n <= max).ok_or_else(|| {
        BadText::new(
            field,
            said!(
                "`{text}` is not a number from 0 to {max} (no sign, no leading zero)",
                "« {text} » n'est pas un nombre de 0 à {max} (sans signe ni zéro en tête)"
            ),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_strict() {
        assert_eq!(number("N", "0", 9), Ok(0));
        assert_eq!(number("N", "14", 14), Ok(14));
        for text in ["", "00", "01", "+1", "-1", " 1", "15", "99999999999", "1e1"] {
            assert!(number("N", text, 14).is_err(), "{text}");
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
