//! Geometry of Abagio: the path, the lily pads and the pond.
//!
//! The outer path runs around a 6×6 board; its two leftmost bottom cells are the root, where both
//! colours start. The inner path is a ring of pads around the pond, Eight at its foot and One at
//! its head, Red's pads on the left and Purple's on the right.

use std::f64::consts::PI;

use abaque_abagio::Square;
use abaque_core::Seat;

use abaque_board::geometry::{BoardSpot, SpotShape, UnitPoint};

/// The width of the rim.
pub(crate) const RIM: f64 = 0.032;

/// The side of a cell of the 6×6 board.
pub(crate) const PITCH: f64 = (1.0 - 2.0 * RIM) / 6.0;

/// The distance of the pads from the centre.
pub(crate) const RING: f64 = 0.246;

/// The pond in the centre.
pub(crate) const POND: BoardSpot =
    BoardSpot::new(UnitPoint::new(0.5, 0.5), 0.186, SpotShape::Round);

/// The spot of a square.
pub(crate) fn spot(square: Square) -> BoardSpot {
    if square.is_outer() {
        let (column, row) = match square.index() as u8 + 1 {
            n @ 1..=5 => (0, n),
            n @ 6..=10 => (n - 5, 5),
            n @ 11..=15 => (5, 15 - n),
            n => (20 - n, 0),
        };
        return BoardSpot::new(
            cell(f64::from(column), f64::from(row)),
            PITCH * 0.465,
            SpotShape::Square,
        );
    }
    // Steps along the ring from Eight: left for Red's pads, right for Purple's.
    let eight = Square::EIGHT.index();
    let (steps, form, half) = match square.owner() {
        _ if square == Square::EIGHT => (0.0, SpotShape::Diamond, 0.06),
        _ if square == Square::ONE => (7.0, SpotShape::Diamond, 0.06),
        Some(Seat::Second) => (-((square.index() - eight - 6) as f64), SpotShape::Round, 0.049),
        _ => ((square.index() - eight) as f64, SpotShape::Round, 0.049),
    };
    let angle = PI / 2.0 + steps * PI / 7.0;
    let at = UnitPoint::new(0.5 + RING * angle.cos(), 0.5 + RING * angle.sin());
    BoardSpot::new(at, half, form)
}

/// A colour's half of the root.
pub(crate) fn home(seat: Seat) -> BoardSpot {
    let column = match seat {
        Seat::First => 0.0,
        Seat::Second => 1.0,
    };
    BoardSpot::new(cell(column, 0.0), PITCH * 0.465, SpotShape::Square)
}

/// The chief's place on the grass while it is on no square.
pub(crate) const CHIEF_REST: BoardSpot =
    BoardSpot::new(UnitPoint::new(0.235, 0.235), 0.046, SpotShape::Round);

/// The scale of a frog on a square, 1 on the outer path.
pub(crate) fn scale(square: Square) -> f64 {
    if square.is_outer() { 1.0 } else { 0.72 }
}

/// The centre of the frog at a height (0 is the bottom) in a stack of `tall` frogs, chief included:
/// a pile seen from slightly above, centred on the square.
pub(crate) fn frog(square: Square, height: usize, tall: usize, flip: bool) -> UnitPoint {
    let spot = if flip { spot(square).flipped() } else { spot(square) };
    let step = 0.018 * scale(square);
    let foot = step * (tall.max(1) - 1) as f64 / 2.0;
    spot.at.shifted(0.0, foot - step * height as f64 + 0.004)
}

/// The place of the `n`th of `all` frogs side by side, at the start or in the pond: in rows of
/// three around the spot's centre.
pub(crate) fn in_crowd(spot: &BoardSpot, n: usize, all: usize, spread: f64) -> UnitPoint {
    let rows = all.div_ceil(3);
    let (row, in_row) = (n / 3, (all - n / 3 * 3).min(3));
    let across = (n % 3) as f64 - (in_row as f64 - 1.0) / 2.0;
    let down = row as f64 - (rows as f64 - 1.0) / 2.0;
    spot.at.shifted(across * spread, down * spread * 0.72)
}

/// The half of the pond for a colour's frogs.
pub(crate) fn pond_half(seat: Seat) -> BoardSpot {
    let side = match seat {
        Seat::First => -0.088,
        Seat::Second => 0.088,
    };
    BoardSpot::new(POND.at.shifted(side, 0.0), 0.08, SpotShape::Square)
}

fn cell(column: f64, row: f64) -> UnitPoint {
    UnitPoint::new(RIM + (column + 0.5) * PITCH, 1.0 - RIM - (row + 0.5) * PITCH)
}
