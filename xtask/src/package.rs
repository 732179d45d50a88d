//! Whether the crates for others can be published: packed, unpacked and compiled as the registry would hand them out.

use crate::chores::cargo;
use crate::metadata::packages;
use crate::steps::run_step;

/// What every package must hold besides its sources.
static EXPECTED_FILES: &[&str] =
    &["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE", "Cargo.toml", "src/lib.rs"];

/// Lists what goes into each package, then publishes all of them as far as that is possible without uploading. Uncommitted
/// changes are allowed: the check is about what is on disk.
pub(crate) fn run(_: &[String]) -> Result<(), String> {
    let mut publish = cargo(&["publish", "--dry-run", "--allow-dirty", "--locked"]);
    for package in packages()?.iter().filter(|package| package.is_published) {
        check_files(&package.name)?;
        publish.args(["--package", &package.name]);
    }
    run_step("package", &mut publish)
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
