//! Enumerates the takings from the visible lines (ABR-07 to ABR-10).

use crate::{HoleSet, LeaveRule, Line, LineIter};

/// Every triple of nine cells, as bits, ordered by last cell: the first n(n−1)(n−2)/6 are those of
/// a line of n.
static CELL_TRIPLES: [u16; 84] = cell_triples();

const fn cell_triples() -> [u16; 84] {
    let (mut all, mut count, mut last) = ([0; 84], 0, 2);
    while last < 9 {
        let mut middle = 1;
        while middle < last {
            let mut first = 0;
            while first < middle {
                all[count] = 1 << first | 1 << middle | 1 << last;
                count += 1;
                first += 1;
            }
            middle += 1;
        }
        last += 1;
    }
    all
}

const fn is_side_by_side(three: u16) -> bool {
    three >> three.trailing_zeros() == 0b111
}

/// Calls `found` with every legal taking, each once.
pub(crate) fn for_each_line_taking(
    lines: LineIter,
    leave: LeaveRule,
    mut found: impl FnMut(HoleSet),
) {
    // Two lines share at most one cell, so only single pawns can occur twice.
    let mut singles = 0;
    for line in lines {
        for_each_choice(&line, leave, |holes| {
            if holes.len() == 1 {
                if singles & holes.0 != 0 {
                    return;
                }
                singles |= holes.0;
            }
            found(holes);
        });
    }
}

/// Calls `found` with every legal choice for one line.
fn for_each_choice(line: &Line, leave: LeaveRule, mut found: impl FnMut(HoleSet)) {
    let (n, pawns) = (usize::from(line.len()), line.pawn_bits());
    if pawns.count_ones() as usize <= n - 3 {
        return found(line.pawns());
    }
    // Choosing the pawns to take means choosing the three cells that stay, dots included.
    let all: u16 = (1 << n) - 1;
    let dots = all & !pawns;
    let threes = &CELL_TRIPLES[..n * (n - 1) * (n - 2) / 6];
    let possible = || threes.iter().copied().filter(move |three| three & dots == dots);
    let spread = leave == LeaveRule::Spread && !possible().all(is_side_by_side);
    for three in possible() {
        if !(spread && is_side_by_side(three)) {
            found(line.holes(all & !three));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threes_of_a_short_line_come_first() {
        for n in 3..=9 {
            let count = n * (n - 1) * (n - 2) / 6;
            assert!(
                CELL_TRIPLES[..count]
                    .iter()
                    .all(|three| three >> n == 0 && three.count_ones() == 3)
            );
            assert!(CELL_TRIPLES[count..].iter().all(|three| three >> n != 0));
            assert_eq!(
                CELL_TRIPLES[..count].iter().filter(|&&three| is_side_by_side(three)).count(),
                n - 2
            );
        }
    }
}
