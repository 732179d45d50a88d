//! The tests: compiled once, then run several binaries at a time, longest first.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Instant, UNIX_EPOCH};

use serde_json::Value;

use crate::chores::{TEST_GAMES, cargo, target_folder, workspace_root};
use crate::steps::{run_captured, timed};

/// Crates without tests outside a browser. Clippy checks them: do not compile them a second time.
pub(crate) static BROWSER_CRATES: [&str; 2] = ["abaque-web", "abaque-worker"];
/// The longest tests, started first on a machine without earlier durations.
static SLOW_CRATES: [&str; 6] =
    ["abaque-e2e", "abaque-server", "abaque-load", "abaque-rooms", "abaque-cli", "abaque-bots"];

/// A compiled test binary.
struct TestBinary {
    /// Package and target, such as `abaque-rooms::games`.
    name: String,
    package: String,
    program: PathBuf,
    /// Folder of the package: the working directory of its tests.
    folder: PathBuf,
}

/// Which tests to run.
pub(crate) struct TestSelection {
    /// Crates whose tests are left out.
    pub(crate) excluded_crates: &'static [&'static str],
    /// Whether tests on PostgreSQL are included.
    pub(crate) with_postgres: bool,
    /// Leaves out binaries that have passed and were not compiled again since. Files that tests read when they
    /// run do not count as a change.
    pub(crate) only_changed: bool,
}

/// Parts of the names of tests that need PostgreSQL, and of their binaries.
static POSTGRES_TESTS: [&str; 4] = ["on_postgres", "postgres::", "outage::", "on_one_server"];

impl TestSelection {
    fn includes(&self, binary: &TestBinary) -> bool {
        !self.excluded_crates.contains(&&*binary.package)
            && (self.with_postgres || !binary.name.ends_with("_on_postgres"))
    }

    /// Arguments that leave out single tests of a binary.
    fn skip_arguments(&self, binary: &TestBinary) -> Vec<&'static str> {
        if self.with_postgres || binary.package != "abaque-store" {
            return Vec::new();
        }
        POSTGRES_TESTS.into_iter().flat_map(|name| ["--skip", name]).collect()
    }
}

/// Everything that one compilation made.
pub(crate) struct TestBuild {
    binaries: Vec<TestBinary>,
    programs: HashMap<String, PathBuf>,
}

impl TestBuild {
    /// Compiles every test, and the programs that tests and checks run.
    pub(crate) fn compile() -> Result<TestBuild, String> {
        eprintln!("── compile tests");
        timed("compile tests", || {
            // Of the examples the checks run only one; clippy compiles the others without linking them.
            let tests = compile_messages(&["test", "--no-run", "--tests"])?;
            // A program that runs cannot be replaced on every system.
            let programs = compile_messages(&[
                "build",
                "--bins",
                "--example",
                "gallery",
                "--exclude",
                "xtask",
            ])?;
            TestBuild::from_messages(&(tests + &programs))
        })
    }

    fn from_messages(messages: &str) -> Result<TestBuild, String> {
        let mut build = TestBuild { binaries: Vec::new(), programs: HashMap::new() };
        for line in messages.lines().filter(|line| line.starts_with('{')) {
            let message: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
            let (Some(program), Some(manifest), Some(target)) = (
                message["executable"].as_str(),
                message["manifest_path"].as_str(),
                message["target"]["name"].as_str(),
            ) else {
                continue;
            };
            let folder = Path::new(manifest).parent().unwrap_or(Path::new(".")).to_owned();
            if message["profile"]["test"] == true {
                let package = package_name(message["package_id"].as_str().unwrap_or_default());
                let name = format!("{package}::{target}");
                build.binaries.push(TestBinary { name, package, program: program.into(), folder });
            } else {
                build.programs.insert(target.to_owned(), program.into());
            }
        }
        if build.binaries.is_empty() { Err("there are no tests".into()) } else { Ok(build) }
    }

    /// A program or example of the workspace, compiled with the tests.
    pub(crate) fn program(&self, name: &str) -> Result<&Path, String> {
        self.programs
            .get(name)
            .map(PathBuf::as_path)
            .ok_or_else(|| format!("`{name}` was not compiled with the tests"))
    }

