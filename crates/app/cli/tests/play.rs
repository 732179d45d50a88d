//! Whole games at the terminal, typed line by line.

use crate::common::{abaque_with, ok, play_lines, record_path};

#[test]
fn a_whole_game_of_each_kind_is_played_saved_and_checked() {
    let options = ["abalone:target=1", "abraxas:target=3", "blocs:first=lot", "blocs:zone=10"];
    for spec in abaque_catalog::with_remaining_games(&options) {
        let folder = tempfile::tempdir().unwrap();
        let path = record_path(&folder);
        let lines = vec!["random"; 20_000];
        let out = play_lines(&["play", spec, "--plain", "--save", &path], &lines);
        let beyond: String = out.chars().filter(|c| !c.is_ascii()).collect();
        assert_eq!(beyond, "", "{spec}: plain English is ASCII");
        let record = std::fs::read_to_string(&path).unwrap();
        let checked = ok(&["record", "check", &path]);
        assert!(checked.starts_with("ok "), "{spec}: {checked}");
        assert_ne!(checked, "ok *\n", "{spec} did not end: {}", &record[record.len() - 300..]);
        let json: serde_json::Value =
            serde_json::from_str(&ok(&["record", "check", &path, "--json"])).unwrap();
        let lots =
            if spec.starts_with("abal") || spec.starts_with("abr") { "none" } else { "verified" };
        assert_eq!(json["lots"]["state"], lots, "{spec}");
        let seal = if spec.starts_with("blocs") { "verified" } else { "none" };
        assert_eq!(json["seals"][1], seal, "{spec}");
        assert!(ok(&["record", "show", &path]).lines().count() > 5);
        assert_eq!(ok(&["record", "format", &path]), record, "{spec}: saved canonically");
    }
}

#[test]
fn a_changed_throw_fails_the_record_check() {
    let folder = tempfile::tempdir().unwrap();
    let path = record_path(&folder);
    play_lines(&["play", "abagio:first=r", "--plain", "--save", &path], &["random"; 9]);
    let record = std::fs::read_to_string(&path).unwrap();
    let throw =
        record.split_whitespace().find(|word| word.len() == 3 && word.starts_with('d')).unwrap();
    let other = if throw == "d11" { "d22" } else { "d11" };
    std::fs::write(&path, record.replacen(throw, other, 1)).unwrap();
    let message = crate::common::refused(&["record", "check", &path]);
    assert!(message.contains("line "), "{message}");
}

#[test]
fn wrong_input_explains_the_rule_and_changes_nothing() {
    let out = play_lines(
        &["play", "abalone", "--plain"],
        &["a1a1", "nonsense", "99", "", "i5h5", "help", "list", "a1b1", "undo", "a1b1", "resign"],
    );
    assert!(out.contains("ABA-"), "{out}");
    assert!(out.contains("1 to 44"), "{out}");
    assert!(out.contains("taken back"), "{out}");
    assert!(out.contains("Black wins by resignation."), "{out}");
}

/// A whole dialogue: a wrong action, a list, moves, a take-back and a resignation.
#[test]
fn a_dialogue_at_the_terminal() {
    let lines = ["a1a1", "list", "a1b1", "i5h5", "undo", "i9h8", "c3c5d3", "resign"];
    insta::assert_snapshot!(play_lines(&["play", "abalone", "--plain"], &lines));
}

#[test]
fn a_draw_offer_is_answered() {
    let out = play_lines(
        &["play", "abraxas", "--plain", "--lang", "fr", "--first", "Ada", "--second", "Blaise"],
        &["nulle", "n", "1", "nulle", "o"],
    );
    assert!(out.contains("Partie nulle d'un commun accord."), "{out}");
    assert!(out.contains("Ada"), "{out}");
}

#[test]
fn a_game_is_saved_left_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let path = record_path(&folder);
    play_lines(
        &[
            "play",
            "abagio",
            "--plain",
            "--save",
            &path,
            "--clock",
            "600+5",
            "--draw-sides",
            "--first",
            "Ada",
        ],
        &["random", "random", "quit"],
    );
    let before = std::fs::read_to_string(&path).unwrap();
    assert!(before.contains("[Clock \"600+5\"]") && before.contains("%clk"), "{before}");
    assert_eq!(ok(&["record", "check", &path]), "ok *\n");
    play_lines(&["play", "--resume", &path, "--plain"], &["random", "random", "resign"]);
    let after = std::fs::read_to_string(&path).unwrap();
    assert!(after.len() > before.len());
    assert!(ok(&["record", "check", &path]).contains("wins resignation"));
    let over = play_lines(&["play", "--resume", &path, "--plain"], &[]);
    assert!(over.contains("over"), "{over}");
}

