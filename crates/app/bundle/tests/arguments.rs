//! The command line of the bundler.

#![allow(clippy::unwrap_used)]

use std::process::Command;

/// A misspelt option must not write a bundle of the wrong kind, or into the wrong folder.
#[test]
fn wrong_arguments_are_refused() {
    let folders = ["--modules", "modules", "--out", "dist"];
    for wrong in [&folders[..2], &folders[..3], &["--quick"], &[&folders[..], &["--quik"]].concat()]
    {
        let ran = Command::new(env!("CARGO_BIN_EXE_abaque-bundle")).args(wrong).output().unwrap();
        assert_eq!(ran.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&ran.stderr).contains("usage: abaque-bundle --modules"));
    }
}
