//! Percent-encoding and query parsing for page addresses.

use std::fmt::Write;

/// Percent-encodes one address segment: every byte except ASCII letters, digits and `-._~`.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            escaped.push(char::from(byte));
        } else {
            let _ = write!(escaped, "%{byte:02X}");
        }
    }
    escaped
}

/// Decodes a percent-encoded segment; `None` if it is truncated or not UTF-8.
pub fn unescape(part: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(part.len());
    let mut rest = part.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let mut digit = || char::from(rest.next()?).to_digit(16);
                u8::try_from(digit()? * 16 + digit()?).ok()?
            }
            b'+' => b' ',
            other => other,
        });
    }
    String::from_utf8(bytes).ok()
}

/// Parses the pairs of a query, `a=b&c=d`; skips pairs that do not decode.
pub fn parse_query(query: &str) -> Vec<(String, String)> {
    let parts = query.split('&').filter(|part| !part.is_empty());
    parts
        .filter_map(|part| {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            Some((unescape(key)?, unescape(value)?))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_through_escaping() {
        for name in ["Ann", "Zoë", "a b&c=d?e/f%g+h", "Ольга", ""] {
            assert_eq!(unescape(&escape(name)).as_deref(), Some(name));
        }
        assert_eq!(escape("Zoë/1"), "Zo%C3%AB%2F1");
    }

    #[test]
    fn malformed_escapes_are_refused() {
        for bad in ["%", "%4", "%zz", "%FF%FE", "a%C3"] {
            assert_eq!(unescape(bad), None, "{bad}");
        }
    }

    #[test]
    fn query_strings_split_into_pairs() {
        let found = parse_query("kind=abagio&&opponent=Zo%C3%AB&empty&bad=%zz");
        let wanted = [("kind", "abagio"), ("opponent", "Zoë"), ("empty", "")];
        let wanted: Vec<_> = wanted.map(|(key, value)| (key.into(), value.into())).into();
        assert_eq!(found, wanted);
    }
}
