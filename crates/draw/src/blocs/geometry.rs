//! The round board of Blocs-pions.

use abaque_blocs::{Field, Quarter};

use crate::geometry::{At, Form, Spot};

/// The distance between neighbouring fields.
pub const PITCH: f64 = 0.1032;

/// Half the side of a block.
pub const BLOCK: f64 = PITCH * 0.43;

/// The radius of the disc that is turned.
pub const DISC: f64 = PITCH * 4.42;

/// Where a field lies.
pub fn centre(field: Field) -> At {
    let side = |n: u8| (f64::from(n) - 3.5) * PITCH;
    At::new(0.5 + side(field.column()), 0.5 - side(field.row()))
}

/// A field as a spot.
pub fn spot(field: Field) -> Spot {
    Spot::new(centre(field), PITCH * 0.47, Form::Square)
}

/// Where one reaches for the board to turn it: in the picture's upper corners.
pub fn handle(quarter: Quarter) -> Spot {
    let x = match quarter {
        Quarter::Cw => 0.925,
        Quarter::Ccw => 0.075,
    };
    Spot::new(At::new(x, 0.075), 0.045, Form::Round)
}
