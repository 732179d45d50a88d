//! Every syntax error is refused with its line and a clear message.

use abaque_core::Lang;
use abaque_record::{MAX_COMMENT, MAX_DEPTH, MAX_PLIES, MAX_TAGS, MAX_TEXT, parse};

/// A text, the line of its error, and words in the message.
const DAMAGED: &[(&str, usize, &str)] = &[
    ("", 1, "no record"),
    ("\n\n; only a remark\n", 1, "no record"),
    ("\n\na1b2 *", 3, "no record"),
    ("\n{lost} [Game \"abalone\"]", 2, "no record"),
    ("[Result \"*\"]\n[Game \"abalone\"]\n*", 1, "first tag is Result"),
    ("[Game \"chess\"]\n[Result \"*\"]\n*", 1, "abalone, abraxas, abagio, blocs"),
    ("[Game \"abalone:target=0\"]\n[Result \"*\"]\n*", 1, "1-14"),
    ("[Game \"abalone\"]\n\na1b2 *", 3, "tag Result is missing"),
    ("[Game \"abalone\"]\n[Game \"abalone\"]\n*", 2, "twice"),
    ("[Game \"abalone\"]\n[Result \"*\"]\n[Result \"*\"]\n*", 3, "twice"),
    ("[Game \"abalone\"]\n[Zebra \"1\"]\n[Zebra \"1\"]\n*", 3, "tag Zebra is given twice"),
    ("[Game \"abalone\"]\n[\"x\"]", 2, "name is missing"),
    ("[Game \"abalone\"]\n[1 \"x\"]", 2, "cannot name a tag"),
    ("[Game \"abalone\"]\n[Event x]", 2, "in quotes"),
    ("[Game \"abalone\"]\n[Event \"x]\n", 2, "not closed"),
    ("[Game \"abalone\"]\n[Event \"x\" *", 2, "`]` is missing"),
    ("[Game \"abalone\"]\n[Event \"\\x\"]", 2, "stands only before"),
    ("[Game \"abalone\"]\n[Event \"a\tb\"]", 2, "control characters"),
    ("[Game \"abalone\"]\n[Date \"2026.02.30\"]", 2, "YYYY.MM.DD"),
    ("[Game \"abalone\"]\n[Result \"1-0\"]", 2, "b wins REASON"),
    ("[Game \"abalone\"]\n[Result \"r wins time\"]", 2, "tag Result"),
    ("[Game \"abalone\"]\n[Result \"b wins luck\"]", 2, "ejection, blocked"),
    ("[Game \"abalone\"]\n[Result \"draw time\"]", 2, "that is a win"),
    ("[Game \"abalone\"]\n[Result \"w wins repetition\"]", 2, "that is a draw"),
    ("[Game \"abalone\"]\n[Start \"nowhere\"]", 2, "tag Start: POSITION"),
    ("[Game \"abalone\"]\n[Clock \"soon\"]", 2, "600+5"),
    ("[Game \"abalone\"]\n[Takebacks \"maybe\"]", 2, "yes, no"),
    ("[Game \"abalone\"]\n[Lots \"dice\"]", 2, "abaque-lots-1"),
    ("[Game \"abalone\"]\n[GameId \"a b\"]", 2, "without spaces"),
    ("[Game \"abalone\"]\n[SeedA \"00\"]", 2, "64 hexadecimal digits"),
    ("[Game \"abalone\"]\n[SeatOfA \"Third\"]", 2, "First, Second"),
    ("[Game \"abalone\"]\n[Sides \"coin\"]", 2, "lot, chosen"),
];

