//! The 44 fields and sets of them. A set is a word with bit `8 · row + column`, a1 lowest.

use std::fmt;
use std::str::FromStr;

use abaque_core::{BadText, Seat, said};

/// One of the 44 places where a rod stands, by its name on the table (a1 at Blue's left).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Field(u8);

/// A set of fields.
pub(crate) type Fields = u64;

/// All 44 fields.
pub(crate) const BOARD: Fields = fields(
    "d8e8 b7c7d7e7f7g7 b6c6d6e6f6g6 a5b5c5d5e5f5g5h5 a4b4c4d4e4f4g4h4 b3c3d3e3f3g3 b2c2d2e2f2g2 d1e1",
);
const COLUMN_A: Fields = 0x0101_0101_0101_0101;
const COLUMN_H: Fields = COLUMN_A << 7;

/// The set of the fields named in a text (spaces do not matter).
pub(crate) const fn fields(names: &str) -> Fields {
    let (bytes, mut set, mut i) = (names.as_bytes(), 0, 0);
    while i < bytes.len() {
        if bytes[i] == b' ' {
            i += 1;
        } else {
            set |= 1 << (8 * (bytes[i + 1] - b'1') + bytes[i] - b'a');
            i += 2;
        }
    }
    set
}

impl Field {
    /// Every field in the order of positions: row 8 first, each row from left to right.
    pub const ALL: [Field; 44] = in_position_order();

    /// The field in a column and a row counted from 0, if it exists.
    pub const fn new(column: u8, row: u8) -> Option<Field> {
        if column < 8 && row < 8 && BOARD >> (8 * row + column) & 1 == 1 {
            Some(Field(8 * row + column))
        } else {
            None
        }
    }

    /// The column, 0 for a to 7 for h.
    pub const fn column(self) -> u8 {
        self.0 % 8
    }

    /// The row, 0 for 1 (nearest to Blue) to 7 for 8.
    pub const fn row(self) -> u8 {
        self.0 / 8
    }

    /// The field some columns to the east and rows to the north, if it exists.
    pub const fn offset(self, east: i8, north: i8) -> Option<Field> {
        let (column, row) = (self.column() as i8 + east, self.row() as i8 + north);
        if column < 0 || row < 0 { None } else { Field::new(column as u8, row as u8) }
    }

    /// Where this field comes to lie when the board makes a quarter-turn (BLO-19).
    pub const fn turned(self, quarter: Quarter) -> Field {
        let (column, row) = (self.column(), self.row());
        match quarter {
            Quarter::Cw => Field(8 * (7 - column) + row),
            Quarter::Ccw => Field(8 * column + 7 - row),
        }
    }

    /// Where this field comes to lie after `times` quarter-turns clockwise.
    pub(crate) const fn turned_by(self, times: u8) -> Field {
        match times % 4 {
            0 => self,
            1 => self.turned(Quarter::Cw),
            2 => Field(63 - self.0),
            _ => self.turned(Quarter::Ccw),
        }
    }

    #[inline]
    pub(crate) const fn bit(self) -> Fields {
        1 << self.0
    }

    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(crate) const fn within(self, set: Fields) -> bool {
        set >> self.0 & 1 == 1
    }

    /// The lowest field of a set.
    #[inline]
    pub(crate) const fn first_of(set: Fields) -> Field {
        Field(set.trailing_zeros() as u8 & 63)
    }
}

const fn in_position_order() -> [Field; 44] {
    let mut all = [Field(0); 44];
    let (mut n, mut i) = (0, 0);
    while i < 64 {
        if let Some(field) = Field::new(i % 8, 7 - i / 8) {
            all[n] = field;
            n += 1;
        }
        i += 1;
    }
    all
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.column()) as char, self.row() + 1)
    }
}

impl FromStr for Field {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Self, BadText> {
        let found = match *text.as_bytes() {
            [column @ b'a'..=b'h', row @ b'1'..=b'8'] => Field::new(column - b'a', row - b'1'),
            _ => None,
        };
        found.ok_or_else(|| {
            BadText::new(
                "FIELD",
                said!(
                    "`{text}` is no field; there are b2 to g7 and d1 e1 d8 e8 a4 a5 h4 h5",
                    "« {text} » n'est pas un emplacement ; il y a b2 à g7 et d1 e1 d8 e8 a4 a5 h4 h5"
                ),
            )
        })
    }
}

/// A quarter-turn of the board, seen from above (BLO-19).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Quarter {
    /// Clockwise: what was north is east.
    Cw,
    /// Counter-clockwise: what was north is west.
    Ccw,
}

impl Quarter {
    /// Both ways.
    pub const ALL: [Quarter; 2] = [Quarter::Cw, Quarter::Ccw];

