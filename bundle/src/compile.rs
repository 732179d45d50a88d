//! Rust to WASM, and the glue that lets a page load it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use wasm_bindgen_cli_support::Bindgen;

use crate::root;

const TARGET: &str = "wasm32-unknown-unknown";
/// Debian's compiler, which can build the standard library for the browser itself.
const DEBIAN: &str = "/usr/bin/rustc";

/// A WASM module and its glue.
pub(crate) struct Module {
    pub(crate) wasm: Vec<u8>,
    pub(crate) glue: Vec<u8>,
}

/// The two parts of the app, and the computer players.
pub(crate) struct Modules {
    pub(crate) front: Module,
    pub(crate) more: Module,
    pub(crate) worker: Module,
}

/// Compiles all of them. `quick` leaves out what only makes them smaller.
pub(crate) fn modules(quick: bool) -> Result<Modules, String> {
    let profile = if quick { "wasm-quick" } else { "wasm-release" };
    let folder = target_folder();
    let mut command = compiler()?;
    // Nets are sums of many numbers at once. Every browser of the last three years can do that.
    command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", "-C target-feature=+simd128");
    command
        .args(["--locked", "--target", TARGET, "--profile", profile])
        .args(["-p", "abaque-front", "-p", "abaque-more", "-p", "abaque-worker", "--target-dir"])
        .arg(&folder)
        .current_dir(root());
    let status = command.status().map_err(|error| format!("cargo: {error}"))?;
    if !status.success() {
        return Err(format!("the web app does not compile ({status})"));
    }
    let built = folder.join(TARGET).join(profile);
    Ok(Modules {
        front: bind(&built.join("abaque_front.wasm"), "front")?,
        more: bind(&built.join("abaque_more.wasm"), "more")?,
        worker: bind(&built.join("abaque_worker.wasm"), "worker")?,
    })
}

fn target_folder() -> PathBuf {
    let folder = std::env::var_os("CARGO_TARGET_DIR");
    folder.map_or_else(|| root().join("target"), PathBuf::from).join("web")
}

/// `cargo build` with whatever can make WASM here: the toolchain in use if it has the target or can fetch it, else Debian's.
fn compiler() -> Result<Command, String> {
    if has_target() || (fetched_target() && has_target()) {
        let mut command = Command::new("cargo");
        command.arg("build");
        return Ok(command);
    }
    if !Path::new(DEBIAN).exists() || !Path::new("/usr/bin/wasm-ld-19").exists() {
        return Err("nothing here compiles to WASM: rustup target add wasm32-unknown-unknown, or on Debian \
                    apt-get install rustc-web cargo-web rust-web-src lld-19"
            .into());
    }
    let mut command = Command::new("/usr/bin/cargo");
    command.args(["build", "-Z", "build-std=std,panic_abort"]);
    command.env("RUSTC", DEBIAN).env("RUSTC_BOOTSTRAP", "1");
    command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld-19");
    for name in ["RUSTUP_TOOLCHAIN", "CARGO", "RUSTC_WRAPPER", "RUSTFLAGS"] {
        command.env_remove(name);
    }
    Ok(command)
}

fn has_target() -> bool {
    let output =
        Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]).output();
    output.is_ok_and(|output| {
        output.status.success()
            && Path::new(String::from_utf8_lossy(&output.stdout).trim()).exists()
    })
}

fn fetched_target() -> bool {
    let output = Command::new("rustup").args(["target", "add", TARGET]).output();
    output.is_ok_and(|output| output.status.success())
}

/// The module without names and the script that loads it.
fn bind(wasm: &Path, name: &str) -> Result<Module, String> {
    let out = target_folder().join("bound").join(name);
    fs::create_dir_all(&out).map_err(|error| format!("{}: {error}", out.display()))?;
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(wasm)
        .out_name(name)
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .web(true)
        .and_then(|bindgen| bindgen.generate(&out))
        .map_err(|error| format!("{name}: {error:#}"))?;
    let read = |file: String| {
        let path = out.join(file);
        fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))
    };
    Ok(Module { wasm: read(format!("{name}_bg.wasm"))?, glue: read(format!("{name}.js"))? })
}
