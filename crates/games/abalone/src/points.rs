use alloc::vec::Vec;
use core::fmt;
use core::ops::{BitAnd, BitOr, Not};

use crate::Point;
use crate::board::POINT_COUNT;

/// A bitboard: a set of points in one machine word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PointSet(pub(crate) u64);

impl PointSet {
    /// The empty set.
    pub const NONE: PointSet = PointSet(0);
    /// All 61 points.
    pub const ALL: PointSet = PointSet((1 << POINT_COUNT) - 1);

    /// Whether the point is in the set.
    #[inline]
    pub const fn contains(self, point: Point) -> bool {
        self.0 >> point.index() & 1 != 0
    }

    /// The set with one more point.
    #[inline]
    pub const fn with(self, point: Point) -> PointSet {
        PointSet(self.0 | 1 << point.index())
    }

    /// The set without one point.
    #[inline]
    pub const fn without(self, point: Point) -> PointSet {
        PointSet(self.0 & !(1 << point.index()))
    }

    /// The number of points in the set.
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

impl BitOr for PointSet {
    type Output = PointSet;

    fn bitor(self, other: PointSet) -> PointSet {
        PointSet(self.0 | other.0)
    }
}

impl BitAnd for PointSet {
    type Output = PointSet;

    fn bitand(self, other: PointSet) -> PointSet {
        PointSet(self.0 & other.0)
    }
}

impl Not for PointSet {
    type Output = PointSet;

    fn not(self) -> PointSet {
        PointSet(!self.0 & PointSet::ALL.0)
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        points.into_iter().fold(PointSet::NONE, PointSet::with)
    }
}

impl IntoIterator for PointSet {
    type Item = Point;
    type IntoIter = PointSetIter;

    #[inline]
    fn into_iter(self) -> PointSetIter {
        PointSetIter(self.0)
    }
}

/// Iterates over a set, ordered by [`Point::index`].
#[derive(Clone, Debug)]
pub struct PointSetIter(u64);

impl Iterator for PointSetIter {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        (self.0 != 0).then(|| {
            let point = Point::from_index_unchecked(self.0.trailing_zeros());
            self.0 &= self.0 - 1;
            point
        })
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut sorted: Vec<Point> = self.into_iter().collect();
        sorted.sort();
        f.debug_set().entries(sorted).finish()
    }
}
