//! Runs the program like a script.

use std::io::Write;
use std::process::{Command, Stdio};

/// The output of a run.
pub(crate) struct RunOutput {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) status: i32,
}

/// Runs `abaque` with these arguments, in English.
pub(crate) fn abaque(arguments: &[&str]) -> RunOutput {
    abaque_with(arguments, "")
}

/// Runs `abaque` with text on stdin.
pub(crate) fn abaque_with(arguments: &[&str], input: &str) -> RunOutput {
    let mut child = Command::new(env!("CARGO_BIN_EXE_abaque"))
        .args(arguments)
        .env("LC_ALL", "C")
        .env_remove("NO_COLOR")
        .env_remove("COLUMNS")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Written on a separate thread to avoid a deadlock. A program that rejects its arguments or has
    // finished may exit before everything is written.
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_string();
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let ran = child.wait_with_output().unwrap();
    writer.join().unwrap();
    RunOutput {
        out: String::from_utf8(ran.stdout).unwrap(),
        err: String::from_utf8(ran.stderr).unwrap(),
        status: ran.status.code().unwrap(),
    }
}

/// The output of a run that must succeed.
#[allow(dead_code, reason = "each test file uses what it needs")]
pub(crate) fn ok(arguments: &[&str]) -> String {
    let ran = abaque(arguments);
    assert_eq!(ran.status, 0, "{arguments:?}: {}", ran.err);
    ran.out
}

/// Plays these lines at the terminal and returns the output.
#[allow(dead_code, reason = "each test file uses what it needs")]
pub(crate) fn play_lines(arguments: &[&str], lines: &[&str]) -> String {
    let ran = abaque_with(arguments, &(lines.join("\n") + "\n"));
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.err);
    assert_eq!(ran.err, "");
    ran.out
}

/// The path of a record in a folder.
#[allow(dead_code, reason = "each test file uses what it needs")]
pub(crate) fn record_path(folder: &tempfile::TempDir) -> String {
    folder.path().join("game.abq").to_str().unwrap().to_string()
}

/// The message of a run that must be rejected as bad input.
#[allow(dead_code, reason = "each test file uses what it needs")]
pub(crate) fn refused(arguments: &[&str]) -> String {
    let ran = abaque(arguments);
    assert_eq!(ran.status, 2, "{arguments:?}: {}{}", ran.out, ran.err);
    assert_eq!(ran.out, "", "{arguments:?}: nothing on stdout");
    assert!(!ran.err.is_empty() && !ran.err.contains("panicked"), "{arguments:?}: {}", ran.err);
    ran.err
}
