//! Laws of hidden information (BLO-07): no observer can tell a sampled world from the true one.

use abaque_blocs::{Blocs, View, deduce};
use abaque_core::{Game, HiddenInformation, Observer, Ply, Seat, SplitMix};

use crate::laws::{legal_set, round_trip};

/// Everyone who can look at a game.
pub(crate) const OBSERVERS: [Observer; 3] =
    [Observer::Player(Seat::First), Observer::Player(Seat::Second), Observer::Spectator];

/// A world sampled from any observer's view has the same view and the same legal actions.
pub(crate) fn secrets_law(game: &Blocs) {
    for by in OBSERVERS {
        let view = game.view(by);
        deduce_law(&view);
        let world = Blocs::sample_position(&view, &mut SplitMix(7));
        let world = world.unwrap_or_else(|| panic!("no world for {view}"));
        assert_eq!(world.view(by), view, "sampled from {game}");
        assert_eq!(world.turn(), game.turn(), "sampled from {game}");
        assert_eq!(legal_set(&world), legal_set(game), "sampled from {game}");
        round_trip(&world);
    }
}

/// A parsed view may contradict itself. If it does not, a world sampled from it has the same view.
pub(crate) fn read_view_law(view: &View) {
    deduce_law(view);
    if let Some(world) = Blocs::sample_position(view, &mut SplitMix(7)) {
        assert_eq!(world.view(view.observer()).to_string(), view.to_string(), "{world}");
        round_trip(&world);
    }
}

/// Deductions are well formed: ordered bounds, odds with a non-zero denominator.
fn deduce_law(view: &View) {
    for block in deduce(view) {
        assert!(block.small.0 <= block.small.1, "{view}");
        for odds in block.pawns {
            assert!(odds.out_of > 0, "{} in {view}", block.field);
        }
    }
}

/// A history rewritten for a sampled world looks the same to the observer at every ply.
pub(crate) fn twin_law(
    game: &Blocs,
    history: &[Ply<<Blocs as Game>::Action, <Blocs as Game>::Roll>],
) {
    for by in OBSERVERS {
        let view = game.view(by);
        let twin = Blocs::sample_position(&view, &mut SplitMix(11));
        let twin = twin.unwrap_or_else(|| panic!("no world for {view}"));
        let start = Blocs::start(&game.options());
        let (mut here, mut there) = (start, start);
        for (&a, &b) in history.iter().zip(&twin.rewrite_history(history)) {
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
