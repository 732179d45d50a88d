//! Written records parse back, and parsed records print canonically.

use abaque_core::Millis;
use abaque_record::{MoveMark, Record, RecordLine, format_records, parse};
use proptest::prelude::*;

#[test]
fn a_loose_text_is_written_canonically() {
    let text = "\u{feff}; a file of games\r\n[Game  \"abalone:target=6\" ] [Zebra \"z\\\"\\\\\"]\r\n\
        [Result \"*\"]\n[First \"Ada — «é»\"]\n\n{before} 1.a1b2! ; good } one\n\
        1... i9h8$4{[%emt 0:00:01.50]   [%clk 0:09:58.30]\n nice } (2... i5h5 ({in} h4g4 ?) ) 3. b2c3\n*\n";
    let canonical = "[Game \"abalone\"]\n[First \"Ada — «é»\"]\n[Result \"*\"]\n[Zebra \"z\\\"\\\\\"]\n\n\
        {before} 1. a1b2 $1 ; good } one\n\
        2. i9h8 $4 {[%clk 0:09:58.3] [%emt 1.5] nice} (2. i5h5 ({in} 2. h4g4 $2))\n3. b2c3 *\n";
    let records = parse(text).unwrap();
    assert_eq!(records[0].to_string(), canonical);
    assert_eq!(parse(canonical).unwrap(), records);
    let second = &records[0].main_line().moves()[1];
    assert_eq!((second.clock(), second.elapsed()), (Some(Millis(598_300)), Some(Millis(1500))));
    assert_eq!(second.mark(), Some(MoveMark::Blunder));
    assert_eq!(second.line_number(), 7);
}

#[test]
fn every_turn_has_one_number() {
    let mut record = crate::common::record("abagio:first=r", "*", "");
    crate::common::play_on(&mut record, 40, None, 5, |_, _| true);
    let text = record.to_string();
    let movetext = text.split_once("\n\n").unwrap().1;
    // Turns begin with a throw, and only with a throw.
    let words: Vec<&str> = movetext.split_whitespace().collect();
    let mut number = 0;
    for pair in words.windows(2) {
        assert_eq!(pair[0].ends_with('.'), pair[1].starts_with('d'), "{movetext}");
        if pair[0].ends_with('.') {
            number += 1;
            assert_eq!(pair[0], format!("{number}."));
        }
    }
    assert!(number > 3);
}

#[test]
fn several_records_in_one_text() {
    let records: Vec<Record> = ["abalone", "abraxas", "abagio"]
        .map(|spec| crate::common::random_record(spec, 30, None, 3))
        .into();
    assert_eq!(parse(&format_records(&records)).unwrap(), records);
}

#[test]
fn every_action_of_the_rulebook_is_one_token() {
    let plies = "a1b2 c3c5d3 @e5 @sw rd4 d4-e5 sd4 go end >se = xc3 xc3e3 f52 d53 s+5 10+3 1+1 \
        e+2 r4+6 t7 t- first:b setup:sbbn,lbrn d3d5 xc4 cw ccw pass";
    let record = crate::common::record("abalone", "*", plies);
    let text = record.to_string();
    let read = parse(&text).unwrap();
    let expected: Vec<&str> = plies.split_whitespace().collect();
    assert_eq!(read[0].plies().collect::<Vec<_>>(), expected);
    // Numbers may also be attached to plies that begin with digits.
    let glued = "[Game \"abagio\"]\n[Result \"*\"]\n1.10+3 12...1+1! 3.s+5 *";
    assert_eq!(parse(glued).unwrap()[0].plies().collect::<Vec<_>>(), ["10+3", "1+1", "s+5"]);
}

fn ply() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("a1b2".to_string()),
        Just("i9h8".to_string()),
        Just("=".to_string()),
        "[a-z@>=+:,/0-9-]{1,12}",
    ]
    .prop_filter("spelled as a ply", |text| RecordLine::new().push(text).is_ok())
}

fn comment() -> impl Strategy<Value = String> {
    prop_oneof!["\\PC{0,60}", "(word |[{}();%$!?é\u{a0}\\[\\]\"] ?){0,30}", "(long words ){0,40}"]
        .prop_filter("no times inside", |text| !text.contains("[%"))
}

