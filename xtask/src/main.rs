//! The project's own chores: `cargo xtask CHORE`.

mod bench;
mod chores;
mod fuzz;
mod load;
mod rules;
mod tidy;

use std::process::ExitCode;

type Chore = fn(&[String]) -> Result<(), String>;

/// Every chore: its name, what it does, how.
static CHORES: &[(&str, &str, Chore)] = &[
    (
        "test",
        "every check there is: web app, fmt, clippy, docs, tests, tidy, deny, a short fuzz",
        chores::test,
    ),
    ("quick", "the checks worth running at every save: fmt, clippy, tests", chores::quick),
    ("bench", "measure speed and print the README's table", bench::run),
    (
        "fuzz",
        "fuzz [--seconds N] [TARGET…]: coverage-guided fuzzing of parsers and games",
        fuzz::run,
    ),
    (
        "load",
        "load [--games N] [--seconds S] [--idle N] [--rate R] [--program PATH]: measure the server, every message checked",
        load::load,
    ),
    (
        "crash",
        "crash [--times N] [--seconds S] [--games N] [--program PATH]: kill the server, prove that nothing is lost",
        load::crash,
    ),
    ("tidy", "dependency directions, file sizes, rule ids, pictures", tidy::run),
    ("deny", "licences and bans of dependencies, by cargo-deny", chores::deny),
    (
        "web",
        "web [--quick]: put the web app together, to be embedded by the next build",
        chores::web,
    ),
    ("web-pictures", "take docs/pictures/web again in a browser", chores::web_pictures),
    (
        "web-speed",
        "measure the web app in a browser: first board, frames, search beside native",
        chores::web_speed,
    ),
    ("pictures", "draw docs/pictures again", chores::pictures),
    ("man", "write man pages and shell completions to target/dist", chores::man),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let chore = arguments.first().and_then(|name| CHORES.iter().find(|chore| chore.0 == *name));
    let Some((name, _, run)) = chore else {
        eprintln!("usage: cargo xtask CHORE\n");
        for (name, help, _) in CHORES {
            eprintln!("  {name:<10}{help}");
        }
        return ExitCode::from(2);
    };
    match run(&arguments[1..]) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask {name}: {error}");
            ExitCode::FAILURE
        }
    }
}
