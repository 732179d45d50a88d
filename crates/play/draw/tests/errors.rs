//! Texts that cannot be drawn are refused, naming the wrong field.

#![allow(clippy::unwrap_used)]

use abaque_draw::{ActionTiming, DrawOptions, TerminalOptions, action_squares, ansi, spots, svg};

const START: &str = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 -";

fn field(spec: &str, view: &str, options: &DrawOptions) -> &'static str {
    svg(spec, view, options).unwrap_err().field
}

#[test]
fn bad_specs_and_positions_are_refused() {
    let options = DrawOptions::default();
    assert_eq!(field("chess", START, &options), "SPEC");
    assert_eq!(field("abalone:", START, &options), "SPEC");
    assert_eq!(field("abalone:colour=red", START, &options), "SPEC");
    assert_eq!(field("abalone:target=99", START, &options), "target");
    for spec in abaque_catalog::with_remaining_games(&[]) {
        for view in ["", " ", "nonsense", "a b c d e f g", "é", "?"] {
            assert!(svg(spec, view, &options).is_err(), "{spec} {view}");
            assert!(ansi(spec, view, &TerminalOptions::default()).is_err(), "{spec} {view}");
            assert!(spots(spec, view).is_err(), "{spec} {view}");
        }
    }
    assert!(svg("chess", START, &options).unwrap_err().message.fr.contains("abagio"));
}

#[test]
fn bad_squares_and_actions_are_refused() {
    let arrow = |from: &str, to: &str| DrawOptions {
        arrows: vec![(from.into(), to.into())],
        ..DrawOptions::default()
    };
    assert_eq!(field("abalone", START, &arrow("a1", "z9")), "SQUARE");
    assert_eq!(field("abalone", START, &arrow("", "a1")), "SQUARE");
    let last = DrawOptions { last: Some("a1z9".into()), ..DrawOptions::default() };
    assert!(svg("abalone", START, &last).is_err());
    let target = DrawOptions { targets: vec!["".into()], ..DrawOptions::default() };
    assert!(svg("abalone", START, &target).is_err());
    let term = TerminalOptions { last: Some("zz".into()), ..TerminalOptions::default() };
    assert!(ansi("abalone", START, &term).is_err());
}

#[test]
fn actions_touch_their_squares() {
    let names = |spec: &str, view: &str, action: &str, when: ActionTiming| {
        let touched = action_squares(spec, view, action, when).unwrap();
        (touched.from.join(" "), touched.to.join(" "))
    };
    let pair = |from: &str, to: &str| (from.to_owned(), to.to_owned());
    assert_eq!(names("abalone", START, "a1b2", ActionTiming::Next), pair("a1", "d4"));
    assert_eq!(names("abalone", START, "a1b2", ActionTiming::Last), pair("a1", "b2"));
    assert_eq!(names("abalone", START, "c3c5d3", ActionTiming::Next), pair("c3 c4 c5", "d3 d4 d5"));

    let plate = "8/8/8/8/8/8/8/8 sw 1 24 0-0 3-3 place";
    assert_eq!(names("abraxas", plate, "rd4", ActionTiming::Next), pair("", "d4"));
    assert_eq!(names("abraxas", plate, ">sw", ActionTiming::Last), pair("", "sw"));
    assert_eq!(names("abraxas", plate, "end", ActionTiming::Last), pair("", ""));

    // Purple is about to throw: the leap that led here was Red's.
    let roll = "5=rprr,10=prpr,15=rprp 5-7 0-0 p roll";
    assert_eq!(names("abagio", roll, "s+5", ActionTiming::Last), pair("sr", "5"));
    assert_eq!(names("abagio", roll, "s+5", ActionTiming::Next), pair("sp", "5"));
    assert_eq!(names("abagio", roll, "r2+6", ActionTiming::Last), pair("r2", "w"));
    assert_eq!(names("abagio", roll, "e+1", ActionTiming::Next), pair("e", "p7"));
    assert_eq!(names("abagio", roll, "t7", ActionTiming::Last), pair("", "7"));
    assert_eq!(names("abagio", roll, "d53", ActionTiming::Last), pair("", ""));
    assert!(action_squares("abagio", roll, "r2+6", ActionTiming::Next).is_err());
}
