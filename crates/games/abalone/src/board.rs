//! The hexagon: 61 points, six directions.
//!
//! Copies of the hexagon tile the plane, and the shift from one copy to the next is a multiple of
//! 61 if a step east adds 1, north-west 13 and north-east 14. Modulo 61, every point gets a distinct
//! index below 61: a set of points fits one machine word, and moving a whole set one step is a
//! rotation of 61 bits. Points that would cross the edge wrap around to the other side of the
//! word; [`Direction::points_with_neighbour`] masks them out.

use core::cmp::Ordering;
use core::fmt;
use core::str::FromStr;

use abaque_core::{ParseError, message};

use crate::PointSet;

/// The number of points.
pub(crate) const POINT_COUNT: u32 = 61;

/// One of the 61 points, `a1` to `i9`, ordered by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Point(u8);

/// First and last number of each row (row 0 is `a`).
pub(crate) const ROWS: [(u8, u8); 9] =
    [(1, 5), (1, 6), (1, 7), (1, 8), (1, 9), (2, 9), (3, 9), (4, 9), (5, 9)];

/// The bit index of row 0–8, number 1–9.
const fn bit(row: u8, number: u8) -> u8 {
    ((row as u32 * 13 + number as u32 - 1) % POINT_COUNT) as u8
}

/// (row, number) by bit index.
const COORDINATES: [(u8, u8); 61] = {
    let mut table = [(0, 0); 61];
    let mut row = 0;
    while row < 9 {
        let (mut number, last) = ROWS[row as usize];
        while number <= last {
            table[bit(row, number) as usize] = (row, number);
            number += 1;
        }
        row += 1;
    }
    table
};

const OFF_BOARD: u8 = u8::MAX;

/// The neighbour by bit index and direction, or [`OFF_BOARD`].
const NEIGHBOURS: [[u8; 6]; 61] = {
    let mut table = [[OFF_BOARD; 6]; 61];
    let mut i = 0;
    while i < 61 {
        let (row, number) = COORDINATES[i];
        let mut d = 0;
        while d < 6 {
            let (dr, dn) = STEP_OFFSETS[d];
            let (row, number) = (row as i8 + dr, number as i8 + dn);
            if row >= 0 && row < 9 {
                let (first, last) = ROWS[row as usize];
                if number >= first as i8 && number <= last as i8 {
                    table[i][d] = bit(row as u8, number as u8);
                }
            }
            d += 1;
        }
        i += 1;
    }
    table
};

impl Point {
    /// The point at a row (0 is `a`, 8 is `i`) and number; `None` if it is off the board.
    pub const fn new(row: u8, number: u8) -> Option<Point> {
        if row >= 9 || number < ROWS[row as usize].0 || number > ROWS[row as usize].1 {
            return None;
        }
        Some(Point(bit(row, number)))
    }

    /// Every point, `a1` first.
    pub fn all() -> impl Iterator<Item = Point> {
        ROWS.into_iter()
            .enumerate()
            .flat_map(|(row, (first, last))| (first..=last).map(move |n| Point(bit(row as u8, n))))
    }

    /// The row, 0 (`a`) to 8 (`i`).
    pub const fn row(self) -> u8 {
        COORDINATES[self.0 as usize].0
    }

    /// The number along the row, 1 to 9.
    pub const fn number(self) -> u8 {
        COORDINATES[self.0 as usize].1
    }

    /// The next point in a direction, `None` past the edge.
    #[inline]
    pub const fn step(self, toward: Direction) -> Option<Point> {
        match NEIGHBOURS[self.0 as usize][toward as usize] {
            OFF_BOARD => None,
            bit => Some(Point(bit)),
        }
    }

    /// The direction in which `other` is adjacent, if it is.
    pub fn direction_to(self, other: Point) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&d| self.step(d) == Some(other))
    }

    /// The bit index, 0 to 60: arbitrary but stable.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The point with a bit index; `None` above 60.
    pub const fn from_index(index: usize) -> Option<Point> {
        if index < POINT_COUNT as usize { Some(Point(index as u8)) } else { None }
    }

    /// The point with a bit index, which must be below 61.
    #[inline]
    pub(crate) const fn from_index_unchecked(index: u32) -> Point {
        Point(index as u8)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.row()), self.number())
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Ord for Point {
    fn cmp(&self, other: &Point) -> Ordering {
        COORDINATES[self.index()].cmp(&COORDINATES[other.index()])
    }
}

