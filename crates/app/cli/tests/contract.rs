//! The command line that scripts rely on, character by character.

use crate::common::{abaque, ok, refused};

const STANDARD: &str = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 -";
const BLOCS: &str = "Lr[rnn],Lr[rrn]/lr[rrn],Sr[rrn],Sr[rrr],Sr[brb],Sr[rrb],lr[rbn]/l,sr[nrn],Lr[rbn],Lr[rnb],sr[nrn],s/s,s,l,s,l,s,l,l/l,l,s,l,s,l,s,s/s,sb(nbn),Sb(nbr),Lb(bbn),sb(bbn),l/lb(bnr),Sb(nbn),Lb(bnr),Lb(bbn),Sb(bbb),lb(brb)/Lb(bnn),Sb(rbr) b move";
const WON: &str = "wwwww/wwwwww/2www2/8/9/8/7/1bbb2/bbbbb b 6-0 -";

#[test]
fn position_prints_the_position_after_the_actions() {
    assert_eq!(ok(&["position", "abalone"]), format!("{STANDARD}\n"));
    assert_eq!(
        ok(&["position", "abalone", "a1b1", "i5h5"]),
        ok(&["position", "abalone", "--position", STANDARD, "A1b1", "i5H5"])
    );
    let json = ok(&["position", "abalone", "--json"]);
    assert_eq!(json, format!("{{\"position\":\"{STANDARD}\"}}\n"));
}

#[test]
fn positions_may_begin_with_a_hyphen() {
    assert_eq!(ok(&["status", "abagio", "--position", "- 6-6 0-0 - first"]), "chance\n");
    assert_eq!(ok(&["position", "abagio", "f52", "d53", "s+5", "s+3"]).lines().count(), 1);
}

#[test]
fn moves_are_sorted_by_bytes_one_a_line() {
    let out = ok(&["moves", "abalone"]);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 44);
    assert!(lines.is_sorted());
    assert_eq!(ok(&["moves", "abagio"]).lines().count(), 30, "at a lot every outcome");
    assert_eq!(ok(&["moves", "abalone", "--position", WON]), "", "nothing when the game is over");
    let json: serde_json::Value =
        serde_json::from_str(&ok(&["moves", "abalone", "--json"])).unwrap();
    assert_eq!(json["moves"].as_array().unwrap().len(), 44);
}

#[test]
fn moves_in_a_secret_set_up_are_counted_on_stderr() {
    let ran = abaque(&["moves", "blocs"]);
    assert_eq!((ran.status, ran.out.as_str()), (0, ""));
    assert!(ran.err.contains("174904810080"), "{}", ran.err);
}

#[test]
fn status_prints_phase_turn_and_result() {
    assert_eq!(ok(&["status", "abalone"]), "to-move b\n");
    assert_eq!(ok(&["status", "abraxas"]), "to-move 2\n");
    assert_eq!(ok(&["status", "abagio"]), "chance\n");
    assert_eq!(ok(&["status", "blocs"]), "to-move b\n");
    assert_eq!(ok(&["status", "abalone", "--position", WON]), "over w wins ejection\n");
    let json: serde_json::Value =
        serde_json::from_str(&ok(&["status", "abalone", "--position", WON, "--json"])).unwrap();
    assert_eq!(json["winner"], "w");
    assert_eq!(json["reason"], "ejection");
}

#[test]
fn perft_and_divide() {
    assert_eq!(ok(&["perft", "abalone", "--depth", "0"]), "1\n");
    assert_eq!(ok(&["perft", "abalone", "--depth", "3"]), "98912\n");
    assert_eq!(ok(&["perft", "abagio", "--depth", "3"]), "2160\n");
    assert_eq!(ok(&["perft", "abalone", "--depth", "2", "--position", WON]), "0\n");
    let out = ok(&["perft", "abalone", "--depth", "2", "--divide"]);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 45);
    assert_eq!(lines[44], "total 1936");
    assert!(lines[..44].is_sorted());
    refused(&["perft", "blocs", "--depth", "1"]);
    refused(&["perft", "abalone", "--depth", "-1"]);
    refused(&["perft", "abalone", "--depth", "31"]);
    refused(&["perft", "abalone"]);
}

