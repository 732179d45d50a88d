//! What people wrote, and times, for a terminal.

use jiff::Timestamp;

/// One line of somebody's text as it may reach a terminal: nothing in it moves the cursor, changes colours or turns the
/// direction of what follows.
pub(super) fn plain(text: &str) -> String {
    let harmful = |sign: char| {
        sign.is_control()
            || matches!(sign, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
    };
    text.chars().map(|sign| if harmful(sign) { '\u{FFFD}' } else { sign }).collect()
}

/// A time in milliseconds since 1970, to the minute, of Greenwich.
pub(super) fn moment(at: i64) -> String {
    match Timestamp::from_millisecond(at) {
        Ok(time) => time.strftime("%Y-%m-%d %H:%M UTC").to_string(),
        Err(_) => at.to_string(),
    }
}

/// Its day.
pub(super) fn day(at: i64) -> String {
    moment(at).chars().take("2000-01-01".len()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_times() {
        assert_eq!(plain("Zoé 🎲"), "Zoé 🎲");
        assert_eq!(
            plain("a\x1b[31mb\nc\u{9b}d\u{202e}e"),
            "a\u{FFFD}[31mb\u{FFFD}c\u{FFFD}d\u{FFFD}e"
        );
        assert_eq!(moment(0), "1970-01-01 00:00 UTC");
        assert_eq!(day(1_700_000_000_000), "2023-11-14");
        assert_eq!(moment(i64::MAX), i64::MAX.to_string());
    }
}
