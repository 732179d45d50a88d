//! The move generator: the legal actions of the player to act.

use alloc::vec::Vec;

use abaque_core::RandomSource;

use crate::takings::for_each_line_taking;
use crate::{Abraxas, Action, Hole, HoleSet, Phase};

/// The legal actions except takings, one bitboard per kind: counted and sampled without a list.
#[derive(Default)]
struct LegalChoices {
    /// Pawns that may be moved; used instead of the reserve once it is empty (ABR-18).
    movers: HoleSet,
    /// Holes a red pawn may be put into.
    reds: HoleSet,
    /// Holes a stop pawn may be put into.
    stops: HoleSet,
    push: bool,
    stay: bool,
    go: bool,
    end: bool,
}

impl Abraxas {
    fn legal_choices(&self) -> LegalChoices {
        let free = self.free_holes();
        let own_stop = if self.stops[self.side.index()] > 0 { free } else { HoleSet::NONE };
        let movers = if self.reserve == 0 { HoleSet(self.red) } else { HoleSet::NONE };
        let none = LegalChoices::default();
        match self.phase {
            Phase::Place => LegalChoices { movers, reds: free, stops: own_stop, ..none },
            Phase::PlaceNoStop => LegalChoices { movers, reds: free, ..none },
            Phase::Again => LegalChoices { movers, reds: free, stops: own_stop, end: true, ..none },
            Phase::Stop { from, at } => {
                // Once the stopped pawn is back, its hole is free and the hole it came from is not.
                let back = from.map_or(0, Hole::bit);
                LegalChoices { stops: HoleSet((free.0 | at.bit()) & !back), go: true, ..none }
            }
            Phase::Push => LegalChoices { push: true, ..none },
            Phase::PushOrNot => LegalChoices { push: true, stay: true, ..none },
            Phase::Take | Phase::TakeMore | Phase::TakeStop => {
                LegalChoices { end: self.has_manual_claims(), ..none }
            }
            Phase::Corner | Phase::Over => none,
        }
    }

    /// Calls `found` with every legal taking of the player to act, each once; with none outside the
    /// taking phases.
    pub fn for_each_taking(&self, found: impl FnMut(HoleSet)) {
        if self.phase.is_taking() {
            for_each_line_taking(self.lines(), self.options.leave, found);
        }
    }

    pub(crate) fn generate_actions(&self, out: &mut Vec<Action>) {
        if self.phase == Phase::Corner {
            return out.extend(crate::Corner::ALL.map(Action::Lay));
        }
        let choices = self.legal_choices();
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
        self.for_each_taking(|holes| out.push(Action::Take(holes)));
        let rest =
            [(choices.stay, Action::Stay), (choices.go, Action::Go), (choices.end, Action::End)];
        out.extend(rest.into_iter().filter(|(may, _)| *may).map(|(_, action)| action));
    }

    pub(crate) fn count_actions(&self) -> u64 {
        if self.phase == Phase::Corner {
            return 4;
        }
        let choices = self.legal_choices();
        let mut count = choices.movers.len().max(1) * choices.reds.len() + choices.stops.len();
        if choices.push {
            count += self.arrows().count() as u32;
        }
        self.for_each_taking(|_| count += 1);
        count += u32::from(choices.stay) + u32::from(choices.go) + u32::from(choices.end);
        u64::from(count)
    }

    /// The action at index `n` in the order of [`Abraxas::generate_actions`].
    fn nth_action(&self, n: u32) -> Option<Action> {
        if self.phase == Phase::Corner {
            return crate::Corner::ALL.get(n as usize).copied().map(Action::Lay);
        }
        let choices = self.legal_choices();
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
        self.for_each_taking(|holes| {
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

    pub(crate) fn pick_random_action(&self, source: &mut dyn RandomSource) -> Option<Action> {
        match self.count_actions() {
            0 => None,
            count => self.nth_action(source.below(count) as u32),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use abaque_core::{Game, SplitMix};

    #[test]
    fn random_actions_follow_the_order_of_generation() {
        let mut source = SplitMix(7);
        for claim in ["abraxas", "abraxas:claim=manual,push=either,target=12"] {
            for _ in 0..20 {
                let spec = claim.parse().unwrap();
                let mut game = Abraxas::start(&abaque_core::GameOptions::from_spec(&spec).unwrap());
                while !game.is_over() {
                    let mut all = Vec::new();
                    game.legal_actions(&mut all);
                    let drawn: Vec<_> = (0..game.count_actions() as u32)
                        .filter_map(|n| game.nth_action(n))
                        .collect();
                    assert_eq!(drawn, all, "{game}");
                    game.apply_action(all[source.below(all.len() as u64) as usize]);
                }
            }
        }
    }
}
