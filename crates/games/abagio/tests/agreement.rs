//! Compares the crate with the plain rules, step by step over random games.

use std::collections::BTreeSet;

use abaque_abagio::{Abagio, Action, LeapOrigin, Options, Square};
use abaque_core::{Game, RandomSource, SplitMix};
use abaque_testkit::{parse_position, random_ply};

use crate::plain::PlainRules;

fn spelled() -> impl Iterator<Item = Action> {
    let places = Square::all().map(LeapOrigin::On).chain([LeapOrigin::Start]);
    let leaps = places.flat_map(|from| (1..=6).map(move |number| Action::Leap { from, number }));
    leaps.chain(Square::all().map(Some).chain([None]).map(Action::Chief))
}

fn agree(game: &Abagio) {
    let text = game.to_string();
    let plain = PlainRules::read(&text);
    assert_eq!(plain.write(), text);
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    let legal: BTreeSet<String> = legal.iter().map(ToString::to_string).collect();
    assert_eq!(legal, plain.legal(), "{text}");
    for action in spelled() {
        assert_eq!(
            game.check(&action).is_ok(),
            legal.contains(&action.to_string()),
            "{action} in {text}"
        );
    }
}

fn follow(mut game: Abagio, seed: u64, plies: u32) {
    let mut source = SplitMix(seed);
    for _ in 0..plies {
        agree(&game);
        let Some(ply) = random_ply(&game, &mut source) else { return };
        let expected = PlainRules::read(&game.to_string()).after(&ply.to_string());
        let before = game;
        game.apply_unchecked(ply);
        assert_eq!(game.to_string(), expected.write(), "{ply} in {before}");
    }
}

#[test]
fn random_games_follow_the_plain_rules() {
    for (spec, seed) in [("abagio", 1), ("abagio:first=r", 2), ("abagio:first=p", 3)] {
        let options = parse_position::<Abagio>(spec, START).options();
        for n in 0..2 {
            follow(Abagio::start(&options), seed * 100 + n, 450);
        }
    }
}

#[test]
fn endgames_follow_the_plain_rules() {
    for (i, text) in include_str!("data/positions.txt").lines().enumerate() {
        for n in 0..6 {
            follow(parse_position("abagio", text), (i as u64) << 8 | n, 60);
        }
    }
}

/// Unreachable positions must be handled too.
#[test]
fn random_positions_follow_the_plain_rules() {
    let mut source = SplitMix(7);
    let (mut read, mut stuck) = (0, 0);
    for _ in 0..1500 {
        let text = random_position(&mut source);
        match Abagio::parse(&Options::default(), &text) {
            Ok(game) => {
                assert_eq!(game.to_string(), text);
                agree(&game);
                read += 1;
            }
            Err(error) => {
                assert_eq!(error.field, "PHASE", "{text}: {error}");
                let plain = PlainRules::read(&text);
                let refused = text.ends_with(" chief") || plain.legal().is_empty();
                assert!(refused, "{text}: {error}");
                stuck += 1;
            }
        }
    }
    assert!(read > 750 && stuck > 20, "{read} {stuck}");
}

/// Frogs on random legal squares, sometimes the chief; numbers or the chief due.
fn random_position(source: &mut SplitMix) -> String {
    let mut draw = |n: u64| source.below(n) as usize;
    let inner_only = [draw(2) == 0, draw(3) == 0];
    let squares: Vec<Square> = Square::all().collect();
    let mut stacks = vec![String::new(); squares.len()];
    let (mut home, mut pond) = ([0; 2], [0; 2]);
    let crowd = 1 + draw(12);
    for frog in 0..24 {
        let (side, colour) = [(0, 'r'), (1, 'p')][frog % 2];
        let at = draw(20 + crowd as u64);
        let square = if inner_only[side] { 18 + draw(14) } else { draw(32) };
        let (stack, square) = (&mut stacks[square], squares[square]);
        let foreign = square.owner().is_some_and(|owner| owner.index() != side);
        if at < crowd && !foreign && stack.len() < usize::from(square.capacity()) {
            stack.push(colour);
        } else if inner_only[side] || draw(3) == 0 && pond[side] < 11 {
            pond[side] += 1;
        } else {
            home[side] += 1;
        }
    }
    for side in 0..2 {
        if pond[side] == 12 {
            pond[side] = 11;
            home[side] += 1;
        }
    }
    let chief = draw(36);
    if chief < 18 && stacks[chief].len() < 5 {
        stacks[chief].push('*');
    }
    let (x, y) = (1 + draw(6), 1 + draw(6));
    let phase = match draw(10) {
        0 => "chief".to_string(),
        1 => format!("{x}"),
        2..=4 => vec![x.to_string(); 2 + draw(3)].join("."),
        _ => format!("{}.{}", x.max(y), x.min(y)),
    };
    let items: Vec<String> = squares
        .iter()
        .zip(&stacks)
        .filter(|(_, stack)| !stack.is_empty())
        .map(|(square, stack)| format!("{square}={stack}"))
        .collect();
    let stacks = if items.is_empty() { "-".into() } else { items.join(",") };
    let side = ["r", "p"][draw(2)];
    format!("{stacks} {}-{} {}-{} {side} {phase}", home[0], home[1], pond[0], pond[1])
}

const START: &str = "5=rprp,10=prpr,15=rprp 6-6 0-0 r roll";
