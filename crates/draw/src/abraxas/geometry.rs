//! The sheet, the plate over it and the rim of Abraxas.

use abaque_abraxas::{Cell, Corner, Hole};
use abaque_core::Seat;

use crate::geometry::{At, Form, Spot};

/// The width of the rim around the sheet, margin included.
pub const RIM: f64 = 0.07;

/// The side of a cell of the sheet, and the distance between holes.
pub const PITCH: f64 = (1.0 - 2.0 * RIM) / 9.0;

/// The radius of a hole.
pub const HOLE: f64 = PITCH * 0.37;

/// The radius of a printed dot.
pub const DOT: f64 = PITCH * 0.2;

/// The centre of a cell of the sheet.
pub fn cell(cell: Cell) -> At {
    place(cell.column(), cell.row())
}

/// A hole while the plate lies in `corner`.
pub fn hole(hole: Hole, corner: Corner) -> Spot {
    Spot::new(cell(Cell::under(hole, corner)), HOLE, Form::Round)
}

/// The plate's centre in `corner`; it is [`PLATE`] wide.
pub fn plate(corner: Corner) -> At {
    let (right, up) = corner.offset();
    let middle = |offset: u8| PITCH * (f64::from(offset) - 0.5);
    At::new(0.5 + middle(right), 0.5 - middle(up))
}

/// The plate's side.
pub const PLATE: f64 = PITCH * 8.0;

/// Where a player puts what they take: beside the board, on their side.
pub fn beside(seat: Seat) -> At {
    At::new(0.5, if seat == Seat::First { 1.0 + PITCH } else { -PITCH })
}

/// A corner of the rim, where a push leads.
pub fn corner(corner: Corner) -> Spot {
    let (right, up) = corner.offset();
    let near = RIM / 2.0 + 0.009;
    let side = |offset: u8| if offset == 0 { near } else { 1.0 - near };
    Spot::new(At::new(side(right), 1.0 - side(up)), 0.019, Form::Round)
}

fn place(column: u8, row: u8) -> At {
    At::new(RIM + (f64::from(column) + 0.5) * PITCH, 1.0 - RIM - (f64::from(row) + 0.5) * PITCH)
}
