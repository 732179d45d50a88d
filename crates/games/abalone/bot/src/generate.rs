//! Bitboard move generation, one direction at a time, grouped by what is pushed.

use super::geometry::{ALL, before, inside};
use super::packed_move::{MoveKind, PackedMove};

/// In-line moves of one direction, as sets of rear balls.
#[derive(Clone, Copy)]
pub(crate) struct LineMoves {
    /// One ball onto a free point; arrows are combinations of these.
    pub(crate) single: u64,
    pub(crate) pair: u64,
    pub(crate) triple: u64,
    pub(crate) pushes: Pushes,
    pub(crate) ejections: Pushes,
}

/// Rear balls of two-on-one, three-on-one and three-on-two pushes.
#[derive(Clone, Copy)]
pub(crate) struct Pushes {
    pub(crate) two_one: u64,
    pub(crate) three_one: u64,
    pub(crate) three_two: u64,
}

impl Pushes {
    /// Pushes in direction `D` whose last ball is in `last` (ABA-06, ABA-07).
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

/// In-line moves in direction `D`.
#[inline(always)]
pub(crate) const fn line_moves<const D: usize>(own: u64, opposing: u64) -> LineMoves {
    let free = ALL & !(own | opposing);
    let at_free = before::<D>(free) & inside::<D>();
    let single = own & at_free;
    let pair = own & inside::<D>() & before::<D>(single);
    LineMoves {
        single,
        pair,
        triple: own & inside::<D>() & before::<D>(pair),
        pushes: Pushes::of::<D>(own, opposing, opposing & at_free),
        ejections: Pushes::of::<D>(own, opposing, opposing & !inside::<D>()),
    }
}

/// Pairs and triples along `D` of balls that can all move sideways, by their first end.
#[inline(always)]
const fn arrow_groups<const D: usize>(movable: u64) -> (u64, u64) {
    let pairs = movable & inside::<D>() & before::<D>(movable);
    (pairs, pairs & before::<D>(pairs))
}

#[inline(always)]
fn push_each<const D: usize>(kind: MoveKind, mut set: u64, out: &mut Vec<PackedMove>) {
    while set != 0 {
        out.push(PackedMove::new(kind, D, set.trailing_zeros() as usize));
        set &= set - 1;
    }
}

#[inline(always)]
fn push_moves_toward<const D: usize, const A: usize, const B: usize>(
    own: u64,
    opposing: u64,
    out: &mut Vec<PackedMove>,
) {
    let lines = line_moves::<D>(own, opposing);
    ejections::<D>(lines.ejections, out);
    push_each::<D>(MoveKind::Push21, lines.pushes.two_one, out);
    push_each::<D>(MoveKind::Push31, lines.pushes.three_one, out);
    push_each::<D>(MoveKind::Push32, lines.pushes.three_two, out);
    push_each::<D>(MoveKind::Line3, lines.triple, out);
    push_each::<D>(MoveKind::Line2, lines.pair, out);
    push_each::<D>(MoveKind::Line1, lines.single, out);
    let (pairs, triples) = arrow_groups::<A>(lines.single);
    push_each::<D>(MoveKind::Arrow2A, pairs, out);
    push_each::<D>(MoveKind::Arrow3A, triples, out);
    let (pairs, triples) = arrow_groups::<B>(lines.single);
    push_each::<D>(MoveKind::Arrow2B, pairs, out);
    push_each::<D>(MoveKind::Arrow3B, triples, out);
}

#[inline(always)]
fn ejections<const D: usize>(pushes: Pushes, out: &mut Vec<PackedMove>) {
    push_each::<D>(MoveKind::Eject21, pushes.two_one, out);
    push_each::<D>(MoveKind::Eject31, pushes.three_one, out);
    push_each::<D>(MoveKind::Eject32, pushes.three_two, out);
}

/// All moves of the balls `own` against `opposing`.
pub(crate) fn moves(own: u64, opposing: u64, out: &mut Vec<PackedMove>) {
    push_moves_toward::<0, 1, 2>(own, opposing, out);
    push_moves_toward::<1, 2, 0>(own, opposing, out);
    push_moves_toward::<2, 0, 1>(own, opposing, out);
    push_moves_toward::<3, 1, 2>(own, opposing, out);
    push_moves_toward::<4, 2, 0>(own, opposing, out);
    push_moves_toward::<5, 0, 1>(own, opposing, out);
}

/// Moves that eject a ball.
pub(crate) fn ejection_moves(own: u64, opposing: u64, out: &mut Vec<PackedMove>) {
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

/// Whether any move exists. A single step almost always does, so it is checked first.
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
