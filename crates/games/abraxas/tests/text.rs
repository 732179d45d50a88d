//! Positions, actions and options as text: what parses, and every reason to refuse.

use abaque_abraxas::{Action, Options, Sheet};
use abaque_core::{GameOptions, Spec};

use crate::common::{EMPTY, empty, read};

/// The field named by the error.
fn wrong(spec: &str, text: &str) -> &'static str {
    match read(spec, text) {
        Ok(game) => panic!("read: {game}"),
        Err(error) => error.field,
    }
}

#[test]
fn positions_round_trip() {
    for text in [
        "8/8/8/8/8/8/8/8 - 2 24 0-0 3-3 corner",
        "s7/8/8/8/8/2rrrr2/8/8 se 2 20 0-0 3-2 take-stop",
        "r1r1r1r1/8/1r1r1r1r/8/r1r1r1r1/8/1r1r1r1r/8 sw 2 0 5-3 3-3 stop?a1-a8",
        "r1r1r1r1/8/1r1r1r1r/8/r1r1r1r1/8/1r1r1r1r/8 sw 2 0 5-3 3-3 stop?a8",
        "8/8/8/8/8/8/8/8 nw 1 13 11-0 3-3 over",
        "8/8/8/8/8/8/8/8 nw 2 5 0-19 3-3 over",
        "rrrrrrrr/rrrrrrrr/rrrrrrrr/ssssss2/8/8/8/8 ne 1 0 0-0 0-0 place",
    ] {
        assert_eq!(read(&empty(""), text).map(|game| game.to_string()).as_deref(), Ok(text));
    }
}

#[test]
fn malformed_plates_are_refused() {
    for plate in [
        "8/8/8/8/8/8/8",
        "8/8/8/8/8/8/8/8/8",
        "8/8/8/8/8/8/8/7",
        "8/8/8/8/8/8/8/9",
        "8/8/8/8/8/8/8/44",
        "8/8/8/8/8/8/8/0r7",
        "8/8/8/8/8/8/8/8r",
        "8/8/8/8/8/8/8/rrrrrrrrr",
        "8/8/8/8/8/8/8/7R",
        "8/8/8/8/8/8/8/7.",
        "8/8/8/8/8/8/8/",
        "8/8/8/8/8/8/8/71",
        "8/8/8/8/8/8/8/7é",
    ] {
        assert_eq!(
            wrong(&empty(""), &format!("{plate} sw 1 23 0-0 3-3 place")),
            "PLATE",
            "{plate}"
        );
    }
}

#[test]
fn malformed_fields_are_refused() {
    let spec = empty("");
    for (text, field) in [
        ("8/8/8/8/8/8/8/8 x 1 24 0-0 3-3 place", "CORNER"),
        ("8/8/8/8/8/8/8/8 SW 1 24 0-0 3-3 place", "CORNER"),
        ("8/8/8/8/8/8/8/8 sw 0 24 0-0 3-3 place", "SIDE"),
        ("8/8/8/8/8/8/8/8 sw 3 24 0-0 3-3 place", "SIDE"),
        ("8/8/8/8/8/8/8/8 sw 1 024 0-0 3-3 place", "RESERVE"),
        ("8/8/8/8/8/8/8/8 sw 1 25 0-0 3-3 place", "RESERVE"),
        ("8/8/8/8/8/8/8/8 sw 1 24 0 3-3 place", "SCORES"),
        ("8/8/8/8/8/8/8/8 sw 1 24 0-0-0 3-3 place", "SCORES"),
        ("8/8/8/8/8/8/8/8 sw 1 24 00-0 3-3 place", "SCORES"),
        ("8/8/8/8/8/8/8/8 sw 1 24 0-0 4-2 place", "STOPS"),
        ("8/8/8/8/8/8/8/8 sw 1 24 0-0 3- place", "STOPS"),
        ("8/8/8/8/8/8/8/8 sw 1 24 0-0 3-3 Place", "PHASE"),
        ("8/8/8/8/8/8/8/8 sw 1 24 0-0 3-3 stop?", "PHASE"),
        ("8/8/8/8/8/8/8/8 sw 1 24 0-0 3-3 stop?i1", "PHASE"),
        ("8/8/8/8/8/8/8/8 sw 1 24 0-0 3-3 stop?a1-", "PHASE"),
        ("8/8/8/8/8/8/8/8 sw 1 24 0-0 3-3", "POSITION"),
        ("8/8/8/8/8/8/8/8  sw 1 24 0-0 3-3 place", "POSITION"),
        ("8/8/8/8/8/8/8/8 sw 1 24 0-0 3-3 place ", "POSITION"),
    ] {
        assert_eq!(wrong(&spec, text), field, "{text}");
    }
}

