use std::fmt;
use std::str::FromStr;

use abaque_core::{BadText, Said, Seat, said};

/// Where the start lies on every frog's track.
pub(crate) const START: u8 = 0;
/// Where the diamond Eight, the first square of the inner path, lies on every frog's track.
pub(crate) const EIGHT: u8 = 19;
/// Where the diamond One lies on every frog's track.
pub(crate) const ONE: u8 = 26;
/// Where the pond lies on every frog's track.
pub(crate) const POND: u8 = 27;

/// One of the 32 squares, in the order of the position text: 1–18, Eight, Red's safe squares
/// 7–2, Purple's, One.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// The diamond where the ways part.
    pub const EIGHT: Square = Square(18);
    /// The diamond above the pond.
    pub const ONE: Square = Square(31);
    /// How many squares there are.
    pub const COUNT: usize = 32;

    /// Every square, in text order.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> {
        (0..Square::COUNT as u8).map(Square)
    }

    /// The outer path, squares 1–18.
    pub fn outer_path() -> impl DoubleEndedIterator<Item = Square> {
        (0..18).map(Square)
    }

    /// The square at this index of the text order, if there is one.
    pub const fn new(index: u8) -> Option<Square> {
        if index < Square::COUNT as u8 { Some(Square(index)) } else { None }
    }

    /// Square `number` of the outer path, 1–18.
    pub const fn outer(number: u8) -> Option<Square> {
        if 1 <= number && number <= 18 { Some(Square(number - 1)) } else { None }
    }

    /// The safe square of `owner` that many squares before the pond, 7–2.
    pub const fn safe(owner: Seat, number: u8) -> Option<Square> {
        if 2 <= number && number <= 7 { Some(Square(26 - number + 6 * owner as u8)) } else { None }
    }

    /// The place in the text order, 0–31.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether this is one of the squares 1–18.
    #[inline]
    pub const fn is_outer(self) -> bool {
        self.0 < 18
    }

    /// Whose safe square this is; `None` where both may land (AGO-13).
    #[inline]
    pub const fn owner(self) -> Option<Seat> {
        match self.0 {
            19..=24 => Some(Seat::First),
            25..=30 => Some(Seat::Second),
            _ => None,
        }
    }

    /// How many frogs make a full stack here (AGO-12).
    #[inline]
    pub const fn limit(self) -> u8 {
        if self.0 == Square::EIGHT.0 || self.0 == Square::ONE.0 { 2 } else { 5 }
    }

    /// How far a frog of this colour has come when it stands here, 1–26; `None` on the
    /// opponent's safe squares.
    #[inline]
    pub const fn track(self, seat: Seat) -> Option<u8> {
        match (self.0, seat) {
            (0..=18, _) => Some(self.0 + 1),
            (19..=24, Seat::First) => Some(self.0 + 1),
            (25..=30, Seat::Second) => Some(self.0 - 5),
            (31, _) => Some(ONE),
            _ => None,
        }
    }

    /// The square a frog of this colour reaches that far along its track; `None` for the start
    /// and the pond.
    #[inline]
    pub const fn on_track(seat: Seat, track: u8) -> Option<Square> {
        match (track, seat) {
            (1..=19, _) | (20..=25, Seat::First) => Some(Square(track - 1)),
            (20..=25, Seat::Second) => Some(Square(track + 5)),
            (ONE, _) => Some(Square::ONE),
            _ => None,
        }
    }

    /// The name people read: the number, the diamond's name, or the safe square's.
    pub fn name(self) -> Said {
        match self {
            Square::EIGHT => said!("Eight", "position Huit"),
            Square::ONE => said!("One", "position Un"),
            _ => said!("{self}", "{self}"),
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.0 {
            18 => f.write_str("e"),
            31 => f.write_str("o"),
            n @ 0..18 => write!(f, "{}", n + 1),
            n @ 19..25 => write!(f, "r{}", 26 - n),
            n => write!(f, "p{}", 32 - n),
        }
    }
}

impl FromStr for Square {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Self, BadText> {
        let square = match text.as_bytes() {
            b"e" => Some(Square::EIGHT),
            b"o" => Some(Square::ONE),
            [b'r', n @ b'2'..=b'7'] => Square::safe(Seat::First, n - b'0'),
            [b'p', n @ b'2'..=b'7'] => Square::safe(Seat::Second, n - b'0'),
            [n @ b'1'..=b'9'] => Square::outer(n - b'0'),
            [b'1', n @ b'0'..=b'8'] => Square::outer(n - b'0' + 10),
            _ => None,
        };
        square.ok_or_else(|| {
            BadText::new(
                "SQUARE",
                said!(
                    "`{text}` is no square; squares are 1 to 18, e, r7 to r2, p7 to p2 and o",
                    "« {text} » n'est pas une case ; les cases sont 1 à 18, e, r7 à r2, p7 à p2 et o"
                ),
            )
        })
    }
}

/// Where a frog leaps from: the start or a square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// The player's start position, which is no square (AGO-04).
    Start,
    /// A square of the board.
    On(Square),
}

impl Place {
    /// The place that far along the track of a colour; `None` for the pond.
    #[inline]
    pub const fn on_track(seat: Seat, track: u8) -> Option<Place> {
        if track == START {
            return Some(Place::Start);
        }
        match Square::on_track(seat, track) {
            Some(square) => Some(Place::On(square)),
            None => None,
        }
    }

    /// How far along the track of a colour this is, 0–26; `None` on the opponent's safe squares.
    #[inline]
    pub const fn track(self, seat: Seat) -> Option<u8> {
        match self {
            Place::Start => Some(START),
            Place::On(square) => square.track(seat),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Place::Start => f.write_str("s"),
            Place::On(square) => square.fmt(f),
        }
    }
}

impl FromStr for Place {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Self, BadText> {
        if text == "s" { Ok(Place::Start) } else { text.parse().map(Place::On) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_have_one_text_and_one_place_on_each_track() {
        let texts: Vec<String> = Square::all().map(|square| square.to_string()).collect();
        assert_eq!(
            texts.join(" "),
            "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 e \
             r7 r6 r5 r4 r3 r2 p7 p6 p5 p4 p3 p2 o"
        );
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            for seat in Seat::ALL {
                match square.track(seat) {
                    Some(track) => assert_eq!(Square::on_track(seat, track), Some(square)),
                    None => assert_eq!(square.owner(), Some(seat.other())),
                }
            }
        }
        for seat in Seat::ALL {
            for track in 0..=40 {
                let square = Square::on_track(seat, track);
                assert_eq!(square.is_some(), (1..=26).contains(&track));
                assert_eq!(square.and_then(|square| square.track(seat)), square.map(|_| track));
            }
        }
    }

    #[test]
    fn safe_squares_are_named_by_what_they_need() {
        for seat in Seat::ALL {
            for need in 2..=7 {
                assert_eq!(Square::safe(seat, need).unwrap().track(seat), Some(POND - need));
            }
        }
    }

    #[test]
    fn other_texts_are_no_squares() {
        for text in ["", "0", "19", "01", "1 ", "r1", "r8", "p1", "s", "w", "E", "x", "é", "+1"] {
            assert!(text.parse::<Square>().is_err(), "{text}");
        }
    }
}
