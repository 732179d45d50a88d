//! Parses thinking times as typed by people: `250ms`, `1s`, `1.5s`, `2m`.

use abaque_core::{Millis, ParseError, message};

/// Upper limit for one position: a day.
const MAX_MILLIS: u64 = 86_400_000;

/// Parses a duration: digits, at most three decimals, and a unit.
pub fn parse_duration(text: &str) -> Result<Millis, ParseError> {
    let bad = || {
        ParseError::new(
            "TIME",
            message!(
                "`{text}` is not a duration; write `250ms`, `1s`, `1.5s` or `2m`, at most a day",
                "«\u{a0}{text}\u{a0}» n'est pas une durée\u{a0}; écrire «\u{a0}250ms\u{a0}», «\u{a0}1s\u{a0}», «\u{a0}1.5s\u{a0}» ou «\u{a0}2m\u{a0}», un jour au plus"
            ),
        )
    };
    let unit = text.find(|sign: char| !sign.is_ascii_digit() && sign != '.').ok_or_else(bad)?;
    let (number, unit) = text.split_at(unit);
    let factor = match unit {
        "ms" => 1,
        "s" => 1000,
        "m" | "min" => 60_000,
        _ => return Err(bad()),
    };
    let (whole, decimals) = number.split_once('.').unwrap_or((number, "0"));
    if whole.is_empty() || decimals.is_empty() || whole.len() > 9 || decimals.len() > 3 {
        return Err(bad());
    }
    // Integers: parsing a float would bring its tables, ten kilobytes, into the web app.
    let (Ok(whole), Ok(thousandths)) =
        (whole.parse::<u64>(), format!("{decimals:0<3}").parse::<u64>())
    else {
        return Err(bad());
    };
    let millis = whole * factor + (thousandths * factor + 500) / 1000;
    if millis <= MAX_MILLIS { Ok(Millis(millis)) } else { Err(bad()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_parsed() {
        for (text, millis) in [
            ("250ms", 250),
            ("1s", 1000),
            ("1.5s", 1500),
            ("0.25s", 250),
            ("1.006m", 60_360),
            ("0.5ms", 1),
            ("0s", 0),
            ("1m", 60_000),
            ("2min", 120_000),
        ] {
            assert_eq!(parse_duration(text), Ok(Millis(millis)), "{text}");
        }
        for text in
            ["", "1", "s", ".5s", "1.s", "-1s", "1h", "1 s", "1e3s", "1.2.3s", "9999999m", "٣s"]
        {
            assert!(parse_duration(text).is_err(), "{text}");
        }
    }
}
