//! Parsing and printing of commands, and rejection of other lines.
#![allow(clippy::unwrap_used)]

use abaque_core::{Millis, RandomSource, Seat, SplitMix};
use abaque_ugi::{Command, GoParams, Query, StartPosition};

const PIECES: &[&str] = &[
    "ugi",
    "isready",
    "uginewgame",
    "setoption",
    "name",
    "value",
    "Game",
    "abagio",
    "position",
    "startpos",
    "fen",
    "view",
    "as",
    "moves",
    "go",
    "p1time",
    "p2time",
    "p1inc",
    "p2inc",
    "movestogo",
    "depth",
    "nodes",
    "movetime",
    "infinite",
    "stop",
    "query",
    "p1turn",
    "gameover",
    "result",
    "chance",
    "rolls",
    "islegal",
    "quit",
    "1",
    "-5",
    "99999999999999999999",
    "b",
    "-",
    "d53",
    "é",
    "\u{0}",
    "[",
    "8/8",
];

/// Any sequence of protocol words parses or is refused with a message, and printing a parsed
/// command gives text that parses to the same command.
#[test]
fn any_line_is_read_or_refused() {
    let mut source = SplitMix(1);
    let mut read = 0;
    for _ in 0..200_000 {
        let words = source.below(9);
        let mut line = String::new();
        for _ in 0..words {
            line += PIECES[source.below(PIECES.len() as u64) as usize];
            line += [" ", "  ", "\t"][source.below(3) as usize];
        }
        match line.parse::<Command>() {
            Ok(command) => {
                read += 1;
                assert_eq!(command.to_string().parse(), Ok(command), "{line:?}");
            }
            Err(why) => assert!(!why.is_empty() && why.len() < 1000, "{line:?}: {why}"),
        }
    }
    assert!(read > 2_000, "{read}");
}

#[test]
fn random_bytes_are_refused() {
    let mut source = SplitMix(2);
    for _ in 0..20_000 {
        let length = source.below(40);
        let bytes: Vec<u8> = (0..length).map(|_| source.next_u64() as u8).collect();
        let line = String::from_utf8_lossy(&bytes).into_owned();
        assert!(line.parse::<Command>().is_err(), "{line:?}");
    }
}

#[test]
fn positions_keep_their_fields_together() {
    let line = "position fen - 6-6 0-0 - first moves f52 d31";
    let Command::Position { start: at, moves } = line.parse().unwrap() else { panic!() };
    assert_eq!(at, StartPosition::Fen("- 6-6 0-0 - first".into()));
    assert_eq!(moves, ["f52", "d31"]);
    let line = "position view a/b b move as r";
    let Command::Position { start: at, moves } = line.parse().unwrap() else { panic!() };
    assert_eq!(at, StartPosition::View { view: "a/b b move".into(), player: "r".into() });
    assert!(moves.is_empty());
    for line in [
        "position",
        "position fen",
        "position view x",
        "position as b",
        "position view as b",
        "position startpos x",
        "position moves a1b2",
    ] {
        assert!(line.parse::<Command>().is_err(), "{line}");
    }
    assert_eq!("query islegal a1b2".parse(), Ok(Command::Query(Query::IsLegal("a1b2".into()))));
}

#[test]
fn limits_come_from_clocks_and_bounds() {
    let go = |line: &str| match line.parse() {
        Ok(Command::Go(go)) => go,
        other => panic!("{other:?}"),
    };
    let clock = go("go p1time 60000 p2time 100 p1inc 1000 p2inc 0");
    let [first, second] = Seat::ALL.map(|seat| clock.limits(seat, Millis(20)));
    assert!(first.time > second.time && second.time.unwrap() < Millis(100));
    let bounded = go("go depth 3 nodes 500 movetime 40").limits(Seat::First, Millis(0));
    assert_eq!(
        (bounded.depth, bounded.nodes, bounded.time),
        (Some(3), Some(500), Some(Millis(40)))
    );
    assert!(go("go").limits(Seat::First, Millis(0)).is_unlimited());
    assert!(go("go infinite").limits(Seat::First, Millis(0)).time.unwrap() > Millis::from_days(1));
    let late = go("go p1time -30 p2time 5").limits(Seat::First, Millis(20));
    assert_eq!(late.time, Some(Millis(1)));
    assert_eq!(GoParams::from(bounded).to_string(), "go depth 3 nodes 500 movetime 40");
    for line in ["go depth", "go depth x", "go depth -1", "go fast", "go nodes 1.5"] {
        assert!(line.parse::<Command>().is_err(), "{line}");
    }
}
