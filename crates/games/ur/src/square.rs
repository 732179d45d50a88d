use core::fmt;
use core::str::FromStr;

use abaque_core::{ParseError, Seat, message};

/// The step that bears a piece off.
pub(crate) const HOME_STEP: u8 = 15;

/// The shared rosette, where no piece is hit (RGU-09).
pub(crate) const SAFE_STEP: u8 = 8;

/// One of the 20 squares: step 1–14 of a path (RGU-02). Both paths share steps 5–12.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square {
    owner: Option<Seat>,
    step: u8,
}

impl Square {
    /// The number of squares.
    pub const COUNT: usize = 20;

    /// The square at a step of a player's path; `None` outside 1–14.
    pub const fn on_path(seat: Seat, step: u8) -> Option<Square> {
        match step {
            5..=12 => Some(Square { owner: None, step }),
            1..=4 | 13..=14 => Some(Square { owner: Some(seat), step }),
            _ => None,
        }
    }

    /// Every square: White's path, then Black's own squares.
    pub fn all() -> impl Iterator<Item = Square> {
        let black = (1..=14).filter_map(|step| Square::on_path(Seat::Second, step));
        (1..=14)
            .filter_map(|step| Square::on_path(Seat::First, step))
            .chain(black.filter(|square| square.owner.is_some()))
    }

    /// The step along the paths it belongs to, 1–14.
    pub const fn step(self) -> u8 {
        self.step
    }

    /// The player it belongs to; `None` for a shared square.
    pub const fn owner(self) -> Option<Seat> {
        self.owner
    }

    /// Whether this square belongs to this player's path.
    pub fn is_on_path_of(self, seat: Seat) -> bool {
        self.owner.is_none_or(|owner| owner == seat)
    }

    /// Whether landing here gives another throw (RGU-08).
    pub const fn is_rosette(self) -> bool {
        matches!(self.step, 4 | SAFE_STEP | 14)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let owner = self.owner.map_or("", |seat| ["w", "b"][seat.index()]);
        write!(f, "{owner}{}", self.step)
    }
}

impl FromStr for Square {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        // Square names are few and short: comparing with each needs no second grammar.
        Square::all().find(|square| is_written(square, text)).ok_or_else(|| {
            ParseError::new(
                "SQUARE",
                message!(
                    "`{text}` is not a square; the squares are w1 to w4, w13, w14, 5 to 12, b1 to b4, b13, b14",
                    "«\u{a0}{text}\u{a0}» n'est pas une case\u{a0}; les cases sont w1 à w4, w13, w14, 5 à 12, b1 à b4, b13, b14"
                ),
            )
        })
    }
}

fn is_written(square: &Square, text: &str) -> bool {
    let number = match square.owner {
        None => Some(text),
        Some(Seat::First) => text.strip_prefix('w'),
        Some(Seat::Second) => text.strip_prefix('b'),
    };
    number.is_some_and(|number| match number.as_bytes() {
        [digit] => square.step < 10 && *digit == b'0' + square.step,
        [b'1', digit] => square.step >= 10 && *digit == b'0' + square.step - 10,
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_round_trip() {
        assert_eq!(Square::all().count(), Square::COUNT);
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
        }
        for text in ["", "s", "w5", "b12", "4", "13", "w0", "w15", "05", "w04", "W4", "5 ", "105"] {
            assert!(text.parse::<Square>().is_err(), "{text}");
        }
    }
}
