//! What is certain though it was never shown, and how one finds out.

use abaque_blocs::{Blocs, Colour, Deduced, View, deduce};
use abaque_bots::blocs::belief::{Belief, Prior};
use abaque_core::{Game, Hidden, Observer, SplitMix};

/// How something hidden becomes certain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Why {
    /// The rods are counted: the last unknown one must be of the size that is missing.
    Rods,
    /// The pawns are counted: only one is missing.
    Pawns,
}

impl Why {
    pub(super) fn theme(self) -> &'static str {
        match self {
            Why::Rods => "counting-rods",
            Why::Pawns => "counting-pawns",
        }
    }
}

/// The one hidden pawn that is certain in a view.
pub(super) struct Certain {
    pub(super) place: String,
    pub(super) answer: char,
    pub(super) kind: Why,
    /// How many pawns the viewer does not know.
    pub(super) unknown: usize,
}

impl Certain {
    /// Counting rods is easier than counting pawns; the more is open, the more there is to look through.
    pub(super) fn rating(&self) -> u16 {
        let base = match self.kind {
            Why::Rods => 900,
            Why::Pawns => 1200,
        };
        base + 12 * self.unknown.min(40) as u16
    }
}

/// The one hidden pawn that is certain, if there is exactly one; checked by the deduction aid, by the
/// exact odds and by thousands of worlds.
pub(super) fn only_certain(view: &View, game: &Blocs) -> Option<Certain> {
    let deduced = deduce(view);
    let open = |block: &Deduced| {
        let known = view.block(block.field).map(|seen| seen.pawns).unwrap_or_default();
        let field = block.field;
        let pawns = block.pawns;
        (0..3)
            .filter(move |&slot| known[slot].is_none())
            .map(move |slot| (field, slot, pawns[slot]))
    };
    let unknown: Vec<_> = deduced.iter().flat_map(open).collect();
    let mut certain = unknown.iter().filter(|(.., odds)| odds.certain().is_some());
    let &(field, slot, odds) = certain.next()?;
    if certain.next().is_some() {
        return None;
    }
    let answer = odds.certain()?;
    let kind = if view.rod(field).is_none() { Why::Rods } else { Why::Pawns };
    let part = ["bottom", "middle", "top"][slot];
    let found = Certain {
        place: format!("{field}:{part}"),
        answer: answer.letter(),
        kind,
        unknown: unknown.len(),
    };
    holds(view, game, field, slot, answer).then_some(found)
}

/// From the text alone: the exact odds of this pawn are 1 and of every other unknown one less, and no
/// sampled world says otherwise.
fn holds(view: &View, game: &Blocs, at: abaque_blocs::Field, slot: usize, is: Colour) -> bool {
    let options = game.options();
    let Ok(read) = Blocs::parse_view(&options, &view.to_string()) else { return false };
    let prior = Prior::uniform(&options);
    let Some(belief) = Belief::new(&read, &prior) else { return false };
    for (block, pawns, _) in belief.odds() {
        for n in (0..3).filter(|&n| block.pawns[n].is_none()) {
            let sure = pawns[n].iter().any(|&odds| odds > 1.0 - 1e-9);
            if sure != (block.field == at && n == slot) {
                return false;
            }
        }
    }
    let mut source = SplitMix(99);
    let right = |world: &Blocs| world.block(at).is_some_and(|block| block.pawns[slot] == is);
    let by = read.observer();
    matches!(by, Observer::Player(_))
        && right(game)
        && (0..4_000).all(|_| Blocs::sample(&read, &mut source).is_some_and(|world| right(&world)))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use abaque_core::Options;
    use abaque_puzzles::Ask;

    use super::*;

    /// The shipped deductions, by the deduction aid alone: exactly one pawn not shown is certain.
    #[test]
    fn shipped_deductions_have_one_answer_blo_24() {
        let mut checked = 0;
        for puzzle in abaque_puzzles::shipped("blocs").unwrap() {
            let Ask::Certain { place, answer } = &puzzle.ask else { continue };
            let options = Options::from_spec(&puzzle.game.parse().unwrap()).unwrap();
            let view = Blocs::parse_view(&options, &puzzle.position).unwrap();
            let mut found = Vec::new();
            for block in deduce(&view) {
                let known = view.block(block.field).unwrap().pawns;
                for slot in (0..3).filter(|&slot| known[slot].is_none()) {
                    if let Some(pawn) = block.pawns[slot].certain() {
                        let part = ["bottom", "middle", "top"][slot];
                        found.push((format!("{}:{part}", block.field), pawn.letter().to_string()));
                    }
                }
            }
            assert_eq!(found, [(place.clone(), answer.clone())], "{}", puzzle.id);
            checked += 1;
        }
        assert!(checked >= 50, "{checked}");
    }
}
