//! Completes the OpenAPI description with what the routes do not state: responses of layers and
//! extractors, headers, text patterns, and routes outside the API. One table each.

use abaque_protocol::examples;
use serde_json::{Map, Value, json};

use super::other_routes;

/// Completes an OpenAPI description.
pub(crate) fn complete(api: &mut Value) {
    other_routes::add(api);
    constrain_schemas(api);
    let paths = api["paths"].as_object_mut().map(std::mem::take).unwrap_or_default();
    let completed = paths.into_iter().map(|(path, mut item)| {
        for (method, operation) in item.as_object_mut().into_iter().flatten() {
            complete_operation(&path, method, operation);
        }
        (path, item)
    });
    api["paths"] = Value::Object(completed.collect());
    let shared = SHARED_RESPONSES.iter().map(|answer| (answer.name.to_owned(), answer.describe()));
    api["components"]["responses"] = Value::Object(shared.collect());
}

/// A response shared by many routes.
struct SharedResponse {
    status: &'static str,
    /// Name among the components.
    name: &'static str,
    description: &'static str,
    headers: &'static [(&'static str, &'static str, bool)],
}

impl SharedResponse {
    fn describe(&self) -> Value {
        json!({ "description": self.description, "content": problem_content(), "headers": describe_headers(self) })
    }
}

const LANGUAGE_HEADER: (&str, &str, bool) =
    ("Content-Language", "`en` or `fr`, from Accept-Language", true);
const RETRY_AFTER_TEXT: &str = "Seconds to wait before a retry";

/// Shared problem responses, by status.
static SHARED_RESPONSES: &[SharedResponse] = &[
    SharedResponse {
        status: "400",
        name: "BadRequest",
        description: "The path, query or body is malformed",
        headers: &[LANGUAGE_HEADER],
    },
    SharedResponse {
        status: "401",
        name: "NotSignedIn",
        description: "Not signed in, or the token is invalid",
        headers: &[LANGUAGE_HEADER, ("WWW-Authenticate", "`Bearer`", true)],
    },
    SharedResponse {
        status: "403",
        name: "Forbidden",
        description: "The caller or the origin of the request is not allowed",
        headers: &[LANGUAGE_HEADER],
    },
    SharedResponse {
        status: "404",
        name: "NotFound",
        description: "The resource does not exist",
        headers: &[LANGUAGE_HEADER],
    },
    SharedResponse {
        status: "409",
        name: "Conflict",
        description: "Conflicts with the current state",
        headers: &[LANGUAGE_HEADER],
    },
    SharedResponse {
        status: "413",
        name: "TooLarge",
        description: "The body is too large",
        headers: &[LANGUAGE_HEADER],
    },
    SharedResponse {
        status: "415",
        name: "WrongType",
        description: "The body is not `application/json`",
        headers: &[LANGUAGE_HEADER],
    },
    SharedResponse {
        status: "422",
        name: "Unprocessable",
        description: "A value is not allowed; the detail says which are",
        headers: &[LANGUAGE_HEADER],
    },
    SharedResponse {
        status: "429",
        name: "TooOften",
        description: "A rate or quota limit is exceeded",
        headers: &[LANGUAGE_HEADER, ("Retry-After", RETRY_AFTER_TEXT, false)],
    },
    SharedResponse {
        status: "500",
        name: "Internal",
        description: "Internal error; the response's `id` finds it in the server log",
        headers: &[LANGUAGE_HEADER],
    },
    SharedResponse {
        status: "503",
        name: "Busy",
        description: "The server is busy, slow, or cannot write at the moment",
        headers: &[LANGUAGE_HEADER, ("Retry-After", RETRY_AFTER_TEXT, false)],
    },
];

fn shared_response(status: &str) -> Option<&'static SharedResponse> {
    SHARED_RESPONSES.iter().find(|answer| answer.status == status)
}

/// Content of a problem response.
pub(super) fn problem_content() -> Value {
    json!({ "application/problem+json": { "schema": { "$ref": "#/components/schemas/Problem" } } })
}

fn describe_headers(answer: &SharedResponse) -> Value {
    let all = answer.headers.iter().map(|(name, about, required)| {
        let kind = if *name == "Retry-After" {
            json!({ "type": "integer", "minimum": 1 })
        } else {
            json!({ "type": "string" })
        };
        let header = json!({ "description": about, "required": required, "schema": kind });
        ((*name).to_owned(), header)
    });
    Value::Object(all.collect())
}