#[test]
fn com_04_clocks_of_a_resumed_game_stay_as_they_were() {
    let folder = tempfile::tempdir().unwrap();
    let path = record_path(&folder);
    let played = "1. a1b2 {[%clk 0:01:40]} 2. i9h8 {[%clk 0:03:20]}";
    let tags = "[Game \"abalone\"]\n[Result \"*\"]\n[Clock \"600+5\"]\n";
    std::fs::write(&path, format!("{tags}\n{played} *\n")).unwrap();
    for action in ["b2c3", "g5f5"] {
        play_lines(&["play", "--resume", &path, "--plain"], &[action, "quit"]);
    }
    let record = std::fs::read_to_string(&path).unwrap();
    assert!(record.contains(played), "{record}");
    let times: Vec<&str> = record.split("%clk").skip(3).filter_map(|rest| rest.get(1..6)).collect();
    assert_eq!(times, ["0:01:", "0:03:"], "{record}");
}

#[test]
fn blo_05_a_game_left_between_the_set_ups_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let path = record_path(&folder);
    play_lines(&["play", "blocs", "--plain", "--save", &path], &["", "1", ""]);
    assert_eq!(ok(&["record", "check", &path]), "ok *\n");
    let lines = ["", "1", "", "", "2", "", "", "resign", ""];
    play_lines(&["play", "--resume", &path, "--plain"], &lines);
    assert_eq!(ok(&["record", "check", &path]), "ok r wins resignation\n");
}

#[test]
fn com_05_lots_without_seeds_are_reported_as_unproven() {
    let folder = tempfile::tempdir().unwrap();
    let path = record_path(&folder);
    let sides = "[SeatOfA \"Second\"]\n[Sides \"chosen\"]\n";
    std::fs::write(&path, format!("[Game \"abagio\"]\n[Result \"*\"]\n{sides}\nf52 d54 *\n"))
        .unwrap();
    play_lines(&["play", "--resume", &path, "--plain"], &["random"; 6]);
    let json: serde_json::Value =
        serde_json::from_str(&ok(&["record", "check", &path, "--json"])).unwrap();
    assert_eq!(json["lots"]["state"], "unproven");
    assert!(json["lots"]["count"].as_u64().unwrap() > 2, "{json}");
}

#[test]
fn com_05_chosen_sides_are_recorded_as_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let path = record_path(&folder);
    play_lines(&["play", "abagio:first=r", "--plain", "--save", &path], &["random", "quit"]);
    let record = std::fs::read_to_string(&path).unwrap();
    for seat in ["First", "Second"] {
        let sides = format!("[SeatOfA \"{seat}\"]\n[Sides \"chosen\"]\n\n");
        std::fs::write(&path, record.replacen("\n\n", &format!("\n{sides}"), 1)).unwrap();
        play_lines(&["play", "--resume", &path, "--plain"], &["random", "quit"]);
        assert_eq!(ok(&["record", "check", &path]), "ok *\n", "{seat}");
    }
}

#[test]
fn a_closed_output_pipe_is_no_error() {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_abaque"))
        .args(["play", "abalone", "--plain"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    // The program may exit before reading all of it.
    drop(std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"list\nhelp\nrandom\n"));
    let ran = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&ran.stderr), "");
    assert!(ran.status.success(), "{}", ran.status);
}

#[test]
fn invalid_utf8_input_is_refused_and_the_game_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let lines = folder.path().join("lines");
    std::fs::write(&lines, b"\xff\xfe\na1b1\nresign\n").unwrap();
    let ran = std::process::Command::new(env!("CARGO_BIN_EXE_abaque"))
        .args(["play", "abalone", "--plain", "--lang", "en"])
        .stdin(std::fs::File::open(&lines).unwrap())
        .output()
        .unwrap();
    let out = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success() && out.contains("Black wins by resignation."), "{out}");
}

