//! The chores that run cargo commands, and the helpers every chore uses.

use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;
use std::{panic, thread};

use crate::install::{self, MissingTools, Tool};
use crate::steps::{in_background, print_summary, run_beside, run_step, timed};
use crate::test_binaries::{BROWSER_CRATES, TestBuild, TestSelection};
use crate::wasm::WasmBuild;
use crate::{api_check, dist, fuzz, load, python, tidy, web};

/// Crates whose tests take minutes: `quick` leaves them to `test`.
static SLOW_TESTS: [&str; 2] = ["abaque-e2e", "abaque-load"];

/// The workspace root.
pub(crate) fn workspace_root() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    here.parent().map_or(here.clone(), PathBuf::from)
}

/// Cargo's target folder.
pub(crate) fn target_folder() -> Result<PathBuf, String> {
    let out = cargo(&["metadata", "--format-version", "1", "--no-deps", "--locked"])
        .output()
        .map_err(|error| error.to_string())?;
    let metadata: serde_json::Value =
        serde_json::from_slice(&out.stdout).map_err(|error| format!("cargo metadata: {error}"))?;
    let folder =
        metadata["target_directory"].as_str().ok_or("cargo metadata names no target folder")?;
    Ok(folder.into())
}

/// A cargo command in the workspace root.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()));
    command.args(arguments).current_dir(workspace_root());
    command
}

/// Switches on the games that only prove how games are plugged in. All checks share it, so that
/// nothing is compiled twice.
pub(crate) const TEST_GAMES: [&str; 2] = ["--features", "test-games"];

/// Installs what is missing, runs every check, and sums up how long each took.
pub(crate) fn test(_: &[String]) -> Result<(), String> {
    let since = Instant::now();
    let missing = install::for_tests()?;
    let checked = check_everything(&missing);
    print_summary(since.elapsed());
    missing.print();
    checked
}

/// Compiles everything the tests need, then runs them. Checks that only compile fill the time in
/// which tests wait; their low priority keeps tests that watch the clock undisturbed.
fn check_everything(missing: &MissingTools) -> Result<(), String> {
    format()?;
    let build = compile_everything()?;
    let skips_fuzz = missing.skips("fuzz", &[Tool::CppCompiler]);
    let skips_python = missing.skips("the Python package", &[Tool::Python]);
    let skips_deny = missing.skips("deny", &[Tool::CargoDeny]);
    let results = thread::scope(|scope| {
        // Fuzz targets have a target folder of their own, so the other cargo does not lock them out.
        let fuzz_targets = scope
            .spawn(|| if skips_fuzz { Ok(None) } else { fuzz::build_in_background().map(Some) });
        let static_checks = scope.spawn(|| {
            vec![
                run_beside("clippy", in_background(clippy())),
                run_beside("docs", in_background(documentation())),
                run_beside("documentation tests", in_background(documentation_tests())),
                timed("tidy", || tidy::check(Some(build.program("gallery")?))),
                unless(skips_deny, || deny(&[])),
                // Last: it waits for cargo's lock behind the others.
                unless(skips_python, || timed("Python package", python::check)),
            ]
        });
        let tests = timed("tests", || run_tests(&build, missing));
        let fuzzed = fuzz_targets.join().map(|targets| targets.and_then(fuzz::run_short));
        let fuzzed = fuzzed.unwrap_or_else(|panicked| panic::resume_unwind(panicked));
        let checked =
            static_checks.join().unwrap_or_else(|panicked| panic::resume_unwind(panicked));
        [vec![tests, fuzzed], checked].concat()
    });
    let failures: Vec<String> = results.into_iter().filter_map(Result::err).collect();
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}

