//! What the tests of the load tool share.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Path of the program beside this crate's binary; built with the workspace, perhaps missing
/// otherwise.
pub(crate) fn program() -> PathBuf {
    let folder = Path::new(env!("CARGO_BIN_EXE_abaque-load")).parent().unwrap();
    let program = folder.join(format!("abaque{}", std::env::consts::EXE_SUFFIX));
    if !program.exists() {
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--locked", "-p", "abaque-cli"]);
        assert!(build.status().unwrap().success());
    }
    program
}