    /// How many quarter-turns clockwise this is, modulo four.
    pub(crate) const fn times(self) -> u8 {
        match self {
            Quarter::Cw => 1,
            Quarter::Ccw => 3,
        }
    }
}

/// One of the eight ways from a field to a neighbour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dir {
    N,
    Ne,
    E,
    Se,
    S,
    Sw,
    W,
    Nw,
}

impl Dir {
    /// Straight ahead, then the two diagonals ahead, for a player.
    pub(crate) const fn forward(seat: Seat) -> [Dir; 3] {
        match seat {
            Seat::First => [Dir::N, Dir::Ne, Dir::Nw],
            Seat::Second => [Dir::S, Dir::Se, Dir::Sw],
        }
    }

    /// The two diagonals back towards a player.
    pub(crate) const fn diagonally_back(seat: Seat) -> [Dir; 2] {
        match seat {
            Seat::First => [Dir::Se, Dir::Sw],
            Seat::Second => [Dir::Ne, Dir::Nw],
        }
    }

    /// What a step adds to a field's number.
    #[inline]
    pub(crate) const fn delta(self) -> i8 {
        match self {
            Dir::N => 8,
            Dir::Ne => 9,
            Dir::E => 1,
            Dir::Se => -7,
            Dir::S => -8,
            Dir::Sw => -9,
            Dir::W => -1,
            Dir::Nw => 7,
        }
    }
}

/// Every field of a set moved one step; steps off the board's edge are lost, gaps are not.
#[inline]
pub(crate) const fn step(set: Fields, dir: Dir) -> Fields {
    let inside = match dir {
        Dir::Ne | Dir::E | Dir::Se => set & !COLUMN_H,
        Dir::Nw | Dir::W | Dir::Sw => set & !COLUMN_A,
        Dir::N | Dir::S => set,
    };
    let delta = dir.delta();
    if delta > 0 { inside << delta } else { inside >> -delta }
}

/// The field from which `delta` leads to this one, both on the board.
#[inline]
pub(crate) const fn back_by(to: Field, delta: i8) -> Field {
    Field((to.0 as i8 - delta) as u8 & 63)
}

/// A set after a quarter-turn of the board.
#[inline]
pub(crate) const fn turn_set(set: Fields, quarter: Quarter) -> Fields {
    match quarter {
        Quarter::Cw => transpose(set).swap_bytes(),
        Quarter::Ccw => transpose(set.swap_bytes()),
    }
}

/// Columns and rows exchanged: quadrants, then pairs, then single fields swap across the diagonal.
const fn transpose(set: Fields) -> Fields {
    let set = swap(set, 28, 0x0000_0000_F0F0_F0F0);
    let set = swap(set, 14, 0x0000_CCCC_0000_CCCC);
    swap(set, 7, 0x00AA_00AA_00AA_00AA)
}

/// The bits in `mask` trade places with those `by` above them.
const fn swap(set: Fields, by: u32, mask: Fields) -> Fields {
    let differ = (set >> by ^ set) & mask;
    set ^ differ ^ differ << by
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_and_others_are_refused() {
        for field in Field::ALL {
            assert_eq!(field.to_string().parse(), Ok(field));
        }
        for text in ["", "a1", "a3", "h8", "d9", "i4", "d", "d44", "D4", "é4", "b1"] {
            assert!(text.parse::<Field>().is_err(), "{text}");
        }
    }

    #[test]
    fn sets_turn_like_fields_blo_19() {
        for quarter in Quarter::ALL {
            for field in Field::ALL {
                assert_eq!(turn_set(field.bit(), quarter), field.turned(quarter).bit());
                assert_eq!(field.turned_by(quarter.times()), field.turned(quarter));
            }
            assert_eq!(turn_set(BOARD, quarter), BOARD);
        }
        let d8: Field = "d8".parse().unwrap();
        assert_eq!(d8.turned(Quarter::Cw).to_string(), "h5");
        assert_eq!(d8.turned(Quarter::Ccw).to_string(), "a4");
    }

    #[test]
    fn steps_do_not_wrap() {
        use Dir::*;
        for (dir, east, north) in [
            (N, 0, 1),
            (Ne, 1, 1),
            (E, 1, 0),
            (Se, 1, -1),
            (S, 0, -1),
            (Sw, -1, -1),
            (W, -1, 0),
            (Nw, -1, 1),
        ] {
            for field in Field::ALL {
                let expected = field.offset(east, north).map_or(0, Field::bit);
                assert_eq!(step(field.bit(), dir) & BOARD, expected, "{field} {dir:?}");
            }
        }
    }
}
