//! Decides what to install, from what a chore needs and what a machine has. Pure, so that every
//! system can be tested on any other.

use std::collections::BTreeSet;

use super::tool::{System, Tool};

/// How packages can be installed without asking the user for more than a password.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PackageRights {
    /// Directly.
    Root,
    /// With `sudo`.
    Sudo,
    /// Not at all: no `apt-get`, or no right to use it.
    None,
}

/// Whether rustup can fetch the WASM target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rustup {
    Untried,
    /// Not installed, or the target could not be fetched.
    Unable,
}

/// What is known about a machine.
pub(crate) struct Machine {
    pub(crate) system: System,
    pub(crate) rights: PackageRights,
    pub(crate) rustup: Rustup,
    /// Tools that are there.
    pub(crate) present: BTreeSet<Tool>,
}

/// One thing to do.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum InstallAction {
    /// Fetch the WASM target with rustup. Its result changes the rest of the plan.
    AddWasmTarget,
    /// Install Debian packages.
    InstallPackages { tools: Vec<Tool>, with_sudo: bool },
    /// Compile cargo-deny.
    CompileCargoDeny,
    /// Install schemathesis into a virtual environment.
    InstallSchemathesis,
    /// Tell the user: nothing here can install these.
    ReportMissing(Vec<Tool>),
}

/// What to do next. After [`InstallAction::AddWasmTarget`] the plan must be made anew.
pub(crate) fn plan(needed: &[Tool], machine: &Machine) -> Vec<InstallAction> {
    let missing: Vec<Tool> =
        needed.iter().copied().filter(|tool| !machine.present.contains(tool)).collect();
    if missing.contains(&Tool::WasmCompiler) && machine.rustup == Rustup::Untried {
        return vec![InstallAction::AddWasmTarget];
    }
    let mut actions = Vec::new();
    let (packaged, own): (Vec<Tool>, Vec<Tool>) =
        missing.iter().partition(|tool| !tool.debian_packages().is_empty());
    let can_install = machine.system == System::Debian && machine.rights != PackageRights::None;
    let mut unavailable = Vec::new();
    if can_install && !packaged.is_empty() {
        let with_sudo = machine.rights == PackageRights::Sudo;
        actions.push(InstallAction::InstallPackages { tools: packaged, with_sudo });
    } else {
        unavailable = packaged;
    }
    if own.contains(&Tool::CargoDeny) {
        actions.push(InstallAction::CompileCargoDeny);
    }
    if own.contains(&Tool::Schemathesis) {
        if unavailable.contains(&Tool::Python) {
            unavailable.push(Tool::Schemathesis);
        } else {
            actions.push(InstallAction::InstallSchemathesis);
        }
    }
    if !unavailable.is_empty() {
        actions.push(InstallAction::ReportMissing(unavailable));
    }
    actions
}

#[cfg(test)]
mod tests {
    use super::super::tool::{FOR_PLAY, FOR_TESTS};
    use super::*;

    fn machine(system: System, rights: PackageRights, present: &[Tool]) -> Machine {
        let present = present.iter().copied().collect();
        Machine { system, rights, rustup: Rustup::Untried, present }
    }

    #[test]
    fn a_complete_machine_needs_no_installation() {
        let ready = machine(System::Other, PackageRights::None, &FOR_TESTS);
        assert_eq!(plan(&FOR_TESTS, &ready), []);
        assert_eq!(plan(&FOR_PLAY, &ready), []);
    }

    #[test]
    fn rustup_adds_the_wasm_target_before_packages_are_tried() {
        let mut fresh = machine(System::Debian, PackageRights::Root, &[]);
        assert_eq!(plan(&FOR_PLAY, &fresh), [InstallAction::AddWasmTarget]);
        assert_eq!(plan(&FOR_TESTS, &fresh), [InstallAction::AddWasmTarget]);
        fresh.rustup = Rustup::Unable;
        let tools = vec![Tool::WasmCompiler];
        assert_eq!(
            plan(&FOR_PLAY, &fresh),
            [InstallAction::InstallPackages { tools, with_sudo: false }]
        );
    }

    #[test]
    fn debian_installs_packages_with_apt() {
        let fresh = machine(System::Debian, PackageRights::Sudo, &[Tool::WasmCompiler]);
        let tools = FOR_TESTS[1..7].to_vec();
        assert_eq!(
            plan(&FOR_TESTS, &fresh),
            [
                InstallAction::InstallPackages { tools, with_sudo: true },
                InstallAction::CompileCargoDeny,
                InstallAction::InstallSchemathesis,
            ]
        );
    }

    #[test]
    fn playing_installs_nothing_for_the_tests() {
        let fresh = machine(System::Debian, PackageRights::Root, &[Tool::WasmCompiler]);
        assert_eq!(plan(&FOR_PLAY, &fresh), []);
    }

    #[test]
    fn without_rights_packages_are_named_not_installed() {
        let present = [Tool::WasmCompiler, Tool::CppCompiler, Tool::Python];
        let missing = vec![Tool::Browser, Tool::BrowserDriver, Tool::Postgres, Tool::Nats];
        for machine in [
            machine(System::Debian, PackageRights::None, &present),
            machine(System::MacOs, PackageRights::None, &present),
            machine(System::Fedora, PackageRights::Sudo, &present),
        ] {
            assert_eq!(
                plan(&FOR_TESTS, &machine),
                [
                    InstallAction::CompileCargoDeny,
                    InstallAction::InstallSchemathesis,
                    InstallAction::ReportMissing(missing.clone()),
                ]
            );
        }
    }

    #[test]
    fn schemathesis_needs_python() {
        let present = &FOR_TESTS[..6];
        let without = machine(System::Windows, PackageRights::None, present);
        assert_eq!(
            plan(&FOR_TESTS, &without),
            [
                InstallAction::CompileCargoDeny,
                InstallAction::ReportMissing(vec![Tool::Python, Tool::Schemathesis]),
            ]
        );
    }
}
