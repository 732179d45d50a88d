//! The accessibility tree of Chromium as text.

use std::collections::HashMap;

use serde_json::Value;

/// Roles without a message of their own: wrappers and the texts inside named nodes.
const SILENT: &[&str] = &["none", "generic", "StaticText", "InlineTextBox", "RootWebArea"];

/// States that are announced.
const STATES: &[&str] = &["checked", "pressed", "expanded", "disabled", "live", "focused"];

/// Lines of the nodes that are announced, indented by depth.
pub(crate) fn to_lines(answer: &Value) -> Vec<String> {
    let nodes = answer["nodes"].as_array().map(Vec::as_slice).unwrap_or_default();
    let by_id: HashMap<&str, &Value> =
        nodes.iter().filter_map(|node| Some((node["nodeId"].as_str()?, node))).collect();
    let mut lines = Vec::new();
    if let Some(root) = nodes.first() {
        push_node(root, 0, &by_id, &mut lines);
    }
    lines
}

fn push_node(node: &Value, depth: usize, by_id: &HashMap<&str, &Value>, lines: &mut Vec<String>) {
    let role = node["role"]["value"].as_str().unwrap_or_default();
    let ignored = node["ignored"].as_bool().unwrap_or(false);
    let told = !ignored && !SILENT.contains(&role);
    if told {
        let name = node["name"]["value"].as_str().unwrap_or_default();
        let states = node["properties"].as_array().into_iter().flatten().filter_map(state);
        let parts: Vec<String> =
            [role.to_owned(), format!("{name:?}")].into_iter().chain(states).collect();
        lines.push(format!("{}{}", "  ".repeat(depth), parts.join(" ")));
    }
    let children = node["childIds"].as_array().into_iter().flatten().filter_map(Value::as_str);
    for child in children.filter_map(|id| by_id.get(id)) {
        push_node(child, depth + usize::from(told), by_id, lines);
    }
}

/// A state that is on: `pressed`, `live=polite`.
fn state(property: &Value) -> Option<String> {
    let name = property["name"].as_str().filter(|name| STATES.contains(name))?;
    match &property["value"]["value"] {
        Value::Bool(true) => Some(name.to_owned()),
        Value::String(value) if value == "true" => Some(name.to_owned()),
        Value::String(value) if value == "polite" || value == "assertive" => {
            Some(format!("{name}={value}"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accessibility_nodes_become_lines() {
        let node = |id: &str, role: &str, name: &str, children: &[&str]| {
            serde_json::json!({
                "nodeId": id, "ignored": false, "role": { "value": role },
                "name": { "value": name }, "childIds": children,
                "properties": [{ "name": "pressed", "value": { "value": "true" } }],
            })
        };
        let answer = serde_json::json!({ "nodes": [
            node("1", "main", "", &["2"]),
            node("2", "generic", "", &["3"]),
            node("3", "button", "Play", &[]),
        ]});
        assert_eq!(to_lines(&answer), ["main \"\" pressed", "  button \"Play\" pressed"]);
    }
}
