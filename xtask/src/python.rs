//! The Python package: builds its wheel, installs it into a fresh virtual environment, and runs its
//! tests there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::chores::{TEST_GAMES, cargo, target_folder, workspace_root};
use crate::install::python;
use crate::steps::{in_background, run_beside, run_step};

/// The folder of the package.
fn package_folder() -> PathBuf {
    workspace_root().join("python")
}

/// A program of a virtual environment.
fn program(environment: &Path, name: &str) -> PathBuf {
    let folder = if cfg!(windows) { "Scripts" } else { "bin" };
    environment.join(folder).join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// Runs a step with its output, or beside others with low priority.
type Runner = fn(&str, Command) -> Result<(), String>;

/// `cargo xtask python [--release] [ARGUMENT…]`: arguments go to pytest.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let is_release = arguments.first().is_some_and(|argument| argument == "--release");
    let rest = if is_release { &arguments[1..] } else { arguments };
    test_wheel(is_release, rest, |name, mut command| run_step(name, &mut command))
}

/// The same beside other checks.
pub(crate) fn check() -> Result<(), String> {
    test_wheel(false, &[], |name, command| run_beside(name, in_background(command)))
}

fn test_wheel(is_release: bool, arguments: &[String], run: Runner) -> Result<(), String> {
    let scratch = target_folder()?.join("python");
    let wheel = build_wheel(&scratch, is_release, run)?;
    let environment = scratch.join("tests");
    create_environment(&environment, run)?;
    let mut install = Command::new(program(&environment, "pip"));
    install.args(["install", "--quiet", "--disable-pip-version-check", "--requirement"]);
    install.arg(package_folder().join("tests/requirements.txt")).arg(wheel);
    run("install the wheel", install)?;
    let interpreter = || {
        // Not in the package's folder, whose sources would hide the installed wheel.
        let mut command = Command::new(program(&environment, "python"));
        command.current_dir(&scratch).args(["-m"]);
        command
    };
    let mut stubs = interpreter();
    stubs.args(["mypy.stubtest", "abaque._native", "--ignore-disjoint-bases"]);
    run("Python stubs", stubs)?;
    let mut types = interpreter();
    types.args(["mypy", "--strict", "--ignore-missing-imports", "--package", "abaque"]);
    run("Python types", types)?;
    let mut tests = interpreter();
    tests.args(["pytest", "-q", "-p", "no:cacheprovider"]).arg(package_folder().join("tests"));
    run("Python tests", {
        tests.args(arguments);
        tests
    })
}

/// Builds the wheel; the checks compile it like their other programs, so that little is compiled
/// twice.
fn build_wheel(scratch: &Path, is_release: bool, run: Runner) -> Result<PathBuf, String> {
    let tools = scratch.join("tools");
    if !program(&tools, "maturin").exists() {
        create_environment(&tools, run)?;
        let mut install = Command::new(program(&tools, "pip"));
        install.args(["install", "--quiet", "--disable-pip-version-check", "maturin==1.16.0"]);
        run("install maturin", install)?;
    }
    let wheels = scratch.join("wheels");
    let _ = fs::remove_dir_all(&wheels);
    let mut build = Command::new(program(&tools, "maturin"));
    build.current_dir(package_folder()).args(["build", "--locked", "--out"]).arg(&wheels);
    if is_release {
        build.arg("--release");
    } else {
        build.args(["--profile", "dev"]).args(TEST_GAMES);
    }
    build.env("CARGO", cargo(&[]).get_program());
    run("Python wheel", build)?;
    let files = fs::read_dir(&wheels).map_err(|error| format!("{}: {error}", wheels.display()))?;
    let mut paths = files.filter_map(|file| Some(file.ok()?.path()));
    let wheel = paths.find(|path| path.extension().is_some_and(|ending| ending == "whl"));
    wheel.ok_or_else(|| "maturin made no wheel".to_owned())
}

fn create_environment(folder: &Path, run: Runner) -> Result<(), String> {
    let _ = fs::remove_dir_all(folder);
    let mut create = Command::new(python());
    create.args(["-m", "venv"]).arg(folder);
    run("Python environment", create)
}
