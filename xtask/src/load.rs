//! The server under load, and killed: `crates/load` does it, here it is built and started.

use std::path::PathBuf;

use crate::chores::{cargo, root, step};

/// Measures the server while every message is checked.
pub(crate) fn load(arguments: &[String]) -> Result<(), String> {
    let plot = root().join("target/load/load.svg");
    run("load", arguments, &["--plot".into(), plot.to_string_lossy().into()])
}

/// Kills the server at random moments and proves that nothing acknowledged is lost.
pub(crate) fn crash(arguments: &[String]) -> Result<(), String> {
    run("crash", arguments, &[])
}

/// What is given last counts.
fn run(chore: &str, arguments: &[String], defaults: &[String]) -> Result<(), String> {
    let mut all = defaults.to_vec();
    if !arguments.iter().any(|argument| argument == "--program") {
        step("build", &mut cargo(&["build", "--release", "--locked", "-p", "abaque-cli"]))?;
        let program =
            target()?.join("release").join(format!("abaque{}", std::env::consts::EXE_SUFFIX));
        all.extend(["--program".into(), program.to_string_lossy().into()]);
    }
    all.extend_from_slice(arguments);
    let load = ["run", "--release", "--locked", "--quiet", "-p", "abaque-load", "--", chore];
    step(chore, cargo(&load).args(all))
}

/// Where programs are built.
fn target() -> Result<PathBuf, String> {
    let out = cargo(&["metadata", "--format-version", "1", "--no-deps", "--locked"])
        .output()
        .map_err(|error| error.to_string())?;
    let metadata: serde_json::Value =
        serde_json::from_slice(&out.stdout).map_err(|error| format!("cargo metadata: {error}"))?;
    let folder = metadata["target_directory"].as_str().ok_or("cargo says no target folder")?;
    Ok(folder.into())
}