#[test]
fn views_hide_what_a_player_may_not_know() {
    let position = BLOCS;
    let blue = ok(&["view", "blocs", "--as", "b", "--position", position]);
    assert!(blue.starts_with("?r[???],?r[???]/lr[r??],"), "{blue}");
    assert!(blue.contains("Lb(bnn),Sb(rbr) b move"), "{blue}");
    refused(&["position", "blocs", "--position", blue.trim_end()]);
    refused(&["view", "blocs", "--as", "w", "--position", position]);
    assert_eq!(
        ok(&["view", "abalone", "--as", "w", "--position", STANDARD]),
        format!("{STANDARD}\n")
    );
    assert_eq!(ok(&["perft", "blocs", "--position", position, "--depth", "3"]), "6064\n");
}

#[test]
fn bad_specs_list_what_is_allowed() {
    assert!(refused(&["moves", "chess"]).contains("abalone, abraxas, abagio, blocs"));
    assert!(refused(&["moves", "abalone:size=4"]).contains("target"));
    assert!(refused(&["moves", "abalone:target=15"]).contains("1"));
    assert!(refused(&["moves", "abalone:layout=french-daisy"]).contains("belgian-daisy"));
    for spec in ["abalone:", "abalone:target", "abalone:target=", "abalone:target=4,target=5", ""] {
        refused(&["moves", spec]);
    }
}

#[test]
fn bad_positions_name_the_field_and_bad_actions_the_rule() {
    let twelve = "12/8/8/8/8/8/8/8 sw 1 24 0-0 3-3 place";
    assert!(refused(&["moves", "abraxas", "--position", twelve]).contains("PLATE"));
    assert!(
        refused(&["moves", "abalone", "--position", &STANDARD.replace(" b ", " x ")])
            .contains("SIDE")
    );
    assert!(refused(&["position", "abalone", "a1b2", "a1b2"]).contains("ABA-"));
    assert!(refused(&["position", "abalone", "z9z8"]).contains("ACTION"));
    refused(&["position", "abalone", ""]);
}

#[test]
fn errors_come_in_french_and_as_json() {
    let french = refused(&["moves", "chess", "--lang", "fr"]);
    assert!(french.contains("il n'y a pas de jeu"), "{french}");
    let json: serde_json::Value =
        serde_json::from_str(&refused(&["moves", "chess", "--json"])).unwrap();
    assert!(json["error"].as_str().unwrap().contains("no game"));
    refused(&["moves", "abalone", "--lang", "de"]);
}

#[test]
fn draw_writes_svg_and_png() {
    let folder = tempfile::tempdir().unwrap();
    for spec in abaque_catalog::with_remaining_games(&["abagio:first=r"]) {
        let svg = folder.path().join("board.svg");
        let png = folder.path().join("board.png");
        ok(&["draw", spec, "-o", svg.to_str().unwrap(), "--targets"]);
        ok(&["draw", spec, "-o", png.to_str().unwrap(), "--theme", "dark", "--size", "300"]);
        assert!(std::fs::read_to_string(svg).unwrap().starts_with("<svg"));
        assert!(std::fs::read(png).unwrap().starts_with(b"\x89PNG"));
    }
    refused(&["draw", "abalone", "-o", "board.jpg"]);
    refused(&["draw", "abalone", "-o", "board.svg", "--size", "1"]);
    refused(&["draw", "abalone"]);
    let nowhere = abaque(&["draw", "abalone", "-o", "/nowhere/at/all/board.svg"]);
    assert_ne!(nowhere.status, 0);
}

