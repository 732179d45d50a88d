//! All moves as sets, one direction at a time, sorted by what they push.

use super::geometry::{ALL, before, inside};
use super::play::{Play, Sort};

/// The moves in line of one direction, as sets of their rear balls.
#[derive(Clone, Copy)]
pub(crate) struct Lines {
    /// One ball onto a free point: also what an arrow is made of.
    pub(crate) single: u64,
    pub(crate) pair: u64,
    pub(crate) triple: u64,
    pub(crate) pushes: Pushes,
    pub(crate) ejections: Pushes,
}

/// Rear balls of two on one, three on one, three on two.
#[derive(Clone, Copy)]
pub(crate) struct Pushes {
    pub(crate) two_one: u64,
    pub(crate) three_one: u64,
    pub(crate) three_two: u64,
}

impl Pushes {
    /// The pushes in direction `D` whose last ball is one of `last` (ABA-06, ABA-07).
    #[inline(always)]
    pub(crate) const fn of<const D: usize>(own: u64, opposing: u64, last: u64) -> Pushes {
        let (own, opposing) = (own & inside::<D>(), opposing & inside::<D>());
        let at_last = before::<D>(last);
        let two_one = own & before::<D>(own & at_last);
        let on_two = own & before::<D>(opposing & at_last);
        Pushes {
            two_one,
            three_one: own & before::<D>(two_one),
            three_two: own & before::<D>(own & before::<D>(on_two)),
        }
    }
}

/// The moves in line in direction `D`.
#[inline(always)]
pub(crate) const fn lines<const D: usize>(own: u64, opposing: u64) -> Lines {
    let free = ALL & !(own | opposing);
    let at_free = before::<D>(free) & inside::<D>();
    let single = own & at_free;
    let pair = own & inside::<D>() & before::<D>(single);
    Lines {
        single,
        pair,
        triple: own & inside::<D>() & before::<D>(pair),
        pushes: Pushes::of::<D>(own, opposing, opposing & at_free),
        ejections: Pushes::of::<D>(own, opposing, opposing & !inside::<D>()),
    }
}

/// Pairs and triples along `D` of balls that can all move sideways, by their first end.
#[inline(always)]
const fn arrows<const D: usize>(movable: u64) -> (u64, u64) {
    let pairs = movable & inside::<D>() & before::<D>(movable);
    (pairs, pairs & before::<D>(pairs))
}

#[inline(always)]
fn each<const D: usize>(sort: Sort, mut set: u64, out: &mut Vec<Play>) {
    while set != 0 {
        out.push(Play::new(sort, D, set.trailing_zeros() as usize));
        set &= set - 1;
    }
}

#[inline(always)]
fn toward<const D: usize, const A: usize, const B: usize>(
    own: u64,
    opposing: u64,
    out: &mut Vec<Play>,
) {
    let lines = lines::<D>(own, opposing);
    ejections::<D>(lines.ejections, out);
    each::<D>(Sort::Push21, lines.pushes.two_one, out);
    each::<D>(Sort::Push31, lines.pushes.three_one, out);
    each::<D>(Sort::Push32, lines.pushes.three_two, out);
    each::<D>(Sort::Line3, lines.triple, out);
    each::<D>(Sort::Line2, lines.pair, out);
    each::<D>(Sort::Line1, lines.single, out);
    let (pairs, triples) = arrows::<A>(lines.single);
    each::<D>(Sort::Arrow2A, pairs, out);
    each::<D>(Sort::Arrow3A, triples, out);
    let (pairs, triples) = arrows::<B>(lines.single);
    each::<D>(Sort::Arrow2B, pairs, out);
    each::<D>(Sort::Arrow3B, triples, out);
}

#[inline(always)]
fn ejections<const D: usize>(pushes: Pushes, out: &mut Vec<Play>) {
    each::<D>(Sort::Eject21, pushes.two_one, out);
    each::<D>(Sort::Eject31, pushes.three_one, out);
    each::<D>(Sort::Eject32, pushes.three_two, out);
}

/// Every move of the balls `own` against `opposing`.
pub(crate) fn moves(own: u64, opposing: u64, out: &mut Vec<Play>) {
    toward::<0, 1, 2>(own, opposing, out);
    toward::<1, 2, 0>(own, opposing, out);
    toward::<2, 0, 1>(own, opposing, out);
    toward::<3, 1, 2>(own, opposing, out);
    toward::<4, 2, 0>(own, opposing, out);
    toward::<5, 0, 1>(own, opposing, out);
}

/// The moves that eject a ball.
pub(crate) fn ejecting(own: u64, opposing: u64, out: &mut Vec<Play>) {
    macro_rules! toward {
        ($($d:literal)*) => {$(
            let last = opposing & !inside::<$d>();
            if last != 0 {
                ejections::<$d>(Pushes::of::<$d>(own, opposing, last), out);
            }
        )*};
    }
    toward!(0 1 2 3 4 5);
}

/// Whether there is any move: nearly always a single step decides, so that is asked first.
pub(crate) fn can_move(own: u64, opposing: u64) -> bool {
    let free = ALL & !(own | opposing);
    let step = before::<0>(free) & inside::<0>()
        | before::<1>(free) & inside::<1>()
        | before::<2>(free) & inside::<2>()
        | before::<3>(free) & inside::<3>()
        | before::<4>(free) & inside::<4>()
        | before::<5>(free) & inside::<5>();
    own & step != 0 || {
        let mut all = Vec::new();
        moves(own, opposing, &mut all);
        !all.is_empty()
    }
}
