//! Describes routes outside `/api/v1` that programs use: board pictures, health, metrics.

use serde_json::{Value, json};

use super::contract::{GAME_ID_PATTERN, problem_content};

/// Adds these routes to the description.
pub(super) fn add(api: &mut Value) {
    let Some(paths) = api["paths"].as_object_mut() else { return };
    let described = [
        ("/g/{id}/picture.png", game_picture()),
        ("/pictures/{file}", kind_picture()),
        ("/healthz", healthz()),
        ("/readyz", readyz()),
        ("/metrics", metrics()),
    ];
    for (path, operation) in described {
        paths.insert(path.into(), json!({ "get": operation }));
    }
}

fn operation(tag: &str, summary: &str, parameters: Value, responses: Value) -> Value {
    json!({
        "tags": [tag],
        "summary": summary,
        "security": [{}],
        "parameters": parameters,
        "responses": responses,
    })
}

/// Responses of a picture route: rendered, not modified, or refused.
fn picture_responses() -> Value {
    let header = |about: &str| json!({ "description": about, "required": true, "schema": { "type": "string" } });
    let headers = json!({
        "Cache-Control": header("How long the picture may be cached"),
        "ETag": header("Value for If-None-Match"),
    });
    let refused = |what: &str| json!({ "description": what, "content": problem_content() });
    json!({
        "200": {
            "description": "The picture",
            "headers": headers,
            "content": { "image/png": { "schema": { "type": "string", "format": "binary" } } },
        },
        "304": { "description": "Unchanged since If-None-Match", "headers": headers },
        "404": refused("The picture does not exist"),
        "429": refused("Too many requests"),
        "500": refused("Internal error"),
        "503": refused("Too many pictures are being drawn"),
    })
}

fn game_picture() -> Value {
    let id = json!({
        "name": "id", "in": "path", "required": true, "description": "The game",
        "schema": { "type": "string", "pattern": GAME_ID_PATTERN },
    });
    let version = json!({
        "name": "v", "in": "query", "required": false,
        "description": "Any text; changes with the game's version to bypass caches",
        "schema": { "type": "string" },
    });
    let summary = "Current board of a game as spectators see it";
    operation("pictures", summary, json!([id, version]), picture_responses())
}

fn kind_picture() -> Value {
    let files: Vec<String> = abaque_catalog::GAMES
        .iter()
        .map(|entry| format!("{}.png", (entry.description)().name))
        .collect();
    let file = json!({
        "name": "file", "in": "path", "required": true, "description": "The kind of game",
        "schema": { "type": "string", "enum": files },
    });
    operation("pictures", "Starting position of a kind of game", json!([file]), picture_responses())
}

fn text_response(what: &str) -> Value {
    json!({ "description": what, "content": { "text/plain": { "schema": { "type": "string" } } } })
}

fn healthz() -> Value {
    operation(
        "health",
        "Liveness of the process",
        json!([]),
        json!({ "200": text_response("The process is alive") }),
    )
}

fn readyz() -> Value {
    let answers = json!({
        "200": text_response("The store is writable"),
        "503": text_response("The store is not writable, or the server is stopping"),
    });
    operation("health", "Readiness of the server", json!([]), answers)
}

fn metrics() -> Value {
    let refused = |what: &str| json!({ "description": what, "content": problem_content() });
    let answers = json!({
        "200": text_response("Metrics in the Prometheus text format"),
        "401": refused("A token is needed"),
        "403": refused("Only local requests are allowed"),
    });
    operation("health", "The metrics", json!([]), answers)
}