impl PartialOrd for Point {
    fn partial_cmp(&self, other: &Point) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl FromStr for Point {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Point, ParseError> {
        let point = match *text.as_bytes() {
            [row, number] => {
                let row = row.to_ascii_lowercase();
                Point::new(row.wrapping_sub(b'a'), number.wrapping_sub(b'0'))
            }
            _ => None,
        };
        point.ok_or_else(|| {
            ParseError::new(
                "POINT",
                message!(
                    "`{text}` is not a point; the board has a1-a5, b1-b6, c1-c7, d1-d8, e1-e9, f2-f9, g3-g9, h4-h9, i5-i9",
                    "«\u{a0}{text}\u{a0}» n'est pas un point\u{a0}; le plateau a a1-a5, b1-b6, c1-c7, d1-d8, e1-e9, f2-f9, g3-g9, h4-h9, i5-i9"
                ),
            )
        })
    }
}

/// One of the six directions, counter-clockwise from east.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// Along the row to higher numbers.
    E = 0,
    /// To the row above, number one higher.
    NE = 1,
    /// To the row above, same number.
    NW = 2,
    /// Along the row to lower numbers.
    W = 3,
    /// To the row below, number one lower.
    SW = 4,
    /// To the row below, same number.
    SE = 5,
}

/// Change of (row, number) by direction.
const STEP_OFFSETS: [(i8, i8); 6] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];

/// The points that have a neighbour, by direction.
const POINTS_WITH_NEIGHBOUR: [u64; 6] = {
    let mut table = [0; 6];
    let mut d = 0;
    while d < 6 {
        let mut i = 0;
        while i < 61 {
            if NEIGHBOURS[i][d] != OFF_BOARD {
                table[d] |= 1 << i;
            }
            i += 1;
        }
        d += 1;
    }
    table
};

impl Direction {
    /// All six, counter-clockwise from east.
    pub const ALL: [Direction; 6] =
        [Direction::E, Direction::NE, Direction::NW, Direction::W, Direction::SW, Direction::SE];

    /// The direction `sixths` sixths of a turn further counter-clockwise.
    pub const fn rotated(self, sixths: usize) -> Direction {
        Direction::ALL[(self as usize + sixths) % 6]
    }

    /// The other way along the same line.
    pub const fn opposite(self) -> Direction {
        self.rotated(3)
    }

    /// Whether the other direction is 60° away.
    pub fn is_beside(self, other: Direction) -> bool {
        self.rotated(1) == other || self.rotated(5) == other
    }

    /// The points from which a step this way stays on the board.
    #[inline]
    pub const fn points_with_neighbour(self) -> PointSet {
        PointSet(POINTS_WITH_NEIGHBOUR[self as usize])
    }

    /// The left rotation of the 61 bits ([`Point::index`]) that moves a whole set one step this
    /// way.
    #[inline]
    pub const fn bit_rotation(self) -> u32 {
        [1, 14, 13, 60, 47, 48][self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_ordered_and_round_trip() {
        let all: Vec<Point> = Point::all().collect();
        assert_eq!(all.len(), 61);
        assert!(all.is_sorted());
        for point in all {
            assert_eq!(point.to_string().parse(), Ok(point));
            assert_eq!(point.to_string().to_uppercase().parse(), Ok(point));
            assert_eq!(Point::from_index_unchecked(point.index() as u32), point);
            assert_eq!(Point::from_index(point.index()), Some(point));
        }
        assert_eq!(Point::from_index(61), None);
        for text in ["", "a", "a0", "a6", "b7", "f1", "g2", "i4", "j5", "a10", "1a", "é5", "a1 "] {
            assert!(text.parse::<Point>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_step_is_a_rotation_by_a_constant() {
        for point in Point::all() {
            for d in Direction::ALL {
                let next = point.step(d);
                assert_eq!(next.is_some(), d.points_with_neighbour().contains(point));
                let Some(next) = next else { continue };
                assert_eq!(
                    next.index() as u32,
                    (point.index() as u32 + d.bit_rotation()) % POINT_COUNT
                );
                assert_eq!(next.step(d.opposite()), Some(point));
                assert_eq!(point.direction_to(next), Some(d));
            }
        }
    }
}
