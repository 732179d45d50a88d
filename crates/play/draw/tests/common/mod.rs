//! Positions of all games, from random play.

// Each test file uses only some of these.
#![allow(dead_code, clippy::unwrap_used)]

use abaque_blocs::{Action, Blocs, PRESETS};
use abaque_catalog::{AnyGame, open, with_remaining_games};
use abaque_core::{Game, Observer, RandomSource, Seat, SplitMix, Turn};

/// Specs with options that change the board; other games are drawn without options.
static SPECS: &[&str] = &[
    "abalone",
    "abalone:target=4,layout=placed",
    "abraxas",
    "abraxas:push=either,claim=manual,target=3",
    "abraxas:sheet=4,claim=manual,push=either",
];

/// Most plies of a game that is sampled.
const MAX_PLIES: usize = 200;

/// Everyone who can look at a game.
pub(crate) const OBSERVERS: [Observer; 3] =
    [Observer::Player(Seat::First), Observer::Player(Seat::Second), Observer::Spectator];

/// A spec, a text to draw, and the last ply.
pub(crate) struct Sample {
    pub(crate) spec: String,
    pub(crate) view: String,
    pub(crate) last: Option<String>,
}

/// At least one spec of every game in the catalog.
pub(crate) fn specs() -> Vec<&'static str> {
    with_remaining_games(SPECS)
}

/// Positions and views of all games.
pub(crate) fn samples() -> Vec<Sample> {
    let mut all = Vec::new();
    for (spec, seed) in specs().into_iter().zip(1..) {
        sample_random_game(spec, seed, &mut all);
    }
    all
}

/// A game of Blocs-pions after the set-ups.
pub(crate) fn blocs() -> Blocs {
    let options = abaque_blocs::Options::default();
    let mut game = Blocs::start(&options);
    for seat in Seat::ALL {
        game.play(Action::Setup(PRESETS[0].to_setup(&options, seat))).unwrap();
    }
    game
}

/// A random ply; `None` when the game is over.
pub(crate) fn random_ply(game: &dyn AnyGame, source: &mut SplitMix) -> Option<String> {
    match game.turn() {
        Turn::Over(_) => None,
        Turn::Of(_) => game.random_action(source),
        Turn::Chance => {
            let rolls = game.rolls();
            Some(rolls[source.below(rolls.len() as u64) as usize].0.clone())
        }
    }
}

/// Adds the first positions of a game (which may be a secret set-up), every fifth and the last.
fn sample_random_game(spec: &str, seed: u64, all: &mut Vec<Sample>) {
    let mut source = SplitMix(seed);
    let mut game = open(spec).unwrap();
    let mut last = None;
    for plies in 0..MAX_PLIES {
        let next = random_ply(&*game, &mut source);
        if plies < 3 || plies % 5 == 0 || next.is_none() {
            push_samples(&*game, &last, all);
        }
        let Some(ply) = next else { return };
        game.play(&ply).unwrap();
        last = Some(ply);
    }
}

/// Adds the position, and the views that differ from it.
fn push_samples(game: &dyn AnyGame, last: &Option<String>, all: &mut Vec<Sample>) {
    let mut views = vec![game.position()];
    for by in OBSERVERS {
        let view = game.view(by);
        if !views.contains(&view) {
            views.push(view);
        }
    }
    let spec = game.spec();
    all.extend(views.into_iter().map(|view| Sample {
        spec: spec.clone(),
        view,
        last: last.clone(),
    }));
}
