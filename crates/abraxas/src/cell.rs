use std::fmt;

use crate::{Corner, Hole};

/// Bits from one column of the sheet to the next: nine cells and one that is always empty, so
/// that a row of cells cannot run over the edge.
pub const STRIDE: u8 = 10;

/// A cell of the sheet, `a1` to `i9`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The cell in a column and a row, both counted from 0; `None` outside the sheet.
    pub const fn at(column: u8, row: u8) -> Option<Cell> {
        if column < 9 && row < 9 { Some(Cell(column * STRIDE + row)) } else { None }
    }

    /// Every cell as the sheet is read: top row first, each from the left.
    pub fn all() -> impl Iterator<Item = Cell> {
        (0..9).rev().flat_map(|row| (0..9).map(move |column| Cell(column * STRIDE + row)))
    }

    /// The cell under a hole of the plate lying in a corner.
    pub const fn under(hole: Hole, corner: Corner) -> Cell {
        let (right, up) = corner.offset();
        Cell((hole.column() + right) * STRIDE + hole.row() + up)
    }

    /// The hole over this cell; `None` where the plate does not reach.
    pub const fn hole(self, corner: Corner) -> Option<Hole> {
        let (right, up) = corner.offset();
        Hole::at(self.column().wrapping_sub(right), self.row().wrapping_sub(up))
    }

    /// The column, 0 for `a`.
    pub const fn column(self) -> u8 {
        self.0 / STRIDE
    }

    /// The row, 0 for `1`.
    pub const fn row(self) -> u8 {
        self.0 % STRIDE
    }

    /// The cell some columns to the right and rows up; `None` outside the sheet.
    pub const fn step(self, right: i8, up: i8) -> Option<Cell> {
        Cell::at(self.column().wrapping_add_signed(right), self.row().wrapping_add_signed(up))
    }

    pub(crate) const fn from_bit(bit: u8) -> Cell {
        Cell(bit)
    }

    pub(crate) const fn index(self) -> u8 {
        self.0
    }

    /// Its bit among those of the sheet: column by column, [`STRIDE`] apart.
    pub const fn bit(self) -> u128 {
        1 << self.0
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.column()) as char, self.row() + 1)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What one sees from above on a cell of the sheet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Spot {
    /// A red pawn in the hole over it.
    Pawn,
    /// A printed red dot that nothing hides.
    Dot,
    /// A stop pawn: blue, whatever lies under it (ABR-17).
    Stop,
    /// Nothing.
    Blank,
}

impl Spot {
    /// Whether it counts in a line (ABR-04).
    pub const fn is_red(self) -> bool {
        matches!(self, Spot::Pawn | Spot::Dot)
    }
}

/// Moves the 8×8 bits of the plate to where they lie on the sheet: three steps that open the gaps
/// between columns, then the corner's shift.
pub const fn lay(plate: u64, corner: Corner) -> u128 {
    let bits = plate as u128;
    let four = 0xFFFF_FFFF;
    let bits = (bits & four) | ((bits & (four << 32)) << 8);
    let two = 0xFFFF | 0xFFFF << 40;
    let bits = (bits & two) | ((bits & (two << 16)) << 4);
    let one = 0xFF | 0xFF << 20 | 0xFF << 40 | 0xFF << 60;
    let bits = (bits & one) | ((bits & (one << 8)) << 2);
    let (right, up) = corner.offset();
    bits << (right * STRIDE + up)
}

/// The holes over some cells of the sheet, the plate lying in a corner; cells it does not reach are
/// left out. The way back from [`lay`].
pub const fn lift(cells: u128, corner: Corner) -> u64 {
    let (right, up) = corner.offset();
    let one = 0xFF | 0xFF << 20 | 0xFF << 40 | 0xFF << 60;
    let bits = (cells >> (right * STRIDE + up)) & (one | one << 10);
    let bits = (bits & one) | ((bits & (one << 10)) >> 2);
    let two = 0xFFFF | 0xFFFF << 40;
    let bits = (bits & two) | ((bits & (two << 20)) >> 4);
    let four = 0xFFFF_FFFF;
    ((bits & four) | ((bits & (four << 40)) >> 8)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hole_is_laid_over_its_cell() {
        for corner in Corner::ALL {
            for hole in Hole::all() {
                let cell = Cell::under(hole, corner);
                assert_eq!(lay(hole.bit(), corner), cell.bit(), "{hole} in {corner}");
                assert_eq!(cell.hole(corner), Some(hole));
                assert_eq!(lift(cell.bit(), corner), hole.bit());
            }
            let everything = Cell::all().fold(0, |bits, cell| bits | cell.bit());
            assert_eq!(lift(everything, corner), u64::MAX);
            assert_eq!(lay(u64::MAX, corner).count_ones(), 64);
            assert_eq!(Cell::all().filter(|cell| cell.hole(corner).is_none()).count(), 81 - 64);
        }
    }
}
