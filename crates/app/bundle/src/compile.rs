//! Compiles Rust to WASM and generates the JavaScript glue that loads it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use wasm_bindgen_cli_support::Bindgen;

use crate::split::{self, SplitApp, strip_custom_sections};
use crate::workspace_root;

const WASM_TARGET: &str = "wasm32-unknown-unknown";
/// Debian's compiler, which can build the standard library for WASM itself.
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";

/// A WASM module and its JavaScript glue.
pub(crate) struct WasmModule {
    pub(crate) wasm: Vec<u8>,
    pub(crate) glue: Vec<u8>,
}

/// The web app, and the bot worker.
pub(crate) struct WasmModules {
    pub(crate) app: SplitApp,
    pub(crate) worker: WasmModule,
}

/// Packages compiled together, with their profile. The app and the worker use the same rules, small
/// in one and fast in the other.
const RELEASE_BUILDS: &[(&str, &[&str])] =
    &[("wasm-release", &["abaque-web"]), ("wasm-engine", &["abaque-worker"])];
const QUICK_BUILDS: &[(&str, &[&str])] = &[("wasm-quick", &["abaque-web", "abaque-worker"])];

/// Compiles both. `quick` skips size optimisation.
pub(crate) fn compile_modules(quick: bool) -> Result<WasmModules, String> {
    let builds = if quick { QUICK_BUILDS } else { RELEASE_BUILDS };
    let folder = target_folder();
    // Side by side: the last step of each runs on one core.
    let mut running = Vec::new();
    for (profile, packages) in builds {
        let mut command = build_command(profile, packages, &folder)?;
        running.push(command.spawn().map_err(|error| format!("cargo: {error}"))?);
    }
    let ended: Vec<_> = running.into_iter().map(|mut cargo| cargo.wait()).collect();
    for status in ended {
        let status = status.map_err(|error| format!("cargo: {error}"))?;
        if !status.success() {
            return Err(format!("the web app does not compile ({status})"));
        }
    }
    let built = |package: &str| {
        let made = builds.iter().find(|(_, packages)| packages.contains(&package));
        let profile = made.map_or("", |(profile, _)| profile);
        let file = format!("{}.wasm", package.replace('-', "_"));
        folder.join(WASM_TARGET).join(profile).join(file)
    };
    Ok(WasmModules {
        app: split::split_app(&built("abaque-web"), &folder.join("bound/app"))?,
        worker: run_bindgen(
            &built("abaque-worker"),
            "worker",
            &folder.join("bound/worker"),
            false,
        )?,
    })
}

fn build_command(profile: &str, packages: &[&str], folder: &Path) -> Result<Command, String> {
    let mut command = cargo_build_command()?;
    // SIMD for the neural nets: every browser of the last three years supports it. Relocations tell
    // the splitter which function needs which. Erased component types keep the app small and quick to
    // compile.
    command.env(
        "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS",
        "-C target-feature=+simd128 -C link-args=--emit-relocs --cfg erase_components",
    );
    command
        .args(["--locked", "--target", WASM_TARGET, "--profile", profile])
        .args(packages.iter().flat_map(|package| ["-p", package]))
        .arg("--target-dir")
        .arg(folder)
        .current_dir(workspace_root());
    if cfg!(feature = "test-games") {
        command.args(["--features", "test-games"]);
    }
    Ok(command)
}

fn target_folder() -> PathBuf {
    let folder = std::env::var_os("CARGO_TARGET_DIR");
    folder.map_or_else(|| workspace_root().join("target"), PathBuf::from).join("web")
}

/// `cargo build` with a compiler that can target WASM: the current toolchain if it has the target
/// or can fetch it, else Debian's.
fn cargo_build_command() -> Result<Command, String> {
    if has_target() || (fetch_target() && has_target()) {
        let mut command = Command::new("cargo");
        command.arg("build");
        return Ok(command);
    }
    if !Path::new(DEBIAN_RUSTC).exists() || !Path::new("/usr/bin/wasm-ld-19").exists() {
        return Err("nothing here compiles to WASM: rustup target add wasm32-unknown-unknown, or on Debian \
                    apt-get install rustc-web cargo-web rust-web-src lld-19"
            .into());
    }
    let mut command = Command::new("/usr/bin/cargo");
    command.args(["build", "-Z", "build-std=std,panic_abort"]);
    command.env("RUSTC", DEBIAN_RUSTC).env("RUSTC_BOOTSTRAP", "1");
    command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld-19");
    for name in ["RUSTUP_TOOLCHAIN", "CARGO", "RUSTC_WRAPPER", "RUSTFLAGS"] {
        command.env_remove(name);
    }
    Ok(command)
}

fn has_target() -> bool {
    let output =
        Command::new("rustc").args(["--print", "target-libdir", "--target", WASM_TARGET]).output();
    output.is_ok_and(|output| {
        output.status.success()
            && Path::new(String::from_utf8_lossy(&output.stdout).trim()).exists()
    })
}

fn fetch_target() -> bool {
    let output = Command::new("rustup").args(["target", "add", WASM_TARGET]).output();
    output.is_ok_and(|output| output.status.success())
}

/// Generates a module's loader script and strips everything a browser does not need. A module that
/// chunks link to keeps the exports they use.
pub(crate) fn run_bindgen(
    wasm: &Path,
    name: &str,
    out: &Path,
    is_split: bool,
) -> Result<WasmModule, String> {
    fs::create_dir_all(out).map_err(|error| format!("{}: {error}", out.display()))?;
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(wasm)
        .out_name(name)
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .keep_lld_exports(is_split)
        .demangle(!is_split)
        .web(true)
        .and_then(|bindgen| bindgen.generate(out))
        .map_err(|error| format!("{name}: {error:#}"))?;
    let wasm = read_file(&out.join(format!("{name}_bg.wasm")))?;
    let wasm = strip_custom_sections(&wasm)
        .ok_or_else(|| format!("{name}: not a well-formed WASM module"))?;
    Ok(WasmModule { wasm, glue: read_file(&out.join(format!("{name}.js")))? })
}

pub(crate) fn read_file(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}
