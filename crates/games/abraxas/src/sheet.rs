use alloc::string::String;
use core::fmt;

use crate::Cell;

/// The six numbered sheets, easiest first; `docs/sheets.md` lists proofs and measurements.
const NUMBERED_SHEETS: [u128; 6] = [
    parse_drawing(include_str!("../sheets/1.txt")),
    parse_drawing(include_str!("../sheets/2.txt")),
    parse_drawing(include_str!("../sheets/3.txt")),
    parse_drawing(include_str!("../sheets/4.txt")),
    parse_drawing(include_str!("../sheets/5.txt")),
    parse_drawing(include_str!("../sheets/6.txt")),
];

/// The printed sheet under the plate: which of its 81 cells carry a red dot.
///
/// Either one of the six numbered sheets or a custom one; the two differ even with equal dots.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sheet {
    dots: u128,
    /// 1 to 6, or 0 for a custom sheet.
    number: u8,
}

impl Sheet {
    /// One of the numbered sheets, 1 (easy) to 6 (hard).
    pub const fn numbered(number: u8) -> Option<Sheet> {
        match number {
            1..=6 => Some(Sheet { dots: NUMBERED_SHEETS[number as usize - 1], number }),
            _ => None,
        }
    }

    /// A custom sheet from 81 characters `.` and `o`, top row first.
    pub fn custom(pattern: &str) -> Option<Sheet> {
        let valid = pattern.len() == 81 && pattern.bytes().all(|c| matches!(c, b'.' | b'o'));
        valid.then(|| Sheet { dots: parse_drawing(pattern), number: 0 })
    }

    /// Parses the value of the option `sheet=`: a number from 1 to 6, or 81 characters.
    pub fn parse(text: &str) -> Option<Sheet> {
        match text.as_bytes() {
            [digit @ b'1'..=b'6'] => Sheet::numbered(digit - b'0'),
            _ => Sheet::custom(text),
        }
    }

    /// The number of a numbered sheet; `None` for a custom one.
    pub const fn number(self) -> Option<u8> {
        if self.number == 0 { None } else { Some(self.number) }
    }

    /// Whether a dot is printed on a cell, visible or not.
    pub const fn has_dot(self, cell: Cell) -> bool {
        self.dots & cell.bit() != 0
    }

    /// The number of dots.
    pub const fn dot_count(self) -> u32 {
        self.dots.count_ones()
    }

    /// The 81 characters, top row first.
    pub fn pattern(self) -> String {
        Cell::all().map(|cell| if self.has_dot(cell) { 'o' } else { '.' }).collect()
    }

    /// The dots as bits of the sheet (see [`Cell::bit`]).
    pub const fn dots(self) -> u128 {
        self.dots
    }
}

impl Default for Sheet {
    fn default() -> Sheet {
        Sheet { dots: NUMBERED_SHEETS[0], number: 1 }
    }
}

/// The option's value: the number, or the 81 characters of a custom sheet.
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

/// Parses the dots of a drawing, top row first; line ends are skipped.
const fn parse_drawing(drawing: &str) -> u128 {
    let bytes = drawing.as_bytes();
    let (mut dots, mut cell, mut i) = (0, 0, 0);
    while i < bytes.len() && cell < 81 {
        if matches!(bytes[i], b'.' | b'o') {
            if bytes[i] == b'o'
                && let Some(at) = Cell::new(cell % 9, 8 - cell / 9)
            {
                dots |= at.bit();
            }
            cell += 1;
        }
        i += 1;
    }
    dots
}
