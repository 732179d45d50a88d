//! Checks the compiler does not make: dependencies between crates, file length, rule ids, pictures.

use std::collections::BTreeMap;
use std::fs;

use crate::chores::{cargo, workspace_root};
use crate::{rule_ids, threat_model};

/// Allowed dependencies among our own crates. Everything points towards `core`.
static ALLOWED_DEPENDENCIES: &[(&str, &[&str])] = &[
    ("abaque-core", &[]),
    ("abaque-lots", &[]),
    ("abaque-rating", &[]),
    ("abaque-testkit", &["abaque-core"]),
    ("abaque-abalone", &["abaque-core"]),
    ("abaque-abraxas", &["abaque-core"]),
    ("abaque-abagio", &["abaque-core"]),
    ("abaque-blocs", &["abaque-core"]),
    ("abaque-search", &["abaque-core"]),
    ("abaque-bot", &["abaque-core", "abaque-search"]),
    ("abaque-abalone-bot", &["abaque-core", "abaque-search", "abaque-bot", "abaque-abalone"]),
    ("abaque-abraxas-bot", &["abaque-core", "abaque-search", "abaque-bot", "abaque-abraxas"]),
    ("abaque-abagio-bot", &["abaque-core", "abaque-search", "abaque-bot", "abaque-abagio"]),
    ("abaque-blocs-bot", &["abaque-core", "abaque-search", "abaque-bot", "abaque-blocs"]),
    (
        "abaque-catalog",
        &["abaque-core", "abaque-abalone", "abaque-abraxas", "abaque-abagio", "abaque-blocs"],
    ),
    (
        "abaque-bots",
        &[
            "abaque-core",
            "abaque-bot",
            "abaque-catalog",
            "abaque-abalone-bot",
            "abaque-abraxas-bot",
            "abaque-abagio-bot",
            "abaque-blocs-bot",
        ],
    ),
    ("abaque-board", &["abaque-core"]),
    ("abaque-abalone-board", &["abaque-core", "abaque-board", "abaque-abalone"]),
    ("abaque-abraxas-board", &["abaque-core", "abaque-board", "abaque-abraxas"]),
    ("abaque-abagio-board", &["abaque-core", "abaque-board", "abaque-abagio"]),
    ("abaque-blocs-board", &["abaque-core", "abaque-board", "abaque-blocs"]),
    (
        "abaque-draw",
        &[
            "abaque-core",
            "abaque-board",
            "abaque-catalog",
            "abaque-abalone-board",
            "abaque-abraxas-board",
            "abaque-abagio-board",
            "abaque-blocs-board",
        ],
    ),
    ("abaque-puzzles", &["abaque-core", "abaque-abraxas", "abaque-blocs", "abaque-catalog"]),
    ("abaque-lessons", &["abaque-core", "abaque-catalog"]),
    (
        "abaque-train",
        &[
            "abaque-core",
            "abaque-search",
            "abaque-bot",
            "abaque-puzzles",
            "abaque-abalone",
            "abaque-abalone-bot",
            "abaque-abraxas",
            "abaque-abraxas-bot",
            "abaque-abagio",
            "abaque-abagio-bot",
            "abaque-blocs",
            "abaque-blocs-bot",
        ],
    ),
    ("abaque-record", &["abaque-core", "abaque-catalog", "abaque-lots", "abaque-abalone"]),
    ("abaque-table", &["abaque-core", "abaque-catalog", "abaque-lots"]),
    ("abaque-ugi", &["abaque-core", "abaque-search", "abaque-catalog", "abaque-bots"]),
    (
        "abaque-arena",
        &[
            "abaque-core",
            "abaque-search",
            "abaque-catalog",
            "abaque-bots",
            "abaque-record",
            "abaque-ugi",
        ],
    ),
    (
        "abaque-analysis",
        &["abaque-core", "abaque-search", "abaque-catalog", "abaque-bots", "abaque-record"],
    ),
    (
        "abaque-cli",
        &[
            "abaque-arena",
            "abaque-search",
            "abaque-ugi",
            "abaque-core",
            "abaque-analysis",
            "abaque-bots",
            "abaque-catalog",
            "abaque-client",
            "abaque-rooms",
            "abaque-protocol",
            "abaque-puzzles",
            "abaque-record",
            "abaque-table",
            "abaque-draw",
            "abaque-server",
            "abaque-store",
        ],
    ),
    (
        "abaque-client",
        &[
            "abaque-analysis",
            "abaque-core",
            "abaque-search",
            "abaque-bots",
            "abaque-catalog",
            "abaque-board",
            "abaque-draw",
            "abaque-lots",
            "abaque-protocol",
            "abaque-rating",
            "abaque-record",
            "abaque-table",
        ],
    ),
    (
        "abaque-web",
        &[
            "abaque-core",
            "abaque-bot",
            "abaque-catalog",
            "abaque-client",
            "abaque-draw",
            "abaque-protocol",
            "abaque-lessons",
            "abaque-puzzles",
            "abaque-table",
        ],
    ),
    ("abaque-front", &["abaque-web"]),
    ("abaque-more", &["abaque-web"]),
    ("abaque-worker", &["abaque-client"]),
    (
        "abaque-server",
        &[
            "abaque-core",
            "abaque-catalog",
            "abaque-draw",
            "abaque-rooms",
            "abaque-lots",
            "abaque-protocol",
            "abaque-rating",
            "abaque-record",
            "abaque-store",
        ],
    ),
    ("abaque-store", &[]),
    ("abaque-protocol", &["abaque-core", "abaque-table"]),
    (
        "abaque-rooms",
        &[
            "abaque-core",
            "abaque-bots",
            "abaque-catalog",
            "abaque-lots",
            "abaque-protocol",
            "abaque-rating",
            "abaque-record",
            "abaque-search",
            "abaque-store",
            "abaque-table",
        ],
    ),
    (
        "abaque-load",
        &["abaque-core", "abaque-catalog", "abaque-lots", "abaque-protocol", "abaque-record"],
    ),
    ("abaque-bundle", &["abaque-draw"]),
    (
        "abaque-e2e",
        &["abaque-catalog", "abaque-client", "abaque-core", "abaque-server", "abaque-table"],
    ),
    (
        "xtask",
        &[
            "abaque-core",
            "abaque-abalone",
            "abaque-abraxas",
            "abaque-abagio",
            "abaque-blocs",
            "abaque-testkit",
        ],
    ),
];

