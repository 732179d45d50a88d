//! Finds potential lines with bit shifts over all windows at once.

use abaque_abraxas::{Abraxas, Axis, Corner, plate_to_sheet, sheet_to_plate};

/// The cells seen with the plate in a given corner: which are red and which can take a pawn.
///
/// A *window* is four consecutive cells of a row, column or diagonal; it is *alive* while each of
/// its cells is red or open.
#[derive(Clone, Copy)]
pub(crate) struct LineScan {
    /// Cells with a red pawn or an uncovered dot.
    red: u128,
    /// Cells with a red pawn.
    pawns: u128,
    /// Blank cells under a free hole.
    open: u128,
    /// All cells under a free hole, blank or not.
    free: u128,
    corner: Corner,
}

/// Window counts and the holes that complete or extend them.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub(crate) struct Prospects {
    /// Holes where one pawn makes a line.
    pub(crate) makers: u64,
    /// Windows that lack one pawn.
    pub(crate) threes: u32,
    /// Holes where one pawn makes a window that lacks one more.
    pub(crate) builders: u64,
    /// Windows that lack two pawns.
    pub(crate) twos: u32,
    /// Whether a line stands whatever is placed (unless a stop pawn breaks it).
    pub(crate) standing: bool,
}

impl Prospects {
    /// Union of both, where either corner may come up.
    pub(crate) fn merge(self, other: Prospects) -> Prospects {
        Prospects {
            makers: self.makers | other.makers,
            threes: self.threes + other.threes,
            builders: self.builders | other.builders,
            twos: self.twos + other.twos,
            standing: self.standing || other.standing,
        }
    }
}

impl LineScan {
    /// Scans the game with the plate in `corner`.
    pub(crate) fn new(game: &Abraxas, corner: Corner) -> LineScan {
        LineScan::from_pawns(
            game.sheet().dots(),
            game.red_pawns().bits(),
            game.stop_pawns().bits(),
            corner,
        )
    }

    /// Scans pawns on the plate instead of a game.
    #[inline]
    pub(crate) fn from_pawns(dots: u128, red: u64, stop: u64, corner: Corner) -> LineScan {
        let pawns = plate_to_sheet(red, corner);
        let red_cells = pawns | (dots & !plate_to_sheet(stop, corner));
        let free = plate_to_sheet(!(red | stop), corner);
        LineScan { red: red_cells, pawns, open: free & !red_cells, free, corner }
    }

    /// Finds all prospects.
    pub(crate) fn prospects(&self) -> Prospects {
        let mut seen = Prospects::default();
        let (mut makers, mut builders) = (0, 0);
        for axis in Axis::ALL {
            let s = u32::from(axis.stride());
            let r = [self.red, self.red >> s, self.red >> (2 * s), self.red >> (3 * s)];
            let o = [self.open, self.open >> s, self.open >> (2 * s), self.open >> (3 * s)];
            let (r01, r23, o01, o23) = (r[0] & r[1], r[2] & r[3], o[0] & o[1], o[2] & o[3]);
            let full = r01 & r23;
            if full != 0 {
                self.add_full_windows(full, s, &mut makers, &mut seen.standing);
            }
            let lacking =
                [o[0] & r[1] & r23, r[0] & o[1] & r23, r01 & o[2] & r[3], r01 & r[2] & o[3]];
            for (i, lack) in (0..).zip(lacking) {
                makers |= lack << (i * s);
                seen.threes += lack.count_ones();
            }
            let mut pair = |two: u128, i: u32, k: u32| {
                builders |= two << (i * s) | two << (k * s);
                seen.twos += two.count_ones();
            };
            let (m02, m13) = (r[0] & o[1], o[0] & r[1]);
            let (n23, n32) = (r[2] & o[3], o[2] & r[3]);
            pair(o01 & r23, 0, 1);
            pair(r01 & o23, 2, 3);
            pair(m13 & n32, 0, 2);
            pair(m13 & n23, 0, 3);
            pair(m02 & n32, 1, 2);
            pair(m02 & n23, 1, 3);
        }
        seen.makers = sheet_to_plate(makers, self.corner);
        seen.builders = sheet_to_plate(builders, self.corner);
        if seen.standing {
            seen.makers = sheet_to_plate(self.free, self.corner);
        }
        seen
    }

    /// Holes where one pawn makes a line; all free holes if a line already stands.
    pub(crate) fn makers(&self) -> u64 {
        let (mut makers, mut standing) = (0, false);
        for axis in Axis::ALL {
            let s = u32::from(axis.stride());
            let r = [self.red, self.red >> s, self.red >> (2 * s), self.red >> (3 * s)];
            let (r01, r23) = (r[0] & r[1], r[2] & r[3]);
            let full = r01 & r23;
            if full != 0 {
                self.add_full_windows(full, s, &mut makers, &mut standing);
            }
            let whole = |three: u128, i: u32| (three << (i * s)) & self.open;
            makers |= whole(r[1] & r23, 0) | whole(r[0] & r23, 1);
            makers |= whole(r01 & r[3], 2) | whole(r01 & r[2], 3);
        }
        sheet_to_plate(if standing { self.free } else { makers }, self.corner)
    }

    /// All-red windows: a line if they contain a pawn; if they are only dots (ABR-06), a pawn
    /// placed on one of them makes it a line.
    #[cold]
    fn add_full_windows(&self, full: u128, s: u32, makers: &mut u128, standing: &mut bool) {
        let cells = full | full << s | full << (2 * s) | full << (3 * s);
        *standing |= cells & self.pawns != 0;
        *makers |= cells & self.free;
    }

