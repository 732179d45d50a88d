//! People against the computer at the terminal, typed line by line.

use crate::common::{ok, play_lines, record_path, refused};

fn play(arguments: &[&str], lines: &[&str]) -> String {
    play_lines(&[&["play"], arguments].concat(), lines)
}

#[test]
fn a_whole_game_of_each_kind_is_played_against_the_computer() {
    for (spec, side) in [
        ("abalone:target=1", "b"),
        ("abraxas:target=3", "2"),
        ("abagio", "p"),
        ("blocs:first=lot", "r"),
        ("blocs", "b"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = record_path(&folder);
        let lines = vec!["random"; 20_000];
        let arguments = [spec, "--plain", "--level", "1", "--side", side, "--save", &path];
        let out = play(&arguments, &lines);
        let beyond: String = out.chars().filter(|c| !c.is_ascii()).collect();
        assert_eq!(beyond, "", "{spec}: plain English is ASCII");
        assert!(out.contains("you are") && !out.contains("hand the keyboard"), "{spec}");
        let checked = ok(&["record", "check", &path]);
        assert!(checked.starts_with("ok ") && checked != "ok *\n", "{spec}: {checked}");
    }
}

#[test]
fn two_bots_play_a_whole_game_unattended() {
    let folder = tempfile::tempdir().unwrap();
    let path = record_path(&folder);
    let arguments =
        ["abalone:target=1", "--plain", "--levels", "1,2", "--seed", "5", "--save", &path];
    let out = play(&arguments, &[]);
    assert!(out.contains("computer, level 1 (Black)") && out.contains("wins"), "{out}");
    let first = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    play(&arguments, &[]);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), first, "the same seed, the same game");
}

#[test]
fn a_take_back_includes_the_bots_reply() {
    let out = play(&["abalone", "--plain", "--level", "1"], &["a1b1", "undo", "a1b1", "quit"]);
    assert!(out.contains("taken back to the start"), "{out}");
    assert_eq!(out.matches("computer, level 1 (White): ").count(), 2, "{out}");
}

#[test]
fn a_bot_in_the_first_seat_moves_first() {
    let out = play(&["abalone", "--plain", "--level", "1", "--side", "white"], &["quit"]);
    let (greeting, rest) = out.split_once("computer, level 1 (Black): ").unwrap();
    assert!(greeting.contains("you are White"), "{out}");
    assert!(rest.contains("White > "), "{out}");
}

#[test]
fn hints_show_an_action_its_winning_chance_and_a_line() {
    let out = play(&["abalone", "--plain", "--level", "1"], &["hint", "quit"]);
    assert!(out.contains("chance of winning") && out.contains("expected line"), "{out}");
    let french =
        play(&["abalone", "--plain", "--level", "1", "--lang", "fr"], &["conseil", "quitter"]);
    assert!(french.contains("de chances de gagner"), "{french}");
}

#[test]
fn hints_say_what_the_move_does() {
    let won = "wwwww/wwwwww/2ww3/8/5bbbw/8/2bbb2/bbbbbb/bb3 b 0-0 -";
    let hint = |more: &[&str], words: &[&str]| {
        let game = ["abalone:target=1", "--plain", "--level", "1", "--position", won];
        play(&[&game[..], more].concat(), words)
    };
    let out = hint(&[], &["hint", "quit"]);
    assert!(out.contains("Pushes e9 off and wins."), "{out}");
    let french = hint(&["--lang", "fr"], &["conseil", "quitter"]);
    // Plain text has no accents.
    assert!(french.contains("Ejecte e9 et gagne."), "{french}");
}

#[test]
fn a_draw_is_declined_by_a_computer_that_may_win() {
    let out = play(&["abalone", "--plain", "--level", "1"], &["draw", "resign"]);
    assert!(out.contains(" declines."), "{out}");
    assert!(out.contains("computer, level 1 (White) wins by resignation"), "{out}");
    // White is five balls down: the computer accepts what it can get.
    let lost = "wwwww/wwww2/7/8/9/8/2bbb2/bbbbbb/bbbbb b 0-5 -";
    let out = play(&["abalone", "--plain", "--level", "4", "--position", lost], &["draw"]);
    assert!(out.contains(" accepts.") && out.contains("Draw by agreement"), "{out}");
}

