use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use crate::{fuzz, tidy};

/// The workspace's folder.
pub(crate) fn root() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    here.parent().map_or(here.clone(), PathBuf::from)
}

/// A cargo command in the workspace's folder.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()));
    command.args(arguments).current_dir(root());
    command
}

/// Runs a command, says how long it took, fails where it fails.
pub(crate) fn step(name: &str, command: &mut Command) -> Result<(), String> {
    eprintln!("── {name}");
    let since = Instant::now();
    let status = command.status().map_err(|error| format!("{name}: {error}"))?;
    eprintln!("── {name}: {:.1} s", since.elapsed().as_secs_f32());
    if status.success() { Ok(()) } else { Err(format!("{name} failed ({status})")) }
}

/// The whole of it. The web app comes before the tests that open it in a browser.
pub(crate) fn test(_: &[String]) -> Result<(), String> {
    web(&[])?;
    quick(&[])?;
    step(
        "docs",
        cargo(&["doc", "--workspace", "--no-deps", "--locked"]).env("RUSTDOCFLAGS", "-D warnings"),
    )?;
    tidy::run(&[])?;
    deny(&[])?;
    fuzz::run(&["--seconds".into(), "3".into()])
}

/// The checks for every save.
pub(crate) fn quick(_: &[String]) -> Result<(), String> {
    step("fmt", &mut cargo(&["fmt", "--all", "--check"]))?;
    step("fmt fuzz", &mut cargo(&["fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"]))?;
    step(
        "clippy",
        &mut cargo(&["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"]),
    )?;
    // The app itself has no tests outside a browser: clippy has checked it, and compiling it here would only take time.
    let browser_only = ["abaque-web", "abaque-front", "abaque-more", "abaque-worker"];
    let browser_only = browser_only.into_iter().flat_map(|name| ["--exclude", name]);
    step("tests", cargo(&["test", "--workspace", "--locked", "--no-fail-fast"]).args(browser_only))
}

/// Licences and bans; advisories as well where their database can be fetched.
pub(crate) fn deny(_: &[String]) -> Result<(), String> {
    let installed = Command::new("cargo-deny").arg("--version").output().is_ok();
    if !installed {
        return Err("cargo-deny is missing: cargo install --locked cargo-deny".into());
    }
    step("deny", &mut cargo(&["deny", "--locked", "check", "licenses", "bans", "sources"]))?;
    let fetched = cargo(&["deny", "fetch", "db"]).output().is_ok_and(|out| out.status.success());
    if !fetched {
        eprintln!("── advisories: their database cannot be reached from here, not checked");
        return Ok(());
    }
    step("advisories", &mut cargo(&["deny", "--locked", "check", "advisories"]))
}

/// The web app, ready to be embedded.
pub(crate) fn web(arguments: &[String]) -> Result<(), String> {
    let mut bundle = cargo(&["run", "--locked", "-p", "abaque-bundle", "--"]);
    step("web", bundle.args(arguments))
}

/// The pictures of the web app, taken in a browser.
pub(crate) fn web_pictures(_: &[String]) -> Result<(), String> {
    let take = ["run", "--locked", "-p", "abaque-e2e", "--example", "pictures"];
    step("web pictures", &mut cargo(&take))
}

/// The figures of docs/web.md, measured in a browser.
pub(crate) fn web_speed(_: &[String]) -> Result<(), String> {
    let measure = ["run", "--release", "--locked", "-p", "abaque-e2e", "--example", "speed"];
    step("web speed", &mut cargo(&measure))
}

/// The pictures of the README.
pub(crate) fn pictures(_: &[String]) -> Result<(), String> {
    let gallery = ["run", "--release", "--locked", "-p", "abaque-draw", "--example", "gallery"];
    step("pictures", &mut cargo(&gallery))
}

/// Man pages in both languages and completions for every shell.
pub(crate) fn man(_: &[String]) -> Result<(), String> {
    let dist = root().join("target/dist");
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
        step(&format!("man pages ({lang})"), &mut cargo(&run))?;
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
