use crate::cell::{STRIDE, lay};
use crate::{Cell, Corner, Hole, Holes};

/// The four ways a line can run.
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
    /// All four.
    pub const ALL: [Axis; 4] = [Axis::Column, Axis::Row, Axis::Rising, Axis::Falling];

    /// One step along it: to the right, up.
    pub const fn step(self) -> (i8, i8) {
        match self {
            Axis::Column => (0, 1),
            Axis::Row => (1, 0),
            Axis::Rising => (1, 1),
            Axis::Falling => (1, -1),
        }
    }

    /// One step in the bits of the sheet.
    pub const fn stride(self) -> u8 {
        match self {
            Axis::Column => 1,
            Axis::Row => STRIDE,
            Axis::Rising => STRIDE + 1,
            Axis::Falling => STRIDE - 1,
        }
    }
}

/// A line: a maximal unbroken row of at least four red cells of the view with a red pawn among
/// them (ABR-04, ABR-06).
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
    /// Which way it runs.
    pub const fn axis(&self) -> Axis {
        self.axis
    }

    /// How many cells it has, four to nine.
    #[allow(clippy::len_without_is_empty)]
    pub const fn len(&self) -> u8 {
        self.len
    }

    /// How many pawns are to be taken from it (ABR-07, ABR-09).
    pub fn due(&self) -> u32 {
        u32::from(self.len - 3).min(self.pawns.count_ones())
    }

    /// Its cells, from the left or from the bottom.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        let (first, stride) = (self.first.index(), self.axis.stride());
        (0..self.len).map(move |i| Cell::from_bit(first + i * stride))
    }

    /// The holes of its red pawns.
    pub fn pawns(&self) -> Holes {
        self.holes(self.pawns)
    }

    /// Which cells hold red pawns, bit i the i-th cell.
    pub(crate) const fn pawn_bits(&self) -> u16 {
        self.pawns
    }

    /// The holes over some of its cells, which are all under the plate.
    pub(crate) fn holes(&self, mut cells: u16) -> Holes {
        let mut holes = 0;
        while cells != 0 {
            let i = cells.trailing_zeros() as u8;
            let cell = Cell::from_bit(self.first.index() + i * self.axis.stride());
            holes |= cell.hole(self.corner).map_or(0, Hole::bit);
            cells &= cells - 1;
        }
        Holes(holes)
    }
}

/// The lines in view, found by shifting the whole sheet against itself.
#[derive(Clone, Debug)]
pub struct Lines {
    red: u128,
    pawns: u128,
    corner: Corner,
    /// The axes not yet begun.
    axes: std::slice::Iter<'static, Axis>,
    axis: Axis,
    /// First cells of rows of four or more on the axis, not yet given.
    firsts: u128,
}

impl Lines {
    /// The lines over a sheet with these dots, the plate with these pawns lying in a corner.
    pub(crate) fn new(dots: u128, red: u64, stop: u64, corner: Corner) -> Lines {
        let pawns = lay(red, corner);
        // ABR-17: a stop pawn hides the dot under it. ABR-05: dots beside the plate count.
        let red = pawns | (dots & !lay(stop, corner));
        Lines { red, pawns, corner, axes: Axis::ALL.iter(), axis: Axis::Column, firsts: 0 }
    }
}

impl Iterator for Lines {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        loop {
            while self.firsts == 0 {
                self.axis = *self.axes.next()?;
                self.firsts = match self.axis {
                    Axis::Column => firsts::<{ Axis::Column.stride() }>(self.red),
                    Axis::Row => firsts::<{ Axis::Row.stride() }>(self.red),
                    Axis::Rising => firsts::<{ Axis::Rising.stride() }>(self.red),
                    Axis::Falling => firsts::<{ Axis::Falling.stride() }>(self.red),
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

/// The cells at which rows of four or more begin: red, three more behind, none before.
fn firsts<const STRIDE: u8>(red: u128) -> u128 {
    let pairs = red & (red >> STRIDE);
    pairs & (pairs >> (2 * STRIDE)) & !(red << STRIDE)
}
