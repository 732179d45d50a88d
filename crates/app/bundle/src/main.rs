//! Bundles the web app into `crates/app/web/dist`: WASM modules with their glue, the page, the
//! style sheet, the service worker, icons, rules, lessons and puzzles. File names carry a content
//! hash, and each file has compressed copies beside it.

mod bindings;
mod dist;
mod function_order;
mod hashed_names;
mod import_names;
mod learn;
mod page;
mod rules;
mod rulings;
mod split;
mod unused_classes;

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

/// What to bundle.
struct BundleRequest {
    /// The compiled modules of the app and of the worker.
    app: PathBuf,
    worker: PathBuf,
    /// The folder to write.
    out: PathBuf,
    /// Compresses quickly rather than well.
    quick: bool,
}

fn main() -> ExitCode {
    let Some(request) = parse_arguments(std::env::args().skip(1)) else {
        eprintln!("usage: abaque-bundle --app FILE --worker FILE --out FOLDER [--quick]");
        eprintln!("`cargo xtask web` compiles the modules and calls it.");
        return ExitCode::from(2);
    };
    match build(&request) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bundle: {error}");
            ExitCode::FAILURE
        }
    }
}

fn parse_arguments(mut arguments: impl Iterator<Item = String>) -> Option<BundleRequest> {
    let (mut app, mut worker, mut out, mut quick) = (None, None, None, false);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--app" => app = Some(arguments.next()?.into()),
            "--worker" => worker = Some(arguments.next()?.into()),
            "--out" => out = Some(arguments.next()?.into()),
            "--quick" => quick = true,
            _ => return None,
        }
    }
    Some(BundleRequest { app: app?, worker: worker?, out: out?, quick })
}

fn build(request: &BundleRequest) -> Result<(), String> {
    let modules = bindings::bind_modules(&request.app, &request.worker, request.quick)?;
    let mut dist = dist::DistFolder::new(request.out.clone());
    page::write(&mut dist, &modules)?;
    dist.write_all(request.quick)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(arguments: &[&str]) -> Option<BundleRequest> {
        parse_arguments(arguments.iter().map(|argument| (*argument).to_owned()))
    }

    #[test]
    fn arguments_name_modules_and_folder() {
        let files = ["--app", "a.wasm", "--worker", "w.wasm", "--out", "dist"];
        let request = parse(&[&["--quick"], &files[..]].concat()).unwrap();
        assert_eq!((request.app, request.worker), ("a.wasm".into(), "w.wasm".into()));
        assert_eq!(request.out, PathBuf::from("dist"));
        assert!(request.quick);
        assert!(!parse(&files).unwrap().quick);
    }

    /// A misspelt option must not write a bundle of the wrong kind, or into the wrong folder.
    #[test]
    fn wrong_arguments_are_refused() {
        for wrong in [
            &["--app", "a.wasm", "--worker", "w.wasm"][..],
            &["--app", "a.wasm", "--out", "dist"],
            &["--app", "a.wasm", "--worker", "w.wasm", "--out"],
            &["--app", "a.wasm", "--worker", "w.wasm", "--out", "dist", "--quik"],
            &["--quick"],
            &[],
        ] {
            assert!(parse(wrong).is_none(), "{wrong:?}");
        }
    }
}
