//! Laws for hidden information: an observer cannot tell a sampled world from the true one, now or
//! at any earlier point of the game.

use std::collections::HashSet;

use abaque_core::{Game, GameOptions, HiddenInformation, Observer, Ply, Seat, Spec, SplitMix};

use crate::random_ply;

const OBSERVERS: [Observer; 3] =
    [Observer::Player(Seat::First), Observer::Player(Seat::Second), Observer::Spectator];

/// Plays `games` random games of each spec, at most `plies` long. After each game, for every
/// observer, samples worlds from the last view and replays the whole game in them: at every step
/// both worlds must show that observer the same view, byte for byte, offer the same actions and
/// refuse the same ones with the same message.
pub fn run<G: HiddenInformation>(
    specs: &[&str],
    candidates: fn(&G) -> Vec<G::Action>,
    games: u32,
    plies: u32,
) {
    for spec in specs {
        let spec: Spec = spec.parse().unwrap_or_else(|error| panic!("{error}"));
        let options = G::Options::from_spec(&spec).unwrap_or_else(|error| panic!("{error}"));
        for n in 0..games {
            let mut source = SplitMix(u64::from(n) + 1);
            let mut game = G::start(&options);
            let mut history = Vec::new();
            for _ in 0..plies {
                sample_law(&game, &mut source);
                let Some(ply) = random_ply(&game, &mut source) else { break };
                game.apply_unchecked(ply);
                history.push(ply);
            }
            for by in OBSERVERS {
                twin_law(&game, &history, by, candidates, &mut source);
            }
        }
    }
}

/// `sample(view).view == view`, with the same legal actions.
fn sample_law<G: HiddenInformation>(game: &G, source: &mut SplitMix) {
    for by in OBSERVERS {
        let view = game.view(by);
        let world =
            G::sample_position(&view, source).unwrap_or_else(|| panic!("no world for {view}"));
        assert_eq!(world.view(by), view, "sampled from {game}");
        assert_eq!(world.turn(), game.turn(), "sampled from {game}");
        assert_eq!(legal_set(&world), legal_set(game), "sampled from {game}");
        assert_eq!(world.view(by).to_string(), view.to_string());
    }
}

/// The game replayed in a sampled world looks the same to the observer at every step.
fn twin_law<G: HiddenInformation>(
    game: &G,
    history: &[Ply<G::Action, G::Roll>],
    by: Observer,
    candidates: fn(&G) -> Vec<G::Action>,
    source: &mut SplitMix,
) {
    let view = game.view(by);
    let twin = G::sample_position(&view, source).unwrap_or_else(|| panic!("no world for {view}"));
    let retold = twin.rewrite_history(history);
    assert_eq!(retold.len(), history.len());
    let (mut here, mut there) = (G::start(&game.options()), G::start(&game.options()));
    for (&a, &b) in history.iter().zip(&retold) {
        if here.unlisted_count().is_none() {
            assert_eq!(a, b, "only secret actions may differ");
        }
        assert_eq!(here.describe(&a), there.describe(&b), "described in {here}");
        if let Ply::Act(action) = b {
            assert_eq!(there.check(&action), Ok(()), "retold {action} in {there}");
        }
        here.apply_unchecked(a);
        there.apply_unchecked(b);
        assert_eq!(here.view(by), there.view(by), "{here} and {there}");
        assert_eq!(here.view(by).to_string(), there.view(by).to_string());
        assert_eq!(here.turn(), there.turn());
        assert_eq!(here.repetition_key().is_some(), there.repetition_key().is_some());
        assert_eq!(legal_set(&here), legal_set(&there), "{here} and {there}");
        for action in candidates(&here) {
            assert_eq!(here.check(&action), there.check(&action), "{action} in {here}");
        }
    }
    assert_eq!(there.to_string(), twin.to_string(), "retelling leads to the sampled world");
}

fn legal_set<G: Game>(game: &G) -> HashSet<G::Action> {
    let mut out = Vec::new();
    game.legal_actions(&mut out);
    out.into_iter().collect()
}
