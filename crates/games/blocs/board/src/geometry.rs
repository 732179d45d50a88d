//! Geometry of Blocs-pions: the round board.

use abaque_blocs::{Field, QuarterTurn};

use abaque_board::geometry::{BoardSpot, SpotShape, UnitPoint};

/// The distance between neighbouring fields.
pub(crate) const PITCH: f64 = 0.1032;

/// Half the side of a block.
pub(crate) const BLOCK: f64 = PITCH * 0.43;

/// The radius of the turning disc.
pub(crate) const DISC: f64 = PITCH * 4.42;

/// The centre of a field.
pub(crate) fn centre(field: Field) -> UnitPoint {
    let side = |n: u8| (f64::from(n) - 3.5) * PITCH;
    UnitPoint::new(0.5 + side(field.column()), 0.5 - side(field.row()))
}

/// The spot of a field.
pub(crate) fn spot(field: Field) -> BoardSpot {
    BoardSpot::new(centre(field), PITCH * 0.47, SpotShape::Square)
}

/// The handles for turning the board, in the upper corners of the picture.
pub(crate) fn handle(quarter: QuarterTurn) -> BoardSpot {
    let x = match quarter {
        QuarterTurn::Cw => 0.925,
        QuarterTurn::Ccw => 0.075,
    };
    BoardSpot::new(UnitPoint::new(x, 0.075), 0.06, SpotShape::Round)
}
