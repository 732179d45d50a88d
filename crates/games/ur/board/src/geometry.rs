//! Geometry of Ur: three rows of eight cells. The outer rows are the players' own; their two gaps
//! hold the pieces that wait, next to the first square, and those at home, next to the last.

use abaque_board::geometry::{BoardSpot, SpotShape, UnitPoint};
use abaque_core::Seat;
use abaque_ur::Square;

/// The side of a cell.
pub(crate) const PITCH: f64 = 0.118;

/// Left edge of the first column.
pub(crate) const LEFT: f64 = 0.5 - 4.0 * PITCH;

/// Half the height of the board with its rim; what lies beyond is cropped.
pub(crate) const HALF_HEIGHT: f64 = 1.5 * PITCH + 0.028;

/// The spot of a square.
pub(crate) fn spot(square: Square) -> BoardSpot {
    let step = square.step();
    let column = match step {
        1..=4 => 4 - step,
        5..=12 => step - 5,
        _ => 20 - step,
    };
    cell(f64::from(column), row(square.owner()))
}

/// Where a player's pieces wait.
pub(crate) fn start(seat: Seat) -> BoardSpot {
    cell(4.0, row(Some(seat)))
}

/// Where a player's pieces arrive.
pub(crate) fn home(seat: Seat) -> BoardSpot {
    cell(5.0, row(Some(seat)))
}

/// The place of the `n`th of up to seven pieces in a gap: rows of three, from the outside in.
pub(crate) fn in_gap(gap: &BoardSpot, n: u8) -> UnitPoint {
    let (across, down) = (f64::from(n % 3) - 1.0, f64::from(n / 3) - 1.0);
    let outside = if gap.at.y > 0.5 { 1.0 } else { -1.0 };
    gap.at.shifted(across * 0.034 * outside, -down * 0.034 * outside)
}

/// White, the first player, sits below.
const fn row(owner: Option<Seat>) -> f64 {
    match owner {
        Some(Seat::First) => 1.0,
        None => 0.0,
        Some(Seat::Second) => -1.0,
    }
}

const fn cell(column: f64, row: f64) -> BoardSpot {
    let at = UnitPoint::new(LEFT + (column + 0.5) * PITCH, 0.5 + row * PITCH);
    BoardSpot::new(at, PITCH * 0.47, SpotShape::Square)
}
