//! `abaque analyse`, from record to report, plot and annotated record.

use crate::common::{abaque, abaque_with, ok, refused};

const BUDGET: [&str; 2] = ["--nodes", "300"];
const BLUE: &str = "setup:sbbn,lbrn,snbr,sbbn,lbrn,lbrn,snbr,lbrn,sbbn,lbnb,sbbb,lbnn";
const RED: &str = "setup:snrr,sbrn,snrn,sbrn,lrrb,lrbn,snrb,snrn,lrnr,lrnb,lrrr,lrnr";

fn saved(folder: &tempfile::TempDir, text: &str) -> String {
    let path = folder.path().join("game.abq");
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_string()
}

fn analyse(path: &str, more: &[&str]) -> String {
    ok(&[&["analyse", path][..], &BUDGET, more].concat())
}

#[test]
fn every_game_is_analysed_drawn_and_annotated() {
    let blocs = format!(
        "[Game \"blocs\"]\n[Result \"r wins resignation\"]\n\n1. {BLUE} {RED} b2b4 2. f7h5 0-1\n"
    );
    for text in [
        "[Game \"abalone\"]\n[First \"Ada\"]\n[Result \"b wins resignation\"]\n\n1. a1b2 2. i9h8 3. b1c2 1-0\n",
        "[Game \"abraxas\"]\n[Result \"*\"]\n\n1. @ne re8 >nw 2. rf2 >sw *\n",
        "[Game \"abagio\"]\n[Result \"*\"]\n\n1. f52 d53 s+5 s+3 2. d64 *\n",
        blocs.as_str(),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = saved(&folder, text);
        let file = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
        let (svg, png, noted) = (file("g.svg"), file("g.png"), file("noted.abq"));
        let out = analyse(&path, &["--plot", &svg, "--annotate", &noted]);
        assert!(out.contains(" → ") && out.contains("accuracy"), "{out}");
        assert!(out.lines().all(|line| line.chars().count() <= 90), "{out}");
        assert!(std::fs::read_to_string(&svg).unwrap().contains("<path"));
        let plies = |path: &str| ok(&["record", "check", path]);
        assert_eq!(plies(&noted), plies(&path));
        assert!(std::fs::read_to_string(&noted).unwrap().contains("[%win"), "{text}");
        analyse(&path, &["--plot", &png]);
        assert_eq!(&std::fs::read(&png).unwrap()[1..4], b"PNG");
        let french = analyse(&path, &["--lang", "fr"]);
        assert!(french.contains("précision"), "{french}");
        let json: serde_json::Value = serde_json::from_str(&analyse(&path, &["--json"])).unwrap();
        let moves = json["moves"].as_array().unwrap();
        assert!(moves.iter().any(|played| played["before"].is_f64()), "{json}");
        assert_eq!(json["luck"].is_null(), !text.contains("abagio"), "{json}");
        assert_eq!(
            json,
            serde_json::from_str::<serde_json::Value>(&analyse(&path, &["--json"])).unwrap()
        );
    }
}

#[test]
fn mistakes_are_explained_in_text_json_and_record() {
    let folder = tempfile::tempdir().unwrap();
    let won = "wwwww/wwwwww/2ww3/8/5bbbw/8/2bbb2/bbbbbb/bb3 b 0-0 -";
    let text =
        format!("[Game \"abalone:target=1\"]\n[Start \"{won}\"]\n[Result \"*\"]\n\n1. a1a2 *\n");
    let path = saved(&folder, &text);
    let noted = folder.path().join("noted.abq").to_str().unwrap().to_string();
    let out = analyse(&path, &["--annotate", &noted]);
    assert!(out.contains("which pushes e9 off and wins."), "{out}");
    let record = std::fs::read_to_string(&noted).unwrap().replace('\n', " ");
    assert!(record.contains("which pushes e9 off and wins."), "{record}");
    let french = analyse(&path, &["--lang", "fr"]);
    assert!(french.contains("qui éjecte e9 et gagne."), "{french}");
    let json: serde_json::Value = serde_json::from_str(&analyse(&path, &["--json"])).unwrap();
    let told = &json["moves"][0]["explanation"][0];
    assert!(told["en"].as_str().unwrap().starts_with("Misses "), "{json}");
    assert!(told["fr"].as_str().unwrap().starts_with("Manque "), "{json}");
    assert_eq!(told["shown_on"], "before", "{json}");
    assert_eq!(told["marks"][0], "e9", "{json}");
    assert_eq!(told["arrows"].as_array().unwrap().len(), 1, "{json}");
}

#[test]
fn records_come_from_a_pipe_and_several_at_once() {
    let text = "[Game \"abalone\"]\n[Result \"*\"]\n\n1. a1b2 *\n";
    let ran = abaque_with(&["analyse", "-", "--nodes", "200"], &format!("{text}\n{text}"));
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert_eq!(ran.out.matches("a1b2").count(), 2, "{}", ran.out);
    let drawn = abaque_with(&["analyse", "-", "--plot", "x.svg"], &format!("{text}\n{text}"));
    assert_eq!(drawn.status, 2);
}

#[test]
fn blo_07_an_unfinished_game_with_secrets_shows_one_view() {
    let folder = tempfile::tempdir().unwrap();
    let text = format!("[Game \"blocs\"]\n[Result \"*\"]\n\n1. {BLUE} {RED} b2b4 *\n");
    let path = saved(&folder, &text);
    assert!(refused(&["analyse", &path]).contains("view"));
    refused(&["analyse", &path, "--everything"]);
    refused(&["analyse", &path, "--as", "spectator"]);
    let out = analyse(&path, &["--as", "b"]);
    assert!(out.contains(BLUE) && !out.contains(RED), "{out}");
    let out = analyse(&path, &["--as", "r", "--json"]);
    assert!(!out.contains(BLUE) && out.contains(RED), "{out}");
}

#[test]
fn wrong_input_is_refused_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = saved(&folder, "[Game \"abalone\"]\n[Result \"*\"]\n\n1. a1a1 *\n");
    assert!(refused(&["analyse", &path]).contains("line 4"));
    let path = saved(&folder, "[Game \"abalone\"]\n[Result \"*\"]\n\n1. a1b2 *\n");
    refused(&["analyse", &path, "--time", "long"]);
    refused(&["analyse", &path, "--as", "x"]);
    refused(&["analyse", "nothing-here.abq"]);
    let ran = abaque(&["analyse", &path, "--nodes", "50", "--plot", "g.gif"]);
    assert_eq!(ran.status, 2, "{}", ran.err);
}

#[test]
fn the_examples_of_the_documentation_are_true_records() {
    for name in ["daisy", "frogs"] {
        let path = format!("{}/../../../docs/examples/{name}.abq", env!("CARGO_MANIFEST_DIR"));
        assert!(ok(&["record", "check", &path]).starts_with("ok "), "{name}");
        let out = ok(&["analyse", &path, "--nodes", "50", "--threads", "1"]);
        assert!(out.contains("accuracy"), "{out}");
    }
}
