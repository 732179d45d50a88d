//! Laws of hidden information (BLO-07): no observer can tell a sampled world from the true one.

use abaque_core::fuzzing::{FuzzedGame, GamePly};
use abaque_core::{Observer, Ply, Seat, SplitMix};

use crate::laws::{legal_set, round_trip};

/// Everyone who can look at a game.
pub(crate) const OBSERVERS: [Observer; 3] =
    [Observer::Player(Seat::First), Observer::Player(Seat::Second), Observer::Spectator];

/// A world sampled from any observer's view has the same view and the same legal actions.
pub(crate) fn secrets_law<G: FuzzedGame>(game: &G) {
    let Some(laws) = G::hidden_laws() else { return };
    for by in OBSERVERS {
        let view = game.view(by);
        (laws.assert_deductions)(&view);
        let world = G::sample_position(&view, &mut SplitMix(7));
        let world = world.unwrap_or_else(|| panic!("no world for {view}"));
        assert_eq!(world.view(by), view, "sampled from {game}");
        assert_eq!(world.turn(), game.turn(), "sampled from {game}");
        assert_eq!(legal_set(&world), legal_set(game), "sampled from {game}");
        round_trip(&world);
    }
}

/// A parsed view may contradict itself. If it does not, a world sampled from it has the same view.
pub(crate) fn read_view_law<G: FuzzedGame>(view: &G::View) {
    let Some(laws) = G::hidden_laws() else { return };
    (laws.assert_deductions)(view);
    if let Some(world) = G::sample_position(view, &mut SplitMix(7)) {
        let by = (laws.observer)(view);
        assert_eq!(world.view(by).to_string(), view.to_string(), "{world}");
        round_trip(&world);
    }
}

/// A history rewritten for a sampled world looks the same to the observer at every ply.
pub(crate) fn twin_law<G: FuzzedGame>(game: &G, history: &[GamePly<G>]) {
    let Some(laws) = G::hidden_laws() else { return };
    for by in OBSERVERS {
        let view = game.view(by);
        let twin = G::sample_position(&view, &mut SplitMix(11));
        let twin = twin.unwrap_or_else(|| panic!("no world for {view}"));
        let start = G::start(&game.options());
        let (mut here, mut there) = (start.clone(), start);
        for (&a, &b) in history.iter().zip(&(laws.rewrite_history)(&twin, history)) {
            assert_eq!(here.describe(&a), there.describe(&b), "announced in {here}");
            if let Ply::Act(action) = b {
                assert_eq!(there.check(&action), Ok(()), "rewritten {action} in {there}");
            }
            here.apply_unchecked(a);
            there.apply_unchecked(b);
            assert_eq!(here.view(by), there.view(by), "{here} and {there}");
            assert_eq!(legal_set(&here), legal_set(&there), "{here} and {there}");
        }
        assert_eq!(
            there.to_string(),
            twin.to_string(),
            "the rewritten history leads to the sampled world"
        );
    }
}
