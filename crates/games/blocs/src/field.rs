//! The 44 fields and bitboards of them, with bit `8 · row + column` and a1 lowest.

use core::fmt;
use core::str::FromStr;

use abaque_core::{ParseError, Seat, message};

/// One of the 44 places for a rod, by its name on the table (a1 at Blue's left).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Field(u8);

/// A bitboard of fields.
pub(crate) type FieldSet = u64;

/// All 44 fields.
pub(crate) const ALL_FIELDS: FieldSet = parse_fields(
    "d8e8 b7c7d7e7f7g7 b6c6d6e6f6g6 a5b5c5d5e5f5g5h5 a4b4c4d4e4f4g4h4 b3c3d3e3f3g3 b2c2d2e2f2g2 d1e1",
);
const COLUMN_A: FieldSet = 0x0101_0101_0101_0101;
const COLUMN_H: FieldSet = COLUMN_A << 7;

/// The set of the fields named in a text; spaces are ignored.
pub(crate) const fn parse_fields(names: &str) -> FieldSet {
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
    /// Every field in position order: row 8 first, each row from left to right.
    pub const ALL: [Field; 44] = in_position_order();

    /// The field at a column and row, both from 0; `None` if it does not exist.
    pub const fn new(column: u8, row: u8) -> Option<Field> {
        if column < 8 && row < 8 && ALL_FIELDS >> (8 * row + column) & 1 == 1 {
            Some(Field(8 * row + column))
        } else {
            None
        }
    }

    /// The column, 0 (a) to 7 (h).
    pub const fn column(self) -> u8 {
        self.0 % 8
    }

    /// The row, 0 (row 1, nearest to Blue) to 7.
    pub const fn row(self) -> u8 {
        self.0 / 8
    }

    /// The field `east` columns and `north` rows away; `None` if it does not exist.
    pub const fn offset(self, east: i8, north: i8) -> Option<Field> {
        let (column, row) = (self.column() as i8 + east, self.row() as i8 + north);
        if column < 0 || row < 0 { None } else { Field::new(column as u8, row as u8) }
    }

    /// The field's position after a quarter-turn of the board (BLO-19).
    pub const fn rotated(self, quarter: QuarterTurn) -> Field {
        let (column, row) = (self.column(), self.row());
        match quarter {
            QuarterTurn::Cw => Field(8 * (7 - column) + row),
            QuarterTurn::Ccw => Field(8 * column + 7 - row),
        }
    }

    /// The field's position after `times` quarter-turns clockwise.
    pub(crate) const fn rotated_by(self, times: u8) -> Field {
        match times % 4 {
            0 => self,
            1 => self.rotated(QuarterTurn::Cw),
            2 => Field(63 - self.0),
            _ => self.rotated(QuarterTurn::Ccw),
        }
    }

    #[inline]
    pub(crate) const fn bit(self) -> FieldSet {
        1 << self.0
    }

    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(crate) const fn is_in(self, set: FieldSet) -> bool {
        set >> self.0 & 1 == 1
    }

    /// The lowest field of a set.
    #[inline]
    pub(crate) const fn lowest_of(set: FieldSet) -> Field {
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
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let found = match *text.as_bytes() {
            [column @ b'a'..=b'h', row @ b'1'..=b'8'] => Field::new(column - b'a', row - b'1'),
            _ => None,
        };
        found.ok_or_else(|| {
            ParseError::new(
                "FIELD",
                message!(
                    "`{text}` is not a field; there are b2 to g7 and d1 e1 d8 e8 a4 a5 h4 h5",
                    "«\u{a0}{text}\u{a0}» n'est pas un emplacement\u{a0}; il y a b2 à g7 et d1 e1 d8 e8 a4 a5 h4 h5"
                ),
            )
        })
    }
}

/// A quarter-turn of the board, seen from above (BLO-19).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum QuarterTurn {
    /// Clockwise: north becomes east.
    Cw,
    /// Counter-clockwise: north becomes west.
    Ccw,
}

impl QuarterTurn {
    /// Both directions.
    pub const ALL: [QuarterTurn; 2] = [QuarterTurn::Cw, QuarterTurn::Ccw];

