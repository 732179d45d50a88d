use core::fmt;
use core::str::FromStr;

use abaque_core::{ParseError, message};

use crate::Square;

/// A player's action: one piece advances by the number thrown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Action {
    /// The piece's square; `None` for a piece that enters the board.
    pub from: Option<Square>,
    /// The number thrown, 1–4.
    pub number: u8,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.from {
            Some(square) => write!(f, "{square}+{}", self.number),
            None => write!(f, "s+{}", self.number),
        }
    }
}

impl FromStr for Action {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (from, number) = match text.split_once('+') {
            Some((from, number)) => (from, number.as_bytes()),
            None => ("", &b""[..]),
        };
        match (from, number) {
            ("s", [n @ b'1'..=b'4']) => Ok(Action { from: None, number: n - b'0' }),
            ("", _) | (_, []) => Err(bad_action(text)),
            (_, [n @ b'1'..=b'4']) => Ok(Action { from: Some(from.parse()?), number: n - b'0' }),
            _ => Err(bad_action(text)),
        }
    }
}

fn bad_action(text: &str) -> ParseError {
    ParseError::new(
        "ACTION",
        message!(
            "`{text}` is not a move; write the piece and the number rolled, 1 to 4: `s+4` (from the start), `w3+2`, `8+1`",
            "«\u{a0}{text}\u{a0}» n'est pas un coup\u{a0}; écrire le pion et le nombre obtenu, de 1 à 4\u{a0}: «\u{a0}s+4\u{a0}» (depuis le départ), «\u{a0}w3+2\u{a0}», «\u{a0}8+1\u{a0}»"
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_round_trip() {
        for text in ["s+1", "w4+2", "b13+2", "8+4", "12+3"] {
            assert_eq!(text.parse::<Action>().unwrap().to_string(), text);
        }
        for text in
            ["", "s", "+1", "s+", "s+0", "s+5", "s+11", "w5+1", "8+ 1", "8-1", "d3", "S+1", ";+2"]
        {
            assert!(text.parse::<Action>().is_err(), "{text}");
        }
    }
}
