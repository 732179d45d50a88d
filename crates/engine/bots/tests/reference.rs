//! The reference bots play every game.
#![allow(clippy::unwrap_used)]

use abaque_bots::{SearchRequest, open_bot};
use abaque_catalog::{AnyObservation, GAMES, open};
use abaque_core::{Observer, RandomSource, SplitMix, Turn};
use abaque_search::SearchLimits;

/// Plays a bot against itself for some plies or to the end, checking every action.
fn plays_on(spec: &str, kind: &str, plies: usize) {
    let mut game = open(spec).unwrap();
    let mut bot = open_bot(spec, &kind.parse().unwrap()).unwrap();
    let mut source = SplitMix(7);
    for ply in 0..plies {
        let ply = match game.turn() {
            Turn::Over(_) => return,
            Turn::Chance => {
                let rolls = game.rolls();
                rolls[source.below(rolls.len() as u64) as usize].0.clone()
            }
            Turn::Of(seat) => {
                let view = game.any_view(Observer::Player(seat));
                let observation = AnyObservation::without_history(view, seat);
                let request = SearchRequest {
                    limits: SearchLimits::nodes(3_000),
                    seed: ply as u64,
                    lines: 3,
                    ..SearchRequest::default()
                };
                let result = bot.think(&observation, &request, &mut |_| ()).unwrap();
                assert_eq!(
                    bot.think(&observation, &request, &mut |_| ()).unwrap().action,
                    result.action
                );
                assert!(result.lines.iter().all(|line| (0.0..=1.0).contains(&line.win)));
                result.action
            }
        };
        game.play(&ply).unwrap();
    }
}

#[test]
fn reference_players_play_every_game() {
    for entry in GAMES {
        let spec = (entry.description)().name;
        plays_on(spec, "random", 300);
        plays_on(spec, "greedy", 60);
        plays_on(spec, "mcts", 40);
    }
}
