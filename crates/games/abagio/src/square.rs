use core::fmt;
use core::str::FromStr;

use abaque_core::{Message, ParseError, Seat, message};

/// Track index of the start, for both colours.
pub(crate) const TRACK_START: u8 = 0;
/// Track index of the diamond Eight, the first square of the inner path.
pub(crate) const TRACK_EIGHT: u8 = 19;
/// Track index of the diamond One.
pub(crate) const TRACK_ONE: u8 = 26;
/// Track index of the pond.
pub(crate) const TRACK_POND: u8 = 27;

/// One of the 32 squares, in the order of the position text: 1–18, Eight, Red's safe squares 7–2,
/// Purple's, One.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// The diamond where the two paths part.
    pub const EIGHT: Square = Square(18);
    /// The diamond above the pond.
    pub const ONE: Square = Square(31);
    /// The number of squares.
    pub const COUNT: usize = 32;

    /// Every square, in text order.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> {
        (0..Square::COUNT as u8).map(Square)
    }

    /// The outer path, squares 1–18.
    pub fn outer_path() -> impl DoubleEndedIterator<Item = Square> {
        (0..18).map(Square)
    }

    /// The square at an index of the text order.
    pub const fn new(index: u8) -> Option<Square> {
        if index < Square::COUNT as u8 { Some(Square(index)) } else { None }
    }

    /// Square `number` of the outer path, 1–18.
    pub const fn outer(number: u8) -> Option<Square> {
        if 1 <= number && number <= 18 { Some(Square(number - 1)) } else { None }
    }

    /// The safe square of `owner` `number` squares before the pond, 7–2.
    pub const fn safe(owner: Seat, number: u8) -> Option<Square> {
        if 2 <= number && number <= 7 { Some(Square(26 - number + 6 * owner as u8)) } else { None }
    }

    /// The index in text order, 0–31.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether the square is on the outer path.
    #[inline]
    pub const fn is_outer(self) -> bool {
        self.0 < 18
    }

    /// The owner of a safe square; `None` where both colours may land (AGO-13).
    #[inline]
    pub const fn owner(self) -> Option<Seat> {
        match self.0 {
            19..=24 => Some(Seat::First),
            25..=30 => Some(Seat::Second),
            _ => None,
        }
    }

    /// The maximum height of a stack on this square (AGO-12).
    #[inline]
    pub const fn capacity(self) -> u8 {
        if self.0 == Square::EIGHT.0 || self.0 == Square::ONE.0 { 2 } else { 5 }
    }

    /// The square's track index for a colour, 1–26; `None` on the opponent's safe squares.
    #[inline]
    pub const fn track(self, seat: Seat) -> Option<u8> {
        match (self.0, seat) {
            (0..=18, _) => Some(self.0 + 1),
            (19..=24, Seat::First) => Some(self.0 + 1),
            (25..=30, Seat::Second) => Some(self.0 - 5),
            (31, _) => Some(TRACK_ONE),
            _ => None,
        }
    }

    /// The square at a track index of a colour; `None` for the start and the pond.
    #[inline]
    pub const fn on_track(seat: Seat, track: u8) -> Option<Square> {
        match (track, seat) {
            (1..=19, _) | (20..=25, Seat::First) => Some(Square(track - 1)),
            (20..=25, Seat::Second) => Some(Square(track + 5)),
            (TRACK_ONE, _) => Some(Square::ONE),
            _ => None,
        }
    }

    /// The display name: the number, the diamond's name, or the safe square's.
    pub fn name(self) -> Message {
        match self {
            Square::EIGHT => message!("Eight", "position Huit"),
            Square::ONE => message!("One", "position Un"),
            _ => message!("{self}", "{self}"),
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
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
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
            ParseError::new(
                "SQUARE",
                message!(
                    "`{text}` is not a square; squares are 1 to 18, e, r7 to r2, p7 to p2 and o",
                    "«\u{a0}{text}\u{a0}» n'est pas une case\u{a0}; les cases sont 1 à 18, e, r7 à r2, p7 à p2 et o"
                ),
            )
        })
    }
}

/// The origin of a leap: the start or a square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LeapOrigin {
    /// The player's start position, which is not a square (AGO-04).
    Start,
    /// A square of the board.
    On(Square),
}

impl LeapOrigin {
    /// The origin at a track index of a colour; `None` for the pond.
    #[inline]
    pub const fn on_track(seat: Seat, track: u8) -> Option<LeapOrigin> {
        if track == TRACK_START {
            return Some(LeapOrigin::Start);
        }
        match Square::on_track(seat, track) {
            Some(square) => Some(LeapOrigin::On(square)),
            None => None,
        }
    }

    /// The track index for a colour, 0–26; `None` on the opponent's safe squares.
    #[inline]
    pub const fn track(self, seat: Seat) -> Option<u8> {
        match self {
            LeapOrigin::Start => Some(TRACK_START),
            LeapOrigin::On(square) => square.track(seat),
        }
    }
}

impl fmt::Display for LeapOrigin {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            LeapOrigin::Start => f.write_str("s"),
            LeapOrigin::On(square) => square.fmt(f),
        }
    }
}

impl FromStr for LeapOrigin {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        if text == "s" { Ok(LeapOrigin::Start) } else { text.parse().map(LeapOrigin::On) }
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
    fn safe_squares_are_numbered_by_the_throw_they_need() {
        for seat in Seat::ALL {
            for need in 2..=7 {
                assert_eq!(Square::safe(seat, need).unwrap().track(seat), Some(TRACK_POND - need));
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
