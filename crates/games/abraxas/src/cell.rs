use core::fmt;

use crate::{Corner, Hole};

/// Bits per column of the sheet: nine cells and an empty guard bit that stops rows at the edge.
pub const SHEET_STRIDE: u8 = 10;

/// A cell of the sheet, `a1` to `i9`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The cell at a column and row, both from 0; `None` outside the sheet.
    pub const fn new(column: u8, row: u8) -> Option<Cell> {
        if column < 9 && row < 9 { Some(Cell(column * SHEET_STRIDE + row)) } else { None }
    }

    /// Every cell in reading order: top row first, from the left.
    pub fn all() -> impl Iterator<Item = Cell> {
        (0..9).rev().flat_map(|row| (0..9).map(move |column| Cell(column * SHEET_STRIDE + row)))
    }

    /// The cell under a hole when the plate lies in a corner.
    pub const fn under(hole: Hole, corner: Corner) -> Cell {
        let (right, up) = corner.offset();
        Cell((hole.column() + right) * SHEET_STRIDE + hole.row() + up)
    }

    /// The hole over this cell; `None` where the plate does not reach it.
    pub const fn hole(self, corner: Corner) -> Option<Hole> {
        let (right, up) = corner.offset();
        Hole::new(self.column().wrapping_sub(right), self.row().wrapping_sub(up))
    }

    /// The column, 0 for `a`.
    pub const fn column(self) -> u8 {
        self.0 / SHEET_STRIDE
    }

    /// The row, 0 for `1`.
    pub const fn row(self) -> u8 {
        self.0 % SHEET_STRIDE
    }

    /// The cell `right` columns and `up` rows away; `None` outside the sheet.
    pub const fn step(self, right: i8, up: i8) -> Option<Cell> {
        Cell::new(self.column().wrapping_add_signed(right), self.row().wrapping_add_signed(up))
    }

    pub(crate) const fn from_bit(bit: u8) -> Cell {
        Cell(bit)
    }

    pub(crate) const fn index(self) -> u8 {
        self.0
    }

    /// The bit of this cell in a sheet bitboard: column by column, [`SHEET_STRIDE`] apart.
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

/// What is visible from above on a cell of the sheet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CellView {
    /// A red pawn in the hole above.
    Pawn,
    /// A printed red dot in plain view.
    Dot,
    /// A stop pawn: blue, and it hides a dot below (ABR-17).
    Stop,
    /// Nothing red or blue.
    Blank,
}

impl CellView {
    /// Whether the cell counts in a line (ABR-04).
    pub const fn is_red(self) -> bool {
        matches!(self, CellView::Pawn | CellView::Dot)
    }
}

/// Maps the 8×8 plate bitboard to the sheet: three steps open the gaps between columns, then a
/// shift places the corner.
pub const fn plate_to_sheet(plate: u64, corner: Corner) -> u128 {
    let bits = plate as u128;
    let four = 0xFFFF_FFFF;
    let bits = (bits & four) | ((bits & (four << 32)) << 8);
    let two = 0xFFFF | 0xFFFF << 40;
    let bits = (bits & two) | ((bits & (two << 16)) << 4);
    let one = 0xFF | 0xFF << 20 | 0xFF << 40 | 0xFF << 60;
    let bits = (bits & one) | ((bits & (one << 8)) << 2);
    let (right, up) = corner.offset();
    bits << (right * SHEET_STRIDE + up)
}

/// Maps sheet bits back to holes of the plate lying in a corner, dropping cells it does not reach;
/// the inverse of [`plate_to_sheet`].
pub const fn sheet_to_plate(cells: u128, corner: Corner) -> u64 {
    let (right, up) = corner.offset();
    let one = 0xFF | 0xFF << 20 | 0xFF << 40 | 0xFF << 60;
    let bits = (cells >> (right * SHEET_STRIDE + up)) & (one | one << 10);
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
    fn holes_map_to_the_cells_below_them() {
        for corner in Corner::ALL {
            for hole in Hole::all() {
                let cell = Cell::under(hole, corner);
                assert_eq!(plate_to_sheet(hole.bit(), corner), cell.bit(), "{hole} in {corner}");
                assert_eq!(cell.hole(corner), Some(hole));
                assert_eq!(sheet_to_plate(cell.bit(), corner), hole.bit());
            }
            let everything = Cell::all().fold(0, |bits, cell| bits | cell.bit());
            assert_eq!(sheet_to_plate(everything, corner), u64::MAX);
            assert_eq!(plate_to_sheet(u64::MAX, corner).count_ones(), 64);
            assert_eq!(Cell::all().filter(|cell| cell.hole(corner).is_none()).count(), 81 - 64);
        }
    }
}
