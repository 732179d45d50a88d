//! The figures of the README: each game crate has an example that measures itself, and the players have one.

use crate::chores::{cargo, step};

/// Crate, example, its arguments.
static MEASURES: &[(&str, &str, &[&str])] = &[
    ("abaque-abalone", "perft", &["abalone", "5"]),
    ("abaque-abalone", "perft", &["abalone:layout=belgian-daisy", "5"]),
    ("abaque-abraxas", "speed", &[]),
    ("abaque-abagio", "speed", &[]),
    ("abaque-blocs", "speed", &[]),
    ("abaque-catalog", "players_speed", &[]),
];

/// Builds all examples first, so that nothing is compiled while something is measured.
pub(crate) fn run(_: &[String]) -> Result<(), String> {
    let games = [
        "-p",
        "abaque-abalone",
        "-p",
        "abaque-abraxas",
        "-p",
        "abaque-abagio",
        "-p",
        "abaque-blocs",
        "-p",
        "abaque-catalog",
    ];
    let mut build = cargo(&["build", "--release", "--locked", "--examples"]);
    step("build", build.args(games))?;
    for (package, example, arguments) in MEASURES {
        let mut run = cargo(&[
            "run",
            "--release",
            "--locked",
            "--quiet",
            "-p",
            package,
            "--example",
            example,
            "--",
        ]);
        step(&format!("{package} {}", arguments.join(" ")), run.args(*arguments))?;
    }
    Ok(())
}
