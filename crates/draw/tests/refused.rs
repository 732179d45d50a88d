//! Texts that cannot be drawn are refused with the field that is wrong.

#![allow(clippy::unwrap_used)]

use abaque_draw::{Options, TermOptions, When, ansi, spots, svg, touched};

const START: &str = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 -";

fn field(spec: &str, view: &str, options: &Options) -> &'static str {
    svg(spec, view, options).unwrap_err().field
}

#[test]
fn bad_specs_and_positions() {
    let options = Options::default();
    assert_eq!(field("chess", START, &options), "SPEC");
    assert_eq!(field("abalone:", START, &options), "SPEC");
    assert_eq!(field("abalone:colour=red", START, &options), "SPEC");
    assert_eq!(field("abalone:target=99", START, &options), "target");
    for spec in ["abalone", "abraxas", "abagio", "blocs"] {
        for view in ["", " ", "nonsense", "a b c d e f g", "é", "?"] {
            assert!(svg(spec, view, &options).is_err(), "{spec} {view}");
            assert!(ansi(spec, view, &TermOptions::default()).is_err(), "{spec} {view}");
            assert!(spots(spec, view).is_err(), "{spec} {view}");
        }
    }
    assert!(svg("chess", START, &options).unwrap_err().said.fr.contains("abagio"));
}

#[test]
fn bad_squares_and_actions() {
    let arrow = |from: &str, to: &str| Options {
        arrows: vec![(from.into(), to.into())],
        ..Options::default()
    };
    assert_eq!(field("abalone", START, &arrow("a1", "z9")), "SQUARE");
    assert_eq!(field("abalone", START, &arrow("", "a1")), "SQUARE");
    let last = Options { last: Some("a1z9".into()), ..Options::default() };
    assert!(svg("abalone", START, &last).is_err());
    let target = Options { targets: vec!["".into()], ..Options::default() };
    assert!(svg("abalone", START, &target).is_err());
    let term = TermOptions { last: Some("zz".into()), ..TermOptions::default() };
    assert!(ansi("abalone", START, &term).is_err());
}

#[test]
fn actions_touch_their_squares() {
    let names = |spec: &str, view: &str, action: &str, when: When| {
        let touched = touched(spec, view, action, when).unwrap();
        (touched.from.join(" "), touched.to.join(" "))
    };
    let pair = |from: &str, to: &str| (from.to_owned(), to.to_owned());
    assert_eq!(names("abalone", START, "a1b2", When::Next), pair("a1", "d4"));
    assert_eq!(names("abalone", START, "a1b2", When::Last), pair("a1", "b2"));
    assert_eq!(names("abalone", START, "c3c5d3", When::Next), pair("c3 c4 c5", "d3 d4 d5"));

    let plate = "8/8/8/8/8/8/8/8 sw 1 24 0-0 3-3 place";
    assert_eq!(names("abraxas", plate, "rd4", When::Next), pair("", "d4"));
    assert_eq!(names("abraxas", plate, ">sw", When::Last), pair("", "sw"));
    assert_eq!(names("abraxas", plate, "end", When::Last), pair("", ""));

    // Purple is about to throw: the leap that led here was Red's.
    let roll = "5=rprr,10=prpr,15=rprp 5-7 0-0 p roll";
    assert_eq!(names("abagio", roll, "s+5", When::Last), pair("sr", "5"));
    assert_eq!(names("abagio", roll, "s+5", When::Next), pair("sp", "5"));
    assert_eq!(names("abagio", roll, "r2+6", When::Last), pair("r2", "w"));
    assert_eq!(names("abagio", roll, "e+1", When::Next), pair("e", "p7"));
    assert_eq!(names("abagio", roll, "t7", When::Last), pair("", "7"));
    assert_eq!(names("abagio", roll, "d53", When::Last), pair("", ""));
    assert!(touched("abagio", roll, "r2+6", When::Next).is_err());
}
