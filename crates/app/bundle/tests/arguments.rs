//! The command line of the bundler.

#![allow(clippy::unwrap_used)]

use std::process::Command;

/// A misspelt option must not build for minutes in the wrong profile.
#[test]
fn unknown_arguments_are_refused() {
    for wrong in [&["--quik"][..], &["--quick", "again"]] {
        let ran = Command::new(env!("CARGO_BIN_EXE_abaque-bundle")).args(wrong).output().unwrap();
        assert_eq!(ran.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&ran.stderr).contains("usage: abaque-bundle [--quick]"));
    }
}