#[test]
fn pawn_counts_must_add_up() {
    let spec = empty("");
    assert_eq!(wrong(&spec, "8/8/8/8/8/8/8/r7 sw 1 24 0-0 3-3 place"), "RESERVE");
    assert_eq!(wrong(&spec, "8/8/8/8/8/8/8/r7 sw 1 22 0-0 3-3 place"), "RESERVE");
    assert_eq!(wrong(&spec, "8/8/8/8/8/8/8/s7 sw 1 24 0-0 3-3 place"), "STOPS");
    assert_eq!(wrong(&spec, "8/8/8/8/8/8/8/8 sw 1 24 0-0 3-2 place"), "STOPS");
}

#[test]
fn impossible_positions_are_refused() {
    let spec = empty("");
    for (text, field) in [
        // `-` outside `corner`; `corner` with anything but the start.
        ("8/8/8/8/8/8/8/8 - 1 24 0-0 3-3 place", "CORNER"),
        ("8/8/8/8/8/8/8/8 - 1 13 11-0 3-3 over", "CORNER"),
        ("8/8/8/8/8/8/8/8 sw 2 24 0-0 3-3 corner", "PHASE"),
        ("8/8/8/8/8/8/8/8 - 1 24 0-0 3-3 corner", "PHASE"),
        ("8/8/8/8/8/8/8/r7 - 2 23 0-0 3-3 corner", "PHASE"),
        ("8/8/8/8/8/8/8/8 - 2 23 1-0 3-3 corner", "PHASE"),
        // Scores that contradict `over`.
        ("8/8/8/8/8/8/8/8 sw 1 13 11-0 3-3 place", "SCORES"),
        ("8/8/8/8/8/8/8/8 sw 2 13 11-0 3-3 over", "SIDE"),
        ("8/8/8/8/8/8/8/8 sw 1 14 10-0 3-3 over", "PHASE"),
        ("8/8/8/8/8/8/8/8 sw 1 2 11-11 3-3 over", "SCORES"),
        // Stop pawns that no player can have put.
        ("8/8/8/8/8/8/8/s7 sw 1 24 0-0 2-3 place-nostop", "PHASE"),
        ("8/8/8/8/8/8/8/s7 sw 1 24 0-0 3-2 push?", "PHASE"),
        ("8/8/8/8/8/rrrr4/8/s7 sw 1 20 0-0 3-2 take-stop", "PHASE"),
        // Takings that cannot have happened.
        ("8/8/8/8/8/8/8/8 sw 1 23 0-1 3-3 again", "PHASE"),
        ("8/8/8/8/8/8/8/8 sw 1 24 0-0 3-3 push", "PHASE"),
        ("8/8/8/8/8/rrr5/8/8 sw 1 21 0-0 3-3 take", "PHASE"),
        ("8/8/8/8/8/rrr5/8/s7 sw 1 21 0-0 2-3 take-stop", "PHASE"),
        ("8/8/8/8/8/rrrr4/8/8 sw 1 19 1-0 3-3 take+", "PHASE"),
        // Stops of pawns that are not there.
        ("8/8/8/8/8/8/8/r7 sw 2 22 1-0 3-3 stop?a2", "PHASE"),
        ("8/8/8/8/8/8/8/r6s sw 2 22 1-0 2-3 stop?h1", "PHASE"),
        ("8/8/8/8/8/8/8/rsss4 sw 2 22 1-0 3-0 stop?a1", "PHASE"),
        ("8/8/8/8/8/8/8/r7 sw 2 22 0-1 3-3 stop?a1", "PHASE"),
        ("8/8/8/8/8/8/8/r7 sw 2 22 1-0 3-3 stop?b1-a1", "PHASE"),
    ] {
        assert_eq!(wrong(&spec, text), field, "{text}");
    }
    let twelve = empty(",target=12");
    for (text, good) in [
        ("8/8/8/8/8/8/8/r6r sw 2 0 11-11 3-3 stop?b1-a1", true),
        ("8/8/8/8/8/8/8/r6r sw 2 0 11-11 3-3 stop?h1-a1", false),
        ("8/8/8/8/8/8/8/r6r sw 2 0 11-11 3-3 stop?a1-a1", false),
        ("8/8/8/8/8/8/8/r5sr sw 2 0 11-11 2-3 stop?g1-a1", false),
        ("8/8/8/8/8/8/8/8 sw 1 0 12-12 3-3 over", false),
    ] {
        assert_eq!(read(&twelve, text).is_ok(), good, "{text}");
    }
    let manual = empty(",claim=manual");
    for (text, good) in [
        ("8/8/8/8/8/8/8/8 sw 1 24 0-0 3-3 take", true),
        ("8/8/8/8/8/8/8/8 sw 1 23 1-0 3-3 take+", true),
        ("8/8/8/8/8/8/8/8 sw 1 23 0-1 3-3 take+", false),
        ("8/8/8/8/8/8/8/s7 sw 1 24 0-0 2-3 take-stop", true),
        ("8/8/8/8/8/8/8/s7 sw 1 24 0-0 3-2 take-stop", false),
    ] {
        assert_eq!(read(&manual, text).is_ok(), good, "{text}");
    }
}

