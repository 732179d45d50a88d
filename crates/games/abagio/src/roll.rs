use core::fmt;
use core::str::FromStr;

use abaque_core::{ParseError, Seat, message};

/// The outcome of a lot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Roll {
    /// The dice that decide who plays first (AGO-01): `f52`.
    First {
        /// Red's die.
        red: u8,
        /// Purple's die, a different number.
        purple: u8,
    },
    /// A throw of both dice: `d53`.
    Throw {
        /// The larger number.
        high: u8,
        /// The smaller number, or an equal one.
        low: u8,
    },
}

impl Roll {
    /// A throw from two dice in any order.
    pub const fn throw(a: u8, b: u8) -> Roll {
        if a >= b { Roll::Throw { high: a, low: b } } else { Roll::Throw { high: b, low: a } }
    }

    /// The 30 equally likely outcomes of the deciding dice, in text order (ties are rethrown).
    pub fn deciding_rolls() -> impl Iterator<Item = Roll> {
        (1..=6).flat_map(|red| {
            (1..=6)
                .filter(move |&purple| purple != red)
                .map(move |purple| Roll::First { red, purple })
        })
    }

    /// The 21 throws, in text order.
    pub fn throws() -> impl Iterator<Item = Roll> {
        (1..=6).flat_map(|high| (1..=high).map(move |low| Roll::Throw { high, low }))
    }

    /// The probability of the outcome in 30ths (deciding dice) or 36ths (throws).
    pub const fn weight(self) -> u32 {
        match self {
            Roll::Throw { high, low } if high != low => 2,
            _ => 1,
        }
    }

    /// The player who starts after the deciding dice.
    pub(crate) const fn first_player(red: u8, purple: u8) -> Seat {
        if red > purple { Seat::First } else { Seat::Second }
    }
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Roll::First { red, purple } => write!(f, "f{red}{purple}"),
            Roll::Throw { high, low } => write!(f, "d{high}{low}"),
        }
    }
}

impl FromStr for Roll {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let roll = match *text.as_bytes() {
            [b'f', red @ b'1'..=b'6', purple @ b'1'..=b'6'] if red != purple => {
                Some(Roll::First { red: red - b'0', purple: purple - b'0' })
            }
            [b'd', high @ b'1'..=b'6', low @ b'1'..=b'6'] if high >= low => {
                Some(Roll::Throw { high: high - b'0', low: low - b'0' })
            }
            _ => None,
        };
        roll.ok_or_else(|| {
            ParseError::new(
                "ROLL",
                message!(
                    "`{text}` is not a roll; write the starting roll as `f52` (Red's, Purple's, different), a roll as `d53` (the larger first)",
                    "«\u{a0}{text}\u{a0}» n'est pas un lancer\u{a0}; les dés de départ s'écrivent «\u{a0}f52\u{a0}» (rouge, pourpre, différents), un lancer «\u{a0}d53\u{a0}» (le plus grand d'abord)"
                ),
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lots_round_trip_in_text_order() {
        for lots in [Roll::deciding_rolls().collect::<Vec<_>>(), Roll::throws().collect()] {
            let texts: Vec<String> = lots.iter().map(Roll::to_string).collect();
            assert!(texts.is_sorted());
            let back: Vec<Roll> = texts.iter().map(|text| text.parse().unwrap()).collect();
            assert_eq!(back, lots);
        }
    }

    #[test]
    fn other_texts_are_no_lots() {
        for text in ["", "f", "f33", "d35", "d07", "d71", "f60", "d5", "d533", "53", "F52", "d5 3"]
        {
            assert!(text.parse::<Roll>().is_err(), "{text}");
        }
    }
}
