//! A small load test and a few kills of the real program.

#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::Command;

use abaque_load::{CrashOptions, LoadOptions, crash, load};

/// Path of the program beside this crate's binary; built with the workspace, perhaps missing
/// otherwise.
fn program() -> PathBuf {
    let folder = Path::new(env!("CARGO_BIN_EXE_abaque-load")).parent().unwrap();
    let program = folder.join(format!("abaque{}", std::env::consts::EXE_SUFFIX));
    if !program.exists() {
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--locked", "-p", "abaque-cli"]);
        assert!(build.status().unwrap().success());
    }
    program
}

/// In sequence, since both need the whole machine.
#[tokio::test(flavor = "multi_thread")]
async fn under_load_and_killed() {
    let program = program();
    let wish = LoadOptions { program: program.clone(), games: 40, seconds: 6, idle: 5, rate: 150 };
    let report = load(&wish).await.unwrap();
    assert_eq!(report.connections, 90);
    // Speed does not matter here: only that acts were played and records verified.
    assert!(report.acts_per_second() > 2.0, "{report}");
    assert!(report.records >= 1, "{report}");
    assert!(report.plot().ends_with("</svg>\n"));

    let wish = CrashOptions { program, games: 12, times: 4, seconds: 60 };
    let crashed = crash(&wish).await.unwrap();
    assert_eq!(crashed.kills, 4, "{crashed}");
    assert!(crashed.acts > 10 && crashed.reconnects >= 4 && crashed.clocks > 0, "{crashed}");
}

#[tokio::test]
async fn a_program_that_is_none_is_an_error() {
    let wish =
        LoadOptions { program: "no-such-program".into(), games: 1, seconds: 1, idle: 0, rate: 1 };
    assert!(load(&wish).await.unwrap_err().contains("no-such-program"));
}