#[test]
fn unreachable_but_consistent_positions_are_accepted() {
    let spec = empty("");
    for text in [
        // Accepted: an empty plate although pawns were taken, lines left standing, odd scores.
        "8/8/8/8/8/8/8/8 sw 2 24 0-0 3-3 place",
        "8/8/8/8/8/rrrr4/8/8 sw 1 20 0-0 3-3 place",
        "8/8/8/8/8/rrrr4/8/8 sw 1 10 10-0 3-3 again",
        "8/8/8/8/8/8/8/s7 sw 1 24 0-0 3-2 place-nostop",
        "8/8/8/8/8/8/8/s7 sw 1 24 0-0 2-3 push?",
        "8/8/8/8/8/8/8/8 sw 2 0 0-24 3-3 over",
    ] {
        assert_eq!(read(&spec, text).map(|game| game.to_string()).as_deref(), Ok(text));
    }
}

#[test]
fn actions_round_trip_and_malformed_ones_are_refused() {
    for text in ["@sw", "rd4", "c3-d4", "sh8", ">ne", "=", "go", "end", "xc3", "xc3e3", "xa8b1"] {
        assert_eq!(text.parse::<Action>().map(|action| action.to_string()).as_deref(), Ok(text));
    }
    for text in [
        "", "@", "@n", "r", "ri4", "rd9", "rd0", "d4", "c3-", "-c3", "c3-d4-e5", "c3d4", "s", ">",
        ">x", "==", "Go", "END", "x", "xc", "xc3c", "xe3c3", "xc3c3", "xc3,e3", "xc3 e3", "é",
        "xé", "rd4 ",
    ] {
        assert!(text.parse::<Action>().is_err(), "{text}");
    }
}

#[test]
fn options_are_read_and_printed() {
    let spec = |text: &str| text.parse::<Spec>().and_then(|spec| Options::from_spec(&spec));
    for text in
        ["abraxas", "abraxas:sheet=3,push=either", "abraxas:leave=free,claim=manual,target=12"]
    {
        assert_eq!(spec(text).map(|options| options.to_spec().to_string()).as_deref(), Ok(text));
    }
    // Defaults are omitted; a custom sheet prints as given, even if it equals a numbered one.
    let plain = spec("abraxas:sheet=1,push=ccw,leave=spread,claim=auto,target=11");
    assert_eq!(plain.map(|options| options.to_spec().to_string()).as_deref(), Ok("abraxas"));
    let own = format!("abraxas:sheet={}", Sheet::default().pattern());
    assert_eq!(spec(&own).map(|options| options.to_spec().to_string()), Ok(own));
    for text in [
        "sheet=0",
        "sheet=7",
        "sheet=01",
        "sheet=x",
        "push=cw",
        "leave=",
        "claim=Auto",
        "target=0",
        "target=13",
        "target=011",
        "size=9",
        "target=3,target=3",
    ] {
        assert!(spec(&format!("abraxas:{text}")).is_err(), "{text}");
    }
    let short = format!("abraxas:sheet={}", &EMPTY[1..]);
    let odd = format!("abraxas:sheet={}x", &EMPTY[1..]);
    assert!(spec(&short).is_err() && spec(&odd).is_err());
}
