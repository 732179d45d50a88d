//! The common laws, on all options and on hand-made positions; perft against `data/ur.perft`.
#![allow(clippy::unwrap_used)]

use abaque_core::{Game, GameOptions, Seat, Spec, perft::perft};
use abaque_testkit::{LawSuite, parse_position};
use abaque_ur::{Action, Options, Square, Ur};

/// Every square and the start, with every number.
fn candidates(_: &Ur) -> Vec<Action> {
    let places = Square::all().map(Some).chain([None]);
    places.flat_map(|from| (1..=4).map(move |number| Action { from, number })).collect()
}

#[test]
fn laws_hold_in_whole_games() {
    LawSuite {
        specs: &["ur", "ur:first=w", "ur:pieces=5,first=b", "ur:pieces=5"],
        positions: &[
            ("ur", "4,8,14 5,12 3-2 w 4"),
            ("ur", "1,2,3,4,5,6,7 8,9,10,11,12,13,14 0-0 b 1"),
            ("ur:pieces=5", "14 13 4-4 b roll"),
        ],
        candidates,
        games: 3,
        plies: 600,
    }
    .run();
}

#[test]
fn perft_matches_the_table() {
    let lines = include_str!("data/ur.perft").lines().filter(|line| !line.starts_with('#'));
    for line in lines {
        let fields: Vec<&str> = line.split("; ").collect();
        let spec: Spec = fields[0].parse().unwrap();
        let game = match fields[1] {
            "start" => Ur::start(&Options::from_spec(&spec).unwrap()),
            text => parse_position(fields[0], text),
        };
        for (depth, count) in (1..).zip(fields[2].split(' ')) {
            let count: u64 = count.parse().unwrap();
            assert_eq!(perft(&game, depth), count, "{line}, depth {depth}");
            assert_eq!(plain_perft(&game, depth), count, "{line}, depth {depth}");
        }
    }
}

/// Perft by the legality check alone, without the move generator.
fn plain_perft(game: &Ur, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut total = 0;
    let mut rolls = Vec::new();
    game.rolls(&mut rolls);
    for (roll, _) in rolls {
        let mut next = *game;
        assert!(next.play_roll(roll));
        total += plain_perft(&next, depth - 1);
    }
    for action in candidates(game) {
        let mut next = *game;
        if next.play(action).is_ok() {
            total += plain_perft(&next, depth - 1);
        }
    }
    total
}

#[test]
fn malformed_positions_are_refused() {
    for (text, field) in [
        ("- - 0-0 w", "POSITION"),
        ("0 - 0-0 w roll", "WHITE"),
        ("15 - 0-0 w roll", "WHITE"),
        ("4,4 - 0-0 w roll", "WHITE"),
        ("- 5,4 0-0 w roll", "BLACK"),
        ("1,2,3,4 - 4-0 w roll", "WHITE"),
        ("6 6 0-0 w roll", "BLACK"),
        ("- - 0 w roll", "HOME"),
        ("- - 8-0 w roll", "HOME"),
        ("- - 0-0 x roll", "SIDE"),
        ("- - 0-0 w 0", "PHASE"),
        ("- - 0-0 w 5", "PHASE"),
        ("- - 0-0 - roll", "PHASE"),
        ("- - 0-0 w first", "PHASE"),
        ("4 - 0-0 - first", "PHASE"),
        ("- - 7-0 b over", "PHASE"),
        ("- - 7-0 w roll", "PHASE"),
        ("14 - 6-0 w 2", "PHASE"),
    ] {
        let error = Ur::parse(&Options::default(), text).unwrap_err();
        assert_eq!(error.field, field, "{text}: {error}");
    }
    let own = parse_position::<Ur>("ur", "4 4 0-0 w roll");
    assert!(own.has_piece(Seat::First, 4) && own.has_piece(Seat::Second, 4), "own squares");
}
