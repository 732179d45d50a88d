use core::fmt;
use core::str::FromStr;

use crate::{Millis, ParseError, message};

/// Time control (COM-04). As text: `-`, `600+5`, `600d5` (seconds), `3/turn` (days).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ClockRule {
    /// No clock.
    #[default]
    None,
    /// A budget per player plus an increment after each turn (Fischer).
    Budget {
        /// Time for the whole game.
        budget: Millis,
        /// Added at the end of each turn.
        increment: Millis,
    },
    /// A budget per player that starts running after a delay in each turn.
    Delay {
        /// Time for the whole game.
        budget: Millis,
        /// Free time at the start of each turn.
        delay: Millis,
    },
    /// A fixed limit for every turn.
    PerTurn {
        /// Time for one turn.
        limit: Millis,
    },
}

impl ClockRule {
    const MAX_SECONDS: u64 = 86_400;
    const MAX_DAYS: u64 = 30;

    /// Each player's time at the start of the game.
    pub const fn budget(self) -> Millis {
        match self {
            ClockRule::None => Millis(0),
            ClockRule::Budget { budget, .. } | ClockRule::Delay { budget, .. } => budget,
            ClockRule::PerTurn { limit } => limit,
        }
    }
}

impl ClockRule {
    /// The most a player's clock can show after `turns` of their turns; `None` without a clock.
    pub fn max_remaining(self, turns: u64) -> Option<Millis> {
        match self {
            ClockRule::None => None,
            ClockRule::Budget { budget, increment } => {
                Some(budget + Millis(increment.0.saturating_mul(turns)))
            }
            ClockRule::Delay { .. } | ClockRule::PerTurn { .. } => Some(self.budget()),
        }
    }
}

impl fmt::Display for ClockRule {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            ClockRule::None => f.write_str("-"),
            ClockRule::Budget { budget, increment } => {
                write!(f, "{}+{}", budget.0 / 1000, increment.0 / 1000)
            }
            ClockRule::Delay { budget, delay } => {
                write!(f, "{}d{}", budget.0 / 1000, delay.0 / 1000)
            }
            ClockRule::PerTurn { limit } => write!(f, "{}/turn", limit.0 / 86_400_000),
        }
    }
}

impl FromStr for ClockRule {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let bad = || {
            let (seconds, days) = (ClockRule::MAX_SECONDS, ClockRule::MAX_DAYS);
            ParseError::new(
                "CLOCK",
                message!(
                    "`{text}` is not a clock; write `-` (none), `600+5` (seconds and increment), `600d5` (seconds and delay; 1 to {seconds}) or `3/turn` (1 to {days} days per turn)",
                    "«\u{a0}{text}\u{a0}» n'est pas une pendule\u{a0}; écrire «\u{a0}-\u{a0}» (sans), «\u{a0}600+5\u{a0}» (secondes et incrément), «\u{a0}600d5\u{a0}» (secondes et délai\u{a0}; 1 à {seconds}) ou «\u{a0}3/turn\u{a0}» (1 à {days} jours par tour)"
                ),
            )
        };
        let number = |part: &str, range: core::ops::RangeInclusive<u64>| {
            let plain =
                part.bytes().all(|b| b.is_ascii_digit()) && (part == "0" || !part.starts_with('0'));
            plain.then(|| part.parse().ok()).flatten().filter(|n| range.contains(n)).ok_or_else(bad)
        };
        if text == "-" {
            return Ok(ClockRule::None);
        }
        if let Some(days) = text.strip_suffix("/turn") {
            let limit = Millis::from_days(number(days, 1..=ClockRule::MAX_DAYS)?);
            return Ok(ClockRule::PerTurn { limit });
        }
        let at = text.find(['+', 'd']).ok_or_else(bad)?;
        let budget = Millis::from_secs(number(&text[..at], 1..=ClockRule::MAX_SECONDS)?);
        let extra = Millis::from_secs(number(&text[at + 1..], 0..=ClockRule::MAX_SECONDS)?);
        Ok(if text.as_bytes()[at] == b'+' {
            ClockRule::Budget { budget, increment: extra }
        } else {
            ClockRule::Delay { budget, delay: extra }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn com_04_clock_rules_round_trip() {
        for text in ["-", "600+0", "900+5", "300d2", "3/turn"] {
            assert_eq!(text.parse::<ClockRule>().unwrap().to_string(), text);
        }
        for text in [
            "", "600", "0+5", "+5", "600+", "600d", "0/turn", "31/turn", "-5+1", "06+1", "1+99999",
            "é", "1d2+3",
        ] {
            assert!(text.parse::<ClockRule>().is_err(), "{text}");
        }
        assert_eq!("600+5".parse::<ClockRule>().unwrap().max_remaining(2), Some(Millis(610_000)));
    }
}
