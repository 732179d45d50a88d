use std::fmt;
use std::str::FromStr;

use abaque_core::{BadText, number, said};

use crate::error::clip;

/// Thousandths of a second.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Millis(pub u64);

impl Millis {
    /// Whole seconds.
    pub const fn from_secs(secs: u64) -> Millis {
        Millis(secs.saturating_mul(1000))
    }

    /// `H:MM:SS` and up to three decimals: `0:09:58.3`.
    pub fn clock_text(self) -> String {
        let secs = self.0 / 1000;
        let (h, m, s) = (secs / 3600, secs / 60 % 60, secs % 60);
        format!("{h}:{m:02}:{s:02}{}", self.decimals())
    }

    /// Seconds and up to three decimals: `1.2`.
    pub fn seconds_text(self) -> String {
        format!("{}{}", self.0 / 1000, self.decimals())
    }

    fn decimals(self) -> String {
        match self.0 % 1000 {
            0 => String::new(),
            rest => format!(".{rest:03}").trim_end_matches('0').into(),
        }
    }

    /// Reads `H:MM:SS` with up to three decimals.
    pub(crate) fn from_clock(text: &str) -> Option<Millis> {
        let (hours, rest) = text.split_once(':')?;
        let (minutes, seconds) = rest.split_once(':')?;
        let whole = seconds.split('.').next()?;
        if minutes.len() != 2 || whole.len() != 2 {
            return None;
        }
        let minutes = digits(minutes).filter(|&m| m < 60)?;
        let Millis(seconds) = Millis::from_seconds(seconds).filter(|s| s.0 < 60_000)?;
        let minutes = digits(hours)?.checked_mul(60)?.checked_add(minutes)?;
        minutes.checked_mul(60_000)?.checked_add(seconds).map(Millis)
    }

    /// Reads seconds with up to three decimals.
    pub(crate) fn from_seconds(text: &str) -> Option<Millis> {
        let (whole, part) = match text.split_once('.') {
            Some((whole, part)) if (1..=3).contains(&part.len()) => (whole, part),
            Some(_) => return None,
            None => (text, "0"),
        };
        let scale = [100, 10, 1][part.len() - 1];
        digits(whole)?.checked_mul(1000)?.checked_add(digits(part)? * scale).map(Millis)
    }
}

fn digits(text: &str) -> Option<u64> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// The tag `Clock` (COM-04).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Clock {
    /// `-`: no clock.
    Off,
    /// `600+5`: a budget, and an increment for every turn, in seconds.
    Increment {
        /// The budget.
        budget: u32,
        /// The increment.
        increment: u32,
    },
    /// `600d5`: a budget, and a delay before it runs, in seconds.
    Delay {
        /// The budget.
        budget: u32,
        /// The delay.
        delay: u32,
    },
    /// `3/turn`: days for every turn.
    Days(u32),
}

impl Clock {
    /// The most a player's clock can show after so many of their actions; `None` without a clock.
    pub fn most(self, actions: u64) -> Option<Millis> {
        match self {
            Clock::Off => None,
            Clock::Increment { budget, increment } => {
                let earned = u64::from(increment).saturating_mul(actions);
                Some(Millis::from_secs(u64::from(budget).saturating_add(earned)))
            }
            Clock::Delay { budget, .. } => Some(Millis::from_secs(u64::from(budget))),
            Clock::Days(days) => Some(Millis::from_secs(u64::from(days) * 86_400)),
        }
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Clock::Off => f.write_str("-"),
            Clock::Increment { budget, increment } => write!(f, "{budget}+{increment}"),
            Clock::Delay { budget, delay } => write!(f, "{budget}d{delay}"),
            Clock::Days(days) => write!(f, "{days}/turn"),
        }
    }
}

impl FromStr for Clock {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Clock, BadText> {
        let count = |text: &str| number("CLOCK", text, 100_000_000).ok();
        let pair = |sign: char| {
            let (budget, extra) = text.split_once(sign)?;
            Some((count(budget)?, count(extra)?))
        };
        if text == "-" {
            Some(Clock::Off)
        } else if let Some((budget, increment)) = pair('+') {
            Some(Clock::Increment { budget, increment })
        } else if let Some((budget, delay)) = pair('d') {
            Some(Clock::Delay { budget, delay })
        } else {
            text.strip_suffix("/turn").and_then(count).filter(|&days| days > 0).map(Clock::Days)
        }
        .ok_or_else(|| {
            let text = clip(text);
            BadText::new(
                "CLOCK",
                said!(
                    "`{text}` is no clock; write `600+5` (seconds and increment), `600d5` (seconds and delay), `3/turn` (days a turn) or `-` (none)",
                    "« {text} » n'est pas une pendule ; écrire « 600+5 » (secondes et incrément), « 600d5 » (secondes et délai), « 3/turn » (jours par tour) ou « - » (aucune)"
                ),
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_round_trip() {
        for (ms, clock, seconds) in [
            (0, "0:00:00", "0"),
            (598_300, "0:09:58.3", "598.3"),
            (3_600_001, "1:00:00.001", "3600.001"),
            (u64::MAX, "5124095576030:25:51.615", "18446744073709551.615"),
        ] {
            assert_eq!(Millis(ms).clock_text(), clock);
            assert_eq!(Millis::from_clock(clock), Some(Millis(ms)));
            assert_eq!(Millis(ms).seconds_text(), seconds);
            assert_eq!(Millis::from_seconds(seconds), Some(Millis(ms)));
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
            assert_eq!(Millis::from_clock(text), None, "{text}");
        }
        for text in ["", ".", "1.", ".5", "+1", "1e3", "18446744073709551616", "1.é"] {
            assert_eq!(Millis::from_seconds(text), None, "{text}");
        }
    }

    #[test]
    fn com_04_clocks_round_trip() {
        for text in ["-", "600+5", "600+0", "900d3", "3/turn"] {
            assert_eq!(text.parse::<Clock>().unwrap().to_string(), text);
        }
        for text in ["", "600", "600+", "+5", "600 + 5", "600d", "0/turn", "/turn", "3/day", "06+1"]
        {
            assert!(text.parse::<Clock>().is_err(), "{text}");
        }
        assert_eq!("600+5".parse::<Clock>().unwrap().most(2), Some(Millis(610_000)));
    }
}
