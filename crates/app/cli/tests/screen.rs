//! Terminal output: it fits, is plain on request, and says what to type.

use crate::common::{abaque_with, ok};

fn play(arguments: &[&str], lines: &[&str]) -> String {
    let ran = abaque_with(arguments, &(lines.join("\n") + "\n"));
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.err);
    ran.out
}

#[test]
fn lines_fit_eighty_columns_and_plain_french_is_ascii() {
    let lines = ["zz", "", "aide", "regles", "remarques", "99", "hasard", "aide", "liste", "a1"];
    for spec in abaque_catalog::with_remaining_games(&[]) {
        let mut typed = vec!["", "1", "", "", "2", "", ""];
        if spec != "blocs" {
            typed.clear();
        }
        typed.extend(lines);
        for lang in ["en", "fr"] {
            let out = play(&["play", spec, "--plain", "--lang", lang], &typed);
            assert!(out.is_ascii(), "{spec}: {out}");
            // Tables and position texts may be wider, and a pipe echoes no Enter.
            let wide = out.lines().find(|line| {
                line.len() > 80 && !line.contains(" > ") && !line.contains(['|', '/', '`'])
            });
            assert_eq!(wide, None, "{spec}");
        }
    }
    for lang in ["en", "fr"] {
        let games = ok(&["games", "--lang", lang]);
        assert_eq!(games.lines().find(|line| line.chars().count() > 80), None);
    }
}

#[test]
fn abr_14_the_stop_window_says_what_to_type() {
    let again = "8/8/8/8/3r4/8/8/8 sw 1 20 3-0 3-3 again";
    let out = play(&["play", "abraxas", "--position", again], &["ra1", "go", "undo", "sh1"]);
    for words in ["end  ", "go  ", "sa1  ", "taken back to move 1", "sh1 — "] {
        assert!(out.contains(words), "{words}: {out}");
    }
}

#[test]
fn abr_19_prompt_hints_never_reveal_an_unclaimed_line() {
    let push = "8/8/8/3r4/3r4/2rrrr2/3r4/8 sw 1 17 0-0 3-3 push";
    let out = play(&["play", "abraxas:claim=manual", "--position", push], &["", "", "xd3"]);
    assert!(out.contains("xd3 — "), "{out}");
}

#[test]
fn an_existing_record_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("g.abq").to_str().unwrap().to_string();
    play(&["play", "abalone", "--save", &path], &["a1b1", "quit"]);
    let before = std::fs::read_to_string(&path).unwrap();
    assert!(crate::common::refused(&["play", "abalone", "--save", &path]).contains("--resume"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), before);
}

#[test]
fn the_next_player_is_told_what_was_played() {
    let typed = ["", "1", "", "", "2", "", "", "random", "", ""];
    let out = play(&["play", "blocs", "--plain"], &typed);
    let last = &out[out.rfind("are you alone").unwrap()..];
    assert!(last.contains("Blue: "), "{last}");
}
