//! What `cargo metadata` says about the workspace.

use serde_json::Value;

use crate::chores::{cargo, workspace_root};

/// A crate of the workspace.
pub(crate) struct Package {
    /// Its name.
    pub(crate) name: String,
    /// Its folder, relative to the root.
    pub(crate) folder: String,
    /// Whether it may be published.
    pub(crate) is_published: bool,
    /// Its examples.
    pub(crate) examples: Vec<String>,
    /// Its normal dependencies.
    pub(crate) dependencies: Vec<Dependency>,
}

/// A normal dependency of a crate.
pub(crate) struct Dependency {
    /// The name of the other crate.
    pub(crate) name: String,
    /// Whether it is one of ours.
    pub(crate) is_ours: bool,
    /// Whether a feature brings it in.
    pub(crate) is_optional: bool,
}

/// All crates of the workspace.
pub(crate) fn packages() -> Result<Vec<Package>, String> {
    let out = cargo(&["metadata", "--format-version", "1", "--no-deps", "--locked"])
        .output()
        .map_err(|error| error.to_string())?;
    let metadata: Value =
        serde_json::from_slice(&out.stdout).map_err(|error| format!("cargo metadata: {error}"))?;
    Ok(list(&metadata["packages"]).map(package).collect())
}

fn package(from: &Value) -> Package {
    let manifest = text(&from["manifest_path"]);
    let root = workspace_root();
    let folder = manifest.strip_prefix(&*root.to_string_lossy()).unwrap_or(&manifest);
    let folder = folder.trim_start_matches('/').trim_end_matches("Cargo.toml");
    let is_example = |target: &&Value| list(&target["kind"]).any(|kind| kind == "example");
    let normal = |dependency: &&Value| dependency["kind"].is_null();
    Package {
        name: text(&from["name"]),
        folder: folder.trim_end_matches('/').to_owned(),
        is_published: from["publish"].is_null(),
        examples: list(&from["targets"])
            .filter(is_example)
            .map(|target| text(&target["name"]))
            .collect(),
        dependencies: list(&from["dependencies"])
            .filter(normal)
            .map(|dependency| Dependency {
                name: text(&dependency["name"]),
                is_ours: dependency["path"].is_string(),
                is_optional: dependency["optional"] == true,
            })
            .collect(),
    }
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
