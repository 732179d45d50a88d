//! The move generator: whole-board sets, one direction at a time.
//!
//! For each direction one set holds the rear balls of all moves in line, pushes included, and four
//! sets hold the arrows: pairs and triples on each of the two other axes, each named by one end.

use crate::board::POINTS;
use crate::{Action, Arrow, Direction, Line, Points};

/// The moves in one direction, as sets of the balls that name them.
pub(crate) struct Reach {
    /// Rear balls of the moves in line.
    pub(crate) lines: u64,
    /// Arrows of two and of three balls along each of the two other axes, by their first end.
    pub(crate) arrows: [[u64; 2]; 2],
}

/// The axes an arrow toward each direction may lie on.
const ACROSS: [[Direction; 2]; 3] = {
    let [e, ne, nw, ..] = Direction::ALL;
    [[ne, nw], [nw, e], [e, ne]]
};

/// The points whose neighbour is in `set`. Where a point has no neighbour the answer is
/// meaningless: combine with [`Direction::inside`].
#[inline(always)]
const fn before(set: u64, toward: Direction) -> u64 {
    let by = toward.rotation();
    set >> by | set << (POINTS - by)
}

impl Reach {
    /// The moves of the balls `own` against `opposing`.
    #[inline(always)]
    pub(crate) const fn toward(toward: Direction, own: u64, opposing: u64) -> Reach {
        let inside = toward.inside().bits();
        let free = Points::ALL.bits() & !(own | opposing);
        let at_free = before(free, toward) & inside;
        // Every set below is cut to `inner` or `outer`, which masks the wrapped bits out.
        let (inner, outer) = (own & inside, opposing & inside);

        let single = own & at_free;
        // ABA-07: what may be pushed has a free point or the edge behind it.
        let last = opposing & (at_free | !inside);
        let at_last = before(last, toward);
        let on_one = inner & at_last;
        let on_two = inner & before(outer & at_last, toward);
        // ABA-06: two may push one, three may push one or two.
        let pair = inner & before(single | on_one, toward);
        let behind_two = inner & before(on_two, toward);
        let triple = inner & before(pair | behind_two, toward);

        let [a, b] = ACROSS[toward as usize % 3];
        Reach {
            lines: single | pair | triple,
            arrows: [Self::arrows(single, a), Self::arrows(single, b)],
        }
    }

    /// ABA-04: every ball of an arrow has a free point beside it.
    #[inline(always)]
    const fn arrows(movable: u64, along: Direction) -> [u64; 2] {
        let pairs = movable & along.inside().bits() & before(movable, along);
        [pairs, pairs & before(pairs, along)]
    }
}

/// The moves in all six directions. Written out rather than looped over, so that every rotation
/// and mask is a constant.
#[inline(always)]
const fn all(own: Points, opposing: Points) -> [Reach; 6] {
    let [e, ne, nw, w, sw, se] = Direction::ALL;
    let (own, opposing) = (own.bits(), opposing.bits());
    [
        Reach::toward(e, own, opposing),
        Reach::toward(ne, own, opposing),
        Reach::toward(nw, own, opposing),
        Reach::toward(w, own, opposing),
        Reach::toward(sw, own, opposing),
        Reach::toward(se, own, opposing),
    ]
}

/// Calls `each` with every move.
#[inline]
pub(crate) fn each_move(own: Points, opposing: Points, mut each: impl FnMut(Action)) {
    for (toward, reach) in Direction::ALL.into_iter().zip(all(own, opposing)) {
        for rear in Points(reach.lines) {
            each(Action::Line(Line::known(rear, toward)));
        }
        for (along, sets) in ACROSS[toward as usize % 3].into_iter().zip(reach.arrows) {
            for (balls, set) in [2, 3].into_iter().zip(sets) {
                for first in Points(set) {
                    each(Action::Arrow(Arrow::known(first, along, balls, toward)));
                }
            }
        }
    }
}

/// The move that [`each_move`] would give after `skip` others.
pub(crate) fn nth_move(own: Points, opposing: Points, mut skip: u64) -> Option<Action> {
    let mut found = None;
    each_move(own, opposing, |action| {
        if skip == 0 && found.is_none() {
            found = Some(action);
        }
        skip = skip.saturating_sub(1);
    });
    found
}

/// Whether there is any move: nearly always a single step decides, so that is asked first.
#[inline]
pub(crate) fn can_move(own: Points, opposing: Points) -> bool {
    let free = !(own | opposing);
    Direction::ALL
        .into_iter()
        .any(|toward| (before(free.bits(), toward) & (own & toward.inside()).bits()) != 0)
        || count(own, opposing) != 0
}

/// One bit of each of three numbers added: their sum and carry.
#[inline(always)]
const fn add(a: u64, b: u64, c: u64) -> (u64, u64) {
    let half = a ^ b;
    (half ^ c, a & b | half & c)
}

/// How many moves there are. The thirty sets are first added bit by bit, which leaves eight to
/// be counted.
#[inline]
pub(crate) fn count(own: Points, opposing: Points) -> u64 {
    let reaches = all(own, opposing);
    let (mut ones, mut twos) = ([0; 6], [0; 14]);
    for (i, reach) in reaches.iter().enumerate() {
        let [[pairs, triples], [more_pairs, more_triples]] = reach.arrows;
        let (sum, carry) = add(reach.lines, pairs, triples);
        twos[2 * i] = carry;
        (ones[i], twos[2 * i + 1]) = add(sum, more_pairs, more_triples);
    }
    let (a, carry_a) = add(ones[0], ones[1], ones[2]);
    let (b, carry_b) = add(ones[3], ones[4], ones[5]);
    (twos[12], twos[13]) = (carry_a, carry_b);
    let (c, fours_c) = add(twos[0], twos[1], twos[2]);
    let (d, fours_d) = add(twos[3], twos[4], twos[5]);
    let (e, fours_e) = add(twos[6], twos[7], twos[8]);
    let (f, fours_f) = add(twos[9], twos[10], twos[11]);
    let (g, fours_g) = add(c, d, twos[12]);
    let (h, fours_h) = add(e, f, twos[13]);
    let (i, eights_i) = add(fours_c, fours_d, fours_e);
    let (j, eights_j) = add(fours_f, fours_g, fours_h);
    let ones = a.count_ones() + b.count_ones();
    let twos = g.count_ones() + h.count_ones();
    let fours = i.count_ones() + j.count_ones();
    let eights = eights_i.count_ones() + eights_j.count_ones();
    u64::from(ones + 2 * twos + 4 * fours + 8 * eights)
}
