//! The generator: what the player to act may do.

use abaque_core::Source;

use crate::takings::each_taking;
use crate::{Abraxas, Action, Hole, Holes, Phase};

/// The legal actions but for takings, in one word a kind: counted and drawn from without a list.
#[derive(Default)]
struct Choices {
    /// Pawns that may be moved; they replace the reserve (ABR-18).
    movers: Holes,
    /// Holes a red pawn may be put into.
    reds: Holes,
    /// Holes a stop pawn may be put into.
    stops: Holes,
    push: bool,
    stay: bool,
    go: bool,
    end: bool,
}

impl Abraxas {
    fn choices(&self) -> Choices {
        let free = self.free_holes();
        let own_stop = if self.stops[self.side.index()] > 0 { free } else { Holes::NONE };
        let movers = if self.reserve == 0 { Holes(self.red) } else { Holes::NONE };
        let none = Choices::default();
        match self.phase {
            Phase::Place => Choices { movers, reds: free, stops: own_stop, ..none },
            Phase::PlaceNoStop => Choices { movers, reds: free, ..none },
            Phase::Again => Choices { movers, reds: free, stops: own_stop, end: true, ..none },
            Phase::Stop { from, at } => {
                // Free once the pawn is back: its hole is, the one it came from is not.
                let back = from.map_or(0, Hole::bit);
                Choices { stops: Holes((free.0 | at.bit()) & !back), go: true, ..none }
            }
            Phase::Push => Choices { push: true, ..none },
            Phase::PushOrNot => Choices { push: true, stay: true, ..none },
            Phase::Take | Phase::TakeMore | Phase::TakeStop => {
                Choices { end: self.manual(), ..none }
            }
            Phase::Corner | Phase::Over => none,
        }
    }

    /// Calls `found` with every legal taking of the player to act, each once; never outside the
    /// taking phases.
    pub fn takings(&self, found: impl FnMut(Holes)) {
        if self.phase.is_taking() {
            each_taking(self.lines(), self.options.leave, found);
        }
    }

    pub(crate) fn generate(&self, out: &mut Vec<Action>) {
        if self.phase == Phase::Corner {
            return out.extend(crate::Corner::ALL.map(Action::Lay));
        }
        let choices = self.choices();
        if choices.movers.is_empty() {
            out.extend(choices.reds.iter().map(Action::Put));
        }
        for from in choices.movers.iter() {
            out.extend(choices.reds.iter().map(|to| Action::Move { from, to }));
        }
        out.extend(choices.stops.iter().map(Action::Stop));
        if choices.push {
            out.extend(self.arrows().map(Action::Push));
        }
        self.takings(|holes| out.push(Action::Take(holes)));
        let rest =
            [(choices.stay, Action::Stay), (choices.go, Action::Go), (choices.end, Action::End)];
        out.extend(rest.into_iter().filter(|(may, _)| *may).map(|(_, action)| action));
    }

    pub(crate) fn count(&self) -> u64 {
        if self.phase == Phase::Corner {
            return 4;
        }
        let choices = self.choices();
        let mut count = choices.movers.len().max(1) * choices.reds.len() + choices.stops.len();
        if choices.push {
            count += self.arrows().count() as u32;
        }
        self.takings(|_| count += 1);
        count += u32::from(choices.stay) + u32::from(choices.go) + u32::from(choices.end);
        u64::from(count)
    }

    /// The action with `n` others before it in the order of [`Abraxas::generate`].
    fn nth(&self, n: u32) -> Option<Action> {
        if self.phase == Phase::Corner {
            return crate::Corner::ALL.get(n as usize).copied().map(Action::Lay);
        }
        let choices = self.choices();
        let mut n = n;
        let mut skip = |count: u32| {
            let here = n;
            n = n.wrapping_sub(count);
            (here < count).then_some(here)
        };
        let reds = choices.reds.len();
        if let Some(i) = skip(choices.movers.len().max(1) * reds) {
            let to = choices.reds.nth(i % reds);
            let moved = !choices.movers.is_empty();
            return Some(match moved {
                true => Action::Move { from: choices.movers.nth(i / reds), to },
                false => Action::Put(to),
            });
        }
        if let Some(i) = skip(choices.stops.len()) {
            return Some(Action::Stop(choices.stops.nth(i)));
        }
        if choices.push {
            for corner in self.arrows() {
                if skip(1).is_some() {
                    return Some(Action::Push(corner));
                }
            }
        }
        let mut taken = None;
        self.takings(|holes| {
            if taken.is_none() {
                taken = skip(1).map(|_| Action::Take(holes));
            }
        });
        let rest =
            [(choices.stay, Action::Stay), (choices.go, Action::Go), (choices.end, Action::End)];
        taken.or_else(|| {
            rest.into_iter().find(|(may, _)| *may && skip(1).is_some()).map(|(_, action)| action)
        })
    }

    pub(crate) fn draw(&self, source: &mut dyn Source) -> Option<Action> {
        match self.count() {
            0 => None,
            count => self.nth(source.below(count) as u32),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use abaque_core::{Game, SplitMix};

    #[test]
    fn drawing_reaches_what_is_generated_in_the_same_order() {
        let mut source = SplitMix(7);
        for claim in ["abraxas", "abraxas:claim=manual,push=either,target=12"] {
            for _ in 0..20 {
                let spec = claim.parse().unwrap();
                let mut game = Abraxas::start(&abaque_core::Options::from_spec(&spec).unwrap());
                while !game.is_over() {
                    let mut all = Vec::new();
                    game.legal(&mut all);
                    let drawn: Vec<_> =
                        (0..game.count() as u32).filter_map(|n| game.nth(n)).collect();
                    assert_eq!(drawn, all, "{game}");
                    game.advance(all[source.below(all.len() as u64) as usize]);
                }
            }
        }
    }
}
