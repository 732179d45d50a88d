use core::fmt;
use core::str::FromStr;

use abaque_core::{ParseError, message};

use crate::{LeapOrigin, Square};

/// A player's action.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// A frog advances: `s+5`, `10+3`, `r4+6`.
    Leap {
        /// The frog's current place.
        from: LeapOrigin,
        /// The dice number used, 1–6.
        number: u8,
    },
    /// The chief moves to a square or beside the board: `t7`, `t-`.
    Chief(Option<Square>),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Action::Leap { from, number } => write!(f, "{from}+{number}"),
            Action::Chief(Some(square)) => write!(f, "t{square}"),
            Action::Chief(None) => f.write_str("t-"),
        }
    }
}

impl FromStr for Action {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        if text == "t-" {
            return Ok(Action::Chief(None));
        }
        if let Some(square) = text.strip_prefix('t') {
            return square.parse().map(|square| Action::Chief(Some(square)));
        }
        match text.split_once('+') {
            Some((from, number)) => {
                Ok(Action::Leap { from: from.parse()?, number: parse_die(number)? })
            }
            None => Err(ParseError::new(
                "ACTION",
                message!(
                    "`{text}` is not a move; write a leap as `FROM+N` (`s+5`, `10+3`), the chief as `t7` or `t-`",
                    "«\u{a0}{text}\u{a0}» n'est pas un coup\u{a0}; un saut s'écrit «\u{a0}DE+N\u{a0}» («\u{a0}s+5\u{a0}», «\u{a0}10+3\u{a0}»), la grenouille en chef «\u{a0}t7\u{a0}» ou «\u{a0}t-\u{a0}»"
                ),
            )),
        }
    }
}

fn parse_die(text: &str) -> Result<u8, ParseError> {
    match text.as_bytes() {
        [n @ b'1'..=b'6'] => Ok(n - b'0'),
        _ => Err(ParseError::new(
            "N",
            message!(
                "`{text}` is not a number on a die, 1 to 6",
                "«\u{a0}{text}\u{a0}» n'est pas un nombre de dé, de 1 à 6"
            ),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_round_trip() {
        for text in ["s+5", "10+3", "e+2", "r4+6", "p2+1", "o+1", "t7", "t18", "te", "tr4", "t-"] {
            assert_eq!(text.parse::<Action>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn other_texts_are_no_actions() {
        for text in [
            "", "t", "t0", "t19", "ts", "tw", "t--", "s", "s+", "+5", "s+0", "s+7", "s+05", "s+ 5",
            "s5", "w+1", "10+3+2", "10++3", "S+5", "d53", "f52", "s+5 ", "s-5", "01+2",
        ] {
            assert!(text.parse::<Action>().is_err(), "{text}");
        }
    }
}
