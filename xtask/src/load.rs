//! Load, crash, attack and cluster tests of the server: builds and starts `crates/online/load`.

use std::process::Command;

use crate::chores::{cargo, target_folder, workspace_root};
use crate::steps::{run_beside, run_step};
use crate::test_binaries::TestBuild;

/// Measures the server under load and checks every message.
pub(crate) fn load(arguments: &[String]) -> Result<(), String> {
    let plot = workspace_root().join("target/load/load.svg");
    run_load("load", arguments, &["--plot".into(), plot.to_string_lossy().into()])
}

/// Kills the server at random moments and checks that no acknowledged write is lost.
pub(crate) fn crash(arguments: &[String]) -> Result<(), String> {
    run_load("crash", arguments, &[])
}

/// Attacks the server as an outsider would.
pub(crate) fn hostile(arguments: &[String]) -> Result<(), String> {
    run_load("hostile", arguments, &[])
}

/// The attacks that finish within seconds, on programs compiled with the tests.
pub(crate) fn hostile_in_short(build: &TestBuild) -> Result<(), String> {
    let mut hostile = Command::new(build.program("abaque-load")?);
    hostile.current_dir(workspace_root()).args(["hostile", "--short", "yes", "--program"]);
    hostile.arg(build.program("abaque")?);
    run_beside("hostile", hostile)
}

/// A long, steady load.
pub(crate) fn soak(arguments: &[String]) -> Result<(), String> {
    let plot = workspace_root().join("target/load/soak.svg");
    run_load("soak", arguments, &["--plot".into(), plot.to_string_lossy().into()])
}

/// Several nodes over PostgreSQL and NATS that fail in every way.
pub(crate) fn cluster(arguments: &[String]) -> Result<(), String> {
    run_load("cluster", arguments, &[])
}

/// What up to a million players' games cost a node, without sockets.
pub(crate) fn capacity(arguments: &[String]) -> Result<(), String> {
    let run = ["run", "--release", "--locked", "--quiet", "-p", "abaque-rooms"];
    run_step("capacity", cargo(&run).args(["--example", "capacity", "--"]).args(arguments))
}

/// Runs one load chore. Arguments follow the defaults, so they override them.
fn run_load(chore: &str, arguments: &[String], defaults: &[String]) -> Result<(), String> {
    let mut all = defaults.to_vec();
    if !arguments.iter().any(|argument| argument == "--program") {
        run_step("build", &mut cargo(&["build", "--release", "--locked", "-p", "abaque-cli"]))?;
        let program = target_folder()?
            .join("release")
            .join(format!("abaque{}", std::env::consts::EXE_SUFFIX));
        all.extend(["--program".into(), program.to_string_lossy().into()]);
    }
    all.extend_from_slice(arguments);
    let load = ["run", "--release", "--locked", "--quiet", "-p", "abaque-load", "--", chore];
    run_step(chore, cargo(&load).args(all))
}
