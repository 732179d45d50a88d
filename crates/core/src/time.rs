use std::fmt;
use std::ops::Add;

/// A stretch of time in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Millis(pub u64);

impl Millis {
    /// Whole seconds.
    pub const fn seconds(seconds: u64) -> Millis {
        Millis(seconds.saturating_mul(1000))
    }

    /// Whole days.
    pub const fn days(days: u64) -> Millis {
        Millis(days.saturating_mul(86_400_000))
    }

    /// The difference, or zero where it would be negative.
    pub const fn less(self, other: Millis) -> Millis {
        Millis(self.0.saturating_sub(other.0))
    }
}

impl Add for Millis {
    type Output = Millis;

    fn add(self, other: Millis) -> Millis {
        Millis(self.0.saturating_add(other.0))
    }
}

/// `9:58.3`, `1:00:05.0`, `2d 03:00:00`: as a clock shows it.
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
    fn shown_as_on_a_clock() {
        for (millis, text) in [
            (0, "0:00.0"),
            (598_350, "9:58.3"),
            (3_605_000, "1:00:05.0"),
            (2 * 86_400_000 + 10_800_000, "2d 03:00:00"),
        ] {
            assert_eq!(Millis(millis).to_string(), text);
        }
    }
}
