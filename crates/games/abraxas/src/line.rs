use crate::cell::{SHEET_STRIDE, plate_to_sheet};
use crate::{Cell, Corner, Hole, HoleSet};

/// The four directions of a line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Axis {
    /// Along a column, upwards.
    Column,
    /// Along a row, to the right.
    Row,
    /// To the right and up.
    Rising,
    /// To the right and down.
    Falling,
}

impl Axis {
    /// All four axes.
    pub const ALL: [Axis; 4] = [Axis::Column, Axis::Row, Axis::Rising, Axis::Falling];

    /// One step along the axis, as (right, up).
    pub const fn step(self) -> (i8, i8) {
        match self {
            Axis::Column => (0, 1),
            Axis::Row => (1, 0),
            Axis::Rising => (1, 1),
            Axis::Falling => (1, -1),
        }
    }

    /// One step along the axis in the bits of the sheet.
    pub const fn stride(self) -> u8 {
        match self {
            Axis::Column => 1,
            Axis::Row => SHEET_STRIDE,
            Axis::Rising => SHEET_STRIDE + 1,
            Axis::Falling => SHEET_STRIDE - 1,
        }
    }
}

/// A line: a maximal unbroken row of at least four visible red cells that includes a red pawn
/// (ABR-04, ABR-06).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Line {
    axis: Axis,
    first: Cell,
    len: u8,
    corner: Corner,
    /// Bit i: the i-th cell holds a red pawn.
    pawns: u16,
}

impl Line {
    /// The direction of the line.
    pub const fn axis(&self) -> Axis {
        self.axis
    }

    /// The number of cells, four to nine.
    #[allow(clippy::len_without_is_empty)]
    pub const fn len(&self) -> u8 {
        self.len
    }

    /// The number of pawns to take from the line (ABR-07, ABR-09).
    pub fn pawns_due(&self) -> u32 {
        u32::from(self.len - 3).min(self.pawns.count_ones())
    }

    /// The cells, from the left or from the bottom.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        let (first, stride) = (self.first.index(), self.axis.stride());
        (0..self.len).map(move |i| Cell::from_bit(first + i * stride))
    }

    /// The holes of the red pawns.
    pub fn pawns(&self) -> HoleSet {
        self.holes(self.pawns)
    }

    /// The cells with red pawns; bit i is the i-th cell.
    pub(crate) const fn pawn_bits(&self) -> u16 {
        self.pawns
    }

    /// The holes over some of the line's cells, all of which must be under the plate.
    pub(crate) fn holes(&self, mut cells: u16) -> HoleSet {
        let mut holes = 0;
        while cells != 0 {
            let i = cells.trailing_zeros() as u8;
            let cell = Cell::from_bit(self.first.index() + i * self.axis.stride());
            holes |= cell.hole(self.corner).map_or(0, Hole::bit);
            cells &= cells - 1;
        }
        HoleSet(holes)
    }
}

/// Iterates over the visible lines, found by shifting the whole sheet against itself.
#[derive(Clone, Debug)]
pub struct LineIter {
    red: u128,
    pawns: u128,
    corner: Corner,
    /// Axes still to scan.
    axes: core::slice::Iter<'static, Axis>,
    axis: Axis,
    /// First cells of rows of four or more on the current axis, still to yield.
    firsts: u128,
}

impl LineIter {
    /// The lines for the given dots and pawns with the plate in a corner.
    pub(crate) fn new(dots: u128, red: u64, stop: u64, corner: Corner) -> LineIter {
        let pawns = plate_to_sheet(red, corner);
        // ABR-17: a stop pawn hides the dot below. ABR-05: dots outside the plate count.
        let red = pawns | (dots & !plate_to_sheet(stop, corner));
        LineIter { red, pawns, corner, axes: Axis::ALL.iter(), axis: Axis::Column, firsts: 0 }
    }
}

impl Iterator for LineIter {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        loop {
            while self.firsts == 0 {
                self.axis = *self.axes.next()?;
                self.firsts = match self.axis {
                    Axis::Column => row_starts::<{ Axis::Column.stride() }>(self.red),
                    Axis::Row => row_starts::<{ Axis::Row.stride() }>(self.red),
                    Axis::Rising => row_starts::<{ Axis::Rising.stride() }>(self.red),
                    Axis::Falling => row_starts::<{ Axis::Falling.stride() }>(self.red),
                };
            }
            let (first, stride) = (self.firsts.trailing_zeros() as u8, self.axis.stride());
            self.firsts &= self.firsts - 1;
            let (mut len, mut pawns, mut at) = (0, 0, first);
            while self.red >> at & 1 != 0 {
                pawns |= ((self.pawns >> at & 1) as u16) << len;
                len += 1;
                at += stride;
            }
            if pawns != 0 {
                let (axis, first, corner) = (self.axis, Cell::from_bit(first), self.corner);
                return Some(Line { axis, first, len, corner, pawns });
            }
        }
    }
}

/// The first cells of rows of four or more: red, followed by three more, preceded by none.
fn row_starts<const STRIDE: u8>(red: u128) -> u128 {
    let pairs = red & (red >> STRIDE);
    pairs & (pairs >> (2 * STRIDE)) & !(red << STRIDE)
}