/// Public routes with optional authentication: a bad token or a ban is reported there too.
static OPTIONAL_AUTH_ROUTES: &[&str] = &[
    "/api/v1/guest",
    "/api/v1/register",
    "/api/v1/socket",
    "/api/v1/games/{id}/chat",
    "/api/v1/games/{id}/stream",
    "/api/v1/people/{name}/games",
    "/api/v1/people/{name}/records",
];

/// Statuses of single routes: method, path, status.
static EXTRA_STATUSES: &[(&str, &str, &str)] = &[
    ("get", "/api/v1/best/{kind}", "422"),
    ("get", "/api/v1/lots", "404"),
    ("get", "/api/v1/socket", "400"),
    ("post", "/api/v1/games", "404"),
    ("post", "/api/v1/games", "429"),
    ("post", "/api/v1/seek", "409"),
    ("post", "/api/v1/games/{id}/join", "422"),
    ("put", "/api/v1/prefs", "422"),
    ("put", "/api/v1/progress", "422"),
    ("post", "/api/v1/address/proof", "404"),
];

fn complete_operation(path: &str, method: &str, operation: &mut Value) {
    operation["operationId"] = Value::String(operation_id(method, path));
    constrain_parameters(path, operation);
    if (method, path) == ("get", "/api/v1/me") {
        // Anonymous callers get a response too.
        operation["security"] = json!([{}, { "session": [] }, { "token": [] }]);
    }
    let parameters = operation["parameters"].as_array().map_or(0, Vec::len);
    let content = operation["requestBody"]["content"].as_object();
    let body = content.is_some();
    let json = content.is_some_and(|kinds| kinds.contains_key("application/json"));
    if body && !json {
        // An empty text is a valid body.
        operation["requestBody"]["required"] = false.into();
    }
    let anybody = operation["security"]
        .as_array()
        .is_some_and(|ways| ways.iter().all(|way| way.as_object().is_some_and(Map::is_empty)));
    let interface = path.starts_with("/api/v1/") && path != "/api/v1/openapi.json";
    let due = [
        ("400", parameters > 0 || body),
        ("401", interface && (!anybody || OPTIONAL_AUTH_ROUTES.contains(&path))),
        ("403", interface && (!anybody || method != "get" || OPTIONAL_AUTH_ROUTES.contains(&path))),
        ("404", path.contains('{')),
        ("413", interface && method != "get"),
        ("415", json),
        ("422", json),
        ("429", path.starts_with("/api/v1/")),
        ("500", path.starts_with("/api/v1/")),
        ("503", path.starts_with("/api/v1/")),
    ];
    let own = EXTRA_STATUSES.iter().filter(|own| own.0 == method && own.1 == path).map(|own| own.2);
    let due = due.iter().filter(|(_, due)| *due).map(|(status, _)| *status).chain(own);
    let responses = operation.get_mut("responses").and_then(Value::as_object_mut);
    let Some(responses) = responses else { return };
    for status in due {
        responses.entry(status).or_insert(Value::Null);
    }
    for (status, response) in responses {
        complete_response(path, method, status, response);
    }
}

/// Completes a response; what the route states itself is kept.
fn complete_response(path: &str, method: &str, status: &str, response: &mut Value) {
    if let Some(answer) = shared_response(status).filter(|_| !is_plain_text(response)) {
        let description = response["description"].as_str().unwrap_or_default();
        if description.is_empty() {
            *response = json!({ "$ref": format!("#/components/responses/{}", answer.name) });
            return;
        }
        response["content"] = problem_content();
        response["headers"] = describe_headers(answer);
        return;
    }
    if response["description"].as_str().is_none_or(str::is_empty) {
        response["description"] = match status {
            "101" => "Switching protocols",
            "201" => "Created",
            "202" => "Accepted",
            "204" => "Done; no content",
            _ => "Here it is",
        }
        .into();
    }
    for (name, of, required, about) in RESPONSE_HEADERS {
        if *of == (method, path, status) {
            let header = json!({ "description": about, "required": required, "schema": { "type": "string" } });
            response["headers"][*name] = header;
        }
    }
}

/// Whether a response is plain text; only routes outside the API have those.
fn is_plain_text(response: &Value) -> bool {
    response["content"].as_object().is_some_and(|content| content.contains_key("text/plain"))
}

