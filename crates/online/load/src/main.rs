//! `abaque-load load|crash|hostile|soak|cluster`, run by the `cargo xtask` commands of the same names.

use std::path::PathBuf;
use std::process::ExitCode;

#[cfg(unix)]
use abaque_load::{ClusterOptions, cluster};
use abaque_load::{
    CrashOptions, DEFAULT_CONCURRENT_OPENINGS, Failure, HostileOptions, LoadOptions, SoakOptions,
    crash, hostile, load, scenarios, soak,
};

const USAGE: &str = "usage: abaque-load load --program PATH [--games N] [--seconds S] [--idle N] [--rate R] [--nodes N] [--at-once N] [--plot FILE]
       abaque-load crash --program PATH [--games N] [--times N] [--seconds S] [--report FILE]
       abaque-load hostile --program PATH [--only NAME,NAME] [--short yes]
       abaque-load hostile --list yes
       abaque-load soak --program PATH [--minutes N] [--games N] [--plot FILE] [--report FILE]
       abaque-load cluster --program PATH [--nodes N] [--games N] [--faults N] [--seconds S] [--seed N] [--report FILE] [--logs FOLDER]
--rate 0 asks for as many acts as go";

/// Command-line options by name.
struct CliArgs(Vec<(String, String)>);

impl CliArgs {
    fn parse(arguments: &[String], known: &[&str]) -> Result<CliArgs, Failure> {
        let mut args = Vec::new();
        for pair in arguments.chunks(2) {
            let [name, value] = pair else { return Err(format!("{} wants a value", pair[0])) };
            if !known.contains(&name.as_str()) {
                return Err(format!("`{name}` is none of {}", known.join(", ")));
            }
            args.push((name.clone(), value.clone()));
        }
        Ok(CliArgs(args))
    }

    fn text(&self, name: &str) -> Option<&str> {
        self.0.iter().rfind(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    fn number(&self, name: &str, default: u32) -> Result<u32, Failure> {
        let text = self.text(name);
        text.map_or(Ok(default), |text| {
            text.parse().map_err(|_| format!("{name} wants a number, not `{text}`"))
        })
    }

    fn program(&self) -> Result<PathBuf, Failure> {
        self.text("--program").map(PathBuf::from).ok_or_else(|| "--program is missing".into())
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.split_first() {
        Some((chore, rest)) if chore == "load" => run_load(rest),
        Some((chore, rest)) if chore == "crash" => run_crash(rest),
        Some((chore, rest)) if chore == "hostile" => run_hostile(rest),
        Some((chore, rest)) if chore == "soak" => run_soak(rest),
        #[cfg(unix)]
        Some((chore, rest)) if chore == "cluster" => run_cluster(rest),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(wrong) => {
            eprintln!("abaque-load: {wrong}");
            ExitCode::FAILURE
        }
    }
}

fn run_load(arguments: &[String]) -> Result<(), Failure> {
    let known =
        ["--program", "--games", "--seconds", "--idle", "--rate", "--nodes", "--at-once", "--plot"];
    let args = CliArgs::parse(arguments, &known)?;
    let options = LoadOptions {
        program: args.program()?,
        games: args.number("--games", 200)?.max(1) as usize,
        seconds: args.number("--seconds", 20)?.into(),
        idle: args.number("--idle", 0)? as usize,
        rate: args.number("--rate", 500)?,
        nodes: args.number("--nodes", 0)? as usize,
        at_once: args.number("--at-once", DEFAULT_CONCURRENT_OPENINGS as u32)?.max(1) as usize,
    };
    let wanted = 2 * (options.games + options.idle) as u64 + 100;
    if let Some(files) = raise_open_files().filter(|files| *files < wanted) {
        return Err(format!(
            "{wanted} open files are needed and {files} allowed: fewer games, or a higher `ulimit -Hn`"
        ));
    }
    let report = runtime()?.block_on(load(&options))?;
    print!("{report}");
    write_file(args.text("--plot"), "plot", || report.plot())
}

/// Writes a file if requested and prints its path.
fn write_file(
    file: Option<&str>,
    what: &str,
    text: impl FnOnce() -> String,
) -> Result<(), Failure> {
    let Some(file) = file.map(PathBuf::from) else { return Ok(()) };
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    }
    std::fs::write(&file, text()).map_err(|error| format!("{}: {error}", file.display()))?;
    println!("{what:<42} {}", file.display());
    Ok(())
}

fn run_crash(arguments: &[String]) -> Result<(), Failure> {
    let known = ["--program", "--games", "--times", "--seconds", "--report"];
    let args = CliArgs::parse(arguments, &known)?;
    let options = CrashOptions {
        program: args.program()?,
        games: args.number("--games", 60)?.max(1) as usize,
        times: args.number("--times", 50)?,
        seconds: args.number("--seconds", 600)?.into(),
    };
    raise_open_files();
    let crashed = runtime()?.block_on(crash(&options))?;
    print!("{crashed}");
    write_file(args.text("--report"), "report", || crashed.to_markdown(&options))
}

fn run_hostile(arguments: &[String]) -> Result<(), Failure> {
    let args = CliArgs::parse(arguments, &["--program", "--only", "--short", "--list"])?;
    if args.text("--list").is_some() {
        scenarios().for_each(|(name, promise)| println!("{name:<28} {promise}"));
        return Ok(());
    }
    let only = args.text("--only").unwrap_or_default();
    let options = HostileOptions {
        program: args.program()?,
        only: only.split(',').filter(|part| !part.is_empty()).map(str::to_owned).collect(),
        short: args.text("--short").is_some(),
    };
    raise_open_files();
    let attempts = runtime()?.block_on(hostile(&options))?;
    print!("{attempts}");
    match attempts.broken().count() {
        0 => Ok(()),
        broken => Err(format!("{broken} promises did not hold")),
    }
}

fn run_soak(arguments: &[String]) -> Result<(), Failure> {
    let args =
        CliArgs::parse(arguments, &["--program", "--minutes", "--games", "--plot", "--report"])?;
    let options = SoakOptions {
        program: args.program()?,
        minutes: args.number("--minutes", 30)?.max(1),
        games: args.number("--games", 40)?.max(4) as usize,
    };
    raise_open_files();
    let soaked = runtime()?.block_on(soak(&options))?;
    print!("{soaked}");
    write_file(args.text("--plot"), "plot", || soaked.plot())?;
    write_file(args.text("--report"), "report", || soaked.to_markdown())?;
    soaked.verdict()
}

#[cfg(unix)]
fn run_cluster(arguments: &[String]) -> Result<(), Failure> {
    let known = [
        "--program",
        "--nodes",
        "--games",
        "--faults",
        "--seconds",
        "--seed",
        "--report",
        "--logs",
    ];
    let args = CliArgs::parse(arguments, &known)?;
    let options = ClusterOptions {
        program: args.program()?,
        nodes: args.number("--nodes", 3)?.max(1) as usize,
        games: args.number("--games", 24)?.max(1) as usize,
        faults: args.number("--faults", 44)?,
        seconds: args.number("--seconds", 3600)?.into(),
        seed: args.number("--seed", 0)?.into(),
        logs: args.text("--logs").map(PathBuf::from),
    };
    raise_open_files();
    let tested = runtime()?.block_on(cluster(&options))?;
    print!("{tested}");
    write_file(args.text("--report"), "report", || tested.to_markdown())
}

/// Raises the open-file limit to its maximum and returns it. The server inherits it.
fn raise_open_files() -> Option<u64> {
    rlimit::increase_nofile_limit(u64::MAX).ok()
}

fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    tokio::runtime::Runtime::new().map_err(|error| error.to_string())
}
