//! Direct legality check of takings: walks the visible board from one of the pawns.

use crate::{Abraxas, Axis, Cell, Hole, HoleSet, LeaveRule, Pawn, Violation};

/// An unbroken row of red cells, from end to end.
struct RedRow {
    first: Cell,
    last: Cell,
    len: u8,
    pawns: HoleSet,
}

impl Abraxas {
    pub(crate) fn check_taking(&self, holes: HoleSet) -> Result<(), Violation> {
        let (Some(seed), Some(corner)) = (holes.first(), self.corner) else {
            return Err(Violation::NothingTaken);
        };
        if let Some(hole) = holes.iter().find(|&hole| self.pawn(hole) != Some(Pawn::Red)) {
            return Err(Violation::NothingToTake(hole));
        }
        let mut why = Violation::NoLine(seed);
        for axis in Axis::ALL {
            let row = self.red_row_through(Cell::under(seed, corner), axis);
            if row.len < 4 {
                continue;
            }
            match holes.iter().find(|&hole| !row.pawns.contains(hole)) {
                // ABR-10: a taking legal for one line is legal, whatever it does to others.
                None => match self.check_claim(&row, axis, holes) {
                    Ok(()) => return Ok(()),
                    Err(violation) => why = violation,
                },
                Some(other) if matches!(why, Violation::NoLine(_)) => {
                    why = Violation::NotOneLine(seed, other);
                }
                Some(_) => {}
            }
        }
        Err(why)
    }

    /// The red cells on both sides of a red pawn.
    fn red_row_through(&self, seed: Cell, axis: Axis) -> RedRow {
        let (right, up) = axis.step();
        let red = |cell: &Cell| self.cell_view(*cell).is_red();
        let mut first = seed;
        while let Some(cell) = first.step(-right, -up).filter(red) {
            first = cell;
        }
        let (mut last, mut len) = (first, 1);
        let mut pawns: HoleSet = self.red_hole(first).into_iter().collect();
        while let Some(cell) = last.step(right, up).filter(red) {
            last = cell;
            len += 1;
            pawns = pawns.iter().chain(self.red_hole(cell)).collect();
        }
        RedRow { first, last, len, pawns }
    }

    fn red_hole(&self, cell: Cell) -> Option<Hole> {
        let hole = cell.hole(self.corner?)?;
        (self.pawn(hole) == Some(Pawn::Red)).then_some(hole)
    }

    fn check_claim(&self, row: &RedRow, axis: Axis, holes: HoleSet) -> Result<(), Violation> {
        let RedRow { first, last, len, pawns } = *row;
        let (due, here, taken) = (u32::from(len) - 3, pawns.len(), holes.len());
        if here < due {
            let all = Violation::TakeAll { first, last, pawns: here };
            return if taken == here { Ok(()) } else { Err(all) };
        }
        if taken != due {
            return Err(Violation::WrongNumber { first, last, len, due, taken });
        }
        if self.options.leave == LeaveRule::Free {
            return Ok(());
        }
        let stays = |cell: &Cell| !self.red_hole(*cell).is_some_and(|hole| holes.contains(hole));
        let mut staying = self.cells_of(first, len, axis).filter(|(_, cell)| stays(cell));
        match (staying.next(), staying.nth(1)) {
            (Some((i, from)), Some((k, to))) if k - i == 2 && self.can_spread(row, axis, here) => {
                Err(Violation::SideBySide { from, to })
            }
            _ => Ok(()),
        }
    }

    fn cells_of(&self, first: Cell, len: u8, axis: Axis) -> impl Iterator<Item = (u8, Cell)> {
        let (right, up) = axis.step();
        (0..len).filter_map(move |i| Some((i, first.step(i as i8 * right, i as i8 * up)?)))
    }

    /// ABR-08: whether some choice leaves three that are not side by side. Compares two counts: the
    /// ways to add pawns to the dots to make three staying cells, and the places where three side
    /// by side cover all the dots.
    fn can_spread(&self, row: &RedRow, axis: Axis, pawns: u32) -> bool {
        let dots = || {
            self.cells_of(row.first, row.len, axis)
                .filter(|(_, cell)| self.red_hole(*cell).is_none())
                .map(|(i, _)| i)
        };
        let choices = match 3 - dots().count() {
            0 => 1,
            1 => pawns,
            2 => pawns * (pawns - 1) / 2,
            _ => pawns * (pawns - 1) * (pawns - 2) / 6,
        };
        let bad = (0..=row.len - 3).filter(|at| dots().all(|i| (*at..at + 3).contains(&i)));
        choices > bad.count() as u32
    }
}
