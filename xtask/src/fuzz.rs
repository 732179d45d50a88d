//! Coverage-guided fuzzing with libFuzzer on the stable compiler: builds the targets with LLVM's
//! coverage counters, then runs them one after the other.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::chores::workspace_root;
use crate::steps::{in_background, run_beside, run_step, timed};

/// rustc flags for the coverage counters libFuzzer reads. No sanitizers: they need nightly, and
/// this workspace has no unsafe code for them to check.
static COVERAGE_FLAGS: &[&str] = &[
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Ccodegen-units=1",
    "-Cdebug-assertions",
    "--cfg",
    "fuzzing",
];

/// libFuzzer limits for every run. The longest useful input is a long record, or a long
/// position and view with actions.
static LIBFUZZER_LIMITS: &[&str] = &["-rss_limit_mb=2048", "-timeout=10", "-max_len=2048"];

/// Default fuzzing time per target.
const DEFAULT_SECONDS: u32 = 10;

/// Fuzzing time per target of the short run among all checks.
const SHORT_SECONDS: u32 = 3;

/// Compiled targets.
pub(crate) struct FuzzPrograms {
    folder: PathBuf,
    targets: Vec<String>,
}

/// Builds the targets, reruns known crashing inputs, then fuzzes each target.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let (seconds, targets) = parse_arguments(arguments)?;
    let folder = fuzz_folder()?;
    run_step("fuzz targets", &mut build_command(&targets)?)?;
    fuzz_all(&FuzzPrograms { folder, targets }, seconds)
}

/// Builds all targets with low priority, beside the tests.
pub(crate) fn build_in_background() -> Result<FuzzPrograms, String> {
    let targets = targets()?;
    run_beside("fuzz targets", in_background(build_command(&targets)?))?;
    Ok(FuzzPrograms { folder: fuzz_folder()?, targets })
}

/// Fuzzes compiled targets for a few seconds each.
pub(crate) fn run_short(programs: Option<FuzzPrograms>) -> Result<(), String> {
    programs.map_or(Ok(()), |programs| timed("fuzz", || fuzz_all(&programs, SHORT_SECONDS)))
}

fn fuzz_all(programs: &FuzzPrograms, seconds: u32) -> Result<(), String> {
    let FuzzPrograms { folder, targets } = programs;
    let mut found = Vec::new();
    for target in targets {
        if let Err(error) = run_regressions(folder, target) {
            found.push(error);
        }
    }
    for target in targets {
        match fuzz_target(folder, target, seconds) {
            Ok(line) => eprintln!("{target:<14}{line}"),
            Err(error) => {
                eprintln!("{target:<14}FAILED\n{error}");
                found.push(error);
            }
        }
    }
    if found.is_empty() { Ok(()) } else { Err(found.join("\n\n")) }
}

/// Parses seconds and target names; without names, all targets.
fn parse_arguments(arguments: &[String]) -> Result<(u32, Vec<String>), String> {
    let all = targets()?;
    let (mut seconds, mut named) = (DEFAULT_SECONDS, Vec::new());
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        if argument == "--seconds" {
            let number = rest.next().and_then(|number| number.parse().ok()).filter(|&n| n > 0);
            seconds = number.ok_or("--seconds takes a number above 0")?;
        } else if all.contains(argument) {
            named.push(argument.clone());
        } else {
            let all = all.join(", ");
            return Err(format!("there is no target `{argument}`; the targets are {all}"));
        }
    }
    Ok((seconds, if named.is_empty() { all } else { named }))
}

/// Lists the targets: one per file of `fuzz/src/bin`.
fn targets() -> Result<Vec<String>, String> {
    let stem = |path: &PathBuf| Some(path.file_stem()?.to_string_lossy().into_owned());
    Ok(files(&workspace_root().join("fuzz/src/bin"))?.iter().filter_map(stem).collect())
}

/// Lists the files of a folder, sorted; empty if the folder does not exist.
fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let failed = |error| format!("{}: {error}", folder.display());
    let mut files = fs::read_dir(folder)
        .map_err(failed)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()
        .map_err(failed)?;
    files.sort();
    Ok(files)
}