/// Runs every test, the short attacks, the API check and the short check of the packages.
fn run_tests(build: &TestBuild, missing: &MissingTools) -> Result<(), String> {
    let skips_browser = missing.skips("the browser tests", &[Tool::Browser, Tool::BrowserDriver]);
    let skips_postgres = missing.skips("the tests on PostgreSQL", &[Tool::Postgres]);
    let skips_api = missing.skips("api-check", &[Tool::Schemathesis]);
    let selection = TestSelection {
        excluded_crates: if skips_browser { &["abaque-e2e"] } else { &[] },
        with_postgres: !skips_postgres,
        only_changed: false,
    };
    build.run(
        &selection,
        &[
            &|| load::hostile_in_short(build),
            &|| {
                unless(skips_api, || {
                    timed("api-check", || api_check::check_program(build.program("abaque")?))
                })
            },
            // Packages are made for Linux, and checked with its tools.
            &|| {
                unless(!cfg!(target_os = "linux"), || {
                    let maker = build.program("abaque-packages")?;
                    timed("packages", || dist::check_in_short(build.program("abaque")?, maker))
                })
            },
        ],
    )
}

fn unless(skipped: bool, check: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
    if skipped { Ok(()) } else { check() }
}

/// Compiles the tests and the web app at the same time, then bundles the web app.
fn compile_everything() -> Result<TestBuild, String> {
    let wasm = WasmBuild::new(false, true)?;
    let (build, compiled) = thread::scope(|scope| {
        let wasm = scope.spawn(|| {
            // One after the other: the tests compile beside them.
            let mut commands = wasm.commands().into_iter();
            commands.try_for_each(|(name, command)| run_beside(name, command))
        });
        let build = TestBuild::compile();
        (build, wasm.join().unwrap_or_else(|panicked| panic::resume_unwind(panicked)))
    });
    let build = build?;
    compiled?;
    web::bundle(build.program("abaque-bundle")?, &wasm, &web::dist_folder())?;
    Ok(build)
}

/// Fast checks for every save: the tests that a change concerns, without [`SLOW_TESTS`] and databases
/// that take time to start. Clippy runs beside them.
pub(crate) fn quick(_: &[String]) -> Result<(), String> {
    let since = Instant::now();
    let checked = format().and_then(|()| TestBuild::compile()).and_then(|build| {
        let selection = TestSelection {
            excluded_crates: &SLOW_TESTS,
            with_postgres: false,
            only_changed: true,
        };
        thread::scope(|scope| {
            let clippy = scope.spawn(|| run_beside("clippy", in_background(clippy())));
            let tests = timed("tests", || build.run(&selection, &[]));
            let clippy = clippy.join().unwrap_or_else(|panicked| panic::resume_unwind(panicked));
            tests.and(clippy)
        })
    });
    print_summary(since.elapsed());
    checked
}

fn format() -> Result<(), String> {
    run_step("fmt", &mut cargo(&["fmt", "--all", "--check"]))?;
    run_step("fmt fuzz", &mut cargo(&["fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"]))
}

fn clippy() -> Command {
    let mut command = cargo(&["clippy", "--workspace", "--all-targets", "--locked"]);
    command.args(TEST_GAMES).args(["--", "-D", "warnings"]);
    command
}

fn documentation() -> Command {
    let mut command = cargo(&["doc", "--workspace", "--no-deps", "--locked"]);
    command.args(TEST_GAMES).env("RUSTDOCFLAGS", "-D warnings");
    command
}

fn documentation_tests() -> Command {
    let mut command = cargo(&["test", "--doc", "--workspace", "--locked", "--no-fail-fast"]);
    command.args(TEST_GAMES);
    command.args(BROWSER_CRATES.into_iter().flat_map(|name| ["--exclude", name]));
    command
}

/// Checks licences and bans; advisories too where their database can be fetched.
pub(crate) fn deny(_: &[String]) -> Result<(), String> {
    let deny = |arguments: &[&str]| {
        let mut command = cargo(&["deny"]);
        command.args(arguments).env("PATH", install::search_path());
        command
    };
    run_step("deny", &mut deny(&["--locked", "check", "licenses", "bans", "sources"]))?;
    let fetched = deny(&["fetch", "db"]).output().is_ok_and(|out| out.status.success());
    if !fetched {
        eprintln!("── advisories: their database cannot be reached from here, not checked");
        return Ok(());
    }
    run_step("advisories", &mut deny(&["--locked", "check", "advisories"]))
}

/// Takes screenshots of the web app in a browser; the arguments say which.
pub(crate) fn web_pictures(arguments: &[String]) -> Result<(), String> {
    let take = ["run", "--locked", "-p", "abaque-e2e", "--example", "pictures", "--"];
    run_step("web pictures", cargo(&take).args(arguments))
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
