//! `abaque-load load|crash`: what `cargo xtask load` and `cargo xtask crash` run.

use std::path::PathBuf;
use std::process::ExitCode;

use abaque_load::{Crash, Load, Wrong, crash, load, raise_open_files};

const USAGE: &str = "usage: abaque-load load --program PATH [--games N] [--seconds S] [--idle N] [--rate R] [--plot FILE]
       abaque-load crash --program PATH [--games N] [--times N] [--seconds S]
--rate 0 asks for as many acts as go";

/// The arguments, by name.
struct Given(Vec<(String, String)>);

impl Given {
    fn read(arguments: &[String], known: &[&str]) -> Result<Given, Wrong> {
        let mut given = Vec::new();
        for pair in arguments.chunks(2) {
            let [name, value] = pair else { return Err(format!("{} wants a value", pair[0])) };
            if !known.contains(&name.as_str()) {
                return Err(format!("`{name}` is none of {}", known.join(", ")));
            }
            given.push((name.clone(), value.clone()));
        }
        Ok(Given(given))
    }

    fn text(&self, name: &str) -> Option<&str> {
        self.0.iter().rfind(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    fn number(&self, name: &str, default: u32) -> Result<u32, Wrong> {
        let text = self.text(name);
        text.map_or(Ok(default), |text| {
            text.parse().map_err(|_| format!("{name} wants a number, not `{text}`"))
        })
    }

    fn program(&self) -> Result<PathBuf, Wrong> {
        self.text("--program").map(PathBuf::from).ok_or_else(|| "--program is missing".into())
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.split_first() {
        Some((chore, rest)) if chore == "load" => loaded(rest),
        Some((chore, rest)) if chore == "crash" => crashed(rest),
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

fn loaded(arguments: &[String]) -> Result<(), Wrong> {
    let known = ["--program", "--games", "--seconds", "--idle", "--rate", "--plot"];
    let given = Given::read(arguments, &known)?;
    let wish = Load {
        program: given.program()?,
        games: given.number("--games", 200)?.max(1) as usize,
        seconds: given.number("--seconds", 20)?.into(),
        idle: given.number("--idle", 0)? as usize,
        rate: given.number("--rate", 500)?,
    };
    let wanted = 2 * (wish.games + wish.idle) as u64 + 100;
    if let Some(files) = raise_open_files().filter(|files| *files < wanted) {
        return Err(format!(
            "{wanted} open files are needed and {files} allowed: fewer games, or a higher `ulimit -Hn`"
        ));
    }
    let report = runtime()?.block_on(load(&wish))?;
    print!("{report}");
    if let Some(file) = given.text("--plot").map(PathBuf::from) {
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
        }
        std::fs::write(&file, report.plot()).map_err(|error| error.to_string())?;
        println!("{:<42} {}", "plot", file.display());
    }
    Ok(())
}

fn crashed(arguments: &[String]) -> Result<(), Wrong> {
    let given = Given::read(arguments, &["--program", "--games", "--times", "--seconds"])?;
    let wish = Crash {
        program: given.program()?,
        games: given.number("--games", 60)?.max(1) as usize,
        times: given.number("--times", 50)?,
        seconds: given.number("--seconds", 600)?.into(),
    };
    raise_open_files();
    print!("{}", runtime()?.block_on(crash(&wish))?);
    Ok(())
}

fn runtime() -> Result<tokio::runtime::Runtime, Wrong> {
    tokio::runtime::Runtime::new().map_err(|error| error.to_string())
}
