//! Positions of all games, from random play.

// Each test file uses a part of this.
#![allow(dead_code, clippy::unwrap_used)]

use abaque_abagio::{Abagio, AbagioOptions};
use abaque_abalone::{Abalone, AbaloneOptions, Layout};
use abaque_abraxas::{Abraxas, AbraxasOptions};
use abaque_blocs::{Action, Blocs, BlocsOptions, PRESETS};
use abaque_core::{Game, Observer, Options, Ply, Seat, Source, SplitMix, Turn};

/// A spec, a text to draw, and the ply that led to it.
pub(crate) struct Sample {
    pub(crate) spec: String,
    pub(crate) view: String,
    pub(crate) last: Option<String>,
}

/// Positions and views of all games.
pub(crate) fn samples() -> Vec<Sample> {
    let mut all = Vec::new();
    let placed = AbaloneOptions::new(4, Layout::Placed).unwrap();
    walk(Abalone::start(&AbaloneOptions::default()), 40, &mut all);
    walk(Abalone::start(&placed), 40, &mut all);
    walk(Abraxas::start(&AbraxasOptions::default()), 120, &mut all);
    let either = "abraxas:push=either,claim=manual,target=3".parse().unwrap();
    walk(Abraxas::start(&AbraxasOptions::from_spec(&either).unwrap()), 80, &mut all);
    walk(Abagio::start(&AbagioOptions::default()), 300, &mut all);
    walk(blocs(), 60, &mut all);
    let options = BlocsOptions::default();
    let mut game = Blocs::start(&options);
    look(&game, &None, &mut all);
    game.play(Action::Setup(PRESETS[0].setup(&options, Seat::First))).unwrap();
    look(&game, &None, &mut all);
    all
}

/// A game of Blocs-pions after the set-ups.
pub(crate) fn blocs() -> Blocs {
    let options = BlocsOptions::default();
    let mut game = Blocs::start(&options);
    for seat in Seat::ALL {
        game.play(Action::Setup(PRESETS[0].setup(&options, seat))).unwrap();
    }
    game
}

fn walk<G: Game>(mut game: G, plies: usize, all: &mut Vec<Sample>) {
    let mut luck = SplitMix(plies as u64);
    let mut last = None;
    for ply in 0..plies {
        if ply % 5 == 0 || game.is_over() {
            look(&game, &last, all);
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

/// The position, and the views that differ from it.
fn look<G: Game>(game: &G, last: &Option<String>, all: &mut Vec<Sample>) {
    let mut views = vec![game.to_string()];
    for by in [Observer::Player(Seat::First), Observer::Player(Seat::Second), Observer::Spectator] {
        let view = game.view(by).to_string();
        if !views.contains(&view) {
            views.push(view);
        }
    }
    let spec = game.options().spec().to_string();
    all.extend(views.into_iter().map(|view| Sample {
        spec: spec.clone(),
        view,
        last: last.clone(),
    }));
}
