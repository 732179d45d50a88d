//! Puts the web app together in `crates/web/dist`: two WASM modules with their glue, the page, the style sheet, the service
//! worker, icons, rules, lessons and puzzles, with names that change when their contents do, each beside its compressed forms.

mod compile;
mod dist;
mod learn;
mod names;
mod page;
mod rules;
mod rulings;

use std::path::PathBuf;
use std::process::ExitCode;

/// The workspace's folder.
fn root() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    here.parent().map_or(here.clone(), PathBuf::from)
}

fn main() -> ExitCode {
    let quick = std::env::args().any(|argument| argument == "--quick");
    match build(quick) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bundle: {error}");
            ExitCode::FAILURE
        }
    }
}

fn build(quick: bool) -> Result<(), String> {
    let modules = compile::modules(quick)?;
    let mut dist = dist::Dist::new(root().join("crates/web/dist"));
    page::write(&mut dist, &modules)?;
    dist.finish(quick)
}
