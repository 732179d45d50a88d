//! What holds for the numbers and tensors of every game.
#![allow(clippy::unwrap_used)]

use abaque_catalog::{GameHistory, PlyEffect, with_remaining_games};
use abaque_core::{Lang, Observer, RandomSource, Seat, SplitMix, Turn};
use abaque_tensors::{
    AnyEpisode, Buffers, Layout, LotMode, VectorOptions, episode, layout, vector_env,
};

static SPECS: &[&str] = &[
    "abalone",
    "abalone:layout=placed,target=1",
    "abalone:layout=belgian-daisy,target=2",
    "abraxas",
    "abraxas:push=either,leave=free,target=12",
    "abraxas:claim=manual,sheet=6",
    "abagio",
    "abagio:first=p",
    "blocs",
    "blocs:first=lot,zone=10",
];

fn specs() -> Vec<&'static str> {
    with_remaining_games(SPECS)
}

fn observation(episode: &dyn AnyEpisode, viewer: Seat) -> Vec<u8> {
    let mut out = vec![9; episode.layout().observation()];
    episode.write_observation(viewer, &mut out);
    out
}

/// The texts of all actions that legal numbers lead to.
fn completed(episode: &dyn AnyEpisode, out: &mut Vec<String>) {
    let before = episode.position();
    for number in episode.legal_numbers() {
        let text = episode.number_text(number).unwrap();
        let mut next = episode.clone_box();
        next.play(number, Lang::En).unwrap();
        if next.position() == before {
            completed(&*next, out);
        } else {
            out.push(text);
        }
    }
}

/// Plays a random game by numbers beside one by text: legal actions, outcomes and texts agree.
fn agrees_with_text(spec: &str, seed: u64, plies: usize) {
    let mut source = SplitMix(seed);
    let mut by_number = episode(spec, None, LotMode::Explicit, seed).unwrap();
    let mut by_text = abaque_catalog::open(spec).unwrap();
    let mut history = GameHistory::new(&*by_text);
    for n in 0..plies {
        assert_eq!(by_number.position(), by_text.position());
        for seat in Seat::ALL {
            let view = by_text.view(Observer::Player(seat));
            assert_eq!(by_number.view(Observer::Player(seat)), view);
        }
        if by_text.unlisted_count().is_none() && n % 7 == 0 {
            let mut texts = Vec::new();
            completed(&*by_number, &mut texts);
            texts.sort();
            assert_eq!(texts, by_text.legal_plies(), "{spec}: {}", by_text.position());
        }
        let ply = match by_text.turn() {
            Turn::Of(_) => by_text.random_action(&mut source).unwrap(),
            _ => {
                let rolls = by_text.rolls();
                rolls[source.below(rolls.len() as u64) as usize].0.clone()
            }
        };
        let numbers = by_number.numbers_of(&ply).unwrap();
        for (i, &number) in numbers.iter().enumerate() {
            assert!(by_number.legal_numbers().contains(&number), "{spec}: {ply} {numbers:?}");
            let text = by_number.number_text(number).unwrap();
            assert_eq!(text == ply, i + 1 == numbers.len(), "{text} in {ply}");
            by_number.play(number, Lang::En).unwrap();
        }
        let played: PlyEffect = by_text.play(&ply).unwrap();
        if let Some(outcome) = history.record_ply(&*by_text, &played) {
            assert_eq!(by_number.turn(), Turn::Over(outcome), "{spec}");
            assert!(by_number.legal_numbers().is_empty());
            return;
        }
        assert_eq!(by_number.turn(), by_text.turn());
    }
}

#[test]
fn numbers_and_texts_agree() {
    for spec in specs() {
        for seed in 0..3 {
            agrees_with_text(spec, seed, 2_000);
        }
    }
}

/// Every player sees the same tensor in every world that fits their view.
#[test]
fn worlds_that_look_the_same_have_the_same_tensors() {
    for spec in specs() {
        let mut game = episode(spec, None, LotMode::Sampled, 5).unwrap();
        for n in 0..300 {
            let Turn::Of(seat) = game.turn() else { break };
            let twin = game.resampled(n).unwrap();
            assert_eq!(observation(&*game, seat), observation(&*twin, seat), "{spec}");
            assert_eq!(game.legal_numbers(), twin.legal_numbers(), "{spec}");
            let number = game.random_number().unwrap();
            game.play(number, Lang::En).unwrap();
        }
    }
}

/// The opponent learns nothing from the parts of an action under way.
#[test]
fn parts_of_an_action_are_private() {
    for spec in specs() {
        let mut game = episode(spec, None, LotMode::Sampled, 3).unwrap();
        for _ in 0..400 {
            let Turn::Of(seat) = game.turn() else { break };
            let (position, other) = (game.position(), seat.other());
            let before = observation(&*game, other);
            let number = game.random_number().unwrap();
            game.play(number, Lang::En).unwrap();
            if game.position() == position && game.turn() == Turn::Of(seat) {
                assert_eq!(observation(&*game, other), before, "{spec}");
            }
        }
    }
}

#[test]
fn any_number_is_refused_or_played_without_panic() {
    for spec in specs() {
        let mut game = episode(spec, None, LotMode::Explicit, 1).unwrap();
        let actions = game.layout().actions;
        for n in 0..60 {
            let (position, legal) = (game.position(), game.legal_numbers());
            for number in (0..actions + 70).chain([usize::MAX]) {
                game.number_text(number);
                if !legal.contains(&number) {
                    for lang in Lang::ALL {
                        assert!(!game.play(number, lang).unwrap_err().is_empty());
                    }
                }
            }
            assert_eq!(game.position(), position);
            let Some(&number) = legal.get(n % legal.len().max(1)) else { break };
            game.play(number, Lang::En).unwrap();
        }
    }
}