#[test]
fn rules_games_completions_and_man_pages_are_printed() {
    for game in abaque_catalog::with_remaining_games(&[]) {
        assert!(ok(&["rules", game]).contains("COM-05"));
        assert!(ok(&["rules", game, "--lang", "fr"]).contains("décision"));
        assert!(ok(&["games"]).contains(game));
    }
    refused(&["rules", "chess"]);
    let json: serde_json::Value = serde_json::from_str(&ok(&["games", "--json"])).unwrap();
    assert_eq!(json["games"].as_array().unwrap().len(), abaque_catalog::GAMES.len());
    assert!(ok(&["completions", "bash"]).contains("abaque"));
    let folder = tempfile::tempdir().unwrap();
    ok(&["man", folder.path().to_str().unwrap()]);
    assert!(folder.path().join("abaque-perft.1").exists());
    assert!(ok(&["--help", "--lang", "fr"]).contains("Jouer"));
}

/// ABA-16, ABR-07, AGO-09, BLO-24: each game's remarks on a position.
#[test]
fn remarks_use_the_games_vocabulary() {
    let pac = "wwwww/wwwwww/7/8/2bbww3/8/7/bbbbbb/bbbbb b 1-1 -";
    let lines = "8/8/8/8/8/2rrrr2/8/8 sw 1 20 0-0 3-3 take";
    let commands: [&[&str]; 4] = [
        &["remarks", "abalone", "--position", pac],
        &["remarks", "abraxas", "--position", lines],
        &["remarks", "abagio:first=r"],
        &["remarks", "blocs", "--as", "b", "--position", BLOCS],
    ];
    for lang in ["en", "fr"] {
        let session: Vec<String> = commands
            .iter()
            .map(|command| {
                let text = ok(&[*command, &["--lang", lang]].concat());
                format!("$ abaque {} {}\n{text}", command[0], command[1])
            })
            .collect();
        insta::assert_snapshot!(format!("remarks_{lang}"), session.join("\n"));
    }
}

#[test]
fn help_is_printed_in_both_languages() {
    for lang in ["en", "fr"] {
        let help = ok(&["--help", "--lang", lang]);
        // The first line names the games, and features add some.
        let (first, rest) = help.split_once("\n\n").unwrap();
        assert!(first.contains("Abalone, Abraxas, Abagio, Blocs-pions"), "{first}");
        insta::assert_snapshot!(format!("help_{lang}"), rest);
        let help = ok(&["position", "--help", "--lang", lang]);
        insta::assert_snapshot!(format!("help_position_{lang}"), help);
    }
}

#[test]
fn help_command_equals_help_flag() {
    for lang in ["en", "fr"] {
        let help = |arguments: &[&str]| ok(&[arguments, &["--lang", lang]].concat());
        assert_eq!(help(&["help"]), help(&["--help"]));
        assert_eq!(help(&["help", "position"]), help(&["position", "--help"]));
        assert_eq!(help(&["help", "record", "check"]), help(&["record", "check", "--help"]));
    }
    assert!(refused(&["help", "chess"]).contains("chess"));
    assert!(refused(&["help", "chess", "--lang", "fr"]).contains("commande inconnue\u{a0}: chess"));
}

/// What a wrong command line, spec, position or action is answered.
#[test]
fn refusals_are_printed_in_both_languages() {
    let twelve = "12/8/8/8/8/8/8/8 sw 1 24 0-0 3-3 place";
    let commands: [&[&str]; 12] = [
        &["moves"],
        &["mouves"],
        &["moves", "abalone", "--fast"],
        &["perft", "abalone", "--depth", "x"],
        &["draw", "abalone", "-o", "x.svg", "--theme", "red"],
        &["play", "abalone", "--resume", "x"],
        &["draw", "abalone", "-o"],
        &["moves", "abalone:layout=french-daisy"],
        &["moves", "abalone:target=15"],
        &["moves", "abraxas", "--position", twelve],
        &["position", "abalone", "z9z8"],
        &["position", "abalone", "a1b2", "a1b2"],
    ];
    for lang in ["en", "fr"] {
        let session: Vec<String> = commands
            .iter()
            .map(|command| {
                let text = refused(&[&["--lang", lang], *command].concat());
                format!("$ abaque {}\n{text}", command.join(" "))
            })
            .collect();
        insta::assert_snapshot!(format!("refusals_{lang}"), session.join("\n"));
    }
}
