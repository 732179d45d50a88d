//! The move generator: bitboards of the whole board, one direction at a time.
//!
//! For each direction, one set holds the rear balls of all moves in line, pushes included, and four
//! sets hold the arrows: pairs and triples on each of the two other axes, each named by one end.

use crate::board::POINT_COUNT;
use crate::{Action, ArrowMove, Direction, LineMove, PointSet};

/// The moves in one direction, as sets of the balls that name them.
pub(crate) struct DirectionMoves {
    /// Rear balls of the moves in line.
    pub(crate) lines: u64,
    /// Arrows of two and three balls on each of the two other axes, by their first end.
    pub(crate) arrows: [[u64; 2]; 2],
}

/// The two axes on which an arrow toward each direction can lie.
const ARROW_AXES: [[Direction; 2]; 3] = {
    let [e, ne, nw, ..] = Direction::ALL;
    [[ne, nw], [nw, e], [e, ne]]
};

/// The points whose neighbour is in `set`. The bit of a point without a neighbour is meaningless:
/// mask with [`Direction::points_with_neighbour`].
#[inline(always)]
const fn shift_back(set: u64, toward: Direction) -> u64 {
    let by = toward.bit_rotation();
    set >> by | set << (POINT_COUNT - by)
}

impl DirectionMoves {
    /// The moves of the balls `own` against `opposing`.
    #[inline(always)]
    pub(crate) const fn toward(toward: Direction, own: u64, opposing: u64) -> DirectionMoves {
        let inside = toward.points_with_neighbour().bits();
        let free = PointSet::ALL.bits() & !(own | opposing);
        let at_free = shift_back(free, toward) & inside;
        // Masking with `inner` or `outer` below removes the bits that wrapped around.
        let (inner, outer) = (own & inside, opposing & inside);

        let single = own & at_free;
        // ABA-07: a group can be pushed if a free point or the edge is behind it.
        let last = opposing & (at_free | !inside);
        let at_last = shift_back(last, toward);
        let on_one = inner & at_last;
        let on_two = inner & shift_back(outer & at_last, toward);
        // ABA-06: two balls push one, three push one or two.
        let pair = inner & shift_back(single | on_one, toward);
        let behind_two = inner & shift_back(on_two, toward);
        let triple = inner & shift_back(pair | behind_two, toward);

        let [a, b] = ARROW_AXES[toward as usize % 3];
        DirectionMoves {
            lines: single | pair | triple,
            arrows: [Self::arrows(single, a), Self::arrows(single, b)],
        }
    }

    /// ABA-04: every ball of an arrow needs a free target.
    #[inline(always)]
    const fn arrows(movable: u64, along: Direction) -> [u64; 2] {
        let pairs = movable & along.points_with_neighbour().bits() & shift_back(movable, along);
        [pairs, pairs & shift_back(pairs, along)]
    }
}

/// The moves in all six directions, unrolled so that every rotation and mask is a constant.
#[inline(always)]
const fn all_directions(own: PointSet, opposing: PointSet) -> [DirectionMoves; 6] {
    let [e, ne, nw, w, sw, se] = Direction::ALL;
    let (own, opposing) = (own.bits(), opposing.bits());
    [
        DirectionMoves::toward(e, own, opposing),
        DirectionMoves::toward(ne, own, opposing),
        DirectionMoves::toward(nw, own, opposing),
        DirectionMoves::toward(w, own, opposing),
        DirectionMoves::toward(sw, own, opposing),
        DirectionMoves::toward(se, own, opposing),
    ]
}

/// Calls `each` with every move.
#[inline]
pub(crate) fn for_each_move(own: PointSet, opposing: PointSet, mut each: impl FnMut(Action)) {
    for (toward, reach) in Direction::ALL.into_iter().zip(all_directions(own, opposing)) {
        for rear in PointSet(reach.lines) {
            each(Action::Line(LineMove::new_unchecked(rear, toward)));
        }
        for (along, sets) in ARROW_AXES[toward as usize % 3].into_iter().zip(reach.arrows) {
            for (balls, set) in [2, 3].into_iter().zip(sets) {
                for first in PointSet(set) {
                    each(Action::Arrow(ArrowMove::new_unchecked(first, along, balls, toward)));
                }
            }
        }
    }
}

/// The move at index `skip` in the order of [`for_each_move`].
pub(crate) fn nth_move(own: PointSet, opposing: PointSet, mut skip: u64) -> Option<Action> {
    let mut found = None;
    for_each_move(own, opposing, |action| {
        if skip == 0 && found.is_none() {
            found = Some(action);
        }
        skip = skip.saturating_sub(1);
    });
    found
}

/// Whether any move exists. A single step nearly always does, so it is tried first.
#[inline]
pub(crate) fn can_move(own: PointSet, opposing: PointSet) -> bool {
    let free = !(own | opposing);
    Direction::ALL.into_iter().any(|toward| {
        (shift_back(free.bits(), toward) & (own & toward.points_with_neighbour()).bits()) != 0
    }) || count_moves(own, opposing) != 0
}

/// Bitwise full adder: sum and carry.
#[inline(always)]
const fn full_add(a: u64, b: u64, c: u64) -> (u64, u64) {
    let half = a ^ b;
    (half ^ c, a & b | half & c)
}

/// The number of moves. Carry-save adders reduce the thirty sets to eight popcounts.
#[inline]
pub(crate) fn count_moves(own: PointSet, opposing: PointSet) -> u64 {
    let reaches = all_directions(own, opposing);
    let (mut ones, mut twos) = ([0; 6], [0; 14]);
    for (i, reach) in reaches.iter().enumerate() {
        let [[pairs, triples], [more_pairs, more_triples]] = reach.arrows;
        let (sum, carry) = full_add(reach.lines, pairs, triples);
        twos[2 * i] = carry;
        (ones[i], twos[2 * i + 1]) = full_add(sum, more_pairs, more_triples);
    }
    let (a, carry_a) = full_add(ones[0], ones[1], ones[2]);
    let (b, carry_b) = full_add(ones[3], ones[4], ones[5]);
    (twos[12], twos[13]) = (carry_a, carry_b);
    let (c, fours_c) = full_add(twos[0], twos[1], twos[2]);
    let (d, fours_d) = full_add(twos[3], twos[4], twos[5]);
    let (e, fours_e) = full_add(twos[6], twos[7], twos[8]);
    let (f, fours_f) = full_add(twos[9], twos[10], twos[11]);
    let (g, fours_g) = full_add(c, d, twos[12]);
    let (h, fours_h) = full_add(e, f, twos[13]);
    let (i, eights_i) = full_add(fours_c, fours_d, fours_e);
    let (j, eights_j) = full_add(fours_f, fours_g, fours_h);
    let ones = a.count_ones() + b.count_ones();
    let twos = g.count_ones() + h.count_ones();
    let fours = i.count_ones() + j.count_ones();
    let eights = eights_i.count_ones() + eights_j.count_ones();
    u64::from(ones + 2 * twos + 4 * fours + 8 * eights)
}
