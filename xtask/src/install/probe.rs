//! Finds out what a machine has.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::own_tools::{cargo_deny_is_installed, schemathesis_is_installed};
use super::plan::{Machine, PackageRights, Rustup};
use super::tool::{System, Tool};
use crate::wasm;

/// Looks for the needed tools.
pub(crate) fn probe(needed: &[Tool]) -> Machine {
    let system = system();
    Machine {
        system,
        rights: if system == System::Debian { package_rights() } else { PackageRights::None },
        rustup: if finds_program("rustup") { Rustup::Untried } else { Rustup::Unable },
        present: needed.iter().copied().filter(|tool| is_present(*tool)).collect(),
    }
}

/// Whether a tool can be used.
pub(crate) fn is_present(tool: Tool) -> bool {
    match tool {
        Tool::WasmCompiler => wasm::has_target() || wasm::has_debian_compiler(),
        Tool::CppCompiler => ["c++", "g++", "clang++", "cl"].into_iter().any(finds_program),
        Tool::MuslCompiler => finds_program("musl-gcc"),
        Tool::Debootstrap => finds_program("debootstrap"),
        Tool::Browser => has_browser(),
        Tool::BrowserDriver => {
            std::env::var_os("CHROMEDRIVER").is_some() || finds_program("chromedriver")
        }
        Tool::Postgres => std::env::var_os("ABAQUE_TEST_PG").is_some() || has_postgres(),
        Tool::Nats => finds_program("nats-server") || Path::new("/usr/sbin/nats-server").exists(),
        Tool::Python => python_has_venv(),
        Tool::CargoDeny => cargo_deny_is_installed(),
        Tool::Schemathesis => schemathesis_is_installed(),
    }
}

fn system() -> System {
    if cfg!(windows) {
        return System::Windows;
    }
    if cfg!(target_os = "macos") {
        return System::MacOs;
    }
    system_of_release(&fs::read_to_string("/etc/os-release").unwrap_or_default())
}

/// The family named by `/etc/os-release`.
fn system_of_release(release: &str) -> System {
    let names = release
        .lines()
        .filter_map(|line| line.strip_prefix("ID=").or_else(|| line.strip_prefix("ID_LIKE=")))
        .flat_map(|names| names.trim_matches('"').split_whitespace());
    for name in names {
        match name {
            "debian" | "ubuntu" => return System::Debian,
            "fedora" | "rhel" => return System::Fedora,
            "arch" => return System::Arch,
            _ => {}
        }
    }
    System::Other
}

fn package_rights() -> PackageRights {
    if !finds_program("apt-get") {
        return PackageRights::None;
    }
    let user = Command::new("id").arg("-u").output();
    if user.is_ok_and(|out| out.stdout == b"0\n") {
        PackageRights::Root
    } else if finds_program("sudo") {
        PackageRights::Sudo
    } else {
        PackageRights::None
    }
}

/// Whether a program is on the path.
pub(crate) fn finds_program(name: &str) -> bool {
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(&file).is_file())
}

/// Chromium or Chrome where its driver looks for it.
fn has_browser() -> bool {
    let on_path = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let elsewhere = [
        "/Applications/Google Chrome.app",
        "/Applications/Chromium.app",
        "C:/Program Files/Google/Chrome/Application/chrome.exe",
    ];
    on_path.into_iter().any(finds_program)
        || elsewhere.into_iter().any(|path| Path::new(path).exists())
}

/// Where the tests look for PostgreSQL's programs.
fn has_postgres() -> bool {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    versions.map(|version| version.path()).any(|path| path.join("bin/initdb").exists())
}

fn python_has_venv() -> bool {
    let ran = Command::new(python()).args(["-c", "import ensurepip, venv"]).output();
    ran.is_ok_and(|out| out.status.success())
}

/// The Python interpreter.
pub(crate) fn python() -> PathBuf {
    if cfg!(windows) { "python" } else { "python3" }.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distributions_are_recognised_by_family() {
        for (release, system) in [
            ("PRETTY_NAME=\"Debian GNU/Linux 12\"\nID=debian\n", System::Debian),
            ("ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n", System::Debian),
            ("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n", System::Fedora),
            ("ID=manjaro\nID_LIKE=arch\n", System::Arch),
            ("ID=nixos\n", System::Other),
            ("", System::Other),
        ] {
            assert_eq!(system_of_release(release), system, "{release}");
        }
    }

    #[test]
    fn programs_are_found_on_the_path() {
        assert!(finds_program("cargo"));
        assert!(!finds_program("no-such-program-here"));
    }
}
