//! Positions of all games, from random play.

// Each test file uses only some of these.
#![allow(dead_code, clippy::unwrap_used)]

use abaque_abagio::Abagio;
use abaque_abalone::{Abalone, Layout};
use abaque_abraxas::Abraxas;
use abaque_blocs::{Action, Blocs, PRESETS};
use abaque_core::{Game, GameOptions, Observer, Ply, RandomSource, Seat, SplitMix, Turn};

/// A spec, a text to draw, and the last ply.
pub(crate) struct Sample {
    pub(crate) spec: String,
    pub(crate) view: String,
    pub(crate) last: Option<String>,
}

/// Positions and views of all games.
pub(crate) fn samples() -> Vec<Sample> {
    let mut all = Vec::new();
    let placed = abaque_abalone::Options::new(4, Layout::Placed).unwrap();
    sample_random_game(Abalone::start(&abaque_abalone::Options::default()), 40, &mut all);
    sample_random_game(Abalone::start(&placed), 40, &mut all);
    sample_random_game(Abraxas::start(&abaque_abraxas::Options::default()), 120, &mut all);
    let either = "abraxas:push=either,claim=manual,target=3".parse().unwrap();
    sample_random_game(
        Abraxas::start(&abaque_abraxas::Options::from_spec(&either).unwrap()),
        80,
        &mut all,
    );
    sample_random_game(Abagio::start(&abaque_abagio::Options::default()), 300, &mut all);
    sample_random_game(blocs(), 60, &mut all);
    let options = abaque_blocs::Options::default();
    let mut game = Blocs::start(&options);
    push_samples(&game, &None, &mut all);
    game.play(Action::Setup(PRESETS[0].to_setup(&options, Seat::First))).unwrap();
    push_samples(&game, &None, &mut all);
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

fn sample_random_game<G: Game>(mut game: G, plies: usize, all: &mut Vec<Sample>) {
    let mut luck = SplitMix(plies as u64);
    let mut last = None;
    for ply in 0..plies {
        if ply % 5 == 0 || game.is_over() {
            push_samples(&game, &last, all);
        }
        match game.turn() {
            Turn::Of(_) => {
                let Some(action) = game.random_action(&mut luck) else { return };
                game.apply_unchecked(Ply::Act(action));
                last = Some(action.to_string());
            }
            Turn::Chance => {
                let mut rolls = Vec::new();
                game.rolls(&mut rolls);
                let (roll, _) = rolls[luck.below(rolls.len() as u64) as usize];
                game.apply_unchecked(Ply::Roll(roll));
                last = Some(roll.to_string());
            }
            Turn::Over(_) => return,
        }
    }
}

/// Adds the position, and the views that differ from it.
fn push_samples<G: Game>(game: &G, last: &Option<String>, all: &mut Vec<Sample>) {
    let mut views = vec![game.to_string()];
    for by in [Observer::Player(Seat::First), Observer::Player(Seat::Second), Observer::Spectator] {
        let view = game.view(by).to_string();
        if !views.contains(&view) {
            views.push(view);
        }
    }
    let spec = game.options().to_spec().to_string();
    all.extend(views.into_iter().map(|view| Sample {
        spec: spec.clone(),
        view,
        last: last.clone(),
    }));
}