/// All that a vector writes.
#[derive(PartialEq, Debug)]
struct Rows {
    observations: Vec<u8>,
    masks: Vec<u8>,
    packed_masks: Vec<u8>,
    rewards: Vec<f32>,
    dones: Vec<u8>,
    players: Vec<i8>,
}

impl Rows {
    fn new(n: usize, layout: &Layout) -> Rows {
        Rows {
            observations: vec![7; n * layout.observation()],
            masks: vec![7; n * layout.actions],
            packed_masks: vec![7; n * layout.packed()],
            rewards: vec![7.0; 2 * n],
            dones: vec![7; n],
            players: vec![7; n],
        }
    }

    fn buffers(&mut self) -> Buffers<'_> {
        Buffers {
            observations: Some(&mut self.observations),
            masks: Some(&mut self.masks),
            packed_masks: Some(&mut self.packed_masks),
            rewards: Some(&mut self.rewards),
            dones: Some(&mut self.dones),
            players: Some(&mut self.players),
        }
    }
}

/// The rows of some steps of random play.
fn play(spec: &str, options: &VectorOptions, steps: usize) -> Vec<Rows> {
    let mut env = vector_env(spec, None, options).unwrap();
    let (n, layout) = (options.count, layout(spec).unwrap());
    let mut numbers = vec![0; n];
    let mut all = Vec::new();
    for _ in 0..steps {
        env.sample(&mut numbers);
        let mut rows = Rows::new(n, &layout);
        assert!(rows.buffers().fit(n, &layout));
        env.step(&numbers, rows.buffers()).unwrap();
        all.push(rows);
    }
    all
}

#[test]
fn threads_change_nothing_and_seeds_repeat_games() {
    for spec in specs() {
        let options = VectorOptions { count: 7, seed: 11, ..VectorOptions::default() };
        let one = play(spec, &options, 150);
        assert_eq!(one, play(spec, &VectorOptions { threads: 3, ..options }, 150), "{spec}");
        assert_ne!(one, play(spec, &VectorOptions { seed: 12, ..options }, 150), "{spec}");
    }
}

#[test]
fn rows_tell_what_the_games_are() {
    for spec in specs() {
        for lot_mode in [LotMode::Sampled, LotMode::Explicit] {
            let n = 5;
            let options =
                VectorOptions { count: n, lot_mode, auto_reset: false, ..VectorOptions::default() };
            let mut env = vector_env(spec, None, &options).unwrap();
            let layout = env.layout();
            let (mut rows, mut numbers) = (Rows::new(n, &layout), vec![0; n]);
            env.observe(rows.buffers());
            let mut finished = 0;
            for _ in 0..3000 {
                env.sample(&mut numbers);
                env.step(&numbers, rows.buffers()).unwrap();
                for (row, &number) in numbers.iter().enumerate() {
                    let episode = env.episode(row).unwrap();
                    let player = match episode.turn() {
                        Turn::Of(seat) => seat as i8,
                        Turn::Chance => -1,
                        Turn::Over(_) => -2,
                    };
                    assert_eq!(rows.players[row], player);
                    let is_done = player == -2 && number != -1;
                    assert_eq!(rows.dones[row] == 1, is_done);
                    finished += usize::from(is_done);
                    let rewards = &rows.rewards[2 * row..2 * row + 2];
                    assert_eq!(rewards[0] + rewards[1], 0.0);
                    assert_eq!(is_done && episode.rewards()[0] != 0.0, rewards[0] != 0.0);
                    let size = layout.actions;
                    let mask = &rows.masks[row * size..][..size];
                    let legal: Vec<usize> = (0..size).filter(|&i| mask[i] == 1).collect();
                    assert_eq!(legal, episode.legal_numbers());
                    let packed = &rows.packed_masks[row * layout.packed()..][..layout.packed()];
                    assert!((0..size).all(|i| packed[i / 8] >> (i % 8) & 1 == mask[i]));
                    let seen = usize::from(player == 1);
                    let size = layout.observation();
                    assert_eq!(
                        rows.observations[row * size..][..size],
                        observation(&*episode, Seat::ALL[seen])
                    );
                }
                if numbers.iter().all(|&number| number == -1) {
                    break;
                }
            }
            assert!(finished > 0, "{spec}: no game ended");
        }
    }
}

#[test]
fn an_illegal_number_plays_nothing() {
    for spec in specs() {
        let options = VectorOptions { count: 3, ..VectorOptions::default() };
        let mut env = vector_env(spec, None, &options).unwrap();
        let mut numbers = [0; 3];
        for bad in [-2, i32::MIN, i32::MAX, env.layout().actions as i32] {
            env.sample(&mut numbers);
            numbers[1] = bad;
            let before: Vec<String> = (0..3).map(|i| env.episode(i).unwrap().position()).collect();
            let refused = env.step(&numbers, Buffers::default()).unwrap_err();
            assert_eq!((refused.index, refused.number), (1, bad));
            assert!(!env.refusal(refused, Lang::En).is_empty());
            let after: Vec<String> = (0..3).map(|i| env.episode(i).unwrap().position()).collect();
            assert_eq!(before, after);
        }
    }
}

#[test]
fn bad_specs_and_positions_are_errors() {
    for spec in ["", "chess", "abalone:target=99", "abagio:", "blocs:zone=9", "\u{0}"] {
        assert!(vector_env(spec, None, &VectorOptions::default()).is_err(), "{spec}");
        assert!(episode(spec, None, LotMode::Sampled, 0).is_err());
    }
    assert!(episode("abalone", Some("nonsense"), LotMode::Sampled, 0).is_err());
    assert!(layout("abalone:target=99").is_ok(), "sizes do not depend on options");
}
