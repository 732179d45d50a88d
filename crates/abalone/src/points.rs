use std::fmt;
use std::ops::{BitAnd, BitOr, Not};

use crate::Point;
use crate::board::POINTS;

/// A set of points in one machine word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Points(pub(crate) u64);

impl Points {
    /// No point.
    pub const NONE: Points = Points(0);
    /// The whole board.
    pub const ALL: Points = Points((1 << POINTS) - 1);

    /// Whether the point is in the set.
    #[inline]
    pub const fn has(self, point: Point) -> bool {
        self.0 >> point.index() & 1 != 0
    }

    /// The set with one more point.
    #[inline]
    pub const fn with(self, point: Point) -> Points {
        Points(self.0 | 1 << point.index())
    }

    /// The set with one point less.
    #[inline]
    pub const fn without(self, point: Point) -> Points {
        Points(self.0 & !(1 << point.index()))
    }

    /// How many points are in the set.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The bits, by [`Point::index`].
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }
}

impl BitOr for Points {
    type Output = Points;

    fn bitor(self, other: Points) -> Points {
        Points(self.0 | other.0)
    }
}

impl BitAnd for Points {
    type Output = Points;

    fn bitand(self, other: Points) -> Points {
        Points(self.0 & other.0)
    }
}

impl Not for Points {
    type Output = Points;

    fn not(self) -> Points {
        Points(!self.0 & Points::ALL.0)
    }
}

impl FromIterator<Point> for Points {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Points {
        points.into_iter().fold(Points::NONE, Points::with)
    }
}

impl IntoIterator for Points {
    type Item = Point;
    type IntoIter = PointsIter;

    #[inline]
    fn into_iter(self) -> PointsIter {
        PointsIter(self.0)
    }
}

/// The points of a set, in the order of [`Point::index`].
#[derive(Clone, Debug)]
pub struct PointsIter(u64);

impl Iterator for PointsIter {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        (self.0 != 0).then(|| {
            let point = Point::at(self.0.trailing_zeros());
            self.0 &= self.0 - 1;
            point
        })
    }
}

impl fmt::Debug for Points {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut sorted: Vec<Point> = self.into_iter().collect();
        sorted.sort();
        f.debug_set().entries(sorted).finish()
    }
}
