//! `abaque match` from the outside.

use crate::common::{abaque, ok, refused};

fn json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&ok(arguments)).unwrap()
}

#[test]
fn a_match_is_played_reported_and_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.abq");
    let file = file.to_str().unwrap();
    let out = ok(&["match", "abagio", "greedy", "random", "--games", "6", "--records", file]);
    for name in ["games", "won drawn lost", "score", "Elo", "pairs", "without luck", "per move"] {
        assert!(out.lines().any(|line| line.starts_with(name)), "{name}: {out}");
    }
    let checked = ok(&["record", "check", file]);
    assert_eq!(checked.lines().count(), 6);
    assert!(checked.lines().all(|line| line.starts_with("ok ")), "{checked}");
    let french = ok(&["match", "abagio", "greedy", "random", "--games", "2", "--lang", "fr"]);
    assert!(french.contains("parties") && french.contains("sans la chance"), "{french}");
}

#[test]
fn the_same_seed_gives_the_same_match() {
    let run = |seed: &str, threads: &str| {
        let mut value = json(&[
            "match",
            "abraxas:target=3",
            "greedy",
            "random",
            "--games",
            "8",
            "--seed",
            seed,
            "--threads",
            threads,
            "--json",
        ]);
        value["spent"] = serde_json::Value::Null;
        value
    };
    assert_eq!(run("3", "1"), run("3", "2"));
    assert_ne!(run("3", "1"), run("4", "1"));
    let value = run("3", "1");
    assert_eq!((&value["games"], &value["game"]), (&8.into(), &"abraxas:target=3".into()));
    let pairs: u64 = value["pairs"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum();
    assert_eq!(pairs, 4);
}

#[test]
fn a_sequential_test_stops_early_and_reports_it() {
    let value = json(&[
        "match",
        "abalone:target=1",
        "best:nodes=300",
        "random",
        "--games",
        "2000",
        "--sprt",
        "0,100",
        "--json",
    ]);
    assert_eq!(value["sprt"]["verdict"], "H1");
    assert!(value["games"].as_u64().unwrap() < 300, "{value}");
}

#[test]
fn a_ladder_prints_a_table() {
    let out = ok(&["match", "abalone:target=1", "--ladder", "random greedy", "--games", "4"]);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 3, "{out}");
    assert!(lines[2].starts_with("| greedy | random | 4 |"), "{out}");
    assert!(lines.iter().all(|line| line.matches('|').count() == 8), "{out}");
}

#[test]
fn external_engines_play_matches() {
    let program = format!("ugi[Level=greedy,nodes=10]:'{}' ugi", env!("CARGO_BIN_EXE_abaque"));
    for spec in abaque_catalog::with_remaining_games(&["abalone:target=1", "abraxas:target=3"]) {
        let value = json(&["match", spec, &program, "random", "--games", "2", "--json"]);
        assert_eq!((&value["games"], &value["forfeits"]), (&2.into(), &[0, 0].into()), "{spec}");
    }
}

#[test]
fn wrong_matches_are_refused() {
    assert!(refused(&["match", "chess", "1", "2"]).contains("abalone"));
    assert!(refused(&["match", "abalone", "9", "2"]).contains("1 to 8"));
    assert!(refused(&["match", "abalone", "uniform", "2"]).contains("players are"));
    assert!(refused(&["match", "abalone", "best:speed=3", "2"]).contains("time=200ms"));
    assert!(refused(&["match", "abalone", "1"]).contains("two players"));
    assert!(refused(&["match", "abalone", "--ladder", "8..1"]).contains("ladder"));
    assert!(refused(&["match", "abalone", "1", "2", "--sprt", "5,5"]).contains("0,20"));
    assert!(refused(&["match", "abalone", "1", "2", "--clock", "60"]).contains("10s+0.1s"));
    assert!(refused(&["match", "abalone", "1", "2", "--position", "x"]).contains("POSITION"));
    assert!(
        refused(&["match", "abalone", "1", "ugi:/nowhere/x", "--games", "2"])
            .contains("/nowhere/x")
    );
    assert_eq!(abaque(&["match", "abalone", "1", "2", "--games", "0"]).status, 2);
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_prints_its_score_so_far() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.abq");
    let players = ["match", "abagio", "greedy", "random", "--games", "1000000", "--records"];
    let child = Command::new(env!("CARGO_BIN_EXE_abaque"))
        .args(players)
        .arg(&file)
        .env("LC_ALL", "C")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Once a game is recorded the match is running.
    let since = Instant::now();
    while std::fs::metadata(&file).map_or(0, |data| data.len()) == 0 {
        assert!(since.elapsed() < Duration::from_secs(60), "no game was played");
        std::thread::sleep(Duration::from_millis(10));
    }
    let signalled = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(signalled.success());
    let ran = child.wait_with_output().unwrap();
    assert_eq!(ran.status.code(), Some(130));
    let out = String::from_utf8(ran.stdout).unwrap();
    for name in ["won drawn lost", "score", "stopped"] {
        assert!(out.lines().any(|line| line.starts_with(name)), "{name}: {out}");
    }
    assert_eq!(String::from_utf8(ran.stderr).unwrap(), "abaque: interrupted\n");
    assert!(!ok(&["record", "check", file.to_str().unwrap()]).is_empty());
}
