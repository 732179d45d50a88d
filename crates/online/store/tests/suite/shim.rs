//! A disk that fails on demand: the test reruns in a child process with `shim.c` preloaded over the
//! C library.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

const CONTROL: &str = "ABAQUE_SHIM_CONTROL";

/// How the disk fails.
#[allow(dead_code, reason = "not every suite uses all of it")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DiskMode {
    Well = b'0' as isize,
    /// No space left.
    Full = b'1' as isize,
    /// Every write and sync fails.
    Broken = b'2' as isize,
    /// Writes succeed, syncs fail.
    Unsynced = b'3' as isize,
    /// Short write, then no space left.
    Short = b'4' as isize,
    /// Read-only, as after a kernel remount on errors.
    ReadOnly = b'5' as isize,
    /// The write-ahead log is writable, the database file is not.
    NoCheckpoint = b'6' as isize,
}

/// Controls the disk from within the shimmed process.
pub(crate) struct Disk(PathBuf);

impl Disk {
    pub(crate) fn set(&self, mode: DiskMode) {
        // Written in place: the shim maps the file, and truncating it would crash the process.
        let mut file = fs::OpenOptions::new().write(true).open(&self.0).unwrap();
        file.write_all(&[mode as u8]).unwrap();
    }
}

/// Returns the disk if this is the shimmed process. Otherwise runs the named test in such a process
/// and fails if that fails. Only files whose paths contain `part` are affected.
pub(crate) fn disk(test: &str, part: &str) -> Option<Disk> {
    if let Some(control) = std::env::var_os(CONTROL) {
        return Some(Disk(control.into()));
    }
    let folder = tempfile::tempdir().unwrap();
    let (source, library) = (folder.path().join("shim.c"), folder.path().join("shim.so"));
    fs::write(&source, include_str!("shim.c")).unwrap();
    let built = Command::new("cc")
        .args(["-shared", "-fPIC", "-O1", "-o"])
        .args([&library, &source])
        .arg("-ldl")
        .output()
        .expect("these tests need a C compiler (apt-get install gcc)");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let control = folder.path().join("control");
    fs::write(&control, "0").unwrap();
    let ran = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", test, "--nocapture", "--test-threads=1"])
        .env(CONTROL, &control)
        .env("ABAQUE_SHIM_PATH", part)
        .env("LD_PRELOAD", &library)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let message = String::from_utf8_lossy(&ran.stdout);
    let errors = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success() && message.contains("1 passed"), "{message}{errors}");
    None
}
