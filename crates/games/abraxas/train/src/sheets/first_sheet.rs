//! Sheet 1: patterns on which a first pawn in the centre wins by force (ABR-21).

use abaque_abraxas::{Abraxas, Action, Axis, Cell, Corner, Options, Sheet};
use abaque_abraxas_bot::LineWinSearch;
use abaque_core::{Game, Ply, RandomSource, Seat, SplitMix};

use super::pattern::{SYMMETRIES, central_gaps, is_valid_first_sheet, orbit, sheet_with_dots};

/// Proof result for one corner.
pub(super) struct CornerProof {
    pub(super) corner: Corner,
    /// The winning first pawns.
    pub(super) first: Vec<Action>,
    /// Positions searched.
    pub(super) positions: u64,
    /// Whether the search was cut off before a result.
    pub(super) cut: bool,
}

/// Searches for a first pawn on a central gap (or all of them) that wins by lines alone against
/// every defence, with the plate laid in `corner` by player 2.
pub(super) fn prove_corner(sheet: Sheet, corner: Corner, most: u64, all: bool) -> CornerProof {
    let options = Options { sheet, ..Options::default() };
    let mut game = Abraxas::start(&options);
    game.apply_unchecked(Ply::Act(Action::Lay(corner)));
    let mut proof = CornerProof { corner, first: Vec::new(), positions: 0, cut: false };
    for gap in central_gaps(sheet) {
        let Some(hole) = gap.hole(corner.next()) else { continue };
        let mut put = game;
        put.apply_unchecked(Ply::Act(Action::Put(hole)));
        let mut hunt = LineWinSearch::new(Seat::First, most);
        let wins = hunt.wins(&put);
        proof.positions += most - hunt.nodes_left();
        proof.cut |= wins.is_none();
        if wins == Some(true) {
            proof.first.push(Action::Put(hole));
            if !all {
                break;
            }
        }
    }
    proof
}

/// A random regular pattern with central gaps: a line through a central cell with its images, and
/// perhaps a few more dots.
pub(super) fn random_first_sheet(source: &mut SplitMix) -> Option<Sheet> {
    let symmetry = SYMMETRIES[source.below(5) as usize];
    let mut dots = Vec::new();
    for _ in 0..1 + source.below(2) {
        let gap = (3 + source.below(3) as i8, 3 + source.below(3) as i8);
        let (right, up) = Axis::ALL[source.below(4) as usize].step();
        let at = source.below(4) as i8;
        for i in (0..4).filter(|i| *i != at) {
            let (x, y) = (gap.0 + (i - at) * right, gap.1 + (i - at) * up);
            if !(0..9).contains(&x) || !(0..9).contains(&y) {
                return None;
            }
            dots.extend(orbit(symmetry, (x as u8, y as u8)));
        }
    }
    for _ in 0..source.below(3) {
        let cell = (source.below(9) as u8, source.below(9) as u8);
        dots.extend(orbit(symmetry, cell));
    }
    dots.sort_unstable();
    dots.dedup();
    let drawn = sheet_with_dots(&dots);
    is_valid_first_sheet(drawn).then_some(drawn)
}

/// Whether a first pawn in the centre makes a line from every corner.
pub(super) fn is_line_from_every_corner(sheet: Sheet) -> bool {
    let gaps: Vec<Cell> = central_gaps(sheet);
    Corner::ALL.iter().all(|corner| gaps.iter().any(|gap| gap.hole(*corner).is_some()))
}