const SESSION_COOKIE_TEXT: &str = "The session secret; `HttpOnly`, `SameSite=Lax`";
const FILE_NAME_TEXT: &str = "Suggested file name";

type ResponseHeader =
    (&'static str, (&'static str, &'static str, &'static str), bool, &'static str);

/// Headers of successful responses: name, route and status, whether always present, description.
static RESPONSE_HEADERS: &[ResponseHeader] = &[
    ("Set-Cookie", ("post", "/api/v1/guest", "201"), true, SESSION_COOKIE_TEXT),
    ("Set-Cookie", ("post", "/api/v1/register", "201"), true, SESSION_COOKIE_TEXT),
    ("Set-Cookie", ("post", "/api/v1/sign-in", "200"), true, SESSION_COOKIE_TEXT),
    ("Set-Cookie", ("post", "/api/v1/sign-out", "204"), true, "Removes the session cookie"),
    ("Set-Cookie", ("delete", "/api/v1/me", "204"), true, "Removes the session cookie"),
    ("Content-Disposition", ("get", "/api/v1/games/{id}/record", "200"), true, FILE_NAME_TEXT),
    ("Content-Disposition", ("get", "/api/v1/people/{name}/records", "200"), true, FILE_NAME_TEXT),
    ("Content-Disposition", ("get", "/api/v1/me/export", "200"), true, FILE_NAME_TEXT),
    ("Upgrade", ("get", "/api/v1/socket", "101"), true, "`websocket`"),
];

/// Unique id of an operation: the method and the words of its path.
fn operation_id(method: &str, path: &str) -> String {
    let words = path.trim_start_matches("/api/v1").split(['/', '.', '-']);
    let words = words.map(|word| word.trim_matches(['{', '}'])).filter(|word| !word.is_empty());
    words.fold(method.to_owned(), |id, word| format!("{id}_{word}"))
}

/// Game ids: ten characters without easily confused ones.
pub(super) const GAME_ID_PATTERN: &str = "^[abcdefghjkmnpqrstuvwxyz23456789]{10}$";
const HASH_PATTERN: &str = "^[0-9a-f]{64}$";

/// Schema of a parameter by path suffix (empty matches all) and name.
fn parameter_schema(path: &str, name: &str) -> Option<Value> {
    let kinds: Vec<&str> =
        abaque_catalog::GAMES.iter().map(|entry| (entry.description)().name).collect();
    let schema = match (name, path) {
        ("id", "/api/v1/sessions/{id}") => json!({ "type": "string", "pattern": "^[0-9a-f]{16}$" }),
        ("id", path) if path.contains("/games/") => {
            json!({ "type": "string", "pattern": GAME_ID_PATTERN })
        }
        ("game", _) => json!({ "type": "string", "pattern": GAME_ID_PATTERN }),
        ("name" | "opponent", _) => json!({ "type": "string", "minLength": 2, "maxLength": 20 }),
        ("kind", path) if path.contains("{kind}") => json!({ "type": "string", "enum": kinds }),
        ("which", _) => json!({ "type": "string", "enum": ["open", "live"] }),
        ("status", _) => {
            json!({ "type": "string", "enum": ["open", "playing", "over", "aborted"] })
        }
        ("limit", _) => json!({ "type": "integer", "minimum": 0, "maximum": u32::MAX }),
        ("before", _) => {
            let pattern = GAME_ID_PATTERN.replacen('^', "^[0-9]{1,15}-", 1);
            json!({ "type": "string", "pattern": pattern })
        }
        _ => return None,
    };
    Some(schema)
}

fn constrain_parameters(path: &str, operation: &mut Value) {
    // Mutable indexing would insert a null for a missing key.
    let parameters = operation.get_mut("parameters").and_then(Value::as_array_mut);
    for parameter in parameters.into_iter().flatten() {
        let name = parameter["name"].as_str().unwrap_or_default().to_owned();
        if let Some(schema) = parameter_schema(path, &name) {
            parameter["schema"] = schema;
        }
    }
}

