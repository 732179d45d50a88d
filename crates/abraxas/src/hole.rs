use std::fmt;
use std::str::FromStr;

use abaque_core::{BadText, said};

/// A hole of the plate, `a1` to `h8`, wherever the plate lies. Holes are ordered as their texts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hole(u8);

impl Hole {
    /// The hole in a column and a row, both counted from 0; `None` outside the plate.
    pub const fn at(column: u8, row: u8) -> Option<Hole> {
        if column < 8 && row < 8 { Some(Hole(column * 8 + row)) } else { None }
    }

    /// Every hole, in text order.
    pub fn all() -> impl Iterator<Item = Hole> {
        Holes::ALL.iter()
    }

    /// The column, 0 for `a`.
    pub const fn column(self) -> u8 {
        self.0 / 8
    }

    /// The row, 0 for `1`.
    pub const fn row(self) -> u8 {
        self.0 % 8
    }

    /// The place in text order, from 0 to 63.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The hole of a place in text order, counted around after 63.
    pub const fn from_bit(bit: u32) -> Hole {
        Hole((bit % 64) as u8)
    }

    /// Its bit among the 64 of the plate.
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
    type Err = BadText;

    fn from_str(text: &str) -> Result<Self, BadText> {
        let hole = match *text.as_bytes() {
            [column @ b'a'..=b'h', row @ b'1'..=b'8'] => Hole::at(column - b'a', row - b'1'),
            _ => None,
        };
        hole.ok_or_else(|| {
            BadText::new(
                "HOLE",
                said!(
                    "`{text}` is no hole of the plate; holes are a1 to h8",
                    "« {text} » n'est pas un trou de la plaque ; les trous vont de a1 à h8"
                ),
            )
        })
    }
}

/// A set of holes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Holes(pub(crate) u64);

impl Holes {
    /// No hole.
    pub const NONE: Holes = Holes(0);
    /// All 64.
    pub const ALL: Holes = Holes(u64::MAX);

    /// The holes of some bits.
    pub const fn from_bits(bits: u64) -> Holes {
        Holes(bits)
    }

    /// One bit a hole, in text order.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// How many holes there are.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is no hole.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a hole is among them.
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
        std::iter::from_fn(move || {
            let hole = Holes(rest).first()?;
            rest &= rest - 1;
            Some(hole)
        })
    }

    /// The hole with `n` others before it in text order. Halves the range six times: random play
    /// asks for it at every placement.
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

impl FromIterator<Hole> for Holes {
    fn from_iter<I: IntoIterator<Item = Hole>>(holes: I) -> Holes {
        Holes(holes.into_iter().fold(0, |set, hole| set | hole.bit()))
    }
}

/// The holes in text order without separator, as in a taking: `c3e3`.
impl fmt::Display for Holes {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.iter().try_for_each(|hole| hole.fmt(f))
    }
}

impl fmt::Debug for Holes {
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
        let holes: Holes =
            ["a1", "c7", "d4", "h8"].map(|hole| hole.parse().unwrap()).into_iter().collect();
        for (n, hole) in holes.iter().enumerate() {
            assert_eq!(holes.nth(n as u32), hole);
        }
    }
}
