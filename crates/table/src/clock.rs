use std::fmt;
use std::str::FromStr;

use abaque_core::{BadText, Seat, said};

use crate::{At, Millis};

/// How time is given (COM-04). As text: `-`, `600+5`, `600d5` (seconds), `3/turn` (days).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ClockRule {
    /// No clock.
    #[default]
    None,
    /// A budget per player, and what is added after each turn.
    Budget {
        /// For the whole game.
        budget: Millis,
        /// Added when a turn ends.
        increment: Millis,
    },
    /// A budget per player that starts to run only after a delay in each turn.
    Delay {
        /// For the whole game.
        budget: Millis,
        /// Free in each turn.
        delay: Millis,
    },
    /// So much for every turn.
    PerTurn {
        /// For one turn.
        limit: Millis,
    },
}

impl ClockRule {
    const MAX_SECONDS: u64 = 86_400;
    const MAX_DAYS: u64 = 30;

    fn budget(self) -> Millis {
        match self {
            ClockRule::None => Millis(0),
            ClockRule::Budget { budget, .. } | ClockRule::Delay { budget, .. } => budget,
            ClockRule::PerTurn { limit } => limit,
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
    type Err = BadText;

    fn from_str(text: &str) -> Result<Self, BadText> {
        let bad = || {
            let (seconds, days) = (ClockRule::MAX_SECONDS, ClockRule::MAX_DAYS);
            BadText::new(
                "CLOCK",
                said!(
                    "`{text}` is no clock; write `-` (none), `600+5` (seconds and increment), `600d5` (seconds and delay; 1 to {seconds}) or `3/turn` (1 to {days} days per turn)",
                    "« {text} » n'est pas une pendule ; écrire « - » (sans), « 600+5 » (secondes et incrément), « 600d5 » (secondes et délai ; 1 à {seconds}) ou « 3/turn » (1 à {days} jours par tour)"
                ),
            )
        };
        let number = |part: &str, range: std::ops::RangeInclusive<u64>| {
            let plain =
                part.bytes().all(|b| b.is_ascii_digit()) && (part == "0" || !part.starts_with('0'));
            plain.then(|| part.parse().ok()).flatten().filter(|n| range.contains(n)).ok_or_else(bad)
        };
        if text == "-" {
            return Ok(ClockRule::None);
        }
        if let Some(days) = text.strip_suffix("/turn") {
            let limit = Millis::days(number(days, 1..=ClockRule::MAX_DAYS)?);
            return Ok(ClockRule::PerTurn { limit });
        }
        let at = text.find(['+', 'd']).ok_or_else(bad)?;
        let budget = Millis::seconds(number(&text[..at], 1..=ClockRule::MAX_SECONDS)?);
        let extra = Millis::seconds(number(&text[at + 1..], 0..=ClockRule::MAX_SECONDS)?);
        Ok(if text.as_bytes()[at] == b'+' {
            ClockRule::Budget { budget, increment: extra }
        } else {
            ClockRule::Delay { budget, delay: extra }
        })
    }
}

/// Both players' clocks. Which of them run is decided by the table.
#[derive(Clone, Debug)]
pub(crate) struct Clocks {
    rule: ClockRule,
    /// Time left when the turn began.
    left: [Millis; 2],
    /// Time used in this turn while the clock was running before.
    used: [Millis; 2],
    /// Since when the clock has been running.
    since: [Option<At>; 2],
}

impl Clocks {
    pub(crate) fn new(rule: ClockRule) -> Clocks {
        Clocks { rule, left: [rule.budget(); 2], used: [Millis(0); 2], since: [None; 2] }
    }

    /// Lets exactly these clocks run from now on.
    pub(crate) fn run(&mut self, seats: [bool; 2], now: At) {
        for seat in 0..2 {
            if let Some(since) = self.since[seat].take() {
                self.used[seat] = self.used[seat] + (now - since);
            }
            if seats[seat] && self.rule != ClockRule::None {
                self.since[seat] = Some(now);
            }
        }
    }

    /// The turn of a player is over: time is charged, the increment added, the next limit set.
    pub(crate) fn end_turn(&mut self, seat: Seat, now: At) {
        let i = seat.index();
        let running = self.since[i];
        let used = self.used(seat, now);
        self.used[i] = Millis(0);
        self.since[i] = running.map(|_| now);
        self.left[i] = match self.rule {
            ClockRule::None => Millis(0),
            ClockRule::Budget { increment, .. } => self.left[i].less(used) + increment,
            ClockRule::Delay { delay, .. } => self.left[i].less(used.less(delay)),
            ClockRule::PerTurn { limit } => limit,
        };
    }

    /// What the clock of a player shows; `None` without clocks.
    pub(crate) fn shows(&self, seat: Seat, now: At) -> Option<Millis> {
        let used = self.used(seat, now);
        let left = self.left[seat.index()];
        match self.rule {
            ClockRule::None => None,
            ClockRule::Delay { delay, .. } => Some(left.less(used.less(delay))),
            ClockRule::Budget { .. } | ClockRule::PerTurn { .. } => Some(left.less(used)),
        }
    }

    /// When the flag of a player whose clock runs will fall.
    pub(crate) fn flag(&self, seat: Seat) -> Option<At> {
        let delay = match self.rule {
            ClockRule::Delay { delay, .. } => delay,
            _ => Millis(0),
        };
        let i = seat.index();
        self.since[i].map(|since| since + (self.left[i] + delay).less(self.used[i]))
    }

    fn used(&self, seat: Seat, now: At) -> Millis {
        let i = seat.index();
        self.used[i] + self.since[i].map_or(Millis(0), |since| now - since)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn com_04_clock_texts() {
        for text in ["-", "600+0", "900+5", "300d2", "3/turn"] {
            assert_eq!(text.parse::<ClockRule>().unwrap().to_string(), text);
        }
        for text in [
            "", "600", "0+5", "+5", "600+", "600d", "0/turn", "31/turn", "-5+1", "06+1", "1+99999",
            "é",
        ] {
            assert!(text.parse::<ClockRule>().is_err(), "{text}");
        }
    }

    #[test]
    fn com_04_delay_is_free_in_every_turn() {
        let mut clocks = Clocks::new("10d3".parse().unwrap());
        clocks.run([true, false], At(0));
        assert_eq!(clocks.shows(Seat::First, At(3000)), Some(Millis(10_000)));
        assert_eq!(clocks.flag(Seat::First), Some(At(13_000)));
        clocks.end_turn(Seat::First, At(5000));
        clocks.run([false, true], At(5000));
        assert_eq!(clocks.shows(Seat::First, At(9000)), Some(Millis(8000)));
        assert_eq!(clocks.flag(Seat::First), None);
    }

    #[test]
    fn com_04_a_paused_turn_goes_on_where_it_stood() {
        let mut clocks = Clocks::new("10+2".parse().unwrap());
        clocks.run([true, false], At(0));
        clocks.run([false, false], At(4000));
        clocks.run([true, false], At(50_000));
        assert_eq!(clocks.flag(Seat::First), Some(At(56_000)));
        clocks.end_turn(Seat::First, At(51_000));
        assert_eq!(clocks.shows(Seat::First, At(51_000)), Some(Millis(7000)));
    }
}
