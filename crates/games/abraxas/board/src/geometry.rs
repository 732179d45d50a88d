//! Geometry of Abraxas: the sheet, the plate over it and the rim.

use abaque_abraxas::{Cell, Corner, Hole};
use abaque_core::Seat;

use abaque_board::geometry::{BoardSpot, SpotShape, UnitPoint};

/// The width of the rim around the sheet, margin included.
pub(crate) const RIM: f64 = 0.07;

/// The side of a cell of the sheet, equal to the distance between holes.
pub(crate) const PITCH: f64 = (1.0 - 2.0 * RIM) / 9.0;

/// The radius of a hole.
pub(crate) const HOLE: f64 = PITCH * 0.37;

/// The radius of a printed dot.
pub(crate) const DOT: f64 = PITCH * 0.2;

/// The centre of a cell of the sheet.
pub(crate) fn cell(cell: Cell) -> UnitPoint {
    place(cell.column(), cell.row())
}

/// The spot of a hole while the plate lies in `corner`.
pub(crate) fn hole(hole: Hole, corner: Corner) -> BoardSpot {
    BoardSpot::new(cell(Cell::under(hole, corner)), HOLE, SpotShape::Round)
}

/// The plate's centre in `corner`; its side is [`PLATE`].
pub(crate) fn plate(corner: Corner) -> UnitPoint {
    let (right, up) = corner.offset();
    let middle = |offset: u8| PITCH * (f64::from(offset) - 0.5);
    UnitPoint::new(0.5 + middle(right), 0.5 - middle(up))
}

/// The plate's side.
pub(crate) const PLATE: f64 = PITCH * 8.0;

/// Where a player's taken pawns go: beside the board, on the player's side.
pub(crate) fn beside(seat: Seat) -> UnitPoint {
    UnitPoint::new(0.5, if seat == Seat::First { 1.0 + PITCH } else { -PITCH })
}

/// The place of a corner of the rim.
pub(crate) fn corner(corner: Corner) -> UnitPoint {
    let (right, up) = corner.offset();
    let near = RIM / 2.0 + 0.009;
    let side = |offset: u8| if offset == 0 { near } else { 1.0 - near };
    UnitPoint::new(side(right), 1.0 - side(up))
}

/// The spot that stands for a corner: the arrow that leads there from where the plate lies, else
/// the corner itself, where the plate is laid.
pub(crate) fn corner_spot(to: Corner, plate: Option<Corner>) -> BoardSpot {
    let at = corner(to);
    match plate {
        Some(from) if from.next() == to || from.previous() == to => {
            let here = corner(from);
            let form = if here.y == at.y { SpotShape::Wide } else { SpotShape::Tall };
            let middle = UnitPoint::new((here.x + at.x) / 2.0, (here.y + at.y) / 2.0);
            BoardSpot::new(middle, 0.155, form)
        }
        Some(_) => BoardSpot::new(at, 0.019, SpotShape::Round),
        None => BoardSpot::new(at, 0.04, SpotShape::Round),
    }
}

fn place(column: u8, row: u8) -> UnitPoint {
    UnitPoint::new(
        RIM + (f64::from(column) + 0.5) * PITCH,
        1.0 - RIM - (f64::from(row) + 0.5) * PITCH,
    )
}
