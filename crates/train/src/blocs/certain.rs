//! What is certain though it was never shown, and how one finds out.

use abaque_blocs::{Blocs, Colour, Deduced, Field, View, deduce};
use abaque_bots::blocs::belief::{Belief, Prior};
use abaque_core::{Game, Hidden, Observer, Seat, SplitMix};

/// How something hidden becomes certain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Why {
    /// The rods are counted: the only one unknown must be of the size that is missing.
    LastRod,
    /// The rods are counted: several are unknown, and all must be of one size.
    Rods,
    /// The pawns are counted: all those not yet seen have one colour.
    Pawns,
    /// Both are counted, and nothing is hidden any more.
    Everything,
}

impl Why {
    /// Every kind, the easiest first.
    pub(super) const ALL: [Why; 4] = [Why::LastRod, Why::Rods, Why::Pawns, Why::Everything];

    pub(super) fn theme(self) -> &'static str {
        match self {
            Why::LastRod => "last-rod",
            Why::Rods => "counting-rods",
            Why::Pawns => "counting-pawns",
            Why::Everything => "counting-everything",
        }
    }
}

/// Something hidden that is certain in a view.
pub(super) struct Certain {
    pub(super) place: String,
    pub(super) answer: char,
    pub(super) why: Why,
    /// How many pawns and how many rods the viewer does not know.
    pub(super) unknown: usize,
    pub(super) rods: usize,
    /// How many of those pawns are certain all the same.
    pub(super) sure: usize,
}

impl Certain {
    /// Rods are easier to count than pawns; the more is open, and the fewer answers there are, the more there
    /// is to look through.
    pub(super) fn rating(&self) -> u16 {
        let base = match self.why {
            Why::LastRod => 700,
            Why::Rods => 900,
            Why::Pawns => 1200,
            Why::Everything => 1300,
        };
        let (rods, open) = (self.rods.min(6) as u16, self.unknown.min(30) as u16);
        base + 50 * rods + 20 * open - 5 * self.sure.min(30) as u16
    }
}

/// Why something hidden is certain in a player's view, if anything is.
pub(super) fn why(view: &View) -> Option<Why> {
    let Observer::Player(seat) = view.observer() else { return None };
    let builder = seat.other();
    let colours = view.pawns_unknown(builder)?.into_iter().filter(|&pawns| pawns > 0).count();
    let rods = view.unknown(builder).filter(|block| block.rod.is_none()).count();
    let small = usize::from(view.small_unknown(builder)?);
    let one_size = rods > 0 && (small == 0 || small == rods);
    match (one_size, colours == 1) {
        (true, true) => Some(Why::Everything),
        (true, false) if rods == 1 => Some(Why::LastRod),
        (true, false) => Some(Why::Rods),
        (false, true) => Some(Why::Pawns),
        (false, false) => None,
    }
}

/// A pawn that was never shown and is certain, if there is one; checked by the deduction aid, by the exact
/// odds and by thousands of worlds.
pub(super) fn certain(view: &View, game: &Blocs) -> Option<Certain> {
    let why = why(view)?;
    let rods = Seat::ALL.into_iter().flat_map(|seat| view.unknown(seat));
    let rods = rods.filter(|block| block.rod.is_none()).count();
    let deduced = deduce(view);
    let open = |block: &Deduced| {
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
    let found = Certain {
        place: format!("{field}:{}", PARTS[slot]),
        answer: answer.letter(),
        why,
        unknown: unknown.len(),
        rods,
        sure: sure.len(),
    };
    holds(view, game, &sure).then_some(found)
}

/// The names of a block's pawns.
const PARTS: [&str; 3] = ["bottom", "middle", "top"];

/// From the text alone: the exact odds of these pawns are 1 and of every other unknown one less, and no
/// sampled world says otherwise.
fn holds(view: &View, game: &Blocs, sure: &[(Field, usize, Colour)]) -> bool {
    let options = game.options();
    let Ok(read) = Blocs::parse_view(&options, &view.to_string()) else { return false };
    let prior = Prior::uniform(&options);
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
        && (0..4_000).all(|_| Blocs::sample(&read, &mut source).is_some_and(|world| right(&world)))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::collections::HashMap;

    use abaque_core::Options;
    use abaque_puzzles::Ask;

    use super::*;

    /// The shipped deductions once more: what is asked for is hidden and certain, for the reason told, and
    /// there are several kinds of them.
    #[test]
    fn shipped_deductions_are_certain_blo_24() {
        let mut kinds: HashMap<&str, usize> = HashMap::new();
        for puzzle in abaque_puzzles::shipped("blocs").unwrap() {
            let Ask::Certain { place, answer } = &puzzle.ask else { continue };
            let options = Options::from_spec(&puzzle.game.parse().unwrap()).unwrap();
            let view = Blocs::parse_view(&options, &puzzle.position).unwrap();
            let world = Blocs::sample(&view, &mut SplitMix(1)).unwrap();
            let found = certain(&view, &world).unwrap();
            assert_eq!((&found.place, &found.answer.to_string()), (place, answer), "{}", puzzle.id);
            assert!(puzzle.themes.iter().any(|theme| theme == found.why.theme()), "{}", puzzle.id);
            *kinds.entry(found.why.theme()).or_default() += 1;
        }
        assert!(kinds.values().sum::<usize>() >= 100, "{kinds:?}");
        assert!(kinds.values().filter(|&&number| number >= 10).count() >= 3, "{kinds:?}");
    }
}
