//! Packages for hosts who have no compiler: a static program, archived, as a Debian package and as
//! a container image.

mod check;

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::chores::{cargo, target_folder, workspace_root};
use crate::install;
use crate::steps::run_step;
use crate::web;
use check::Packages;

const USAGE: &str =
    "usage: cargo xtask dist [--program PATH] [--out FOLDER] [--version VERSION] [--check]";

/// Builds the packages; `--check` then installs them into bare systems.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let (mut program, mut out, mut version, mut checks) = (None, None, None, false);
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let mut value = || rest.next().cloned().ok_or_else(|| format!("{argument} needs a value"));
        match argument.as_str() {
            "--program" => program = Some(PathBuf::from(value()?)),
            "--out" => out = Some(PathBuf::from(value()?)),
            "--version" => version = Some(value()?),
            "--check" => checks = true,
            _ => return Err(USAGE.into()),
        }
    }
    let out = match out {
        Some(out) => out,
        None => target_folder()?.join("dist"),
    };
    let program = match program {
        Some(program) => program,
        None => build()?,
    };
    let version = version.unwrap_or(env!("CARGO_PKG_VERSION").to_owned());
    make(&program, &out, &version)?;
    if !checks {
        return Ok(());
    }
    install::for_dist_checks()?;
    let next = out.join("check/next");
    let upgrade = format!("{version}.1");
    make(&program, &next, &upgrade)?;
    check::run(&Packages::new(&out, &version), &Packages::new(&next, &upgrade), &program)
}

/// Makes the packages with a tiny program in place of the real one, which takes long to compile for
/// them, and checks everything around it. `program` is the real one, as compiled for the tests, and
/// `maker` the one that makes packages.
pub(crate) fn check_in_short(program: &Path, maker: &Path) -> Result<(), String> {
    let out = target_folder()?.join("dist-in-short");
    fs::create_dir_all(&out).map_err(|error| format!("{}: {error}", out.display()))?;
    let stand_in = out.join("stand-in");
    fs::write(&stand_in, stand_in_program()).map_err(|error| error.to_string())?;
    let version = env!("CARGO_PKG_VERSION");
    let mut packages = Command::new(maker);
    packages.arg("--program").arg(&stand_in).arg("--ask").arg(program);
    run_maker(packages, &out, version)?;
    check::run_short(&Packages::new(&out, version), program)
}

/// A static program for 64-bit Linux with one program header and nothing to run.
fn stand_in_program() -> Vec<u8> {
    const PT_LOAD: u8 = 1;
    let mut program = vec![0; 64 + 56];
    program[..6].copy_from_slice(b"\x7fELF\x02\x01");
    // Where the program headers begin, their size and their number; the kind of the first.
    (program[32], program[54], program[56], program[64]) = (64, 56, 1, PT_LOAD);
    program
}

/// The target of the static program.
fn target() -> String {
    format!("{}-unknown-linux-musl", std::env::consts::ARCH)
}

/// Compiles the web app and the static program.
fn build() -> Result<PathBuf, String> {
    install::for_dist()?;
    web::run(&[])?;
    let target = target();
    let build = ["build", "--release", "--locked", "-p", "abaque-cli", "--target", &target];
    run_step("compile the static program", &mut cargo(&build))?;
    Ok(target_folder()?.join(&target).join("release/abaque"))
}

/// Adds the Rust target if rustup can.
pub(crate) fn add_target() -> Result<(), String> {
    let mut add = Command::new("rustup");
    run_step("install the Rust target for static programs", add.args(["target", "add", &target()]))
}

fn make(program: &Path, out: &Path, version: &str) -> Result<(), String> {
    let mut packages = cargo(&["run", "--locked", "--quiet", "-p", "abaque-packages", "--"]);
    packages.args([OsStr::new("--program"), program.as_os_str()]);
    run_maker(packages, out, version)
}

/// Lets the maker of packages do its work, with the list of crates it needs.
fn run_maker(mut packages: Command, out: &Path, version: &str) -> Result<(), String> {
    fs::create_dir_all(out).map_err(|error| format!("{}: {error}", out.display()))?;
    let metadata = cargo(&["metadata", "--format-version", "1", "--locked"])
        .output()
        .map_err(|error| format!("cargo metadata: {error}"))?;
    let list = out.join("metadata.json");
    fs::write(&list, metadata.stdout).map_err(|error| format!("{}: {error}", list.display()))?;
    packages.arg("--root").arg(workspace_root());
    packages.arg("--out").arg(out).arg("--metadata").arg(&list).args(["--version", version]);
    let made = run_step("packages", &mut packages);
    let removed = fs::remove_file(&list).map_err(|error| error.to_string());
    made.and(removed)
}
