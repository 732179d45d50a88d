use std::collections::HashSet;

use abaque_bots::AnyBot;
use abaque_catalog::AnyGame;
use abaque_core::{Observer, ParseError, RandomSource, SplitMix, Turn};

use crate::{derive_seed, luck};

/// An opening is lopsided if the first player's chance is further than this from a half.
const MAX_IMBALANCE: f64 = 0.2;
/// Openings tried before the most balanced one is taken.
const MAX_TRIES: u64 = 40;
/// Extra plies an opening may take to reach the start of a turn.
const MAX_EXTRA_PLIES: u32 = 12;

/// Generates one opening per pair: random plies up to the start of a turn. Avoids repeats as long
/// as there are others, so that no game counts twice, and lopsided openings.
pub(crate) struct OpeningGenerator {
    start: Box<dyn AnyGame>,
    plies: u32,
    seed: u64,
    evaluator: Box<dyn AnyBot>,
    used: HashSet<String>,
    next_pair: u64,
}

impl OpeningGenerator {
    /// Openings from a position; the evaluator detects lopsided ones.
    pub(crate) fn new(
        start: Box<dyn AnyGame>,
        plies: u32,
        seed: u64,
        evaluator: Box<dyn AnyBot>,
    ) -> OpeningGenerator {
        OpeningGenerator { start, plies, seed, evaluator, used: HashSet::new(), next_pair: 0 }
    }

    /// Number and opening of the next pair.
    pub(crate) fn next_opening(&mut self) -> Result<(u64, Vec<String>), ParseError> {
        let pair = self.next_pair;
        self.next_pair += 1;
        if self.plies == 0 {
            return Ok((pair, Vec::new()));
        }
        let mut best: Option<(bool, f64, Vec<String>, String)> = None;
        for attempt in 0..MAX_TRIES {
            let mut source = SplitMix(derive_seed(derive_seed(self.seed, pair), attempt));
            let Some((game, plies)) = self.random_opening(&mut source) else { continue };
            let position = game.position();
            let old = self.used.contains(&position);
            let off = (self.evaluator.estimate(&game.any_view(Observer::Spectator))? - 0.5).abs();
            let better = best.as_ref().is_none_or(|(worn, far, ..)| (old, off) < (*worn, *far));
            if better {
                best = Some((old, off, plies, position));
            }
            if !old && off <= MAX_IMBALANCE {
                break;
            }
        }
        let Some((_, _, plies, position)) = best else { return Ok((pair, Vec::new())) };
        self.used.insert(position);
        Ok((pair, plies))
    }

    /// Random plies up to the start of a turn; `None` if the game ended or no turn began in time.
    fn random_opening(
        &self,
        source: &mut dyn RandomSource,
    ) -> Option<(Box<dyn AnyGame>, Vec<String>)> {
        let mut game = self.start.clone();
        let mut plies = Vec::new();
        for n in 0..self.plies + MAX_EXTRA_PLIES {
            let turns = !matches!(game.turn(), Turn::Of(_)) || game.repetition_key().is_some();
            if n >= self.plies && turns {
                break;
            }
            let ply = match game.turn() {
                Turn::Over(_) => return None,
                Turn::Chance => luck::draw_roll(&game.rolls(), source)?,
                Turn::Of(_) => game.random_action(source)?,
            };
            plies.push(game.play(&ply).ok()?.text);
        }
        (!matches!(game.turn(), Turn::Over(_))).then_some((game, plies))
    }
}

#[cfg(test)]
mod tests {
    use abaque_bots::BotKind;

    use super::*;

    fn openings(spec: &str, seed: u64, plies: u32) -> Vec<Vec<String>> {
        let evaluator = abaque_bots::open_bot(spec, &BotKind::Random).expect("a judge");
        let start = abaque_catalog::open(spec).expect("a game");
        let mut openings = OpeningGenerator::new(start, plies, seed, evaluator);
        (0..20).map(|_| openings.next_opening().expect("an opening").1).collect()
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
    fn openings_repeat_only_when_exhausted() {
        let given = openings("abraxas", 1, 1);
        assert!(given.iter().all(|plies| plies.len() == 1), "{given:?}");
        let different: HashSet<&Vec<String>> = given.iter().collect();
        assert_eq!(different.len(), 4, "four corners");
    }
}
