//! `abaque best`, for scripts and people.

use crate::common::{abaque, ok, refused};

const BLOCS: &str = "Lr[rnn],Lr[rrn]/lr[rrn],Sr[rrn],Sr[rrr],Sr[brb],Sr[rrb],lr[rbn]/l,sr[nrn],Lr[rbn],Lr[rnb],sr[nrn],s/s,s,l,s,l,s,l,l/l,l,s,l,s,l,s,s/s,sb(nbn),Sb(nbr),Lb(bbn),sb(bbn),l/lb(bnr),Sb(nbn),Lb(bnr),Lb(bbn),Sb(bbb),lb(brb)/Lb(bnn),Sb(rbr) b move";
const THROWN: &str = "5=rprp,10=prpr,15=rprp 6-6 0-0 r 5.3";
const WON: &str = "wwwww/wwwwww/2www2/8/9/8/7/1bbb2/bbbbb b 6-0 -";

fn key<'a>(out: &'a str, name: &str) -> &'a str {
    let found = out.lines().skip(1).find_map(|line| line.strip_prefix(&format!("{name} ")));
    found.unwrap_or_else(|| panic!("no `{name}` in {out}"))
}

#[test]
fn the_action_comes_first_then_keys_and_values() {
    for (spec, position, unit) in [
        ("abalone", None, "balls"),
        ("abraxas", None, "pawns"),
        ("abagio", Some(THROWN), "stakes"),
        ("blocs", Some(BLOCS), "blocks"),
    ] {
        let place: Vec<&str> = position.map(|text| vec!["--position", text]).unwrap_or_default();
        let arguments = |command| [&[command, spec][..], &place].concat();
        let thinking = ["--nodes", "200", "--seed", "3"];
        let out = ok(&[&arguments("best")[..], &thinking].concat());
        let action = out.lines().next().unwrap();
        let legal = ok(&arguments("moves"));
        assert!(legal.lines().any(|line| line == action), "{spec}: {action}");
        let (score, named) = key(&out, "score").split_once(' ').unwrap();
        assert!(score.starts_with(['+', '-']) && score.parse::<f64>().is_ok(), "{out}");
        assert_eq!(named, unit);
        assert!((0.0..=1.0).contains(&key(&out, "win").parse::<f64>().unwrap()), "{out}");
        for name in ["depth", "nodes", "seed"] {
            key(&out, name).parse::<u64>().unwrap();
        }
        key(&out, "time").strip_suffix("ms").unwrap().parse::<u64>().unwrap();
        assert_eq!(key(&out, "pv").split(' ').next(), Some(action));
        let again = ok(&[&arguments("best")[..], &thinking].concat());
        let rest =
            |out: &str| out.lines().filter(|line| !line.starts_with("time ")).collect::<String>();
        assert_eq!(rest(&out), rest(&again), "{spec}: the same seed and nodes, the same thought");
    }
}

#[test]
fn the_same_as_json() {
    let out = ok(&["best", "abalone", "--nodes", "200", "--lines", "2", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(json["pv"][0], json["action"]);
    assert!(json["win"].as_f64().is_some() && json["lines"].as_array().is_some(), "{json}");
}

#[test]
fn lines_are_numbered_and_the_best_comes_first() {
    let out = ok(&["best", "abalone", "--nodes", "2000", "--lines", "3"]);
    let lines: Vec<Vec<&str>> = out
        .lines()
        .filter_map(|line| line.strip_prefix("line "))
        .map(|line| line.split(' ').collect())
        .collect();
    assert!(!lines.is_empty(), "{out}");
    let wins: Vec<f64> = lines.iter().map(|line| line[1].parse().unwrap()).collect();
    assert!(wins.is_sorted_by(|a, b| a >= b), "{out}");
    assert!(lines.iter().enumerate().all(|(i, line)| line[0] == (i + 1).to_string()), "{out}");
    assert!(lines.iter().all(|line| line.len() >= 4), "{out}");
}

#[test]
fn best_answers_within_any_budget() {
    for budget in [["--nodes", "1"], ["--time", "0ms"], ["--time", "20ms"], ["--depth", "1"]] {
        for spec in ["abalone", "abraxas", "blocs"] {
            ok(&[&["best", spec][..], &budget].concat());
        }
    }
    ok(&["best", "abalone", "--level", "1", "--threads", "1"]);
    ok(&["best", "abalone", "--level", "random"]);
}

#[test]
fn best_refuses_positions_without_a_choice() {
    assert!(refused(&["best", "abagio"]).contains("random draw"));
    assert!(refused(&["best", "abalone", "--position", WON]).contains("w wins ejection"));
    let view = ["best", "abalone", "--view", WON];
    refused(&view);
}

#[test]
fn blo_07_a_set_up_is_chosen_and_a_view_is_enough() {
    let out = ok(&["best", "blocs", "--nodes", "50"]);
    let setup = out.lines().next().unwrap();
    ok(&["position", "blocs", setup]);
    let view = ok(&["view", "blocs", "--as", "b", "--position", BLOCS]);
    let thinking = ["--nodes", "300", "--seed", "1"];
    let seen = ok(&[&["best", "blocs", "--view", view.trim_end()][..], &thinking].concat());
    let known = ok(&[&["best", "blocs", "--position", BLOCS][..], &thinking].concat());
    assert_eq!(seen.lines().next(), known.lines().next(), "the view alone decides");
    let as_blue = ["best", "blocs", "--view", view.trim_end(), "--as", "b", "--nodes", "5"];
    ok(&as_blue);
    refused(&["best", "blocs", "--view", view.trim_end(), "--as", "r", "--nodes", "5"]);
}

#[test]
fn best_applies_actions_after_the_position() {
    let out = ok(&["best", "abagio", "f52", "d53", "--nodes", "50"]);
    let action = out.lines().next().unwrap();
    ok(&["position", "abagio", "f52", "d53", action]);
    assert!(refused(&["best", "abagio", "f52"]).contains("random draw"));
}

#[test]
fn wrong_options_are_refused() {
    for arguments in [
        &["best", "abalone", "--time", "soon"][..],
        &["best", "abalone", "--time", "1"],
        &["best", "abalone", "--nodes", "0"],
        &["best", "abalone", "--nodes", "many"],
        &["best", "abalone", "--level", "9"],
        &["best", "abalone", "--level", "nobody"],
        &["best", "abalone", "--as", "w"],
        &["best", "abalone", "--as", "spectator"],
        &["best", "abalone", "--lines", "0"],
        &["best", "chess"],
        &["best", "abalone", "--view", "nothing"],
    ] {
        refused(arguments);
    }
    let french = abaque(&["best", "abalone", "--time", "x", "--lang", "fr"]);
    assert!(french.err.contains("durée"), "{}", french.err);
}
