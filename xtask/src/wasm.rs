//! Compiles the web app and its worker to WASM.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::chores::{TEST_GAMES, target_folder, workspace_root};

/// The Rust target.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";
/// Debian's compiler, which can build the standard library for WASM itself.
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_CARGO: &str = "/usr/bin/cargo";

/// What is compiled together: its name, profile and packages. The app and the worker use the same rules, small
/// in one and fast in the other.
static RELEASE_BUILDS: &[PackageBuild] =
    &[("web app", "wasm-release", &[APP]), ("computer players", "wasm-engine", &[WORKER])];
static QUICK_BUILDS: &[PackageBuild] = &[("web app", "wasm-quick", &[APP, WORKER])];
type PackageBuild = (&'static str, &'static str, &'static [&'static str]);
const APP: &str = "abaque-web";
const WORKER: &str = "abaque-worker";

/// One way to compile the modules.
pub(crate) struct WasmBuild {
    /// Skips what only makes the modules smaller.
    pub(crate) quick: bool,
    /// Adds the games that only the checks know.
    pub(crate) test_games: bool,
    folder: PathBuf,
}

impl WasmBuild {
    /// Its target folder is not cargo's usual one, so that native code compiles at the same time.
    pub(crate) fn new(quick: bool, test_games: bool) -> Result<WasmBuild, String> {
        Ok(WasmBuild { quick, test_games, folder: target_folder()?.join("web") })
    }

    fn builds(&self) -> &'static [PackageBuild] {
        if self.quick { QUICK_BUILDS } else { RELEASE_BUILDS }
    }

    /// The compiled modules: the app and the worker.
    pub(crate) fn modules(&self) -> [PathBuf; 2] {
        [APP, WORKER].map(|package| {
            let build = self.builds().iter().find(|(.., packages)| packages.contains(&package));
            let profile = build.map_or("", |(_, profile, _)| profile);
            let file = format!("{}.wasm", package.replace('-', "_"));
            self.folder.join(TARGET).join(profile).join(file)
        })
    }

    /// The cargo commands, with a name for each.
    pub(crate) fn commands(&self) -> Vec<(&'static str, Command)> {
        let builds = self.builds().iter();
        builds.map(|(name, profile, packages)| (*name, self.command(profile, packages))).collect()
    }

    fn command(&self, profile: &str, packages: &[&str]) -> Command {
        let mut command = cargo_build_command();
        // SIMD for the neural nets: every browser of the last three years supports it. Relocations tell
        // the splitter which function needs which. Erased component types keep the app small and quick to
        // compile.
        command.env(
            "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS",
            "-C target-feature=+simd128 -C link-args=--emit-relocs --cfg erase_components",
        );
        command
            .args(["--locked", "--target", TARGET, "--profile", profile])
            .args(packages.iter().flat_map(|package| ["-p", package]))
            .arg("--target-dir")
            .arg(&self.folder)
            .current_dir(workspace_root());
        if self.test_games {
            command.args(TEST_GAMES);
        }
        command
    }

    /// Arguments for `abaque-bundle`, which writes the files to serve into `out`.
    pub(crate) fn bundle_arguments(&self, out: &Path) -> Vec<PathBuf> {
        let quick = self.quick.then(|| "--quick".into());
        let [app, worker] = self.modules();
        let paths = ["--app".into(), app, "--worker".into(), worker, "--out".into(), out.into()];
        quick.into_iter().chain(paths).collect()
    }
}

/// `cargo build` with a compiler that can target WASM: the current toolchain if it has the target,
/// else Debian's.
fn cargo_build_command() -> Command {
    if has_target() || !has_debian_compiler() {
        let mut command = Command::new("cargo");
        command.arg("build");
        return command;
    }
    let mut command = Command::new(DEBIAN_CARGO);
    command.args(["build", "-Z", "build-std=std,panic_abort"]);
    command.env("RUSTC", DEBIAN_RUSTC).env("RUSTC_BOOTSTRAP", "1");
    command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld-19");
    for name in ["RUSTUP_TOOLCHAIN", "CARGO", "RUSTC_WRAPPER", "RUSTFLAGS"] {
        command.env_remove(name);
    }
    command
}

/// Whether the current toolchain has a standard library for WASM.
pub(crate) fn has_target() -> bool {
    let output =
        Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]).output();
    output.is_ok_and(|output| {
        output.status.success()
            && Path::new(String::from_utf8_lossy(&output.stdout).trim()).exists()
    })
}

/// Whether Debian's compiler, its sources and its linker are installed.
pub(crate) fn has_debian_compiler() -> bool {
    let sources = std::fs::read_dir("/usr/src").into_iter().flatten().flatten();
    [DEBIAN_RUSTC, DEBIAN_CARGO, "/usr/bin/wasm-ld-19"].iter().all(|path| Path::new(path).exists())
        && sources.map(|entry| entry.path()).any(|path| path.join("library").is_dir())
}
