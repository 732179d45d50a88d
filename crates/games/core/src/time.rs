use alloc::string::String;
use core::fmt;
use core::ops::Add;

/// A duration in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Millis(pub u64);

impl Millis {
    /// A duration of whole seconds.
    pub const fn from_secs(seconds: u64) -> Millis {
        Millis(seconds.saturating_mul(1000))
    }

    /// A duration of whole days.
    pub const fn from_days(days: u64) -> Millis {
        Millis(days.saturating_mul(86_400_000))
    }

    /// The difference, clamped at zero.
    pub const fn saturating_sub(self, other: Millis) -> Millis {
        Millis(self.0.saturating_sub(other.0))
    }

    /// Formats as `H:MM:SS` with up to three decimals: `0:09:58.3`.
    pub fn clock_text(self) -> String {
        let secs = self.0 / 1000;
        let (h, m, s) = (secs / 3600, secs / 60 % 60, secs % 60);
        format!("{h}:{m:02}:{s:02}{}", self.fraction_text())
    }

    /// Formats as seconds with up to three decimals: `1.2`.
    pub fn seconds_text(self) -> String {
        format!("{}{}", self.0 / 1000, self.fraction_text())
    }

    fn fraction_text(self) -> String {
        match self.0 % 1000 {
            0 => String::new(),
            rest => format!(".{rest:03}").trim_end_matches('0').into(),
        }
    }

    /// Parses `H:MM:SS` with up to three decimals.
    pub fn parse_clock(text: &str) -> Option<Millis> {
        let (hours, rest) = text.split_once(':')?;
        let (minutes, seconds) = rest.split_once(':')?;
        let whole = seconds.split('.').next()?;
        if minutes.len() != 2 || whole.len() != 2 {
            return None;
        }
        let minutes = parse_digits(minutes).filter(|&m| m < 60)?;
        let Millis(seconds) = Millis::parse_seconds(seconds).filter(|s| s.0 < 60_000)?;
        let minutes = parse_digits(hours)?.checked_mul(60)?.checked_add(minutes)?;
        minutes.checked_mul(60_000)?.checked_add(seconds).map(Millis)
    }

    /// Parses seconds with up to three decimals.
    pub fn parse_seconds(text: &str) -> Option<Millis> {
        let (whole, part) = match text.split_once('.') {
            Some((whole, part)) if (1..=3).contains(&part.len()) => (whole, part),
            Some(_) => return None,
            None => (text, "0"),
        };
        let scale = [100, 10, 1][part.len() - 1];
        parse_digits(whole)?.checked_mul(1000)?.checked_add(parse_digits(part)? * scale).map(Millis)
    }
}

fn parse_digits(text: &str) -> Option<u64> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

impl Add for Millis {
    type Output = Millis;

    fn add(self, other: Millis) -> Millis {
        Millis(self.0.saturating_add(other.0))
    }
}

/// Formats as a clock face: `9:58.3`, `1:00:05.0`, `2d 03:00:00`.
impl fmt::Display for Millis {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let seconds = self.0 / 1000;
        let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60);
        if days > 0 {
            write!(f, "{days}d {hours:02}:{minutes:02}:{:02}", seconds % 60)
        } else if hours > 0 {
            write!(f, "{hours}:{minutes:02}:{:02}.{}", seconds % 60, self.0 % 1000 / 100)
        } else {
            write!(f, "{minutes}:{:02}.{}", seconds % 60, self.0 % 1000 / 100)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_displayed_like_a_clock() {
        for (millis, text) in [
            (0, "0:00.0"),
            (598_350, "9:58.3"),
            (3_605_000, "1:00:05.0"),
            (2 * 86_400_000 + 10_800_000, "2d 03:00:00"),
        ] {
            assert_eq!(Millis(millis).to_string(), text);
        }
    }

    #[test]
    fn times_round_trip() {
        for (ms, clock, seconds) in [
            (0, "0:00:00", "0"),
            (598_300, "0:09:58.3", "598.3"),
            (3_600_001, "1:00:00.001", "3600.001"),
            (u64::MAX, "5124095576030:25:51.615", "18446744073709551.615"),
        ] {
            assert_eq!(Millis(ms).clock_text(), clock);
            assert_eq!(Millis::parse_clock(clock), Some(Millis(ms)));
            assert_eq!(Millis(ms).seconds_text(), seconds);
            assert_eq!(Millis::parse_seconds(seconds), Some(Millis(ms)));
        }
    }

    #[test]
    fn wrong_times_are_refused() {
        for text in [
            "",
            "1",
            "1:2:3",
            "0:60:00",
            "0:00:60",
            "0:00",
            ":00:00",
            "0:00:00.",
            "0:00:00.1234",
            "-1:00:00",
            "0:0é:00",
            "99999999999999999999:00:00",
            "5124095576030:25:51.616",
        ] {
            assert_eq!(Millis::parse_clock(text), None, "{text}");
        }
        for text in ["", ".", "1.", ".5", "+1", "1e3", "18446744073709551616", "1.é"] {
            assert_eq!(Millis::parse_seconds(text), None, "{text}");
        }
    }
}
