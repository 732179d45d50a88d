//! Precomputed board tables: rays, rings, Zobrist keys.

use abaque_abalone::{Direction, Point, PointSet};
use abaque_core::SplitMix;

/// Index of a non-existent point; its bit and keys are 0.
pub(crate) const NO_POINT: usize = 61;

/// All points.
pub(crate) const ALL: u64 = PointSet::ALL.bits();

/// Bit of each point, 0 from [`NO_POINT`] on.
pub(crate) const BIT: [u64; 64] = {
    let mut table = [0; 64];
    let mut i = 0;
    while i < NO_POINT {
        table[i] = 1 << i;
        i += 1;
    }
    table
};

/// By direction and point: the points 0 to 5 steps away.
pub(crate) static RAY: [[[u8; 8]; 64]; 8] = {
    let mut table = [[[NO_POINT as u8; 8]; 64]; 8];
    let mut d = 0;
    while d < 6 {
        let mut i = 0;
        while i < NO_POINT {
            let mut at = Point::from_index(i);
            let mut k = 0;
            while k < 6 {
                match at {
                    Some(point) => {
                        table[d][i][k] = point.index() as u8;
                        at = point.step(Direction::ALL[d]);
                    }
                    None => break,
                }
                k += 1;
            }
            i += 1;
        }
        d += 1;
    }
    table
};

/// By point: distance from the centre, 0 to 4.
pub(crate) const RING: [u8; 64] = {
    let mut table = [0; 64];
    let mut i = 0;
    while i < NO_POINT {
        if let Some(point) = Point::from_index(i) {
            let (row, number) = (point.row() as i32 - 4, point.number() as i32 - 5);
            let (a, b, c) = (row.abs(), number.abs(), (row - number).abs());
            table[i] = (if a > b && a > c {
                a
            } else if b > c {
                b
            } else {
                c
            }) as u8;
        }
        i += 1;
    }
    table
};

/// The points of each ring.
#[cfg(test)]
pub(crate) const RINGS: [u64; 5] = {
    let mut table = [0; 5];
    let mut i = 0;
    while i < NO_POINT {
        table[RING[i] as usize] |= 1 << i;
        i += 1;
    }
    table
};

/// The six corners.
pub(crate) const CORNERS: u64 = {
    let mut set = 0;
    let mut i = 0;
    while i < NO_POINT {
        if let Some(point) = Point::from_index(i) {
            let mut ways = 0;
            let mut d = 0;
            while d < 6 {
                if point.step(Direction::ALL[d]).is_some() {
                    ways += 1;
                }
                d += 1;
            }
            if ways == 3 {
                set |= 1 << i;
            }
        }
        i += 1;
    }
    set
};

const fn zobrist_key(number: u64) -> u64 {
    SplitMix::nth(0, number)
}

/// Zobrist keys by seat and point; 0 from [`NO_POINT`] on.
pub(crate) static ZOBRIST_KEYS: [[u64; 64]; 2] = {
    let mut table = [[0; 64]; 2];
    let mut i = 0;
    while i < NO_POINT {
        table[0][i] = zobrist_key(i as u64 + 1);
        table[1][i] = zobrist_key(i as u64 + 101);
        i += 1;
    }
    table
};

/// Zobrist key for the second player to move.
pub(crate) const SECOND_TO_MOVE_KEY: u64 = zobrist_key(1_001);

/// Zobrist key for balls still in hand.
pub(crate) const PLACING_KEY: u64 = zobrist_key(1_002);

/// Points whose neighbour in direction `D` is in `set`. Undefined for points without that
/// neighbour: mask with [`inside`].
#[inline(always)]
pub(crate) const fn before<const D: usize>(set: u64) -> u64 {
    let by = Direction::ALL[D].bit_rotation();
    set >> by | set << (61 - by)
}

/// Points that have a neighbour in direction `D`.
#[inline(always)]
pub(crate) const fn inside<const D: usize>() -> u64 {
    Direction::ALL[D].points_with_neighbour().bits()
}

/// `set` shifted one step in direction `D`; points leaving the board are dropped.
#[inline(always)]
pub(crate) const fn stepped<const D: usize>(set: u64) -> u64 {
    let by = Direction::ALL[D].bit_rotation();
    let set = set & inside::<D>();
    (set << by | set >> (61 - by)) & ALL
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_and_corners_have_their_sizes() {
        assert_eq!(RINGS.map(u64::count_ones), [1, 6, 12, 18, 24]);
        assert_eq!(CORNERS.count_ones(), 6);
    }

    #[test]
    fn stepping_a_set_steps_each_point() {
        for point in Point::all() {
            let step = |d| point.step(d).map_or(0, |next| BIT[next.index()]);
            assert_eq!(stepped::<0>(BIT[point.index()]), step(Direction::E));
            assert_eq!(stepped::<1>(BIT[point.index()]), step(Direction::NE));
            assert_eq!(stepped::<4>(BIT[point.index()]), step(Direction::SW));
            assert_eq!(usize::from(RAY[2][point.index()][1]), {
                point.step(Direction::NW).map_or(NO_POINT, Point::index)
            });
        }
    }
}
