//! A player's tensors are the same, byte for byte, in every game that looks the same to them, from
//! the first part of the set-ups to the end.
#![allow(clippy::unwrap_used)]

use abaque_blocs::Blocs;
use abaque_blocs_tensor::Tensors;
use abaque_core::{
    Game, GameOptions, HiddenInformation, Observer, Ply, RandomSource, Seat, Spec, SplitMix, Turn,
};
use abaque_tensor::{Episode, Layout, LotMode, Scratch};

type History = Vec<Ply<<Blocs as Game>::Action, <Blocs as Game>::Roll>>;

/// A random game of some plies.
fn random_game(spec: &str, plies: usize, source: &mut SplitMix) -> (Blocs, History) {
    let spec: Spec = spec.parse().unwrap();
    let mut game = Blocs::start(&GameOptions::from_spec(&spec).unwrap());
    let mut history = Vec::new();
    for _ in 0..plies {
        let ply = match game.turn() {
            Turn::Over(_) => break,
            Turn::Of(_) => Ply::Act(game.random_action(source).unwrap()),
            Turn::Chance => {
                let mut rolls = Vec::new();
                game.rolls(&mut rolls);
                Ply::Roll(rolls[source.below(rolls.len() as u64) as usize].0)
            }
        };
        game.apply_unchecked(ply);
        history.push(ply);
    }
    (game, history)
}

/// The tensors of one player after every number of a game.
fn tensors(options: &<Blocs as Game>::Options, history: &History, viewer: Seat) -> Vec<Vec<u8>> {
    let mut episode = Episode::<Tensors>::new(Blocs::start(options), LotMode::Explicit, 0);
    let mut scratch = Scratch::default();
    let mut seen = Vec::new();
    for ply in history {
        for number in episode.numbers_of(&ply.to_string()).unwrap() {
            episode.step(number, &mut scratch);
            let mut tensor = vec![0; Layout::of::<Tensors>().observation()];
            episode.write_observation(viewer, &mut tensor);
            seen.push(tensor);
        }
    }
    seen
}

#[test]
fn blo_07_twin_worlds_give_equal_tensors() {
    let mut source = SplitMix(20);
    let mut differing = 0;
    for spec in ["blocs", "blocs:first=lot", "blocs:zone=10,first=r"] {
        for plies in [2, 3, 5, 9, 20, 40, 80] {
            let (game, history) = random_game(spec, plies, &mut source);
            for viewer in Seat::ALL {
                let view = game.view(Observer::Player(viewer));
                let twin = Blocs::sample_position(&view, &mut source).unwrap();
                let retold = twin.rewrite_history(&history);
                differing += usize::from(retold != history);
                let options = game.options();
                assert_eq!(
                    tensors(&options, &history, viewer),
                    tensors(&options, &retold, viewer),
                    "{spec} after {plies} plies, seen by {viewer:?}"
                );
            }
        }
    }
    assert!(differing > 20, "the worlds hardly differed: {differing}");
}

#[test]
fn own_set_ups_are_seen_at_once() {
    let (game, history) = random_game("blocs", 1, &mut SplitMix(3));
    let own = tensors(&game.options(), &history, Seat::First);
    assert!(own.windows(2).all(|pair| pair[0] != pair[1]));
    let other = tensors(&game.options(), &history, Seat::Second);
    assert!(other[..11].windows(2).all(|pair| pair[0] == pair[1]));
}