/// Rules crates: no dependencies outside this workspace.
static PURE_CRATES: &[&str] =
    &["abaque-core", "abaque-abalone", "abaque-abraxas", "abaque-abagio", "abaque-blocs"];

/// Dependencies they may have behind a feature that is off by default.
static OPTIONAL_IN_PURE_CRATES: &[&str] = &["arbitrary", "serde"];

/// Maximum lines per source file.
const MAX_FILE_LINES: usize = 800;

/// Runs all checks and reports every failure.
pub(crate) fn run(_: &[String]) -> Result<(), String> {
    let mut wrong = Vec::new();
    check_dependencies(&mut wrong)?;
    check_file_sizes(&mut wrong);
    if let Err(error) = rule_ids::check() {
        wrong.push(error);
    }
    if let Err(error) = threat_model::check() {
        wrong.push(error);
    }
    check_pictures(&mut wrong)?;
    if wrong.is_empty() {
        eprintln!("── tidy: dependency directions, file sizes, rule ids and pictures are in order");
        return Ok(());
    }
    Err(wrong.join("\n"))
}

fn check_dependencies(wrong: &mut Vec<String>) -> Result<(), String> {
    let out = cargo(&["metadata", "--format-version", "1", "--no-deps", "--locked"])
        .output()
        .map_err(|error| error.to_string())?;
    let metadata: serde_json::Value =
        serde_json::from_slice(&out.stdout).map_err(|error| format!("cargo metadata: {error}"))?;
    let allowed: BTreeMap<_, _> = ALLOWED_DEPENDENCIES.iter().copied().collect();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let name = package["name"].as_str().unwrap_or_default();
        let Some(may) = allowed.get(name) else {
            wrong.push(format!("xtask/src/tidy.rs does not say what {name} may depend on"));
            continue;
        };
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            let on = dependency["name"].as_str().unwrap_or_default();
            if !dependency["kind"].is_null() {
                continue;
            }
            let ours = dependency["path"].is_string();
            if ours && !may.contains(&on) {
                wrong.push(format!("{name} may not depend on {on}"));
            }
            let by_feature =
                dependency["optional"] == true && OPTIONAL_IN_PURE_CRATES.contains(&on);
            if !ours && !by_feature && PURE_CRATES.contains(&name) {
                wrong.push(format!("{name} is pure rules and may not depend on {on}"));
            }
        }
    }
    Ok(())
}

/// Compares the README's pictures with the gallery's current output.
fn check_pictures(wrong: &mut Vec<String>) -> Result<(), String> {
    let fresh = std::env::temp_dir().join(format!("abaque-pictures-{}", std::process::id()));
    fs::create_dir_all(&fresh).map_err(|error| error.to_string())?;
    let gallery = ["run", "--quiet", "--locked", "-p", "abaque-draw", "--example", "gallery", "--"];
    let drawn = cargo(&gallery).arg(&fresh).output().map_err(|error| error.to_string())?;
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
