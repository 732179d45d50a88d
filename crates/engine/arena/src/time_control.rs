use std::fmt;
use std::str::FromStr;

use abaque_core::{Millis, ParseError, message};

use crate::player_spec::parse_duration;

/// Time control of a game, `10s+0.1s`: a budget and an increment per turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// Time for the whole game.
    pub budget: Millis,
    /// Added at the end of a turn.
    pub increment: Millis,
}

impl FromStr for TimeControl {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<TimeControl, ParseError> {
        let (budget, increment) = text.split_once('+').unwrap_or((text, "0s"));
        let clock = parse_duration(budget).zip(parse_duration(increment));
        clock.filter(|(budget, _)| budget.0 > 0).map_or_else(
            || {
                Err(ParseError::new(
                    "CLOCK",
                    message!(
                        "`{text}` is not a clock for a match; write `10s+0.1s` (budget and increment), `2m` or `500ms`",
                        "«\u{a0}{text}\u{a0}» n'est pas une pendule de match\u{a0}; écrire «\u{a0}10s+0.1s\u{a0}» (budget et incrément), «\u{a0}2m\u{a0}» ou «\u{a0}500ms\u{a0}»"
                    ),
                ))
            },
            |(budget, increment)| Ok(TimeControl { budget, increment }),
        )
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}s+{}s", self.budget.seconds_text(), self.increment.seconds_text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_parse() {
        let clock: TimeControl = "10s+0.1s".parse().expect("a clock");
        assert_eq!((clock.budget, clock.increment), (Millis(10_000), Millis(100)));
        assert_eq!(clock.to_string(), "10s+0.1s");
        assert_eq!("2m".parse::<TimeControl>().map(|clock| clock.budget), Ok(Millis(120_000)));
        for text in ["", "+", "0s", "10", "10s+", "-1s", "1s+1s+1s", "1h"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }
}
