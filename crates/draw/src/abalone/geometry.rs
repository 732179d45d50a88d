//! The hexagon of Abalone.

use abaque_abalone::{Direction, Point};

use super::super::geometry::{At, Form, Spot};

/// The distance between neighbouring points.
pub const PITCH: f64 = 0.0935;

/// The radius of a ball.
pub const BALL: f64 = PITCH * 0.46;

/// Where a point lies.
pub fn centre(point: Point) -> At {
    place(f64::from(point.row()), f64::from(point.number()))
}

/// Where a ball lies that was pushed off the board from `point`: in the gutter.
pub fn beyond(point: Point, toward: Direction) -> At {
    let (here, back) = (centre(point), toward.opposite());
    // One step backwards is always on the board, so the way out is its mirror image.
    let inward = point.step(back).map_or(At::new(0.5, 0.5), centre);
    At::new(2.0 * here.x - inward.x, 2.0 * here.y - inward.y)
}

/// A point as a spot: the room of one ball.
pub fn spot(point: Point) -> Spot {
    Spot::new(centre(point), BALL, Form::Round)
}

/// The corners of a hexagon around the board's centre that reaches `reach` pitches out; 4 goes
/// through the corner points.
pub fn hexagon(reach: f64) -> [At; 6] {
    std::array::from_fn(|i| {
        let angle = i as f64 * std::f64::consts::FRAC_PI_3;
        At::new(0.5 + reach * PITCH * angle.cos(), 0.5 + reach * PITCH * angle.sin())
    })
}

/// Where the names of rows and of diagonals stand: beside their first points.
pub fn labels() -> Vec<(char, At)> {
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

fn place(row: f64, number: f64) -> At {
    let rise = PITCH * 3f64.sqrt() / 2.0;
    At::new(0.5 + (number - 5.0 - (row - 4.0) / 2.0) * PITCH, 0.5 - (row - 4.0) * rise)
}
