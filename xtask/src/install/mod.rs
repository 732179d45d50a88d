//! Installs what a chore needs and the machine lacks, or says how to.

mod own_tools;
mod plan;
mod probe;
mod tool;

use std::process::Command;

pub(crate) use own_tools::{schemathesis, search_path};
pub(crate) use probe::finds_program;
pub(crate) use tool::Tool;

use crate::dist;
use crate::steps::run_step;
use crate::wasm;
use plan::{InstallAction, Machine, Rustup, plan};
pub(crate) use probe::python;
use probe::{is_present, probe};

/// Tools that are still missing.
pub(crate) struct MissingTools(Vec<Tool>);

impl MissingTools {
    /// Whether one of these tools is missing; then says what is skipped.
    pub(crate) fn skips(&self, check: &str, tools: &[Tool]) -> bool {
        let lacking = self.0.iter().find(|tool| tools.contains(tool));
        if let Some(tool) = lacking {
            eprintln!("── SKIPPED {check}: {} is missing", tool.name());
        }
        lacking.is_some()
    }

    /// Repeats what was skipped, as the last thing of a run.
    pub(crate) fn print(&self) {
        for tool in &self.0 {
            eprintln!("── not run: {}, because {} is missing", tool.purpose(), tool.name());
        }
    }
}

/// Installs what `cargo xtask play` needs.
pub(crate) fn for_play() -> Result<(), String> {
    let missing = install(&tool::FOR_PLAY)?;
    if missing.is_empty() { Ok(()) } else { Err("the web app cannot be compiled".into()) }
}

/// Installs what packages need.
pub(crate) fn for_dist() -> Result<(), String> {
    let missing = install(&tool::FOR_DIST)?;
    if !missing.is_empty() {
        return Err("the packages cannot be built".into());
    }
    dist::add_target()
}

/// Installs what the checks of packages in bare systems need.
pub(crate) fn for_dist_checks() -> Result<(), String> {
    let missing = install(&tool::FOR_DIST_CHECKS)?;
    if missing.is_empty() { Ok(()) } else { Err("the packages cannot be checked".into()) }
}

/// Installs what the tests need. What cannot be installed is named and skipped, except on a CI
/// machine (`CI` is set), where it is an error. The web app cannot be skipped.
pub(crate) fn for_tests() -> Result<MissingTools, String> {
    let missing = install(&tool::FOR_TESTS)?;
    let is_ci = std::env::var("CI").is_ok_and(|value| !value.is_empty() && value != "false");
    match refusal(&missing, is_ci) {
        Some(refusal) => Err(refusal),
        None => Ok(MissingTools(missing)),
    }
}

/// Why the tests cannot run without these tools.
fn refusal(missing: &[Tool], is_ci: bool) -> Option<String> {
    if missing.contains(&Tool::WasmCompiler) {
        return Some("the web app cannot be compiled".into());
    }
    let names: Vec<&str> = missing.iter().map(|tool| tool.name()).collect();
    (is_ci && !names.is_empty())
        .then(|| format!("missing, and CI skips nothing: {}", names.join(", ")))
}

/// Installs the needed tools; returns those that are missing afterwards.
fn install(needed: &[Tool]) -> Result<Vec<Tool>, String> {
    let mut machine = probe(needed);
    let mut actions = plan(needed, &machine);
    if actions.contains(&InstallAction::AddWasmTarget) {
        add_wasm_target(&mut machine);
        actions = plan(needed, &machine);
    }
    for action in &actions {
        // A failed installation is not the end: the tool is reported with the other missing ones.
        if let Err(error) = perform(action) {
            eprintln!("── {error}");
        }
    }
    let missing: Vec<Tool> = needed
        .iter()
        .copied()
        .filter(|tool| !machine.present.contains(tool) && !is_present(*tool))
        .collect();
    for tool in &missing {
        eprintln!("── missing: {}, needed for {}", tool.name(), tool.purpose());
        eprintln!("           {}", tool.manual_command(machine.system));
    }
    Ok(missing)
}

fn add_wasm_target(machine: &mut Machine) {
    let mut add = Command::new("rustup");
    let added = run_step(
        "install the Rust target for WASM (the web app)",
        add.args(["target", "add", wasm::TARGET]),
    );
    if added.is_ok() && wasm::has_target() {
        machine.present.insert(Tool::WasmCompiler);
    } else {
        machine.rustup = Rustup::Unable;
    }
}

fn perform(action: &InstallAction) -> Result<(), String> {
    match action {
        InstallAction::InstallPackages { tools, with_sudo } => install_packages(tools, *with_sudo),
        InstallAction::CompileCargoDeny => own_tools::compile_cargo_deny(),
        InstallAction::InstallSchemathesis => own_tools::install_schemathesis(),
        // Tried before; missing tools are reported at the end, with those whose installation failed.
        InstallAction::AddWasmTarget | InstallAction::ReportMissing(_) => Ok(()),
    }
}

fn install_packages(tools: &[Tool], with_sudo: bool) -> Result<(), String> {
    for tool in tools {
        let packages = tool.debian_packages().join(" ");
        eprintln!("── to install: {packages} ({}, for {})", tool.name(), tool.purpose());
    }
    let apt_get = |arguments: &[&str]| {
        let mut command = Command::new(if with_sudo { "sudo" } else { "env" });
        // `sudo` drops the environment, so the variable is set behind it.
        command.args(with_sudo.then_some("env"));
        command.args(["DEBIAN_FRONTEND=noninteractive", "apt-get"]).args(arguments);
        command
    };
    run_step("apt-get update", &mut apt_get(&["update", "-qq"]))?;
    let mut install = apt_get(&["install", "-y", "-qq"]);
    install.args(tools.iter().flat_map(|tool| tool.debian_packages()));
    run_step("apt-get install", &mut install)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ci_machine_skips_nothing() {
        assert_eq!(refusal(&[], true), None);
        assert_eq!(refusal(&[Tool::Browser], false), None);
        assert!(refusal(&[Tool::Browser], true).is_some_and(|text| text.contains("Chromium")));
        assert!(refusal(&[Tool::WasmCompiler], false).is_some());
    }

    #[test]
    fn checks_without_their_tools_are_skipped() {
        let missing = MissingTools(vec![Tool::BrowserDriver]);
        assert!(missing.skips("browser tests", &[Tool::Browser, Tool::BrowserDriver]));
        assert!(!missing.skips("fuzz", &[Tool::CppCompiler]));
    }
}