#[derive(Clone, Debug)]
struct Notes {
    comments: Vec<String>,
    times: (Option<u64>, Option<u64>),
    mark: Option<usize>,
}

fn notes() -> impl Strategy<Value = Notes> {
    let times = (
        proptest::option::weighted(0.3, any::<u64>()),
        proptest::option::weighted(0.2, 0..9999u64),
    );
    let mark = proptest::option::weighted(0.2, 0..6usize);
    (proptest::collection::vec(comment(), 0..2), times, mark)
        .prop_map(|(comments, times, mark)| Notes { comments, times, mark })
}

fn line() -> impl Strategy<Value = RecordLine> {
    let intro = || proptest::collection::vec(comment(), 0..2);
    let leaf =
        (intro(), proptest::collection::vec((ply(), notes()), 1..6)).prop_map(|(intro, moves)| {
            build(intro, moves.into_iter().map(|(p, n)| (p, n, vec![])).collect())
        });
    leaf.prop_recursive(4, 40, 4, move |inner| {
        let variations = proptest::collection::vec(inner, 0..3);
        let moves = proptest::collection::vec((ply(), notes(), variations), 1..6);
        (intro(), moves).prop_map(|(intro, moves)| build(intro, moves))
    })
}

fn build(intro: Vec<String>, moves: Vec<(String, Notes, Vec<RecordLine>)>) -> RecordLine {
    let mut line = RecordLine::new();
    for comment in &intro {
        line.add_intro(comment).unwrap();
    }
    for (ply, notes, variations) in moves {
        let played = line.push(&ply).unwrap();
        for comment in &notes.comments {
            played.add_comment(comment).unwrap();
        }
        if let Some(left) = notes.times.0 {
            played.set_clock(Millis(left));
        }
        if let Some(used) = notes.times.1 {
            played.set_elapsed(Millis(used));
        }
        if let Some(mark) = notes.mark {
            played.set_mark(MoveMark::ALL[mark]);
        }
        for variation in variations {
            played.add_variation(variation).unwrap();
        }
    }
    line
}

fn any_record() -> impl Strategy<Value = Record> {
    let results = vec!["*", "b wins ejection", "w wins time", "draw agreement"];
    let tags = proptest::collection::vec(("[A-Za-z][A-Za-z0-9_]{0,8}X", "\\PC{0,30}"), 0..5);
    let known = proptest::option::of(("\\PC{0,20}", Just("2026.11.??")));
    (proptest::sample::select(results), tags, known, line()).prop_map(
        |(result, tags, known, line)| {
            let mut record = Record::new("abalone").unwrap();
            for (name, value) in &tags {
                record.set_tag(name, value).unwrap();
            }
            if let Some((name, date)) = known {
                record.set_tag("Second", &name).unwrap().set_tag("Date", date).unwrap();
            }
            record.set_tag("Result", result).unwrap();
            *record.main_line_mut() = line;
            record
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn reading_undoes_writing(records in proptest::collection::vec(any_record(), 1..3)) {
        let text = format_records(&records);
        let read = parse(&text);
        prop_assert_eq!(read.as_ref(), Ok(&records), "{}", text);
        prop_assert_eq!(format_records(&records), text);
    }

    #[test]
    fn written_lines_are_at_most_80_characters(record in any_record()) {
        let text = record.to_string();
        for line in text.split_once("\n\n").unwrap().1.lines() {
            let long = line.chars().count() > 80;
            prop_assert!(!long || line.contains(';') || !line.contains(' '), "{line}");
        }
    }

    #[test]
    fn any_text_is_read_or_refused_without_panic(text in "\\PC*") {
        let _ = parse(&text);
        let _ = parse(&format!("[Game \"abalone\"]\n[Result \"*\"]\n{text}"));
    }

    #[test]
    fn any_movetext_read_is_canonical_when_written(
        words in proptest::collection::vec(
            proptest::sample::select(&["a1b2", "(", ")", "{", "}", "; x\n", "1.", "2.i9h8", "$1", "!",
                "*", "[%clk 0:00:01]", "[%emt", "é", "\n", "12", "?!", "[", "\""][..]), 0..20)
    ) {
        let text = format!("[Game \"abalone\"]\n[Result \"*\"]\n{} *", words.join(" "));
        if let Ok(read) = parse(&text) {
            prop_assert_eq!(parse(&format_records(&read)), Ok(read));
        }
    }
}
