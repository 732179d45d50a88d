//! Positional sums of one side's balls, packed into one integer.

use abaque_abalone::Point;

use super::geometry::{CORNERS, NO_POINT, RING};

/// Sums over a side's balls in separate bit fields: balls per inner ring and in corners, row and
/// number coordinates, and squared distances from the centre.
#[derive(Clone, Copy)]
pub(super) struct BallSums {
    sums: u64,
    count: i32,
}

/// Bit offset of each sum. At most 61 balls fit on the board, so no field overflows.
const PLACE_SHIFTS: [u32; 5] = [0, 6, 12, 18, 24];
const ROWS_SHIFT: u32 = 30;
const NUMBERS_SHIFT: u32 = 40;
const SQUARES_SHIFT: u32 = 50;

/// Contribution of a ball, by point.
static SUMS_BY_POINT: [u64; 64] = {
    let mut table = [0; 64];
    let mut i = 0;
    while i < NO_POINT {
        if let Some(point) = Point::from_index(i) {
            let (row, number) = (point.row() as i64, point.number() as i64 - 1);
            let (x, y) = (row - 4, number - 4);
            let square = x * x + y * y - x * y;
            let ring = RING[i] as usize;
            let place = if ring < 4 {
                1 << PLACE_SHIFTS[ring]
            } else {
                (CORNERS >> i & 1) << PLACE_SHIFTS[4]
            };
            let sums = (row as u64) << ROWS_SHIFT | (number as u64) << NUMBERS_SHIFT;
            table[i] = place | sums | (square as u64) << SQUARES_SHIFT;
        }
        i += 1;
    }
    table
};

impl BallSums {
    #[inline(always)]
    pub(super) fn of(mut balls: u64) -> BallSums {
        let count = balls.count_ones() as i32;
        let mut sums = 0;
        while balls != 0 {
            sums += SUMS_BY_POINT[balls.trailing_zeros() as usize];
            balls &= balls - 1;
        }
        BallSums { sums, count }
    }

    /// Balls on rings 0 to 3 and in corners.
    #[inline(always)]
    pub(super) fn places(self) -> [i32; 5] {
        PLACE_SHIFTS.map(|from| (self.sums >> from & 0x3F) as i32)
    }

    /// Sum of squared distances of the balls from the centre of the board.
    #[inline(always)]
    pub(super) fn central_moment(self) -> i32 {
        (self.sums >> SQUARES_SHIFT) as i32
    }

    /// Sum of squared distances of the balls from their centroid.
    #[inline(always)]
    pub(super) fn spread(self) -> i32 {
        let sum = |from: u32| (self.sums >> from & 0x3FF) as i32 - 4 * self.count;
        let (x, y) = (sum(ROWS_SHIFT), sum(NUMBERS_SHIFT));
        (self.sums >> SQUARES_SHIFT) as i32 - (x * x + y * y - x * y) / self.count.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{ALL, RINGS, stepped};

    #[test]
    fn a_full_board_has_known_sums() {
        let all = BallSums::of(ALL);
        assert_eq!(all.places(), [1, 6, 12, 18, 6]);
        assert_eq!(all.spread(), 6 + 42 + 138 + 324);
        assert_eq!(all.central_moment(), all.spread());
        assert_eq!(BallSums::of(0).spread(), 0);
    }

    #[test]
    fn spread_is_translation_invariant() {
        let star = RINGS[0] | RINGS[1];
        assert_eq!(BallSums::of(star).spread(), 6);
        assert_eq!(BallSums::of(stepped::<0>(stepped::<1>(star))).spread(), 6);
        assert_eq!(BallSums::of(RINGS[2]).spread(), 42);
    }
}
