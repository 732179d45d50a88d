//! Deductions: pawns that are certain although they were never shown, and why.

use abaque_blocs::{Blocs, Colour, DeducedBlock, Field, View, deduce};
use abaque_blocs_bot::belief::{Belief, SetupPrior};
use abaque_core::{Game, Observer, Seat, SplitMix};

/// Reason why a hidden pawn is certain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DeductionKind {
    /// Counting rods: the only unknown one must be of the missing size.
    LastRod,
    /// Counting rods: all unknown ones must be of one size.
    Rods,
    /// Counting pawns: all unseen ones have one colour.
    Pawns,
    /// Counting both: nothing is hidden any more.
    Everything,
}

impl DeductionKind {
    /// All kinds, easiest first.
    pub(super) const ALL: [DeductionKind; 4] = [
        DeductionKind::LastRod,
        DeductionKind::Rods,
        DeductionKind::Pawns,
        DeductionKind::Everything,
    ];

    pub(super) fn theme(self) -> &'static str {
        match self {
            DeductionKind::LastRod => "last-rod",
            DeductionKind::Rods => "counting-rods",
            DeductionKind::Pawns => "counting-pawns",
            DeductionKind::Everything => "counting-everything",
        }
    }
}

/// A deduction possible in a view.
pub(super) struct Deduction {
    pub(super) place: String,
    pub(super) answer: char,
    pub(super) kind: DeductionKind,
    /// Numbers of pawns and rods the viewer does not know.
    pub(super) unknown: usize,
    pub(super) rods: usize,
    /// Number of those pawns that are certain.
    pub(super) sure: usize,
}

impl Deduction {
    /// Rods are easier to count than pawns; more unknowns and fewer answers make it harder.
    pub(super) fn rating(&self) -> u16 {
        let base = match self.kind {
            DeductionKind::LastRod => 700,
            DeductionKind::Rods => 900,
            DeductionKind::Pawns => 1200,
            DeductionKind::Everything => 1300,
        };
        let (rods, open) = (self.rods.min(6) as u16, self.unknown.min(30) as u16);
        base + 50 * rods + 20 * open - 5 * self.sure.min(30) as u16
    }
}

/// Why something hidden is certain in a player's view, if anything is.
pub(super) fn deduction_kind(view: &View) -> Option<DeductionKind> {
    let Observer::Player(seat) = view.observer() else { return None };
    let builder = seat.other();
    let colours = view.unknown_pawns(builder)?.into_iter().filter(|&pawns| pawns > 0).count();
    let rods = view.unknown_blocks(builder).filter(|block| block.rod.is_none()).count();
    let small = usize::from(view.unknown_small_rods(builder)?);
    let one_size = rods > 0 && (small == 0 || small == rods);
    match (one_size, colours == 1) {
        (true, true) => Some(DeductionKind::Everything),
        (true, false) if rods == 1 => Some(DeductionKind::LastRod),
        (true, false) => Some(DeductionKind::Rods),
        (false, true) => Some(DeductionKind::Pawns),
        (false, false) => None,
    }
}

/// A certain pawn that was never shown, if there is one; verified by the deduction aid, the exact
/// odds and thousands of sampled worlds.
pub(super) fn find_deduction(view: &View, game: &Blocs) -> Option<Deduction> {
    let why = deduction_kind(view)?;
    let rods = Seat::ALL.into_iter().flat_map(|seat| view.unknown_blocks(seat));
    let rods = rods.filter(|block| block.rod.is_none()).count();
    let deduced = deduce(view);
    let open = |block: &DeducedBlock| {
        let known = view.block(block.field).map(|seen| seen.pawns).unwrap_or_default();
        let (field, pawns) = (block.field, block.pawns);
        (0..3)
            .filter(move |&slot| known[slot].is_none())
            .map(move |slot| (field, slot, pawns[slot].certain()))
    };
    let unknown: Vec<_> = deduced.iter().flat_map(open).collect();
    let sure: Vec<_> = unknown
        .iter()
        .filter_map(|&(field, slot, pawn)| pawn.map(|pawn| (field, slot, pawn)))
        .collect();
    let &(field, slot, answer) = sure.first()?;
    let found = Deduction {
        place: format!("{field}:{}", PARTS[slot]),
        answer: answer.letter(),
        kind: why,
        unknown: unknown.len(),
        rods,
        sure: sure.len(),
    };
    is_confirmed(view, game, &sure).then_some(found)
}

/// Names of a block's pawns.
const PARTS: [&str; 3] = ["bottom", "middle", "top"];

/// From the text alone: these pawns have odds of exactly 1, every other unknown one less, and no
/// sampled world disagrees.
fn is_confirmed(view: &View, game: &Blocs, sure: &[(Field, usize, Colour)]) -> bool {
    let options = game.options();
    let Ok(read) = Blocs::parse_view(&options, &view.to_string()) else { return false };
    let prior = SetupPrior::uniform(&options);
    let Some(belief) = Belief::new(&read, &prior) else { return false };
    for (block, pawns, _) in belief.odds() {
        for n in (0..3).filter(|&n| block.pawns[n].is_none()) {
            let certain = pawns[n].iter().any(|&odds| odds > 1.0 - 1e-9);
            if certain != sure.iter().any(|&(field, slot, _)| field == block.field && slot == n) {
                return false;
            }
        }
    }
    let mut source = SplitMix(99);
    let right = |world: &Blocs| {
        sure.iter().all(|&(field, slot, pawn)| {
            world.block(field).is_some_and(|block| block.pawns[slot] == pawn)
        })
    };
    right(game)
        && (0..4_000)
            .all(|_| Blocs::sample_position(&read, &mut source).is_some_and(|world| right(&world)))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::collections::HashMap;

    use abaque_core::GameOptions;
    use abaque_puzzles::PuzzleQuestion;

    use super::*;

    /// Re-checks the shipped deductions: the answer is hidden and certain for the stated reason,
    /// and several kinds occur.
    #[test]
    fn shipped_deductions_are_certain_blo_24() {
        let mut kinds: HashMap<&str, usize> = HashMap::new();
        for puzzle in abaque_puzzles::shipped("blocs").unwrap() {
            let PuzzleQuestion::Certain { place, answer } = &puzzle.ask else { continue };
            let options = GameOptions::from_spec(&puzzle.game.parse().unwrap()).unwrap();
            let view = Blocs::parse_view(&options, &puzzle.position).unwrap();
            let world = Blocs::sample_position(&view, &mut SplitMix(1)).unwrap();
            let found = find_deduction(&view, &world).unwrap();
            assert_eq!((&found.place, &found.answer.to_string()), (place, answer), "{}", puzzle.id);
            assert!(puzzle.themes.iter().any(|theme| theme == found.kind.theme()), "{}", puzzle.id);
            *kinds.entry(found.kind.theme()).or_default() += 1;
        }
        assert!(kinds.values().sum::<usize>() >= 100, "{kinds:?}");
        assert!(kinds.values().filter(|&&number| number >= 10).count() >= 3, "{kinds:?}");
    }
}