#[test]
fn com_04_a_resumed_clock_rounded_to_zero_does_not_end_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = record_path(&folder);
    let tags = "[Game \"abalone\"]\n[Result \"*\"]\n[Clock \"60+0\"]\n";
    let plies = "a1b2 {[%clk 0:00:00]} i9h8 b2c3 {[%clk 0:00:00]}";
    std::fs::write(&path, format!("{tags}\n{plies} *\n")).unwrap();
    play_lines(&["play", "--resume", &path, "--plain"], &["quit"]);
}

#[test]
fn remarks_in_a_resumed_game_use_earlier_views() {
    let folder = tempfile::tempdir().unwrap();
    let path = record_path(&folder);
    play_lines(
        &["play", "blocs", "--plain", "--save", &path],
        &["", "1", "", "", "1", "", "", "quit"],
    );
    let notes = ["", "notes", "quit"];
    let out = play_lines(&["play", "--resume", &path, "--plain"], &notes);
    assert!(!out.contains("nothing to point out"), "{out}");
    let out = play_lines(&["play", "--resume", &path, "--plain", "--memory"], &notes);
    assert!(out.contains("nothing to point out"), "{out}");
}

#[test]
fn comments_of_a_resumed_record_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = record_path(&folder);
    let notes = "{Rain.} 1. a1b2 $1 {[%emt 2] well} (1. a1b1 2. i9h8) 2. i9h8 {hm}";
    let tags = "[Game \"abalone\"]\n[Event \"Cup\"]\n[Date \"2026.11.01\"]\n[Round \"2\"]\n[Result \"*\"]\n";
    let more = "[Clock \"-\"]\n[Takebacks \"yes\"]\n[Umpire \"Eve\"]\n";
    std::fs::write(&path, format!("{tags}{more}\n{notes} *\n")).unwrap();
    play_lines(&["play", "--resume", &path, "--plain"], &["b2c3", "quit"]);
    let record = std::fs::read_to_string(&path).unwrap();
    assert_eq!(record, format!("{tags}{more}\n{notes} 3. b2c3 *\n"));
    play_lines(&["play", "--resume", &path, "--plain"], &["undo", "undo", "g5f5", "quit"]);
    let record = std::fs::read_to_string(&path).unwrap();
    assert!(record.contains("2. g5f5") && !record.contains("hm"), "{record}");
}

#[test]
fn secrets_stay_behind_the_curtain() {
    let folder = tempfile::tempdir().unwrap();
    let path = record_path(&folder);
    let out = play_lines(
        &["play", "blocs", "--plain", "--save", &path],
        &["", "random", "", "", "random", "", "", "board", "quit"],
    );
    let record = std::fs::read_to_string(&path).unwrap();
    let setups: Vec<&str> =
        record.split_whitespace().filter(|word| word.starts_with("setup:")).collect();
    assert_eq!(setups.len(), 2, "{out}");
    // Each set-up is printed to its builder once; the boards shown after the last curtain are
    // Blue's.
    let last = &out[out.rfind("alone").unwrap()..];
    assert!(last.contains('?'), "{last}");
    assert!(!last.contains(setups[0]) && !last.contains(setups[1]), "{last}");
}

#[test]
fn the_menu_offers_all_games() {
    let out = play_lines(&["play"], &["chess", "2", "9", "", "quit"]);
    assert!(out.contains("Abalone") && out.contains("Blocs-pions"), "{out}");
    assert!(out.contains("there is no game `chess`"), "{out}");
    assert!(out.contains("`9` is not a level"), "{out}");
    assert!(out.contains("Abraxas: Player 1 against Player 2"), "{out}");
    let out = play_lines(&["play"], &["1", "2", "quit"]);
    assert!(out.contains("against computer, level 2"), "{out}");
}

#[test]
fn bad_options_are_refused() {
    for arguments in [
        &["play", "abalone", "--clock", "soon"][..],
        &["play", "chess"],
        &["play", "--resume", "no-such-file.abq"],
        &["play", "abalone", "--position", "nothing"],
        &["play", "abalone", "--resume", "x"],
        &["play", "--resume", "x", "--clock", "600+5"],
        &["play", "--resume", "x", "--no-take-backs"],
    ] {
        crate::common::refused(arguments);
    }
}

