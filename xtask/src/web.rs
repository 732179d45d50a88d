//! The web app as files to serve: compiled to WASM, then bundled.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cargo_progress::run_side_by_side;
use crate::chores::{TEST_GAMES, cargo, workspace_root};
use crate::install;
use crate::steps::{run_step, timed};
use crate::wasm::WasmBuild;

/// The folder that the program embeds and that tests serve.
pub(crate) fn dist_folder() -> PathBuf {
    workspace_root().join("crates/app/web/dist")
}

/// Builds the web app for embedding; `--test-games` adds the games that only the checks know.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let (mut quick, mut test_games) = (false, false);
    for argument in arguments {
        match argument.as_str() {
            "--quick" => quick = true,
            "--test-games" => test_games = true,
            _ => return Err("usage: cargo xtask web [--quick] [--test-games]".into()),
        }
    }
    install::for_play()?;
    let build = WasmBuild::new(quick, test_games)?;
    timed("compile to WASM", || run_side_by_side(build.commands()))?;
    let mut bundle = cargo(&["run", "--locked", "-p", "abaque-bundle"]);
    if test_games {
        bundle.args(TEST_GAMES);
    }
    run_step("bundle", bundle.arg("--").args(build.bundle_arguments(&dist_folder())))
}

/// Bundles compiled modules with a compiled `abaque-bundle`.
pub(crate) fn bundle(program: &Path, build: &WasmBuild, out: &Path) -> Result<(), String> {
    run_step("bundle", Command::new(program).args(build.bundle_arguments(out)))
}
