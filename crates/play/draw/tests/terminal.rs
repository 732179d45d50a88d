//! Terminal boards fit 80 columns, and plain ones contain no escape codes.

#![allow(clippy::unwrap_used)]

mod common;

use abaque_core::{EndReason, Lang, Observer, Outcome, Seat, SplitMix};
use abaque_draw::{TerminalOptions, ansi};

/// The line without escape codes.
fn bare(line: &str) -> String {
    let mut parts = line.split('\x1b');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text.push_str(part.split_once('m').map_or("", |(_, rest)| rest));
    }
    text
}

#[test]
fn boards_fit_and_colours_end_with_the_line() {
    for sample in common::samples() {
        for (flip, lang) in [(false, Lang::En), (true, Lang::Fr)] {
            let options = TerminalOptions {
                lang,
                flip,
                last: sample.last.clone(),
                ..TerminalOptions::default()
            };
            let board = ansi(&sample.spec, &sample.view, &options).unwrap();
            for line in board.lines() {
                assert!(bare(line).chars().count() <= 80, "{line}");
                let open =
                    line.rsplit_once('\x1b').is_some_and(|(_, rest)| !rest.starts_with("[0m"));
                assert!(!open, "{line:?}");
            }
        }
    }
}

#[test]
fn boards_and_a_line_to_type_in_fit_a_small_terminal() {
    for sample in common::samples() {
        let board = ansi(&sample.spec, &sample.view, &TerminalOptions::default()).unwrap();
        assert!(board.lines().count() <= 23, "{board}");
    }
}

#[test]
fn plain_boards_are_ascii_without_escapes() {
    for sample in common::samples() {
        for lang in Lang::ALL {
            let last = sample.last.clone();
            let options = TerminalOptions {
                colour: false,
                unicode: false,
                lang,
                last,
                ..TerminalOptions::default()
            };
            let board = ansi(&sample.spec, &sample.view, &options).unwrap();
            assert!(board.is_ascii(), "{board}");
            assert!(!board.contains('\x1b'));
            assert!(board.lines().all(|line| line.len() <= 80 && !line.ends_with(' ')), "{board}");
        }
    }
}

#[test]
fn colours_do_not_change_the_text() {
    for sample in common::samples() {
        let colour = TerminalOptions::default();
        let plain = TerminalOptions { colour: false, ..TerminalOptions::default() };
        let coloured = ansi(&sample.spec, &sample.view, &colour).unwrap();
        let plain = ansi(&sample.spec, &sample.view, &plain).unwrap();
        for (a, b) in coloured.lines().zip(plain.lines()) {
            assert_eq!(bare(a).trim_end(), b);
        }
    }
}

/// The start of each game and a position of random play, in plain characters.
#[test]
fn plain_boards_match_their_snapshots() {
    let options = TerminalOptions { colour: false, unicode: false, ..TerminalOptions::default() };
    for spec in abaque_catalog::with_remaining_games(&["abraxas:sheet=2"]) {
        let mut game = abaque_catalog::open(spec).unwrap();
        let start = ansi(spec, &game.position(), &options).unwrap();
        let (mut source, mut last) = (SplitMix(3), None);
        for _ in 0..30 {
            let Some(ply) = common::random_ply(&*game, &mut source) else { break };
            game.play(&ply).unwrap();
            last = Some(ply);
        }
        let view = game.view(Observer::Player(Seat::First));
        let later = ansi(spec, &view, &TerminalOptions { last, ..options.clone() }).unwrap();
        let name = spec.split(':').next().unwrap();
        insta::assert_snapshot!(format!("board_{name}"), format!("{start}\n{view}\n\n{later}"));
    }
}

/// COM-02, COM-04: a game that ends at the table shows its outcome.
#[test]
fn endings_of_the_table_go_before_who_is_to_move() {
    let outcome = Some(Outcome::Win(Seat::Second, EndReason::Resignation));
    let options = TerminalOptions { colour: false, outcome, ..TerminalOptions::default() };
    for spec in common::specs() {
        let position = &abaque_catalog::open(spec).unwrap().position();
        let board = ansi(spec, position, &options).unwrap();
        assert!(board.contains("wins by resignation."), "{board}");
        let open =
            ansi(spec, position, &TerminalOptions { outcome: None, ..options.clone() }).unwrap();
        assert!(!open.contains("wins"), "{open}");
    }
}