/// Builds with coverage counters. The explicit `--target` keeps build scripts free of them.
fn build_command(targets: &[String]) -> Result<Command, String> {
    let mut cargo = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()));
    cargo.args(["build", "--release", "--target", &host_triple()?, "--target-dir"]);
    cargo.arg(fuzz_target_folder());
    cargo.args(targets.iter().flat_map(|target| ["--bin", target]));
    cargo.current_dir(workspace_root().join("fuzz"));
    cargo.env("RUSTFLAGS", COVERAGE_FLAGS.join(" ")).env_remove("CARGO_ENCODED_RUSTFLAGS");
    Ok(cargo)
}

fn fuzz_target_folder() -> PathBuf {
    let folder = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    workspace_root().join(folder).join("fuzz")
}

/// The folder of the compiled targets.
fn fuzz_folder() -> Result<PathBuf, String> {
    Ok(fuzz_target_folder().join(host_triple()?).join("release"))
}

fn host_triple() -> Result<String, String> {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let out = Command::new(rustc).arg("-vV").output().map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&out.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(String::from).ok_or_else(|| "rustc -vV names no host".into())
}

/// Reruns every input that once crashed a target.
fn run_regressions(programs: &Path, target: &str) -> Result<(), String> {
    let inputs = files(&workspace_root().join("fuzz/regressions").join(target))?;
    if inputs.is_empty() {
        return Ok(());
    }
    let mut command = Command::new(programs.join(target));
    command.args(LIBFUZZER_LIMITS).args(&inputs);
    let (out, log) = run_captured(&mut command)?;
    if !out.status.success() {
        let last = log.lines().rfind(|line| line.starts_with("Running: ")).unwrap_or_default();
        let input = last.trim_start_matches("Running: ");
        return Err(format!("{}\n{target} fails again on {input}", failure_reason(&log)));
    }
    eprintln!("{target:<14}{} old inputs pass", inputs.len());
    Ok(())
}

/// Fuzzes one target and returns a line of figures.
fn fuzz_target(programs: &Path, target: &str, seconds: u32) -> Result<String, String> {
    let here = workspace_root().join("fuzz");
    let [corpus, artifacts] = ["corpus", "artifacts"].map(|folder| here.join(folder).join(target));
    for folder in [&corpus, &artifacts] {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let mut command = Command::new(programs.join(target));
    command
        .args(LIBFUZZER_LIMITS)
        .arg(format!("-max_total_time={seconds}"))
        .arg("-print_final_stats=1");
    command.arg(format!("-artifact_prefix={}/", artifacts.display()));
    command.arg(format!("-dict={}", here.join("dictionary.txt").display()));
    command.arg(&corpus);
    command.args(Some(here.join("seeds").join(target)).filter(|seeds| seeds.exists()));
    let (out, log) = run_captured(&mut command)?;
    if !out.status.success() {
        let written = log.lines().find_map(|line| line.split_once("Test unit written to "));
        let input = written.map_or("(none was written)", |(_, path)| path);
        return Err(format!("{}\n{target} fails on {input}", failure_reason(&log)));
    }
    let figure = |name: &str| {
        let line = log.lines().rfind(|line| line.contains(name)).unwrap_or_default();
        let after = line.split_once(name).map_or("", |(_, after)| after);
        after.split_whitespace().next().unwrap_or("?").to_string()
    };
    let runs = figure("stat::number_of_executed_units:");
    let inputs = figure(" corp: ");
    let inputs = inputs.split('/').next().unwrap_or("?");
    Ok(format!("{runs:>9} runs  {:>6} edges  {inputs:>5} inputs kept", figure(" cov: ")))
}

fn run_captured(command: &mut Command) -> Result<(Output, String), String> {
    let out = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    let log = String::from_utf8_lossy(&out.stderr).into_owned();
    Ok((out, log))
}

/// Extracts the panic from the log, without the mutations before it.
fn failure_reason(log: &str) -> String {
    let lines: Vec<&str> = log.lines().collect();
    let marks = ["panicked at", "ERROR: libFuzzer"];
    let first = lines.iter().position(|line| marks.iter().any(|mark| line.contains(mark)));
    let first = first.unwrap_or(lines.len().saturating_sub(10));
    lines[first..].iter().take(12).copied().collect::<Vec<_>>().join("\n")
}
