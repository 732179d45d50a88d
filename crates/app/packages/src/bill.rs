//! The bill of materials: every crate the program is made of, in CycloneDX.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::{Failure, hex_digest};

/// The crate whose dependencies are listed.
const PROGRAM: &str = "abaque-cli";

/// Lists the crates that `cargo metadata` resolves for the program, without those used only while
/// developing or building.
pub(crate) fn make(metadata: &Path, version: &str) -> Result<Vec<u8>, Failure> {
    let text = fs::read(metadata).map_err(|error| format!("{}: {error}", metadata.display()))?;
    let metadata: Value = serde_json::from_slice(&text).map_err(|error| error.to_string())?;
    let bill = bill(&metadata, version)?;
    serde_json::to_vec_pretty(&bill).map_err(|error| error.to_string())
}

fn list<'a>(value: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    value[name].as_array().into_iter().flatten()
}

fn bill(metadata: &Value, version: &str) -> Result<Value, Failure> {
    let id = |value: &Value| value["id"].as_str().unwrap_or_default().to_owned();
    let packages: BTreeMap<String, &Value> =
        list(metadata, "packages").map(|package| (id(package), package)).collect();
    let nodes: BTreeMap<String, &Value> =
        list(&metadata["resolve"], "nodes").map(|node| (id(node), node)).collect();
    let program = packages.values().find(|package| package["name"] == PROGRAM);
    let program = id(program.ok_or_else(|| format!("cargo metadata does not know {PROGRAM}"))?);
    let mut used = BTreeMap::new();
    let mut open = vec![program.clone()];
    while let Some(id) = open.pop() {
        if used.contains_key(&id) {
            continue;
        }
        let node = nodes.get(&id).ok_or_else(|| format!("{id} is not resolved"))?;
        let needs: BTreeSet<String> = list(node, "deps")
            .filter(|need| list(need, "dep_kinds").any(|kind| kind["kind"].is_null()))
            .filter_map(|need| need["pkg"].as_str().map(str::to_owned))
            .collect();
        open.extend(needs.iter().cloned());
        used.insert(id, needs);
    }
    let reference = |id: &String| {
        let package = packages[id];
        let [name, version] =
            ["name", "version"].map(|field| package[field].as_str().unwrap_or("?"));
        format!("pkg:cargo/{name}@{version}")
    };
    let component = |id: &String| {
        let package = packages[id];
        json!({
            "type": "library",
            "bom-ref": reference(id),
            "purl": reference(id),
            "name": package["name"],
            "version": package["version"],
            "licenses": [{ "expression": package["license"].as_str().unwrap_or("NOASSERTION").replace('/', " OR ") }],
        })
    };
    let components: Vec<Value> = used.keys().filter(|id| **id != program).map(component).collect();
    let dependencies: Vec<Value> = used
        .iter()
        .map(|(id, needs)| {
            let needs: Vec<String> = needs.iter().map(reference).collect();
            json!({ "ref": reference(id), "dependsOn": needs })
        })
        .collect();
    // A version 4 identifier drawn from the contents, so that the same input gives the same bytes.
    let digest = hex_digest(json!(dependencies).to_string().as_bytes());
    let serial = format!(
        "urn:uuid:{}-{}-4{}-8{}-{}",
        &digest[..8],
        &digest[8..12],
        &digest[13..16],
        &digest[17..20],
        &digest[20..32]
    );
    Ok(json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": serial,
        "version": 1,
        "metadata": { "component": {
            "type": "application",
            "bom-ref": reference(&program),
            "name": "abaque",
            "version": version,
            "licenses": [{ "expression": "MIT OR Apache-2.0" }],
        } },
        "components": components,
        "dependencies": dependencies,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn development_dependencies_are_left_out() {
        let package = |name: &str| json!({ "id": name, "name": name, "version": "1.0.0", "license": "MIT/Apache-2.0" });
        let need =
            |name: &str, kind: Value| json!({ "pkg": name, "dep_kinds": [{ "kind": kind }] });
        let metadata = json!({
            "packages": [package(PROGRAM), package("used"), package("below"), package("tests")],
            "resolve": { "nodes": [
                { "id": PROGRAM, "deps": [need("used", Value::Null), need("tests", json!("dev"))] },
                { "id": "used", "deps": [need("below", Value::Null)] },
                { "id": "below", "deps": [] },
                { "id": "tests", "deps": [] },
            ] },
        });
        let bill = bill(&metadata, "1.2.3").unwrap();
        let names: Vec<&str> =
            list(&bill, "components").filter_map(|component| component["name"].as_str()).collect();
        assert_eq!(names, ["below", "used"]);
        assert_eq!(bill["components"][0]["licenses"][0]["expression"], "MIT OR Apache-2.0");
        assert_eq!(bill["metadata"]["component"]["version"], "1.2.3");
    }
}
