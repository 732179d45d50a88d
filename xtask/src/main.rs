//! Development tasks of the workspace: `cargo xtask CHORE`.

mod api_check;
mod bench;
mod cargo_progress;
mod chores;
mod dist;
mod fuzz;
mod game_files;
mod game_names;
mod install;
mod layers;
mod literals;
mod load;
mod metadata;
mod named_files;
mod package;
mod play;
mod python;
mod registry;
mod rule_ids;
mod steps;
mod terms;
mod test_binaries;
mod threat_model;
mod tidy;
mod typography;
mod wasm;
mod web;

use std::process::ExitCode;

type Chore = fn(&[String]) -> Result<(), String>;

/// Every chore: name, help text, function.
static CHORES: &[(&str, &str, Chore)] = &[
    (
        "play",
        "play [OPTION…]: install what is missing, build, and open the game in the browser; options are those of `abaque serve`",
        play::run,
    ),
    (
        "test",
        "install what is missing, then every check: web app, fmt, clippy, docs, tests, tidy, deny, api-check, hostile, a short fuzz",
        chores::test,
    ),
    (
        "quick",
        "fast checks for every save: fmt, clippy, the tests of what was compiled again, but for the slowest and PostgreSQL",
        chores::quick,
    ),
    ("bench", "measure speed and print the README's table", bench::run),
    (
        "fuzz",
        "fuzz [--seconds N] [TARGET…]: coverage-guided fuzzing of parsers and games",
        fuzz::run,
    ),
    (
        "load",
        "load [--games N] [--seconds S] [--idle N] [--rate R] [--nodes N] [--program PATH]: measure the server and check every message",
        load::load,
    ),
    (
        "crash",
        "crash [--times N] [--seconds S] [--games N] [--report FILE] [--program PATH]: kill the server, check that nothing acknowledged is lost",
        load::crash,
    ),
    (
        "hostile",
        "hostile [--only NAME,NAME] [--short yes] [--list yes] [--program PATH]: attack the server as an outsider would",
        load::hostile,
    ),
    (
        "soak",
        "soak [--minutes N] [--games N] [--report FILE] [--program PATH]: a long, steady load; memory and open files must stay flat",
        load::soak,
    ),
    (
        "cluster",
        "cluster [--faults N] [--games N] [--nodes N] [--seconds S] [--seed N] [--report FILE] [--program PATH]: break nodes, bus and database, check that no game suffers",
        load::cluster,
    ),
    (
        "capacity",
        "capacity [--games N,N,…] [--rooms N]: what many games and connections cost a node, without sockets",
        load::capacity,
    ),
    (
        "dist",
        "dist [--check] [--out FOLDER] [--program PATH]: build the packages (archive, .deb, image), install them into bare systems",
        dist::run,
    ),
    (
        "api-check",
        "api-check [--seconds N] [--program PATH]: check every API response against openapi.json with schemathesis",
        api_check::run,
    ),
    (
        "python",
        "python [--release] [ARGUMENT…]: build the Python wheel, install it into a fresh environment, run its tests",
        python::run,
    ),
    (
        "tidy",
        "check dependency directions, names and files of games, file sizes, rule ids, pictures, files and tests that the manuals name",
        tidy::run,
    ),
    ("deny", "check licences and bans of dependencies with cargo-deny", chores::deny),
    (
        "package",
        "check that the library crates can be published: files, metadata, a build of each package (slow, not part of test)",
        package::run,
    ),
    (
        "web",
        "web [--quick] [--test-games]: bundle the web app for the next build to embed",
        web::run,
    ),
    (
        "web-pictures",
        "web-pictures [people | story [GAME]...]: retake docs/pictures/web and docs/pictures/story in a browser",
        chores::web_pictures,
    ),
    (
        "web-speed",
        "measure the web app in a browser: first board, frames, search beside native",
        chores::web_speed,
    ),
    ("pictures", "redraw docs/pictures", chores::pictures),
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