    /// The equivalent number of clockwise quarter-turns, modulo four.
    pub(crate) const fn clockwise_turns(self) -> u8 {
        match self {
            QuarterTurn::Cw => 1,
            QuarterTurn::Ccw => 3,
        }
    }
}

/// One of the eight directions to a neighbouring field.
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
    /// A player's forward directions: straight ahead, then the two diagonals.
    pub(crate) const fn forward(seat: Seat) -> [Dir; 3] {
        match seat {
            Seat::First => [Dir::N, Dir::Ne, Dir::Nw],
            Seat::Second => [Dir::S, Dir::Se, Dir::Sw],
        }
    }

    /// A player's two backward diagonals.
    pub(crate) const fn diagonally_back(seat: Seat) -> [Dir; 2] {
        match seat {
            Seat::First => [Dir::Se, Dir::Sw],
            Seat::Second => [Dir::Ne, Dir::Nw],
        }
    }

    /// What one step adds to a field's bit index.
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

/// Moves every field of a set one step; steps off the edge are dropped, steps onto gaps are kept.
#[inline]
pub(crate) const fn step_set(set: FieldSet, dir: Dir) -> FieldSet {
    let inside = match dir {
        Dir::Ne | Dir::E | Dir::Se => set & !COLUMN_H,
        Dir::Nw | Dir::W | Dir::Sw => set & !COLUMN_A,
        Dir::N | Dir::S => set,
    };
    let delta = dir.delta();
    if delta > 0 { inside << delta } else { inside >> -delta }
}

/// The field from which `delta` leads to `to`; both must be on the board.
#[inline]
pub(crate) const fn back_by(to: Field, delta: i8) -> Field {
    Field((to.0 as i8 - delta) as u8 & 63)
}

/// The set after a quarter-turn of the board.
#[inline]
pub(crate) const fn rotate_set(set: FieldSet, quarter: QuarterTurn) -> FieldSet {
    match quarter {
        QuarterTurn::Cw => transpose(set).swap_bytes(),
        QuarterTurn::Ccw => transpose(set.swap_bytes()),
    }
}

/// Swaps columns and rows: quadrants, then pairs, then single fields across the diagonal.
const fn transpose(set: FieldSet) -> FieldSet {
    let set = swap_bits(set, 28, 0x0000_0000_F0F0_F0F0);
    let set = swap_bits(set, 14, 0x0000_CCCC_0000_CCCC);
    swap_bits(set, 7, 0x00AA_00AA_00AA_00AA)
}

/// Swaps the bits in `mask` with those `by` above them.
const fn swap_bits(set: FieldSet, by: u32, mask: FieldSet) -> FieldSet {
    let differ = (set >> by ^ set) & mask;
    set ^ differ ^ differ << by
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_round_trip_and_malformed_ones_are_refused() {
        for field in Field::ALL {
            assert_eq!(field.to_string().parse(), Ok(field));
        }
        for text in ["", "a1", "a3", "h8", "d9", "i4", "d", "d44", "D4", "é4", "b1"] {
            assert!(text.parse::<Field>().is_err(), "{text}");
        }
    }

    #[test]
    fn turning_a_set_turns_each_field_blo_19() {
        for quarter in QuarterTurn::ALL {
            for field in Field::ALL {
                assert_eq!(rotate_set(field.bit(), quarter), field.rotated(quarter).bit());
                assert_eq!(field.rotated_by(quarter.clockwise_turns()), field.rotated(quarter));
            }
            assert_eq!(rotate_set(ALL_FIELDS, quarter), ALL_FIELDS);
        }
        let d8: Field = "d8".parse().unwrap();
        assert_eq!(d8.rotated(QuarterTurn::Cw).to_string(), "h5");
        assert_eq!(d8.rotated(QuarterTurn::Ccw).to_string(), "a4");
    }

    #[test]
    fn steps_do_not_wrap_around_the_board() {
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
                assert_eq!(step_set(field.bit(), dir) & ALL_FIELDS, expected, "{field} {dir:?}");
            }
        }
    }
}
