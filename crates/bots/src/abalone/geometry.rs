//! Tables of the board as numbers: rays, rings, keys.

use abaque_abalone::{Direction, Point, Points};

/// The number of a point that does not exist: its bit and its keys are nothing.
pub(crate) const OFF: usize = 61;

/// Every point.
pub(crate) const ALL: u64 = Points::ALL.bits();

/// The bit of each point, 0 from [`OFF`] on.
pub(crate) const BIT: [u64; 64] = {
    let mut table = [0; 64];
    let mut i = 0;
    while i < OFF {
        table[i] = 1 << i;
        i += 1;
    }
    table
};

/// By direction and point: the points 0 to 5 steps on.
pub(crate) static RAY: [[[u8; 8]; 64]; 8] = {
    let mut table = [[[OFF as u8; 8]; 64]; 8];
    let mut d = 0;
    while d < 6 {
        let mut i = 0;
        while i < OFF {
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

/// By point: how many steps from the centre, 0 to 4.
pub(crate) const RING: [u8; 64] = {
    let mut table = [0; 64];
    let mut i = 0;
    while i < OFF {
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
    while i < OFF {
        table[RING[i] as usize] |= 1 << i;
        i += 1;
    }
    table
};

/// The six corners.
pub(crate) const CORNERS: u64 = {
    let mut set = 0;
    let mut i = 0;
    while i < OFF {
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

const fn mixed(mut z: u64) -> u64 {
    z = z.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// By seat and point: what a ball there adds to the key; nothing from [`OFF`] on.
pub(crate) static KEYS: [[u64; 64]; 2] = {
    let mut table = [[0; 64]; 2];
    let mut i = 0;
    while i < OFF {
        table[0][i] = mixed(i as u64 + 1);
        table[1][i] = mixed(i as u64 + 101);
        i += 1;
    }
    table
};

/// What the second player being on move adds to the key.
pub(crate) const SECOND_TO_MOVE: u64 = mixed(1_001);

/// What balls still in hand add to the key.
pub(crate) const PLACING: u64 = mixed(1_002);

/// The points whose neighbour in direction `D` is in the set. Where there is no neighbour the
/// answer means nothing: combine with [`inside`].
#[inline(always)]
pub(crate) const fn before<const D: usize>(set: u64) -> u64 {
    let by = Direction::ALL[D].rotation();
    set >> by | set << (61 - by)
}

/// The points that have a neighbour in direction `D`.
#[inline(always)]
pub(crate) const fn inside<const D: usize>() -> u64 {
    Direction::ALL[D].inside().bits()
}

/// The points of `set` moved one step in direction `D`; what leaves the board is gone.
#[inline(always)]
pub(crate) const fn stepped<const D: usize>(set: u64) -> u64 {
    let by = Direction::ALL[D].rotation();
    let set = set & inside::<D>();
    (set << by | set >> (61 - by)) & ALL
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_and_corners() {
        assert_eq!(RINGS.map(u64::count_ones), [1, 6, 12, 18, 24]);
        assert_eq!(CORNERS.count_ones(), 6);
    }

    #[test]
    fn sets_step_as_points_do() {
        for point in Point::all() {
            let step = |d| point.step(d).map_or(0, |next| BIT[next.index()]);
            assert_eq!(stepped::<0>(BIT[point.index()]), step(Direction::E));
            assert_eq!(stepped::<1>(BIT[point.index()]), step(Direction::NE));
            assert_eq!(stepped::<4>(BIT[point.index()]), step(Direction::SW));
            assert_eq!(usize::from(RAY[2][point.index()][1]), {
                point.step(Direction::NW).map_or(OFF, Point::index)
            });
        }
    }
}
