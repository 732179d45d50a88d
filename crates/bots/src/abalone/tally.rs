//! Where the balls of a side are, all sums in one number.

use abaque_abalone::Point;

use super::geometry::{CORNERS, OFF, RING};

/// Sums over some balls, each in its own bits: how many are on each of the inner rings and in corners,
/// of their rows, of their numbers, of the squares of their distances from the centre.
#[derive(Clone, Copy)]
pub(super) struct Tally {
    sums: u64,
    count: i32,
}

/// Where each sum begins. No board has more balls than 61, so none reaches the next.
const PLACES: [u32; 5] = [0, 6, 12, 18, 24];
const ROWS: u32 = 30;
const NUMBERS: u32 = 40;
const SQUARES: u32 = 50;

/// What a ball adds, by point.
static ADDS: [u64; 64] = {
    let mut table = [0; 64];
    let mut i = 0;
    while i < OFF {
        if let Some(point) = Point::from_index(i) {
            let (row, number) = (point.row() as i64, point.number() as i64 - 1);
            let (x, y) = (row - 4, number - 4);
            let square = x * x + y * y - x * y;
            let ring = RING[i] as usize;
            let place = if ring < 4 { 1 << PLACES[ring] } else { (CORNERS >> i & 1) << PLACES[4] };
            let sums = (row as u64) << ROWS | (number as u64) << NUMBERS;
            table[i] = place | sums | (square as u64) << SQUARES;
        }
        i += 1;
    }
    table
};

impl Tally {
    #[inline(always)]
    pub(super) fn of(mut balls: u64) -> Tally {
        let count = balls.count_ones() as i32;
        let mut sums = 0;
        while balls != 0 {
            sums += ADDS[balls.trailing_zeros() as usize];
            balls &= balls - 1;
        }
        Tally { sums, count }
    }

    /// How many balls are on rings 0 to 3, and in corners.
    #[inline(always)]
    pub(super) fn places(self) -> [i32; 5] {
        PLACES.map(|from| (self.sums >> from & 0x3F) as i32)
    }

    /// The sum of the squares of the balls' distances from their common centre.
    #[inline(always)]
    pub(super) fn spread(self) -> i32 {
        let sum = |from: u32| (self.sums >> from & 0x3FF) as i32 - 4 * self.count;
        let (x, y) = (sum(ROWS), sum(NUMBERS));
        (self.sums >> SQUARES) as i32 - (x * x + y * y - x * y) / self.count.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abalone::geometry::{ALL, RINGS, stepped};

    #[test]
    fn the_whole_board() {
        let all = Tally::of(ALL);
        assert_eq!(all.places(), [1, 6, 12, 18, 6]);
        assert_eq!(all.spread(), 6 + 42 + 138 + 324);
        assert_eq!(Tally::of(0).spread(), 0);
    }

    #[test]
    fn spread_is_the_same_anywhere() {
        let star = RINGS[0] | RINGS[1];
        assert_eq!(Tally::of(star).spread(), 6);
        assert_eq!(Tally::of(stepped::<0>(stepped::<1>(star))).spread(), 6);
        assert_eq!(Tally::of(RINGS[2]).spread(), 42);
    }
}
