//! Dot patterns and the rulebook's requirements.

use abaque_abraxas::{Axis, Cell, Sheet};
use abaque_core::{RandomSource, SplitMix};

/// Every four consecutive cells of a row, column or diagonal.
fn all_fours() -> Vec<[Cell; 4]> {
    let mut all = Vec::new();
    for axis in Axis::ALL {
        let (right, up) = axis.step();
        for first in Cell::all() {
            let step = |i: i8| first.step(i * right, i * up);
            if let (Some(b), Some(c), Some(d)) = (step(1), step(2), step(3)) {
                all.push([first, b, c, d]);
            }
        }
    }
    all
}

fn count_dots(sheet: Sheet, four: &[Cell; 4]) -> usize {
    four.iter().filter(|cell| sheet.has_dot(**cell)).count()
}

/// Number of fours with exactly `dots` dots.
pub(super) fn count_fours_with(sheet: Sheet, dots: usize) -> usize {
    all_fours().iter().filter(|four| count_dots(sheet, four) == dots).count()
}

/// Requirement of every sheet: 8 to 20 dots, no four in a row.
pub(super) fn is_valid_sheet(sheet: Sheet) -> bool {
    (8..=20).contains(&sheet.dot_count()) && count_fours_with(sheet, 4) == 0
}

/// Further requirement of sheets 2 to 6: no gaps.
pub(super) fn is_valid_later_sheet(sheet: Sheet) -> bool {
    is_valid_sheet(sheet) && count_fours_with(sheet, 3) == 0
}

/// Further requirement of sheet 1: every gap central, and two or three pairwise disjoint lines.
pub(super) fn is_valid_first_sheet(sheet: Sheet) -> bool {
    let lines: Vec<[Cell; 4]> =
        all_fours().into_iter().filter(|four| count_dots(sheet, four) == 3).collect();
    let central = |cell: &Cell| (3..=5).contains(&cell.column()) && (3..=5).contains(&cell.row());
    let gaps_central = lines.iter().flatten().filter(|cell| !sheet.has_dot(**cell)).all(central);
    is_valid_sheet(sheet)
        && gaps_central
        && lines.len() < 16
        && matches!(most_disjoint(&lines), 2 | 3)
}

/// Maximum number of pairwise disjoint lines.
fn most_disjoint(lines: &[[Cell; 4]]) -> usize {
    let Some((first, rest)) = lines.split_first() else { return 0 };
    let without = most_disjoint(rest);
    let apart = |line: &&[Cell; 4]| line.iter().all(|cell| !first.contains(cell));
    let clear: Vec<[Cell; 4]> = rest.iter().filter(apart).copied().collect();
    without.max(1 + most_disjoint(&clear))
}

/// Central gaps: blank cells where one pawn makes a line with dots alone.
pub(super) fn central_gaps(sheet: Sheet) -> Vec<Cell> {
    let lines = all_fours().into_iter().filter(|four| count_dots(sheet, four) == 3);
    let mut gaps: Vec<Cell> = lines.flatten().filter(|cell| !sheet.has_dot(*cell)).collect();
    gaps.sort();
    gaps.dedup();
    gaps
}

/// Symmetry of a pattern.
#[derive(Clone, Copy)]
pub(super) enum Symmetry {
    /// Left-right mirror.
    Mirror,
    /// Rotation by 180°.
    HalfTurn,
    /// Both mirrors.
    Cross,
    /// Rotation by 90°.
    Quarter,
    /// Both diagonal mirrors.
    Diagonals,
}

pub(super) const SYMMETRIES: [Symmetry; 5] =
    [Symmetry::Mirror, Symmetry::HalfTurn, Symmetry::Cross, Symmetry::Quarter, Symmetry::Diagonals];

/// Images of a cell (column, row from 0) under a symmetry.
pub(super) fn orbit(symmetry: Symmetry, (x, y): (u8, u8)) -> Vec<(u8, u8)> {
    let (u, v) = (8 - x, 8 - y);
    match symmetry {
        Symmetry::Mirror => vec![(x, y), (u, y)],
        Symmetry::HalfTurn => vec![(x, y), (u, v)],
        Symmetry::Cross => vec![(x, y), (u, y), (x, v), (u, v)],
        Symmetry::Quarter => vec![(x, y), (v, x), (u, v), (y, u)],
        Symmetry::Diagonals => vec![(x, y), (y, x), (v, u), (u, v)],
    }
}

/// The sheet with these dots.
pub(super) fn sheet_with_dots(dots: &[(u8, u8)]) -> Sheet {
    let sign = |cell: Cell| if dots.contains(&(cell.column(), cell.row())) { 'o' } else { '.' };
    Sheet::custom(&Cell::all().map(sign).collect::<String>()).unwrap_or_default()
}

/// A random symmetric pattern.
pub(super) fn random_sheet(source: &mut SplitMix) -> Sheet {
    let symmetry = SYMMETRIES[source.below(5) as usize];
    let most = 9 + source.below(9) as usize;
    let mut dots: Vec<(u8, u8)> = Vec::new();
    while dots.len() < most {
        let cell = (source.below(9) as u8, source.below(9) as u8);
        dots.extend(orbit(symmetry, cell));
        dots.sort_unstable();
        dots.dedup();
    }
    sheet_with_dots(&dots)
}

/// The first of the pattern's eight symmetric images, so that equivalent patterns compare equal.
pub(super) fn canonical(sheet: Sheet) -> String {
    let cells: Vec<(u8, u8)> = Cell::all()
        .filter(|cell| sheet.has_dot(*cell))
        .map(|cell| (cell.column(), cell.row()))
        .collect();
    let turn = |cells: &[(u8, u8)]| cells.iter().map(|&(x, y)| (8 - y, x)).collect::<Vec<_>>();
    let mirror = |cells: &[(u8, u8)]| cells.iter().map(|&(x, y)| (8 - x, y)).collect::<Vec<_>>();
    let mut all = Vec::new();
    let mut at = cells;
    for _ in 0..4 {
        at = turn(&at);
        all.push(self::sheet_with_dots(&at).pattern());
        all.push(self::sheet_with_dots(&mirror(&at)).pattern());
    }
    all.into_iter().min().unwrap_or_default()
}
