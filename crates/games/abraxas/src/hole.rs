use core::fmt;
use core::str::FromStr;

use abaque_core::{ParseError, message};

/// A hole of the plate, `a1` to `h8`, relative to the plate. Ordered by name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hole(u8);

impl Hole {
    /// The hole at a column and row, both from 0; `None` outside the plate.
    pub const fn new(column: u8, row: u8) -> Option<Hole> {
        if column < 8 && row < 8 { Some(Hole(column * 8 + row)) } else { None }
    }

    /// Every hole, in text order.
    pub fn all() -> impl Iterator<Item = Hole> {
        HoleSet::ALL.iter()
    }

    /// The column, 0 for `a`.
    pub const fn column(self) -> u8 {
        self.0 / 8
    }

    /// The row, 0 for `1`.
    pub const fn row(self) -> u8 {
        self.0 % 8
    }

    /// The index in text order, 0 to 63.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The hole with an index in text order, modulo 64.
    pub const fn from_bit(bit: u32) -> Hole {
        Hole((bit % 64) as u8)
    }

    /// The bit of this hole in a plate bitboard.
    pub const fn bit(self) -> u64 {
        1 << self.0
    }
}

impl fmt::Display for Hole {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.column()) as char, self.row() + 1)
    }
}

impl fmt::Debug for Hole {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Hole {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let hole = match *text.as_bytes() {
            [column @ b'a'..=b'h', row @ b'1'..=b'8'] => Hole::new(column - b'a', row - b'1'),
            _ => None,
        };
        hole.ok_or_else(|| {
            ParseError::new(
                "HOLE",
                message!(
                    "`{text}` is not a hole in the plate; holes are a1 to h8",
                    "«\u{a0}{text}\u{a0}» n'est pas un trou de la plaque\u{a0}; les trous vont de a1 à h8"
                ),
            )
        })
    }
}

/// A bitboard of holes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct HoleSet(pub(crate) u64);

impl HoleSet {
    /// The empty set.
    pub const NONE: HoleSet = HoleSet(0);
    /// All 64 holes.
    pub const ALL: HoleSet = HoleSet(u64::MAX);

    /// The set with these bits.
    pub const fn from_bits(bits: u64) -> HoleSet {
        HoleSet(bits)
    }

    /// The bits, in text order.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The number of holes in the set.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set contains a hole.
    pub const fn contains(self, hole: Hole) -> bool {
        self.0 & hole.bit() != 0
    }

    /// The first in text order.
    pub const fn first(self) -> Option<Hole> {
        if self.0 == 0 { None } else { Some(Hole::from_bit(self.0.trailing_zeros())) }
    }

    /// The holes in text order.
    pub fn iter(self) -> impl Iterator<Item = Hole> {
        let mut rest = self.0;
        core::iter::from_fn(move || {
            let hole = HoleSet(rest).first()?;
            rest &= rest - 1;
            Some(hole)
        })
    }

    /// The hole at index `n` in text order, by binary search: random play calls this for every
    /// placement.
    pub(crate) const fn nth(self, mut n: u32) -> Hole {
        let (mut at, mut width) = (0, 32);
        while width > 0 {
            let below = (self.0 >> at & ((1 << width) - 1)).count_ones();
            if n >= below {
                n -= below;
                at += width;
            }
            width /= 2;
        }
        Hole::from_bit(at)
    }
}

impl FromIterator<Hole> for HoleSet {
    fn from_iter<I: IntoIterator<Item = Hole>>(holes: I) -> HoleSet {
        HoleSet(holes.into_iter().fold(0, |set, hole| set | hole.bit()))
    }
}

/// The holes in text order without separator, as in a taking: `c3e3`.
impl fmt::Display for HoleSet {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.iter().try_for_each(|hole| hole.fmt(f))
    }
}

impl fmt::Debug for HoleSet {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_order_is_index_order() {
        let names: Vec<String> = Hole::all().map(|hole| hole.to_string()).collect();
        assert!(names.is_sorted());
        assert_eq!((names[0].as_str(), names[63].as_str()), ("a1", "h8"));
        assert!(names.iter().all(|name| name.parse::<Hole>().unwrap().to_string() == *name));
    }

    #[test]
    fn nth_counts_in_text_order() {
        let holes: HoleSet =
            ["a1", "c7", "d4", "h8"].map(|hole| hole.parse().unwrap()).into_iter().collect();
        for (n, hole) in holes.iter().enumerate() {
            assert_eq!(holes.nth(n as u32), hole);
        }
    }
}
