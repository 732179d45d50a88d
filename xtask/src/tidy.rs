//! Checks the compiler does not make: dependencies between crates, names and files of games, file
//! length, terms, spaces, rule ids, pictures.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::chores::{cargo, workspace_root};
use crate::registry::game_names;
use crate::{
    game_files, game_names, layers, named_files, rule_ids, terms, threat_model, typography,
};

/// Maximum lines per source file.
const MAX_FILE_LINES: usize = 800;

/// `cargo xtask tidy`.
pub(crate) fn run(_: &[String]) -> Result<(), String> {
    check(None)
}

/// Runs all checks and reports every failure. `gallery` is the compiled example of `abaque-draw`.
pub(crate) fn check(gallery: Option<&Path>) -> Result<(), String> {
    let mut wrong = Vec::new();
    let games = game_names()?;
    layers::check(&games, &mut wrong)?;
    game_names::check(&games, &mut wrong);
    game_files::check(&games, &mut wrong);
    named_files::check(&mut wrong);
    check_file_sizes(&mut wrong);
    terms::check(&mut wrong);
    typography::check(&mut wrong);
    if let Err(error) = rule_ids::check() {
        wrong.push(error);
    }
    if let Err(error) = threat_model::check() {
        wrong.push(error);
    }
    check_pictures(gallery, &mut wrong)?;
    if wrong.is_empty() {
        eprintln!(
            "── tidy: dependencies, names and files of games, file sizes, named files, terms, spaces, rule ids and pictures are in order"
        );
        return Ok(());
    }
    Err(wrong.join("\n"))
}

/// Compares the README's pictures with the gallery's current output.
fn check_pictures(gallery: Option<&Path>, wrong: &mut Vec<String>) -> Result<(), String> {
    let fresh = std::env::temp_dir().join(format!("abaque-pictures-{}", std::process::id()));
    fs::create_dir_all(&fresh).map_err(|error| error.to_string())?;
    let example = ["run", "--quiet", "--locked", "-p", "abaque-draw", "--example", "gallery", "--"];
    let mut gallery = gallery.map_or_else(|| cargo(&example), Command::new);
    let drawn = gallery.arg(&fresh).output().map_err(|error| error.to_string())?;
    if !drawn.status.success() {
        return Err(format!("the gallery fails: {}", String::from_utf8_lossy(&drawn.stderr)));
    }
    let mut compared = 0;
    for entry in fs::read_dir(&fresh).into_iter().flatten().flatten() {
        let kept = workspace_root().join("docs/pictures").join(entry.file_name());
        if kept.extension().is_some_and(|ending| ending == "svg") {
            compared += 1;
            if fs::read(&kept).ok() != fs::read(entry.path()).ok() {
                wrong.push(format!("{} is out of date: cargo xtask pictures", kept.display()));
            }
        }
    }
    if compared == 0 {
        wrong.push("the gallery drew nothing to compare".into());
    }
    fs::remove_dir_all(&fresh).map_err(|error| error.to_string())
}

fn check_file_sizes(wrong: &mut Vec<String>) {
    for folder in ["crates", "xtask"] {
        rule_ids::visit_files(&workspace_root().join(folder), &mut |path| {
            if path.extension().is_some_and(|ending| ending == "rs") {
                let lines = fs::read_to_string(path).unwrap_or_default().lines().count();
                if lines > MAX_FILE_LINES {
                    wrong.push(format!("{} has {lines} lines; split it", path.display()));
                }
            }
        });
    }
}