#[test]
fn a_saved_game_goes_on_with_the_computer() {
    let folder = tempfile::tempdir().unwrap();
    let path = record_path(&folder);
    let arguments = ["abalone", "--plain", "--level", "2", "--time", "20ms", "--save", &path];
    play(&arguments, &["a1b1", "quit"]);
    let record = std::fs::read_to_string(&path).unwrap();
    assert!(record.contains("[ComputerSecond \"2\"]"), "{record}");
    assert!(record.contains("[ComputerTime \"20ms\"]"), "{record}");
    let out = play(&["--resume", &path, "--plain"], &["random", "quit"]);
    assert!(out.contains("computer, level 2 (White): "), "{out}");
    let out = play(&["--resume", &path, "--plain", "--player2", "1"], &["random", "quit"]);
    assert!(out.contains("computer, level 1 (White): "), "{out}");
    let record = std::fs::read_to_string(&path).unwrap();
    assert!(record.contains("[ComputerSecond \"1\"]"), "{record}");
    let out = play(&["--resume", &path, "--plain", "--player2", "human"], &["random", "quit"]);
    assert!(!out.contains("computer, level 1 (White): "), "{out}");
}

#[test]
fn blo_05_a_bots_set_up_stays_hidden() {
    let folder = tempfile::tempdir().unwrap();
    let path = record_path(&folder);
    let arguments = ["blocs", "--plain", "--level", "1", "--save", &path];
    let out = play(&arguments, &["1", "notes", "board", "quit"]);
    let record = std::fs::read_to_string(&path).unwrap();
    let setups: Vec<&str> =
        record.split_whitespace().filter(|word| word.starts_with("setup:")).collect();
    assert_eq!(setups.len(), 2, "{out}");
    assert!(out.contains(setups[0]) && !out.contains(setups[1]), "{out}");
    assert!(out.contains("has set up"), "{out}");
    let mut boards = out.split("Blue to ").next().unwrap().lines();
    assert!(boards.any(|line| line.contains("?[r]")), "{out}");
}

#[test]
fn a_bot_can_choose_the_players_set_up() {
    let out = play(&["blocs", "--plain", "--level", "1"], &["hint", "quit"]);
    assert!(out.contains("setup:"), "{out}");
}

#[test]
fn abr_15_bots_decide_themselves_whether_to_say_stop() {
    let out = play(&["abraxas", "--plain", "--level", "1", "--side", "1"], &["nostop", "quit"]);
    assert!(out.contains("decides for itself"), "{out}");
}

#[test]
fn com_04_a_bot_stays_within_its_clock() {
    let arguments = ["abalone:target=2", "--plain", "--levels", "best,random", "--clock", "8+0"];
    let out = play(&arguments, &[]);
    assert!(out.contains("wins by ejection"), "{out}");
}

#[test]
fn review_lists_the_mistakes_and_draws_a_chart() {
    let folder = tempfile::tempdir().unwrap();
    let svg = folder.path().join("game.svg").to_str().unwrap().to_string();
    let lines = ["a1a1", "random", "random", "random", "resign", "review", &svg, ""];
    let out = play(&["abalone", "--plain", "--level", "2"], &lines);
    assert!(out.contains("accuracy"), "{out}");
    assert!(std::fs::read_to_string(&svg).unwrap().contains("<path"), "{out}");
    let french = ["hasard", "abandonner", "revue", "", ""];
    let out = play(&["abalone", "--plain", "--level", "2", "--lang", "fr"], &french);
    assert!(out.contains("precision"), "{out}");
}

#[test]
fn wrong_players_are_refused() {
    for arguments in [
        &["play", "abalone", "--level", "9"][..],
        &["play", "abalone", "--level", "nobody"],
        &["play", "abalone", "--level", ""],
        &["play", "abalone", "--levels", "3"],
        &["play", "abalone", "--levels", "3,"],
        &["play", "abalone", "--level", "3", "--side", "x"],
        &["play", "abalone", "--side", "b"],
        &["play", "abalone", "--level", "3", "--player1", "4"],
        &["play", "abalone", "--level", "3", "--time", "soon"],
    ] {
        refused(arguments);
    }
}

#[test]
fn an_external_engine_plays_through_ugi() {
    let folder = tempfile::tempdir().unwrap();
    let path = record_path(&folder);
    let program = format!("ugi:'{}' ugi", env!("CARGO_BIN_EXE_abaque"));
    for spec in abaque_catalog::with_remaining_games(&["abagio:first=p", "blocs:first=r"]) {
        let arguments = [spec, "--plain", "--player2", &program, "--time", "20ms"];
        let out = play(&arguments, &["random", "random", "random", "quit"]);
        assert!(!out.contains("not allowed"), "{spec}: {out}");
    }
    let saving = ["abalone", "--plain", "--player2", &program, "--time", "20ms", "--save", &path];
    play(&saving, &["random", "quit"]);
    // A saved file must not start programs.
    assert!(refused(&["play", "--resume", &path]).contains("--player2"));
    play(&["--resume", &path, "--plain", "--player2", &program], &["random", "quit"]);
    refused(&["play", "abalone", "--player2", "ugi:/no/such/program"]);
    refused(&["play", "abalone", "--player2", "ugi:"]);
}
