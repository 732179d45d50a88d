//! Formats user-written text and times for the terminal.

use jiff::Timestamp;

/// Makes one line of user text safe for a terminal: strips cursor movement, colours and changes of
/// text direction.
pub(super) fn sanitise(text: &str) -> String {
    let harmful = |sign: char| sign.is_control() || abaque_core::is_invisible(sign);
    text.chars().map(|sign| if harmful(sign) { '\u{FFFD}' } else { sign }).collect()
}

/// Formats milliseconds since 1970 to the minute, in UTC.
pub(super) fn format_minute(at: i64) -> String {
    match Timestamp::from_millisecond(at) {
        Ok(time) => time.strftime("%Y-%m-%d %H:%M UTC").to_string(),
        Err(_) => at.to_string(),
    }
}

/// Formats the day of a time, in UTC.
pub(super) fn format_day(at: i64) -> String {
    format_minute(at).chars().take("2000-01-01".len()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_untrusted_text_are_formatted() {
        assert_eq!(sanitise("Zoé 🎲"), "Zoé 🎲");
        assert_eq!(
            sanitise("a\x1b[31mb\nc\u{9b}d\u{202e}e"),
            "a\u{FFFD}[31mb\u{FFFD}c\u{FFFD}d\u{FFFD}e"
        );
        assert_eq!(format_minute(0), "1970-01-01 00:00 UTC");
        assert_eq!(format_day(1_700_000_000_000), "2023-11-14");
        assert_eq!(format_minute(i64::MAX), i64::MAX.to_string());
    }
}