    /// Free holes in windows that lack one pawn: a stop pawn there, in the gap or on a dot, breaks
    /// the window.
    pub(crate) fn breakers(&self) -> u64 {
        let mut cells = 0;
        for axis in Axis::ALL {
            let s = u32::from(axis.stride());
            let r = [self.red, self.red >> s, self.red >> (2 * s), self.red >> (3 * s)];
            let o = [self.open, self.open >> s, self.open >> (2 * s), self.open >> (3 * s)];
            let three = (o[0] & r[1] & r[2] & r[3])
                | (r[0] & o[1] & r[2] & r[3])
                | (r[0] & r[1] & o[2] & r[3])
                | (r[0] & r[1] & r[2] & (o[3] | r[3]));
            cells |= three | three << s | three << (2 * s) | three << (3 * s);
        }
        sheet_to_plate(cells & self.free, self.corner)
    }

    /// Free holes within two cells of a red cell along a line.
    pub(crate) fn near_red(&self) -> u64 {
        let mut cells = 0;
        for axis in Axis::ALL {
            let s = u32::from(axis.stride());
            cells |= self.red << s | self.red >> s | self.red << (2 * s) | self.red >> (2 * s);
        }
        sheet_to_plate(cells & self.free, self.corner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use abaque_abraxas::{Action, Cell, CellView, Hole, Options, Phase};
    use abaque_core::{Game, Ply, SplitMix};

    /// Reference implementation: checks every window.
    fn slow(game: &Abraxas, corner: Corner) -> (u64, u64, u32, u32) {
        let spot = |cell: Cell| match cell.hole(corner).and_then(|hole| game.pawn(hole)) {
            Some(abaque_abraxas::Pawn::Red) => CellView::Pawn,
            Some(abaque_abraxas::Pawn::Stop) => CellView::Stop,
            None if game.sheet().has_dot(cell) => CellView::Dot,
            None => CellView::Blank,
        };
        let (mut makers, mut builders, mut threes, mut twos) = (0, 0, 0, 0);
        for axis in Axis::ALL {
            let (right, up) = axis.step();
            for first in Cell::all() {
                let cells: Vec<Cell> =
                    (0..4).filter_map(|i| first.step(i * right, i * up)).collect();
                if cells.len() < 4 {
                    continue;
                }
                let open: Vec<Hole> = cells
                    .iter()
                    .filter(|&&cell| spot(cell) == CellView::Blank)
                    .filter_map(|cell| cell.hole(corner))
                    .collect();
                let red = cells.iter().filter(|&&cell| spot(cell).is_red()).count();
                let bits = open.iter().fold(0, |bits, hole| bits | hole.bit());
                match (red, open.len()) {
                    (3, 1) => (makers, threes) = (makers | bits, threes + 1),
                    (2, 2) => (builders, twos) = (builders | bits, twos + 1),
                    _ => {}
                }
            }
        }
        (makers, builders, threes, twos)
    }

    #[test]
    fn prospects_agree_with_a_scan_of_every_window() {
        let mut source = SplitMix(3);
        for sheet in (1..=6).filter_map(abaque_abraxas::Sheet::numbered) {
            let mut game = Abraxas::start(&Options { sheet, ..Options::default() });
            for _ in 0..120 {
                let Some(action) = game.random_action(&mut source) else { break };
                game.apply_unchecked(Ply::Act(action));
                for corner in Corner::ALL {
                    let seen = LineScan::new(&game, corner).prospects();
                    let (makers, builders, threes, twos) = slow(&game, corner);
                    assert_eq!((seen.threes, seen.twos), (threes, twos), "{game} {corner}");
                    assert_eq!(seen.builders, builders, "{game} {corner}");
                    if !seen.standing {
                        assert_eq!(seen.makers, makers, "{game} {corner}");
                    }
                    assert_eq!(seen.makers, LineScan::new(&game, corner).makers());
                }
            }
        }
    }

    #[test]
    fn makers_are_the_pawns_that_complete_a_line() {
        let (mut source, mut legal) = (SplitMix(4), Vec::new());
        let own = format!("oooo.{}", ".".repeat(76));
        let sheets = [abaque_abraxas::Sheet::custom(&own), abaque_abraxas::Sheet::numbered(2)];
        for sheet in sheets.into_iter().flatten() {
            let mut game = Abraxas::start(&Options { sheet, ..Options::default() });
            for _ in 0..200 {
                let Some(action) = game.random_action(&mut source) else { break };
                game.apply_unchecked(Ply::Act(action));
                let (true, Some(corner)) = (game.phase().is_placing(), game.corner()) else {
                    continue;
                };
                let makers = LineScan::new(&game, corner.next()).makers();
                legal.clear();
                game.legal_actions(&mut legal);
                for action in &legal {
                    let Action::Put(hole) = *action else { continue };
                    let mut next = game;
                    next.apply_unchecked(Ply::Act(*action));
                    if let Phase::Stop { .. } = next.phase() {
                        next.apply_unchecked(Ply::Act(Action::Go));
                    }
                    next.apply_unchecked(Ply::Act(Action::Push(corner.next())));
                    let lines = next.phase() == Phase::Take;
                    assert_eq!(lines, makers & hole.bit() != 0, "{game} {hole}");
                }
            }
        }
    }
}
