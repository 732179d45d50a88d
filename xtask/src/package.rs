//! Whether the crates for others can be published: packed, unpacked and compiled as the registry would hand them out.

use crate::chores::{cargo, run_step};

/// The published crates and their dependencies, which come first.
static PUBLISHED: &[&str] = &[
    "abaque-core",
    "abaque-abalone",
    "abaque-abraxas",
    "abaque-abagio",
    "abaque-blocs",
    "abaque-search",
    "abaque-bot",
    "abaque-abalone-bot",
    "abaque-abraxas-bot",
    "abaque-abagio-bot",
    "abaque-blocs-bot",
    "abaque-catalog",
    "abaque-bots",
    "abaque-lots",
    "abaque-record",
    "abaque-ugi",
];

/// What every package must hold besides its sources.
static EXPECTED_FILES: &[&str] =
    &["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE", "Cargo.toml", "src/lib.rs"];

/// Lists what goes into each package, then publishes all of them as far as that is possible without uploading. Uncommitted
/// changes are allowed: the check is about what is on disk.
pub(crate) fn run(_: &[String]) -> Result<(), String> {
    for name in PUBLISHED {
        check_files(name)?;
    }
    let names = PUBLISHED.iter().flat_map(|name| ["--package", name]);
    run_step("package", cargo(&["publish", "--dry-run", "--allow-dirty", "--locked"]).args(names))
}

fn check_files(name: &str) -> Result<(), String> {
    let list = cargo(&["package", "--list", "--allow-dirty", "--quiet", "--package", name])
        .output()
        .map_err(|error| format!("cargo package: {error}"))?;
    if !list.status.success() {
        return Err(format!("{name}: {}", String::from_utf8_lossy(&list.stderr).trim()));
    }
    let list = String::from_utf8_lossy(&list.stdout);
    let files: Vec<&str> = list.lines().collect();
    if let Some(missing) = EXPECTED_FILES.iter().find(|file| !files.contains(file)) {
        return Err(format!("{name}: {missing} is not in the package"));
    }
    Ok(())
}
