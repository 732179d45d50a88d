//! Laws for perfect-information games: every view is the whole game, and there are no lots.

use abaque_core::{GameOptions, Observer, PerfectInformation, Seat, Spec, SplitMix, Turn};

use crate::random_ply;

/// Plays `games` random games of each spec, at most `plies` long, and checks at every step that
/// each observer's view is the game itself and that no lot is due.
pub fn run<G: PerfectInformation>(specs: &[&str], games: u32, plies: u32) {
    for spec in specs {
        let spec: Spec = spec.parse().unwrap_or_else(|error| panic!("{error}"));
        let options = G::Options::from_spec(&spec).unwrap_or_else(|error| panic!("{error}"));
        for n in 0..games {
            let mut source = SplitMix(u64::from(n) + 1);
            let mut game = G::start(&options);
            for _ in 0..plies {
                for by in Seat::ALL.map(Observer::Player).into_iter().chain([Observer::Spectator]) {
                    assert_eq!(game.view(by), game, "{by:?}");
                }
                assert_ne!(game.turn(), Turn::Chance, "{game}");
                let Some(ply) = random_ply(&game, &mut source) else { break };
                game.apply_unchecked(ply);
            }
        }
    }
}
