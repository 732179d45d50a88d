//! Benchmarks for the README: one example per game crate, and one for the computer players.

use crate::chores::cargo;
use crate::metadata::packages;
use crate::registry::game_names;
use crate::steps::run_step;

/// The example in the crate of every game.
const GAME_EXAMPLE: &str = "speed";

/// The example that measures the computer players of all games.
const PLAYERS_EXAMPLE: &str = "players_speed";

/// Builds all examples first, so that no compilation disturbs a measurement.
pub(crate) fn run(_: &[String]) -> Result<(), String> {
    let mut benchmarks: Vec<(String, &str)> =
        game_names()?.iter().map(|name| (format!("abaque-{name}"), GAME_EXAMPLE)).collect();
    let players = packages()?
        .into_iter()
        .find(|package| package.examples.iter().any(|example| example == PLAYERS_EXAMPLE))
        .ok_or_else(|| format!("no crate has the example {PLAYERS_EXAMPLE}"))?;
    benchmarks.push((players.name, PLAYERS_EXAMPLE));
    let mut build = cargo(&["build", "--release", "--locked", "--examples"]);
    for (package, _) in &benchmarks {
        build.args(["-p", package]);
    }
    run_step("build", &mut build)?;
    for (package, example) in &benchmarks {
        let mut run = cargo(&["run", "--release", "--locked", "--quiet", "-p", package]);
        run_step(package, run.args(["--example", example]))?;
    }
    Ok(())
}