/// Constraints of fields beyond their types: schema, field, additions.
fn field_rules() -> Vec<(&'static str, &'static str, Value)> {
    let game = json!({ "pattern": GAME_ID_PATTERN });
    let hex = json!({ "pattern": HASH_PATTERN });
    let clock = json!({ "maxLength": 20, "examples": ["300+2", "60d3", "3/turn", "-"] });
    let hexes = |most: u32| json!({ "maxItems": most, "items": { "type": "string", "pattern": HASH_PATTERN } });
    vec![
        ("GameTerms", "id", game.clone()),
        (
            "GameTerms",
            "spec",
            json!({ "minLength": 1, "maxLength": 200, "examples": [examples::SPEC] }),
        ),
        ("GameTerms", "clock", clock),
        ("GameTerms", "delay", json!({ "minimum": 0, "maximum": 900 })),
        ("GameTerms", "commitments", hexes(2)),
        ("GameTerms", "seed", hex.clone()),
        ("RematchRequest", "id", game.clone()),
        ("RematchRequest", "commitments", hexes(2)),
        ("RematchRequest", "seed", hex.clone()),
        ("JoinRequest", "commitment", hex),
        ("PlayRequest", "key", json!({ "minLength": 1, "maxLength": 64, "pattern": "^[ -~]+$" })),
        ("PlayRequest", "seen", json!({ "format": "int64", "minimum": 0, "maximum": u32::MAX })),
        ("Credentials", "name", json!({ "minLength": 2, "maxLength": 20 })),
        ("Registration", "name", json!({ "minLength": 2, "maxLength": 20 })),
        ("ReportRequest", "text", json!({ "minLength": 1, "maxLength": 2000 })),
        ("ReportRequest", "game", game),
        ("TokenRequest", "name", json!({ "minLength": 1, "maxLength": 50 })),
        ("TokenRequest", "scopes", json!({ "minItems": 1 })),
    ]
}

fn constrain_schemas(api: &mut Value) {
    for (shape, field, added) in field_rules() {
        let place = format!("/components/schemas/{shape}/properties/{field}");
        let known = api.pointer_mut(&place).and_then(Value::as_object_mut);
        if let (Some(known), Value::Object(added)) = (known, added) {
            known.extend(added);
        }
    }
    // Variants with fields reject unknown ones; unit variants ignore neighbouring fields.
    for (shape, word) in [("GameAct", "do"), ("OpponentChoice", "")] {
        let place = format!("/components/schemas/{shape}/oneOf");
        let variants = api.pointer_mut(&place).and_then(Value::as_array_mut);
        for variant in variants.into_iter().flatten() {
            let fields = variant["properties"].as_object();
            if fields.is_some_and(|fields| fields.keys().any(|field| field != word)) {
                variant["additionalProperties"] = false.into();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_documents_the_responses_of_layers() {
        let mut api = json!({ "paths": { "/api/v1/games/{id}/act": { "post": {
            "operationId": "act",
            "parameters": [{ "name": "id", "in": "path", "schema": { "type": "string" } }],
            "requestBody": { "content": { "application/json": {} } },
            "responses": {
                "200": { "description": "" },
                "409": { "description": "Too late", "content": { "application/json": {} } }
            }
        } } }, "components": { "schemas": {} } });
        complete(&mut api);
        let operation = &api["paths"]["/api/v1/games/{id}/act"]["post"];
        assert_eq!(operation["operationId"], "post_games_id_act");
        assert_eq!(operation["parameters"][0]["schema"]["pattern"], GAME_ID_PATTERN);
        let responses = operation["responses"].as_object().unwrap();
        for status in ["400", "401", "403", "404", "413", "415", "422", "429", "500", "503"] {
            let name = shared_response(status).unwrap().name;
            assert_eq!(responses[status]["$ref"], format!("#/components/responses/{name}"));
        }
        // The route's own text stays, as a problem.
        assert_eq!(responses["409"]["description"], "Too late");
        assert!(responses["409"]["content"]["application/problem+json"].is_object());
        assert!(responses["409"]["content"].get("application/json").is_none());
        assert_eq!(responses["200"]["description"], "Here it is");
        assert!(!api.to_string().contains("null"), "{api}");
        let wait = &api["components"]["responses"]["TooOften"]["headers"]["Retry-After"];
        assert_eq!(wait["schema"]["type"], "integer");
    }

    #[test]
    fn operation_ids_are_unique() {
        assert_eq!(operation_id("get", "/api/v1/recovery-codes"), "get_recovery_codes");
        assert_eq!(operation_id("put", "/api/v1/blocks/{name}"), "put_blocks_name");
        assert_eq!(operation_id("get", "/g/{id}/picture.png"), "get_g_id_picture_png");
    }
}