    /// Runs the selected tests, then further checks beside the longest of them; fails if one fails.
    pub(crate) fn run(
        &self,
        selection: &TestSelection,
        checks: &[&(dyn Fn() -> Result<(), String> + Sync)],
    ) -> Result<(), String> {
        let mut times = TestTimes::load();
        let mut passed = PassedTests::load();
        let (mut waiting, unchanged): (Vec<&TestBinary>, Vec<&TestBinary>) = self
            .binaries
            .iter()
            .filter(|binary| selection.includes(binary))
            .partition(|binary| !selection.only_changed || !passed.contains(binary));
        if !unchanged.is_empty() {
            eprintln!("── {} test binaries have passed and are unchanged", unchanged.len());
        }
        waiting.sort_by(|a, b| times.expected(a).total_cmp(&times.expected(b)));
        let waiting = Mutex::new(waiting);
        let checks = Mutex::new(checks.iter());
        let ended = Mutex::new((Vec::new(), &mut times, &mut passed));
        thread::scope(|scope| {
            for _ in 0..parallel_binaries() {
                scope.spawn(|| {
                    let next = || waiting.lock().ok()?.pop();
                    while let Some(binary) = next() {
                        let since = Instant::now();
                        let failure = binary.run(&selection.skip_arguments(binary));
                        if let Ok(mut ended) = ended.lock() {
                            ended.1.record(binary, since.elapsed().as_secs_f64());
                            ended.2.record(binary, failure.is_none());
                            ended.0.extend(failure);
                        }
                    }
                    let next = || checks.lock().ok()?.next();
                    while let Some(check) = next() {
                        let failure = check().err();
                        if let Ok(mut ended) = ended.lock() {
                            ended.0.extend(failure);
                        }
                    }
                });
            }
        });
        let failures = ended.into_inner().map_err(|error| error.to_string())?.0;
        times.save();
        passed.save();
        if failures.is_empty() {
            return Ok(());
        }
        Err(format!("{} tests and checks failed:\n  {}", failures.len(), failures.join("\n  ")))
    }
}

/// Compiles parts of the workspace; returns cargo's messages about them.
fn compile_messages(what: &[&str]) -> Result<String, String> {
    let out = cargo(what)
        .args(["--workspace", "--locked", "--message-format=json-render-diagnostics"])
        .args(TEST_GAMES)
        .args(BROWSER_CRATES.into_iter().flat_map(|name| ["--exclude", name]))
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cargo: {error}"))?;
    if !out.status.success() {
        return Err(format!("the tests do not compile ({})", out.status));
    }
    Ok(String::from_utf8_lossy(&out.stdout).into_owned())
}

impl TestBinary {
    /// When the program was linked, in milliseconds since 1970.
    fn stamp(&self) -> Option<u64> {
        let linked = fs::metadata(&self.program).ok()?.modified().ok()?;
        u64::try_from(linked.duration_since(UNIX_EPOCH).ok()?.as_millis()).ok()
    }

    /// Runs the tests and prints their output; returns the failure, if any.
    fn run(&self, arguments: &[&str]) -> Option<String> {
        let mut command = Command::new(&self.program);
        command.args(arguments);
        // As `cargo test` sets them.
        command.current_dir(&self.folder).env("CARGO_MANIFEST_DIR", &self.folder);
        // A missing or different snapshot fails and is not written.
        command.env("INSTA_UPDATE", "no").env("INSTA_WORKSPACE_ROOT", workspace_root());
        let since = Instant::now();
        let ended = run_captured(command);
        let seconds = since.elapsed().as_secs_f32();
        match ended {
            Ok((status, output)) => {
                eprintln!("── {} ({seconds:.1} s)\n{}", self.name, output.trim());
                (!status.success()).then(|| format!("{} ({status})", self.name))
            }
            Err(error) => Some(format!("{}: {error}", self.name)),
        }
    }
}

/// As many as there are processors: more would delay tests that watch the clock.
fn parallel_binaries() -> usize {
    thread::available_parallelism().map_or(2, usize::from)
}

/// The package's name in a package id: `path+file:///…/rooms#abaque-rooms@0.1.0`, or
/// `path+file:///…/xtask#0.1.0` if the folder has the same name.
fn package_name(id: &str) -> String {
    let (path, after) = id.rsplit_once('#').unwrap_or(("", id));
    let name = after.split_once('@').map(|(name, _)| name);
    name.or_else(|| path.rsplit('/').next()).unwrap_or_default().to_owned()
}

/// How long each test binary took last time, in seconds.
struct TestTimes {
    file: Option<PathBuf>,
    seconds: BTreeMap<String, f64>,
}

impl TestTimes {
    fn load() -> TestTimes {
        let file = target_folder().ok().map(|folder| folder.join("test-times.json"));
        let text = file.as_ref().and_then(|file| fs::read_to_string(file).ok());
        let seconds = text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        TestTimes { file, seconds }
    }

    /// The last duration; for a new test a guess from its crate.
    fn expected(&self, binary: &TestBinary) -> f64 {
        let rank = SLOW_CRATES.iter().rev().position(|slow| *slow == binary.package);
        let guess = rank.map_or(1.0, |rank| 20.0 * (rank + 1) as f64);
        self.seconds.get(&binary.name).copied().unwrap_or(guess)
    }

    fn record(&mut self, binary: &TestBinary, seconds: f64) {
        self.seconds.insert(binary.name.clone(), seconds);
    }

