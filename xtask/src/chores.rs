//! The chores that run cargo commands, and the helpers every chore uses.

use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use crate::{api_check, fuzz, load, tidy};

/// The workspace root.
pub(crate) fn workspace_root() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    here.parent().map_or(here.clone(), PathBuf::from)
}

/// A cargo command in the workspace root.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()));
    command.args(arguments).current_dir(workspace_root());
    command
}

/// Runs a command, prints its duration, and fails if it fails.
pub(crate) fn run_step(name: &str, command: &mut Command) -> Result<(), String> {
    eprintln!("── {name}");
    let since = Instant::now();
    let status = command.status().map_err(|error| format!("{name}: {error}"))?;
    eprintln!("── {name}: {:.1} s", since.elapsed().as_secs_f32());
    if status.success() { Ok(()) } else { Err(format!("{name} failed ({status})")) }
}

/// Runs every check. Builds the web app before the tests that open it in a browser.
pub(crate) fn test(_: &[String]) -> Result<(), String> {
    web(&[])?;
    quick(&[])?;
    run_step(
        "docs",
        cargo(&["doc", "--workspace", "--no-deps", "--locked"]).env("RUSTDOCFLAGS", "-D warnings"),
    )?;
    tidy::run(&[])?;
    deny(&[])?;
    api_check::run(&[])?;
    load::hostile_in_short()?;
    fuzz::run(&["--seconds".into(), "3".into()])
}

/// Fast checks for every save.
pub(crate) fn quick(_: &[String]) -> Result<(), String> {
    run_step("fmt", &mut cargo(&["fmt", "--all", "--check"]))?;
    run_step("fmt fuzz", &mut cargo(&["fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"]))?;
    run_step(
        "clippy",
        &mut cargo(&["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"]),
    )?;
    // The app has no tests outside a browser, and clippy has checked it: do not compile it again.
    let browser_only = ["abaque-web", "abaque-front", "abaque-more", "abaque-worker"];
    let browser_only = browser_only.into_iter().flat_map(|name| ["--exclude", name]);
    run_step(
        "tests",
        cargo(&["test", "--workspace", "--locked", "--no-fail-fast"]).args(browser_only),
    )
}

/// Checks licences and bans; advisories too where their database can be fetched.
pub(crate) fn deny(_: &[String]) -> Result<(), String> {
    let installed = Command::new("cargo-deny").arg("--version").output().is_ok();
    if !installed {
        return Err("cargo-deny is missing: cargo install --locked cargo-deny".into());
    }
    run_step("deny", &mut cargo(&["deny", "--locked", "check", "licenses", "bans", "sources"]))?;
    let fetched = cargo(&["deny", "fetch", "db"]).output().is_ok_and(|out| out.status.success());
    if !fetched {
        eprintln!("── advisories: their database cannot be reached from here, not checked");
        return Ok(());
    }
    run_step("advisories", &mut cargo(&["deny", "--locked", "check", "advisories"]))
}

/// Builds the web app for embedding.
pub(crate) fn web(arguments: &[String]) -> Result<(), String> {
    let mut bundle = cargo(&["run", "--locked", "-p", "abaque-bundle", "--"]);
    run_step("web", bundle.args(arguments))
}

/// Takes screenshots of the web app in a browser.
pub(crate) fn web_pictures(_: &[String]) -> Result<(), String> {
    let take = ["run", "--locked", "-p", "abaque-e2e", "--example", "pictures"];
    run_step("web pictures", &mut cargo(&take))
}

/// Measures the figures of docs/web.md in a browser.
pub(crate) fn web_speed(_: &[String]) -> Result<(), String> {
    let measure = ["run", "--release", "--locked", "-p", "abaque-e2e", "--example", "speed"];
    run_step("web speed", &mut cargo(&measure))
}

/// Renders the pictures of the README.
pub(crate) fn pictures(_: &[String]) -> Result<(), String> {
    let gallery = ["run", "--release", "--locked", "-p", "abaque-draw", "--example", "gallery"];
    run_step("pictures", &mut cargo(&gallery))
}

/// Generates man pages in both languages and completions for every shell.
pub(crate) fn man(_: &[String]) -> Result<(), String> {
    let dist = workspace_root().join("target/dist");
    for lang in ["en", "fr"] {
        let folder = dist.join("man").join(lang);
        let folder = folder.to_string_lossy();
        let run = [
            "run",
            "--release",
            "--locked",
            "-p",
            "abaque-cli",
            "--",
            "man",
            &folder,
            "--lang",
            lang,
        ];
        run_step(&format!("man pages ({lang})"), &mut cargo(&run))?;
    }
    std::fs::create_dir_all(dist.join("completions")).map_err(|error| error.to_string())?;
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = [
            "run",
            "--release",
            "--locked",
            "--quiet",
            "-p",
            "abaque-cli",
            "--",
            "completions",
            shell,
        ];
        let out = cargo(&run).output().map_err(|error| error.to_string())?;
        if !out.status.success() {
            return Err(format!("completions {shell}: {}", String::from_utf8_lossy(&out.stderr)));
        }
        let file = dist.join("completions").join(format!("abaque.{shell}"));
        std::fs::write(file, out.stdout).map_err(|error| error.to_string())?;
    }
    eprintln!("── {}", dist.display());
    Ok(())
}
