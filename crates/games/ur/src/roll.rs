use core::fmt;
use core::str::FromStr;

use abaque_core::{ParseError, Seat, message};

/// The outcome of a lot: throws of four dice that each show 0 or 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Roll {
    /// The throws that decide who plays first (RGU-01): `f31`.
    First {
        /// White's throw.
        white: u8,
        /// Black's throw, a different number.
        black: u8,
    },
    /// The throw of a turn (RGU-03): `d3`.
    Throw(u8),
}

impl Roll {
    /// The 20 outcomes of the deciding throws (ties are thrown again).
    pub fn deciding_rolls() -> impl Iterator<Item = Roll> {
        (0..=4).flat_map(|white| {
            (0..=4)
                .filter(move |&black| black != white)
                .map(move |black| Roll::First { white, black })
        })
    }

    /// The five throws.
    pub fn throws() -> impl Iterator<Item = Roll> {
        (0..=4).map(Roll::Throw)
    }

    /// The probability of the outcome: in 16ths for a throw, in 186ths for the deciding throws.
    pub const fn weight(self) -> u32 {
        match self {
            Roll::First { white, black } => ways(white) * ways(black),
            Roll::Throw(number) => ways(number),
        }
    }

    /// The player who starts after the deciding throws.
    pub(crate) const fn first_player(white: u8, black: u8) -> Seat {
        if white > black { Seat::First } else { Seat::Second }
    }
}

/// In how many of 16 ways four binary dice show a number.
const fn ways(number: u8) -> u32 {
    match number {
        0 | 4 => 1,
        1 | 3 => 4,
        _ => 6,
    }
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Roll::First { white, black } => write!(f, "f{white}{black}"),
            Roll::Throw(number) => write!(f, "d{number}"),
        }
    }
}

impl FromStr for Roll {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        match *text.as_bytes() {
            [b'f', white @ b'0'..=b'4', black @ b'0'..=b'4'] if white != black => {
                Ok(Roll::First { white: white - b'0', black: black - b'0' })
            }
            [b'd', number @ b'0'..=b'4'] => Ok(Roll::Throw(number - b'0')),
            _ => Err(ParseError::new(
                "ROLL",
                message!(
                    "`{text}` is not a roll; write the starting roll as `f31` (White's, Black's, different), a roll as `d3` (0 to 4)",
                    "«\u{a0}{text}\u{a0}» n'est pas un lancer\u{a0}; les lancers de départ s'écrivent «\u{a0}f31\u{a0}» (blanc, noir, différents), un lancer «\u{a0}d3\u{a0}» (de 0 à 4)"
                ),
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lots_round_trip_with_the_weights_of_the_dice() {
        for roll in Roll::deciding_rolls().chain(Roll::throws()) {
            assert_eq!(roll.to_string().parse(), Ok(roll));
        }
        assert_eq!(Roll::throws().map(Roll::weight).collect::<Vec<_>>(), [1, 4, 6, 4, 1]);
        assert_eq!(Roll::deciding_rolls().map(Roll::weight).sum::<u32>(), 256 - 70);
        for text in ["", "d", "d5", "d31", "f33", "f3", "f50", "3", "D3", "d3 "] {
            assert!(text.parse::<Roll>().is_err(), "{text}");
        }
    }
}