/// Movetexts with errors; lines count from the start of the movetext.
const DAMAGED_MOVES: &[(&str, usize, &str)] = &[
    ("", 1, "not ended"),
    ("a1b2\ni9h8\n", 3, "not ended"),
    ("a1b2\n[Game \"abalone\"]", 2, "not ended"),
    ("a1b2\n1-0", 2, "ends with `*`"),
    ("a1b2\n1/2-1/2", 2, "ends with `*`"),
    ("a1b2\n(i9h8\n*", 3, "opened on line 5"),
    ("a1b2\n( )\n*", 2, "at least one move"),
    ("\n(a1b2) *", 2, "there is none"),
    ("a1b2 (( i9h8)) *", 1, "there is none"),
    ("a1b2\n) *", 2, "none is open"),
    ("a1b2\n{never\nclosed *", 2, "never closed"),
    ("a1b2\n} *", 2, "without what should open it"),
    ("a1b2\n] *", 2, "without what should open it"),
    ("a1b2\n\" *", 2, "without what should open it"),
    ("a1b2\n$7 *", 2, "$1 to $6"),
    ("a1b2\n$ *", 2, "not a mark"),
    ("a1b2\n!!! *", 2, "not a mark"),
    ("a1b2! ?\n*", 1, "two marks"),
    ("\n! a1b2 *", 2, "no move before it"),
    ("a1b2\n12 *", 2, "with a dot"),
    ("a1b2\na.b *", 2, "`.` cannot be part of a move"),
    ("a1b2\n.. *", 2, "`.` cannot be part of a move"),
    ("a1b2\né *", 2, "cannot be part of a move"),
    ("a1b2\n\u{a0} *", 2, "cannot be part of a move"),
    ("a1b2\n{\n[%clk 9:58]} *", 2, "H:MM:SS"),
    ("a1b2\n{[%emt soon]} *", 2, "seconds"),
    ("a1b2\n{[%clk 0:00:01} *", 2, "without its `]`"),
    ("a1b2 {[%clk 0:00:01]}\n{[%clk 0:00:02]} *", 2, "at most one"),
    ("a1b2 {[%emt 1]}\n{[%emt 1]} *", 2, "at most one"),
    ("a1b2 *\ni9h8", 2, "no record begins here"),
];

fn refused(text: &str, line: usize, words: &str) {
    let error = parse(text).expect_err(text);
    assert_eq!(error.line, line, "{error}\nin {text:.200}");
    assert!(error.message.en.contains(words), "{error}\nwithout `{words}`, in {text:.200}");
    assert!(error.localized(Lang::Fr).starts_with(&format!("ligne {line}\u{a0}: ")));
    assert_ne!(error.message.en, error.message.fr);
    assert!(error.message.en.len() < 1000);
}

#[test]
fn damaged_texts_are_refused_with_their_line() {
    for &(text, line, words) in DAMAGED {
        refused(text, line, words);
        // Prepending a whole record moves the error down.
        let moved = if text.trim().is_empty() || text.contains("; only") { continue } else { text };
        refused(&format!("[Game \"abraxas\"]\n[Result \"*\"]\n*\n{moved}"), line + 3, words);
    }
}

#[test]
fn damaged_movetexts_are_refused_with_their_line() {
    for &(text, line, words) in DAMAGED_MOVES {
        refused(&format!("[Game \"abalone\"]\n[Result \"*\"]\n\n{text}"), line + 3, words);
    }
}

fn with_moves(moves: &str) -> String {
    format!("[Game \"abalone\"]\n[Result \"*\"]\n{moves} *")
}

#[test]
fn limits_hold_against_hostile_texts() {
    let deep = |n: usize| with_moves(&format!("a1b2 {}{}", "(a1b2 ".repeat(n), ")".repeat(n)));
    assert!(parse(&deep(MAX_DEPTH)).is_ok());
    refused(&deep(MAX_DEPTH + 1), 3, "64 deep");
    refused(&deep(1_000_000), 3, "64 deep");

    assert!(parse(&with_moves(&"go ".repeat(MAX_PLIES))).is_ok());
    refused(&with_moves(&"go ".repeat(MAX_PLIES + 1)), 3, "at most 100000 moves");
    refused(&with_moves(&"go (go)".repeat(MAX_PLIES)), 3, "at most 100000 moves");

    refused(&with_moves(&"x".repeat(300)), 3, "too long for a move");
    refused(&with_moves(&format!("go {{{}}}", "é".repeat(MAX_COMMENT))), 3, "65536 bytes");
    refused(&format!("[Game \"{}\"]", "x".repeat(100_000)), 1, "4096 bytes");
    refused(&format!("[Game \"abalone\"]\n[Event \"{}\"]", "x".repeat(5000)), 2, "4096 bytes");
    refused(&format!("[Game \"abalone\"]\n[{} \"\"]", "x".repeat(5000)), 2, "cannot name a tag");
    let tags = (0..MAX_TAGS).map(|i| format!("[T{i} \"\"]\n")).collect::<String>();
    refused(&format!("[Game \"abalone\"]\n{tags}"), MAX_TAGS, "256 tags");
    refused(&" ".repeat(MAX_TEXT + 1), 1, "record by record");
}