#[test]
fn invalid_records_are_refused_with_the_line_number() {
    let folder = tempfile::tempdir().unwrap();
    let path = record_path(&folder);
    for text in
        ["", "hello", "[Game \"chess\"]\n", "[Game \"abalone\"]\n[Result \"*\"]\n\n1. a1a1 *\n"]
    {
        std::fs::write(&path, text).unwrap();
        crate::common::refused(&["record", "check", &path]);
    }
    std::fs::write(&path, [0xff, 0xfe, 0x00]).unwrap();
    assert!(crate::common::refused(&["record", "check", &path]).contains("UTF-8"));
    assert!(crate::common::refused(&["play", "--resume", &path]).contains("UTF-8"));
    let folder = folder.path().to_str().unwrap();
    assert!(
        crate::common::refused(&["record", "check", folder, "--lang", "fr"]).contains("un dossier")
    );
    assert!(
        crate::common::refused(&["record", "check", "x", "--lang", "fr"]).contains("introuvable")
    );
    crate::common::refused(&["record", "check", "/no/such/file"]);
}

#[test]
fn abalone_games_are_imported() {
    let ran = abaque_with(&["record", "import", "-"], "1. a1d4, i9f6 2. b1c2");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("a1b2") && ran.out.contains("i9h8"), "{}", ran.out);
    let back = abaque_with(&["record", "check", "-"], &ran.out);
    assert_eq!(back.out, "ok *\n", "{}", back.err);
    assert_eq!(abaque_with(&["record", "import", "-"], "1. z9z8").status, 2);
}

#[test]
fn blo_22_a_rematch_may_turn_the_board() {
    let folder = tempfile::tempdir().unwrap();
    let path = record_path(&folder);
    let lines =
        ["", "1", "", "", "2", "", "", "resign", "2", "", "1", "", "", "2", "", "", "resign", ""];
    let out = play_lines(&["play", "blocs", "--plain", "--save", &path], &lines);
    assert!(out.contains("turned clockwise"), "{out}");
    let second = path.replace("game.abq", "game-2.abq");
    let record = std::fs::read_to_string(&second).unwrap();
    assert!(record.contains("[Game \"blocs:rods="), "{record}");
    for path in [&path, &second] {
        assert_eq!(ok(&["record", "check", path]), "ok r wins resignation\n");
    }
}

#[test]
fn a_file_that_cannot_be_written_is_known_before_the_first_action() {
    crate::common::refused(&["play", "abalone", "--plain", "--save", "/nowhere/at/all/game.abq"]);
}

#[test]
fn abr_19_enter_does_not_tell_whether_there_is_a_line() {
    let taking = |plate: &str| format!("{plate} sw 1 20 0-0 3-3 take");
    let answers = ["8/8/8/8/8/2rrrr2/8/8", "8/8/8/8/8/1rr1rr2/8/8"].map(|plate| {
        let position = taking(plate);
        let arguments = ["play", "abraxas:claim=manual", "--plain", "--position", &position];
        play_lines(&arguments, &["", "quit"]).split("Player 1 > ").nth(1).map(String::from)
    });
    assert!(answers[0].is_some());
    assert_eq!(answers[0], answers[1]);
}

#[test]
fn blo_07_a_resigned_game_is_replayed_with_nothing_hidden() {
    let folder = tempfile::tempdir().unwrap();
    let path = record_path(&folder);
    let lines = ["", "1", "", "", "2", "", "", "resign", ""];
    let out = play_lines(&["play", "blocs", "--plain", "--memory", "--save", &path], &lines);
    let last_board = &out[out.rfind("Blue > ").unwrap()..out.rfind("wins").unwrap()];
    assert!(last_board.contains("Sb") || last_board.contains("S("), "{last_board}");
    assert!(!last_board.contains('?'), "{last_board}");
    let again = play_lines(&["play", "--resume", &path, "--plain"], &[]);
    assert!(!again.contains('?'), "{again}");
}

#[test]
fn output_to_a_pipe_has_no_colours() {
    let out = play_lines(&["play", "abalone"], &["a1b1", "quit"]);
    assert!(out.contains('●') && !out.contains('\u{1b}'), "{out}");
}
