//! Bundles the web app into `crates/app/web/dist`: WASM modules with their glue, the page, the
//! style sheet, the service worker, icons, rules, lessons and puzzles. File names carry a content
//! hash, and each file has compressed copies beside it.

mod compile;
mod dist;
mod hashed_names;
mod import_names;
mod learn;
mod page;
mod rules;
mod rulings;
mod split;

use std::path::PathBuf;
use std::process::ExitCode;

/// The workspace root.
fn workspace_root() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(3).map_or(here.clone(), PathBuf::from)
}

/// The names of all games.
fn game_names() -> impl Iterator<Item = &'static str> {
    abaque_catalog::GAMES.iter().map(|entry| (entry.description)().name)
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let quick = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => false,
        ["--quick"] => true,
        _ => {
            eprintln!("usage: abaque-bundle [--quick]");
            return ExitCode::from(2);
        }
    };
    match build(quick) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bundle: {error}");
            ExitCode::FAILURE
        }
    }
}

fn build(quick: bool) -> Result<(), String> {
    let modules = compile::compile_modules(quick)?;
    let mut dist = dist::DistFolder::new(workspace_root().join("crates/app/web/dist"));
    page::write(&mut dist, &modules)?;
    dist.write_all(quick)
}
