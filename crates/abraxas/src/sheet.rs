use std::fmt;

use crate::Cell;

/// Our six sheets, easiest first; `docs/sheets.md` says what was proved and measured on them.
const NUMBERED: [u128; 6] = [
    drawn(include_str!("../sheets/1.txt")),
    drawn(include_str!("../sheets/2.txt")),
    drawn(include_str!("../sheets/3.txt")),
    drawn(include_str!("../sheets/4.txt")),
    drawn(include_str!("../sheets/5.txt")),
    drawn(include_str!("../sheets/6.txt")),
];

/// The printed sheet under the plate: which of its 81 cells carry a red dot.
///
/// One of the six numbered sheets or a player's own, told apart even where the dots are the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sheet {
    dots: u128,
    /// 1 to 6, or 0 for a player's own.
    number: u8,
}

impl Sheet {
    /// One of the six sheets of the game, 1 (easy) to 6 (hard).
    pub const fn numbered(number: u8) -> Option<Sheet> {
        match number {
            1..=6 => Some(Sheet { dots: NUMBERED[number as usize - 1], number }),
            _ => None,
        }
    }

    /// A sheet of one's own from 81 characters `.` and `o`, top row first.
    pub fn own(pattern: &str) -> Option<Sheet> {
        let valid = pattern.len() == 81 && pattern.bytes().all(|c| matches!(c, b'.' | b'o'));
        valid.then(|| Sheet { dots: drawn(pattern), number: 0 })
    }

    /// What the option `sheet=` takes: a number from 1 to 6 or 81 characters.
    pub fn read(text: &str) -> Option<Sheet> {
        match text.as_bytes() {
            [digit @ b'1'..=b'6'] => Sheet::numbered(digit - b'0'),
            _ => Sheet::own(text),
        }
    }

    /// The number of a sheet of the game; `None` for a player's own.
    pub const fn number(self) -> Option<u8> {
        if self.number == 0 { None } else { Some(self.number) }
    }

    /// Whether a dot is printed on a cell, hidden or not.
    pub const fn dot(self, cell: Cell) -> bool {
        self.dots & cell.bit() != 0
    }

    /// How many dots there are.
    pub const fn count(self) -> u32 {
        self.dots.count_ones()
    }

    /// The 81 characters, top row first.
    pub fn pattern(self) -> String {
        Cell::all().map(|cell| if self.dot(cell) { 'o' } else { '.' }).collect()
    }

    /// The dots as bits of the sheet (see [`Cell::bit`]).
    pub const fn dots(self) -> u128 {
        self.dots
    }
}

impl Default for Sheet {
    fn default() -> Sheet {
        Sheet { dots: NUMBERED[0], number: 1 }
    }
}

/// The value of the option: the number, or the 81 characters of a player's own.
impl fmt::Display for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.number() {
            Some(number) => number.fmt(f),
            None => f.write_str(&self.pattern()),
        }
    }
}

impl fmt::Debug for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Sheet({self})")
    }
}

/// The dots of a drawing, top row first; line ends are skipped.
const fn drawn(drawing: &str) -> u128 {
    let bytes = drawing.as_bytes();
    let (mut dots, mut cell, mut i) = (0, 0, 0);
    while i < bytes.len() && cell < 81 {
        if matches!(bytes[i], b'.' | b'o') {
            if bytes[i] == b'o'
                && let Some(at) = Cell::at(cell % 9, 8 - cell / 9)
            {
                dots |= at.bit();
            }
            cell += 1;
        }
        i += 1;
    }
    dots
}