    /// Saves the durations. Without them the next run is only less well ordered.
    fn save(&self) {
        if let (Some(file), Ok(text)) = (&self.file, serde_json::to_string_pretty(&self.seconds)) {
            let _ = fs::write(file, text);
        }
    }
}

/// The test binaries that passed when they last ran, each with the time of its file.
struct PassedTests {
    file: Option<PathBuf>,
    stamps: BTreeMap<String, u64>,
}

impl PassedTests {
    fn load() -> PassedTests {
        let file = target_folder().ok().map(|folder| folder.join("tests-passed.json"));
        let text = file.as_ref().and_then(|file| fs::read_to_string(file).ok());
        let stamps = text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        PassedTests { file, stamps }
    }

    fn contains(&self, binary: &TestBinary) -> bool {
        binary.stamp().is_some_and(|stamp| self.stamps.get(&binary.name) == Some(&stamp))
    }

    fn record(&mut self, binary: &TestBinary, has_passed: bool) {
        match binary.stamp().filter(|_| has_passed) {
            Some(stamp) => _ = self.stamps.insert(binary.name.clone(), stamp),
            None => _ = self.stamps.remove(&binary.name),
        }
    }

    /// Saves the stamps. Without them the next quick run repeats tests.
    fn save(&self) {
        if let (Some(file), Ok(text)) = (&self.file, serde_json::to_string_pretty(&self.stamps)) {
            let _ = fs::write(file, text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_tests_and_programs() {
        let messages = concat!(
            r#"{"reason":"compiler-artifact","package_id":"path+file:///w/crates/rooms#abaque-rooms@0.1.0","#,
            r#""manifest_path":"/w/crates/rooms/Cargo.toml","target":{"name":"games"},"profile":{"test":true},"executable":"/t/games-1"}"#,
            "\n",
            r#"{"reason":"compiler-artifact","package_id":"path+file:///w/crates/cli#abaque-cli@0.1.0","#,
            r#""manifest_path":"/w/crates/cli/Cargo.toml","target":{"name":"abaque"},"profile":{"test":false},"executable":"/t/abaque"}"#,
            "\n",
            r#"{"reason":"build-finished","success":true}"#,
        );
        let build = TestBuild::from_messages(messages).unwrap();
        assert_eq!(build.binaries[0].name, "abaque-rooms::games");
        assert_eq!(build.binaries[0].folder, Path::new("/w/crates/rooms"));
        assert_eq!(build.program("abaque"), Ok(Path::new("/t/abaque")));
        assert!(build.program("games").is_err());
        assert!(TestBuild::from_messages("").is_err());
    }

    #[test]
    fn tests_on_postgres_can_be_left_out() {
        let binary = |package: &str, target: &str| TestBinary {
            name: format!("{package}::{target}"),
            package: package.into(),
            program: PathBuf::new(),
            folder: PathBuf::new(),
        };
        let without = TestSelection {
            excluded_crates: &["abaque-e2e"],
            with_postgres: false,
            only_changed: false,
        };
        assert!(!without.includes(&binary("abaque-e2e", "app")));
        assert!(!without.includes(&binary("abaque-server", "people_on_postgres")));
        assert!(without.includes(&binary("abaque-store", "suite")));
        assert!(without.skip_arguments(&binary("abaque-store", "suite")).contains(&"on_postgres"));
        assert!(without.skip_arguments(&binary("abaque-core", "core")).is_empty());
        let with = TestSelection { excluded_crates: &[], with_postgres: true, only_changed: false };
        assert!(with.includes(&binary("abaque-server", "people_on_postgres")));
        assert!(with.skip_arguments(&binary("abaque-store", "suite")).is_empty());
    }

    #[test]
    fn a_passed_test_counts_until_its_binary_changes() {
        let folder = std::env::temp_dir().join(format!("abaque-passed-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let program = folder.join("program");
        fs::write(&program, "one").unwrap();
        let name = "a::b".to_owned();
        let binary = TestBinary {
            name,
            package: "a".into(),
            program: program.clone(),
            folder: folder.clone(),
        };
        let mut passed = PassedTests { file: None, stamps: BTreeMap::new() };
        assert!(!passed.contains(&binary));
        passed.record(&binary, true);
        assert!(passed.contains(&binary));
        let later = std::time::SystemTime::now() + std::time::Duration::from_secs(5);
        fs::File::options().write(true).open(&program).unwrap().set_modified(later).unwrap();
        assert!(!passed.contains(&binary));
        passed.record(&binary, true);
        passed.record(&binary, false);
        assert!(!passed.contains(&binary));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn packages_are_named_with_or_without_their_folder() {
        assert_eq!(package_name("path+file:///w/crates/rooms#abaque-rooms@0.1.0"), "abaque-rooms");
        assert_eq!(package_name("path+file:///w/xtask#0.1.0"), "xtask");
    }
}
