//! Patterns of dots and what the rulebook asks of them.

use abaque_abraxas::{Axis, Cell, Sheet};
use abaque_core::{Source, SplitMix};

/// Every four consecutive cells of a row, column or diagonal.
fn fours() -> Vec<[Cell; 4]> {
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

fn held(sheet: Sheet, four: &[Cell; 4]) -> usize {
    four.iter().filter(|cell| sheet.dot(**cell)).count()
}

/// How many fours hold exactly so many dots.
pub(super) fn fours_with(sheet: Sheet, dots: usize) -> usize {
    fours().iter().filter(|four| held(sheet, four) == dots).count()
}

/// What every sheet must be: 8 to 20 dots, no four in a row.
pub(super) fn fit_for_all(sheet: Sheet) -> bool {
    (8..=20).contains(&sheet.count()) && fours_with(sheet, 4) == 0
}

/// What sheets 2 to 6 must be besides: without gaps.
pub(super) fn fit_for_most(sheet: Sheet) -> bool {
    fit_for_all(sheet) && fours_with(sheet, 3) == 0
}

/// What sheet 1 must be besides: every gap central, and two or three pairwise disjoint lines.
pub(super) fn fit_for_first(sheet: Sheet) -> bool {
    let lines: Vec<[Cell; 4]> = fours().into_iter().filter(|four| held(sheet, four) == 3).collect();
    let central = |cell: &Cell| (3..=5).contains(&cell.column()) && (3..=5).contains(&cell.row());
    let gaps_central = lines.iter().flatten().filter(|cell| !sheet.dot(**cell)).all(central);
    fit_for_all(sheet) && gaps_central && lines.len() < 16 && matches!(most_disjoint(&lines), 2 | 3)
}

/// The most lines of which no two share a cell.
fn most_disjoint(lines: &[[Cell; 4]]) -> usize {
    let Some((first, rest)) = lines.split_first() else { return 0 };
    let without = most_disjoint(rest);
    let apart = |line: &&[Cell; 4]| line.iter().all(|cell| !first.contains(cell));
    let clear: Vec<[Cell; 4]> = rest.iter().filter(apart).copied().collect();
    without.max(1 + most_disjoint(&clear))
}

/// The central gaps: blank cells where one pawn makes a line with dots alone.
pub(super) fn gaps(sheet: Sheet) -> Vec<Cell> {
    let lines = fours().into_iter().filter(|four| held(sheet, four) == 3);
    let mut gaps: Vec<Cell> = lines.flatten().filter(|cell| !sheet.dot(*cell)).collect();
    gaps.sort();
    gaps.dedup();
    gaps
}

/// Ways a pattern can look regular.
#[derive(Clone, Copy)]
pub(super) enum Symmetry {
    /// Left and right alike.
    Mirror,
    /// Turned by half.
    HalfTurn,
    /// Both mirrors.
    Cross,
    /// Turned by a quarter.
    Quarter,
    /// Along both diagonals.
    Diagonals,
}

pub(super) const SYMMETRIES: [Symmetry; 5] =
    [Symmetry::Mirror, Symmetry::HalfTurn, Symmetry::Cross, Symmetry::Quarter, Symmetry::Diagonals];

/// Where a cell (column, row from 0) comes to lie under the symmetries of a kind.
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
pub(super) fn sheet(dots: &[(u8, u8)]) -> Sheet {
    let sign = |cell: Cell| if dots.contains(&(cell.column(), cell.row())) { 'o' } else { '.' };
    Sheet::own(&Cell::all().map(sign).collect::<String>()).unwrap_or_default()
}

/// A regular pattern by lot.
pub(super) fn drawn(source: &mut SplitMix) -> Sheet {
    let symmetry = SYMMETRIES[source.below(5) as usize];
    let most = 9 + source.below(9) as usize;
    let mut dots: Vec<(u8, u8)> = Vec::new();
    while dots.len() < most {
        let cell = (source.below(9) as u8, source.below(9) as u8);
        dots.extend(orbit(symmetry, cell));
        dots.sort_unstable();
        dots.dedup();
    }
    sheet(&dots)
}

/// The pattern in the one of its eight positions that comes first: alike means equal here.
pub(super) fn canonical(sheet: Sheet) -> String {
    let cells: Vec<(u8, u8)> = Cell::all()
        .filter(|cell| sheet.dot(*cell))
        .map(|cell| (cell.column(), cell.row()))
        .collect();
    let turn = |cells: &[(u8, u8)]| cells.iter().map(|&(x, y)| (8 - y, x)).collect::<Vec<_>>();
    let mirror = |cells: &[(u8, u8)]| cells.iter().map(|&(x, y)| (8 - x, y)).collect::<Vec<_>>();
    let mut all = Vec::new();
    let mut at = cells;
    for _ in 0..4 {
        at = turn(&at);
        all.push(self::sheet(&at).pattern());
        all.push(self::sheet(&mirror(&at)).pattern());
    }
    all.into_iter().min().unwrap_or_default()
}
