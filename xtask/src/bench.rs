//! Benchmarks for the README: one example per game crate, and one for the bots.

use crate::chores::{cargo, run_step};

/// Crate, example, arguments.
static BENCHMARKS: &[(&str, &str, &[&str])] = &[
    ("abaque-abalone", "perft", &["abalone", "5"]),
    ("abaque-abalone", "perft", &["abalone:layout=belgian-daisy", "5"]),
    ("abaque-abraxas", "speed", &[]),
    ("abaque-abagio", "speed", &[]),
    ("abaque-blocs", "speed", &[]),
    ("abaque-bots", "players_speed", &[]),
];

/// Builds all examples first, so that no compilation disturbs a measurement.
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
        "abaque-bots",
    ];
    let mut build = cargo(&["build", "--release", "--locked", "--examples"]);
    run_step("build", build.args(games))?;
    for (package, example, arguments) in BENCHMARKS {
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
        run_step(&format!("{package} {}", arguments.join(" ")), run.args(*arguments))?;
    }
    Ok(())
}
