use std::collections::HashSet;

use abaque_catalog::{AnyBot, AnyGame};
use abaque_core::{BadText, Observer, Source, SplitMix, Turn};

use crate::{luck, mix};

/// A first player's chance further than this from a half is lopsided.
const LOPSIDED: f64 = 0.2;
/// How many openings are tried before the best of them is taken.
const TRIES: u64 = 40;
/// How many plies more an opening may take to reach the start of a turn.
const SLACK: u32 = 12;

/// Openings, one a pair: some random plies, then back to the start of a turn. Never the same one twice
/// as long as there are others, so that no game is counted twice, and none that is half won.
pub(crate) struct Openings {
    start: Box<dyn AnyGame>,
    plies: u32,
    seed: u64,
    judge: Box<dyn AnyBot>,
    given: HashSet<String>,
    next: u64,
}

impl Openings {
    /// Openings from a position. The judge says which are lopsided.
    pub(crate) fn new(
        start: Box<dyn AnyGame>,
        plies: u32,
        seed: u64,
        judge: Box<dyn AnyBot>,
    ) -> Openings {
        Openings { start, plies, seed, judge, given: HashSet::new(), next: 0 }
    }

    /// The number of the next pair and its opening.
    pub(crate) fn next(&mut self) -> Result<(u64, Vec<String>), BadText> {
        let pair = self.next;
        self.next += 1;
        if self.plies == 0 {
            return Ok((pair, Vec::new()));
        }
        let mut best: Option<(bool, f64, Vec<String>, String)> = None;
        for attempt in 0..TRIES {
            let mut source = SplitMix(mix(mix(self.seed, pair), attempt));
            let Some((game, plies)) = self.wander(&mut source) else { continue };
            let position = game.position();
            let old = self.given.contains(&position);
            let off = (self.judge.gauge(&game.sight(Observer::Spectator))? - 0.5).abs();
            let better = best.as_ref().is_none_or(|(worn, far, ..)| (old, off) < (*worn, *far));
            if better {
                best = Some((old, off, plies, position));
            }
            if !old && off <= LOPSIDED {
                break;
            }
        }
        let Some((_, _, plies, position)) = best else { return Ok((pair, Vec::new())) };
        self.given.insert(position);
        Ok((pair, plies))
    }

    /// Random plies up to the start of a turn; `None` if the game ended or no turn began in time.
    fn wander(&self, source: &mut dyn Source) -> Option<(Box<dyn AnyGame>, Vec<String>)> {
        let mut game = self.start.clone();
        let mut plies = Vec::new();
        for n in 0..self.plies + SLACK {
            let turns = !matches!(game.turn(), Turn::Of(_)) || game.recurrence().is_some();
            if n >= self.plies && turns {
                break;
            }
            let ply = match game.turn() {
                Turn::Over(_) => return None,
                Turn::Chance => luck::draw(&game.rolls(), source)?,
                Turn::Of(_) => game.random_action(source)?,
            };
            plies.push(game.play(&ply).ok()?.text);
        }
        (!matches!(game.turn(), Turn::Over(_))).then_some((game, plies))
    }
}

#[cfg(test)]
mod tests {
    use abaque_catalog::bots::Kind;

    use super::*;

    fn openings(spec: &str, seed: u64, plies: u32) -> Vec<Vec<String>> {
        let judge = abaque_catalog::bot(spec, &Kind::Random).expect("a judge");
        let start = abaque_catalog::open(spec).expect("a game");
        let mut openings = Openings::new(start, plies, seed, judge);
        (0..20).map(|_| openings.next().expect("an opening").1).collect()
    }

    #[test]
    fn openings_differ_and_can_be_repeated() {
        for spec in ["abalone", "abraxas"] {
            let given = openings(spec, 7, 4);
            let different: HashSet<&Vec<String>> = given.iter().collect();
            assert_eq!(different.len(), given.len(), "{spec}");
            assert!(given.iter().all(|plies| plies.len() >= 4), "{spec}");
            assert_eq!(given, openings(spec, 7, 4), "{spec}");
            assert_ne!(given, openings(spec, 8, 4), "{spec}");
        }
    }

    #[test]
    fn where_there_are_few_they_come_again() {
        let given = openings("abraxas", 1, 1);
        assert!(given.iter().all(|plies| plies.len() == 1), "{given:?}");
        let different: HashSet<&Vec<String>> = given.iter().collect();
        assert_eq!(different.len(), 4, "four corners");
    }
}
