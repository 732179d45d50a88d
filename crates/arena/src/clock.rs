use std::fmt;
use std::str::FromStr;

use abaque_core::{BadText, Millis, said};

use crate::player::duration;

/// Time for a whole game: `10s+0.1s`, a budget and what is added when a turn ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// For the whole game.
    pub budget: Millis,
    /// Added when a turn ends.
    pub increment: Millis,
}

impl FromStr for Clock {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Clock, BadText> {
        let (budget, increment) = text.split_once('+').unwrap_or((text, "0s"));
        let clock = duration(budget).zip(duration(increment));
        clock.filter(|(budget, _)| budget.0 > 0).map_or_else(
            || {
                Err(BadText::new(
                    "CLOCK",
                    said!(
                        "`{text}` is no clock for a match; write `10s+0.1s` (budget and increment), `2m` or `500ms`",
                        "« {text} » n'est pas une pendule de match ; écrire « 10s+0.1s » (budget et incrément), « 2m » ou « 500ms »"
                    ),
                ))
            },
            |(budget, increment)| Ok(Clock { budget, increment }),
        )
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}s+{}s", self.budget.seconds_text(), self.increment.seconds_text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read() {
        let clock: Clock = "10s+0.1s".parse().expect("a clock");
        assert_eq!((clock.budget, clock.increment), (Millis(10_000), Millis(100)));
        assert_eq!(clock.to_string(), "10s+0.1s");
        assert_eq!("2m".parse::<Clock>().map(|clock| clock.budget), Ok(Millis(120_000)));
        for text in ["", "+", "0s", "10", "10s+", "-1s", "1s+1s+1s", "1h"] {
            assert!(text.parse::<Clock>().is_err(), "{text}");
        }
    }
}
