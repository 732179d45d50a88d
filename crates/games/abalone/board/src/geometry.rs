//! Geometry of Abalone: the hexagon.

use abaque_abalone::{Direction, Point};

use abaque_board::geometry::{BoardSpot, SpotShape, UnitPoint};

/// The distance between neighbouring points.
pub(crate) const PITCH: f64 = 0.0935;

/// The radius of a ball.
pub(crate) const BALL: f64 = PITCH * 0.46;

/// The centre of a point.
pub(crate) fn centre(point: Point) -> UnitPoint {
    place(f64::from(point.row()), f64::from(point.number()))
}

/// The place in the gutter of a ball pushed off the board from `point`.
pub(crate) fn beyond(point: Point, toward: Direction) -> UnitPoint {
    let (here, back) = (centre(point), toward.opposite());
    // The point one step back is always on the board; its mirror image is the place outside.
    let inward = point.step(back).map_or(UnitPoint::new(0.5, 0.5), centre);
    UnitPoint::new(2.0 * here.x - inward.x, 2.0 * here.y - inward.y)
}

/// The spot of a point, the size of a ball.
pub(crate) fn spot(point: Point) -> BoardSpot {
    BoardSpot::new(centre(point), BALL, SpotShape::Round)
}

/// The corners of a centred hexagon with a radius of `reach` pitches; 4 goes through the corner
/// points.
pub(crate) fn hexagon(reach: f64) -> [UnitPoint; 6] {
    std::array::from_fn(|i| {
        let angle = i as f64 * std::f64::consts::FRAC_PI_3;
        UnitPoint::new(0.5 + reach * PITCH * angle.cos(), 0.5 + reach * PITCH * angle.sin())
    })
}

/// The labels of rows and diagonals, beside their first points.
pub(crate) fn labels() -> Vec<(char, UnitPoint)> {
    let west = |p: &Point| p.step(Direction::W).is_none();
    let rows = Point::all().filter(west).map(|p| {
        let at = place(f64::from(p.row()), f64::from(p.number()) - 0.88);
        (char::from(b'a' + p.row()), at)
    });
    let foot = |p: &Point| p.step(Direction::SE).is_none();
    let numbers = Point::all().filter(foot).map(|p| {
        let at = place(f64::from(p.row()) - 0.88, f64::from(p.number()));
        (char::from(b'0' + p.number()), at)
    });
    rows.chain(numbers).collect()
}

fn place(row: f64, number: f64) -> UnitPoint {
    let rise = PITCH * 3f64.sqrt() / 2.0;
    UnitPoint::new(0.5 + (number - 5.0 - (row - 4.0) / 2.0) * PITCH, 0.5 - (row - 4.0) * rise)
}
