//! Tools that come from their own registries into a folder of ours: `ABAQUE_TOOLS`, else cargo's.

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use super::probe::python;
use crate::chores::{cargo, workspace_root};
use crate::steps::run_step;

/// The version the checks expect.
const CARGO_DENY_VERSION: &str = "0.20.2";

/// The folder that tools are installed to.
fn tools_folder() -> PathBuf {
    let given = std::env::var_os("ABAQUE_TOOLS").or_else(|| std::env::var_os("CARGO_HOME"));
    given.map(PathBuf::from).unwrap_or_else(|| {
        std::env::home_dir().unwrap_or_else(|| workspace_root().join("target")).join(".cargo")
    })
}

/// The search path, with our tools first.
pub(crate) fn search_path() -> OsString {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = [tools_folder().join("bin")].into_iter().chain(std::env::split_paths(&path));
    std::env::join_paths(folders).unwrap_or(path)
}

pub(super) fn cargo_deny_is_installed() -> bool {
    let program = format!("cargo-deny{}", std::env::consts::EXE_SUFFIX);
    let ours = tools_folder().join("bin").join(&program);
    let program = if ours.exists() { ours } else { program.into() };
    let out = Command::new(program).arg("--version").output();
    out.is_ok_and(|out| {
        String::from_utf8_lossy(&out.stdout).trim().ends_with(&format!(" {CARGO_DENY_VERSION}"))
    })
}

/// Compiles cargo-deny without optimisation: it runs for seconds.
pub(super) fn compile_cargo_deny() -> Result<(), String> {
    let tools = tools_folder();
    let scratch = tools.join("target-tools");
    let mut install = cargo(&["install", "--locked", "cargo-deny", "--version"]);
    install.args([CARGO_DENY_VERSION, "--profile", "dev", "--root"]).arg(&tools);
    install.env("CARGO_PROFILE_DEV_DEBUG", "0").env("CARGO_TARGET_DIR", &scratch);
    let name = format!("install cargo-deny {CARGO_DENY_VERSION} (compiled once)");
    let installed = run_step(&name, &mut install);
    let _ = fs::remove_dir_all(scratch);
    installed
}

/// The versions of schemathesis and of everything it needs.
fn requirements() -> PathBuf {
    workspace_root().join("xtask/schemathesis.txt")
}

fn environment() -> PathBuf {
    tools_folder().join("schemathesis")
}

/// A program of the virtual environment.
fn environment_program(name: &str) -> PathBuf {
    let folder = if cfg!(windows) { "Scripts" } else { "bin" };
    environment().join(folder).join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// Schemathesis where it is installed, else the name to look for on the path.
pub(crate) fn schemathesis() -> PathBuf {
    let ours = environment_program("schemathesis");
    if ours.exists() { ours } else { "schemathesis".into() }
}

/// Whether the versions asked for are installed.
pub(super) fn schemathesis_is_installed() -> bool {
    let installed = fs::read(environment().join("installed.txt"));
    installed.is_ok_and(|installed| fs::read(requirements()).is_ok_and(|file| file == installed))
}

/// Installs schemathesis where nothing else on the machine sees it.
pub(super) fn install_schemathesis() -> Result<(), String> {
    let environment = environment();
    let _ = fs::remove_dir_all(&environment);
    let mut create = Command::new(python());
    run_step(
        "install schemathesis: its environment",
        create.args(["-m", "venv"]).arg(&environment),
    )?;
    let mut pip = Command::new(environment_program("pip"));
    pip.args(["install", "--quiet", "--disable-pip-version-check", "--requirement"]);
    run_step("install schemathesis", pip.arg(requirements()))?;
    // Written last: an interrupted installation is repeated.
    fs::copy(requirements(), environment.join("installed.txt"))
        .map(drop)
        .map_err(|error| error.to_string())
}
