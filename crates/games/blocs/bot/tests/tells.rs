//! Tells of the Blocs-pions bot: inferred only from what it saw, and never against certain
//! knowledge.
#![allow(clippy::unwrap_used)]

use abaque_blocs::{Action, Blocs, Options, Phase, Rod, View, deduce};
use abaque_blocs_bot::Bots;
use abaque_blocs_bot::belief::{Belief, SetupPrior};
use abaque_blocs_bot::tells::{TELL_COUNT, TELLS_TEXT, Tells, tell_name};
use abaque_bot::{GameBots, Observation, SearchRequest, SearchResult};
use abaque_core::{
    Game, GameOptions, HiddenInformation, Millis, Observer, Ply, RandomSource, Seat, SplitMix, Turn,
};
use abaque_search::SearchLimits;

fn options(spec: &str) -> Options {
    Options::from_spec(&spec.parse().unwrap()).unwrap()
}

fn think(
    spec: &str,
    kind: &str,
    observation: &Observation<Blocs>,
    request: &SearchRequest,
) -> SearchResult<Action> {
    let mut bot = Bots::bot(&options(spec), &kind.parse().unwrap()).unwrap();
    let mut result = bot.think(observation, request, &mut |_| ()).unwrap();
    result.time = Millis(0);
    result
}

/// All plies of a game between two weak bots.
fn history(spec: &str, seed: u64) -> Vec<Ply<Action, abaque_blocs::Roll>> {
    let mut source = SplitMix(seed);
    let mut game = Blocs::start(&options(spec));
    let mut found = Vec::new();
    while let (Turn::Of(seat), true) = (game.turn(), found.len() < 80) {
        let observation = Observation::without_history(game.view(Observer::Player(seat)), seat);
        let request = SearchRequest {
            limits: SearchLimits::nodes(300),
            seed: source.next_u64(),
            ..SearchRequest::default()
        };
        let ply = Ply::Act(think(spec, "3", &observation, &request).action);
        game.apply_unchecked(ply);
        found.push(ply);
    }
    found
}

/// The position after a history, and the player's views at the start of each earlier own turn.
fn followed(
    spec: &str,
    history: &[Ply<Action, abaque_blocs::Roll>],
    seat: Seat,
) -> (Blocs, Vec<View>) {
    let mut game = Blocs::start(&options(spec));
    let mut past = Vec::new();
    for ply in history {
        if game.phase() == Phase::Move(seat) {
            past.push(game.view(Observer::Player(seat)));
        }
        game.apply_unchecked(*ply);
    }
    (game, past)
}

/// BLO-07: the same game with other hidden pawns from the set-up on, in which both players did and
/// showed the same, gives the same result: tells use no more than the player saw.
#[test]
fn a_different_hidden_history_never_changes_a_result() {
    let mut source = SplitMix(41);
    let mut swapped = 0;
    for (seed, spec) in ["blocs", "blocs:zone=10", "blocs"].into_iter().enumerate() {
        let history = history(spec, 90 + seed as u64);
        for length in (2..history.len()).step_by(5) {
            let Turn::Of(seat) = followed(spec, &history[..length], Seat::First).0.turn() else {
                continue;
            };
            let (game, past) = followed(spec, &history[..length], seat);
            let view = game.view(Observer::Player(seat));
            let retold = Blocs::sample_position(&view, &mut source)
                .unwrap()
                .rewrite_history(&history[..length]);
            let (twin, twin_past) = followed(spec, &retold, seat);
            assert_eq!(twin.view(Observer::Player(seat)), view);
            swapped += u32::from(twin != game);
            let observation = |game: &Blocs, past| Observation {
                past,
                ..Observation::without_history(game.view(Observer::Player(seat)), seat)
            };
            for kind in ["best", "8", "uniform"] {
                let request = SearchRequest {
                    limits: SearchLimits::nodes(900),
                    seed: 7,
                    lines: 3,
                    ..SearchRequest::default()
                };
                let here = think(spec, kind, &observation(&game, past.clone()), &request);
                let there = think(spec, kind, &observation(&twin, twin_past.clone()), &request);
                assert_eq!(here, there, "{kind} in {game} and {twin}");
            }
        }
    }
    assert!(swapped > 20, "{swapped}");
}

/// Tells change likelihoods, never what is possible (BLO-24).
#[test]
fn tells_keep_certain_and_impossible_contents() {
    let mut sure = 0;
    let mut changed = 0;
    for (seed, spec) in ["blocs", "blocs:zone=10"].into_iter().enumerate() {
        let (likely, even) =
            (SetupPrior::typical(&options(spec)), SetupPrior::uniform(&options(spec)));
        let history = history(spec, 60 + seed as u64);
        for length in (2..history.len()).step_by(3) {
            for seat in Seat::ALL {
                let (game, _) = followed(spec, &history[..length], seat);
                let view = game.view(Observer::Player(seat));
                let deduced = deduce(&view);
                let (Some(belief), Some(even)) =
                    (Belief::new(&view, &likely), Belief::new(&view, &even))
                else {
                    continue;
                };
                for ((block, pawns, rods), (_, even, _)) in belief.odds().iter().zip(even.odds()) {
                    let known = deduced.iter().find(|known| known.field == block.field).unwrap();
                    assert!((rods[0] + rods[1] - 1.0).abs() < 1e-9);
                    assert_eq!(known.small.0 == 0, rods[0] < 1e-12);
                    for slot in 0..3 {
                        let over = game.block_state_index(block.id) & 64 != 0;
                        let odds = known.pawns[if over { 2 - slot } else { slot }];
                        assert!((pawns[slot].iter().sum::<f64>() - 1.0).abs() < 1e-9);
                        for (is, of) in pawns[slot].iter().zip(odds.chances) {
                            assert_eq!(of == 0, *is < 1e-12, "{view}");
                        }
                        sure += u32::from(odds.certain().is_some());
                        let other = |(a, b): (&f64, &f64)| (a - b).abs() > 0.02;
                        changed += u32::from(pawns[slot].iter().zip(&even[slot]).any(other));
                    }
                }
            }
        }
    }
    assert!(sure > 100 && changed > 100, "{sure} {changed}");
}

/// Every line of the file parses to a different factor.
#[test]
fn the_tells_file_names_every_factor_once() {
    let names: Vec<String> = (0..TELL_COUNT).map(tell_name).collect();
    let lines: Vec<&str> =
        TELLS_TEXT.lines().filter_map(|line| Some(line.rsplit_once(' ')?.0)).collect();
    assert_eq!(lines, names);
}

/// By the measured factors, a block that has not moved late in the game seldom hides its own colour
/// where moving would show it, and often where only a taking would.
#[test]
fn unmoved_blocks_shift_the_odds() {
    let game = followed("blocs", &history("blocs", 3)[..2], Seat::First).0;
    let view = game.view(Observer::Player(Seat::First));
    let block = view.blocks_built_by(Seat::Second).find(|block| block.rod.is_none()).unwrap();
    let [own, neutral] = [abaque_blocs::Colour::Red, abaque_blocs::Colour::Neutral];
    let factor =
        |pawns| Tells::measured().likelihood_factor(Seat::Second, 2, &block, (Rod::Large, pawns));
    assert!(factor([own, own, neutral]) < factor([own, neutral, neutral]));
    assert!(factor([own, neutral, neutral]) < factor([own, neutral, own]));
}
