//! The API description matches the routes.

use std::collections::BTreeSet;

use axum::body::Body;
use axum::http::Request;
use serde_json::Value;

use super::Server;

/// Methods and paths of the description.
fn listed(api: &Value) -> BTreeSet<(String, String)> {
    let paths = api["paths"].as_object().unwrap();
    let pairs = paths.iter().flat_map(|(path, item)| {
        let methods = item.as_object().unwrap().keys();
        methods.map(move |method| (method.to_uppercase(), path.clone()))
    });
    pairs.collect()
}

/// Paths of the router, parsed from its Debug output: there is no other way to list them.
fn routed(server: &Server) -> BTreeSet<String> {
    let printed = format!("{:?}", server.router);
    let texts = printed.split('"').filter(|text| text.starts_with('/'));
    // The documentation page and its style, the 404 fallbacks, the web app.
    let rest =
        ["/api", "/api/style.css", "/api/", "/api/{*rest}", "/", "/{*__private__axum_fallback}"];
    texts.filter(|path| !rest.contains(path)).map(str::to_owned).collect()
}

/// A concrete path for a template.
fn concrete(path: &str) -> String {
    let path = path.replace("{name}", "x").replace("{kind}", "abalone").replace("{id}", "1");
    path.replace("{file}", "nothing.png")
}

#[tokio::test]
async fn every_route_is_described() {
    let server = Server::new().await;
    let api = server.browser().get("/openapi.json").await.json();
    let listed = listed(&api);
    let paths: BTreeSet<String> = listed.iter().map(|(_, path)| path.clone()).collect();
    assert_eq!(paths, routed(&server));
    assert!(listed.len() >= 26, "{listed:?}");
    // The router accepts exactly the described methods.
    for path in &paths {
        let concrete = concrete(path);
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE"] {
            let request = Request::builder().method(method).uri(&concrete).body(Body::empty());
            let answer = server.send(request.unwrap()).await;
            let known = listed.contains(&(method.to_owned(), path.clone()));
            assert_eq!(answer.status != 405, known, "{method} {path}: {answer:?}");
        }
    }
}

#[tokio::test]
async fn every_operation_documents_parameters_and_responses() {
    let server = Server::new().await;
    let api = server.browser().get("/openapi.json").await.json();
    for (method, path) in listed(&api) {
        let operation = &api["paths"][&path][method.to_lowercase()];
        assert!(
            operation["summary"].as_str().is_some_and(|text| text.len() > 5),
            "{method} {path}"
        );
        assert!(operation["tags"][0].is_string(), "{method} {path}");
        let responses = operation["responses"].as_object().unwrap();
        assert!(responses.keys().any(|status| status.starts_with(['1', '2'])), "{method} {path}");
        for name in path.split('{').skip(1).map(|part| part.split('}').next().unwrap()) {
            let parameters = operation["parameters"].as_array().unwrap();
            assert!(parameters.iter().any(|one| one["name"] == name), "{method} {path} {name}");
        }
    }
    // Every reference resolves.
    let text = api.to_string();
    for part in text.split("\"#/components/schemas/").skip(1) {
        let name = part.split('"').next().unwrap();
        assert!(api["components"]["schemas"][name].is_object(), "{name}");
    }
    assert!(api["components"]["securitySchemes"]["token"].is_object());
}

#[tokio::test]
async fn the_api_page_works_without_scripts() {
    let server = Server::new().await;
    let page = server.browser().get("/api").await;
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    let api = server.browser().get("/openapi.json").await.json();
    for (method, path) in listed(&api) {
        assert!(page.text.contains(&format!("<b>{method}</b> {path}</h3>")), "{method} {path}");
    }
    for kind in abaque_server::problem::ALL {
        assert!(page.text.contains(&format!("id=\"{}\"", kind.code)));
    }
    for foreign in ["<script", "style=", "<style", "http://"] {
        assert!(!page.text.contains(foreign), "{foreign}");
    }
    let style = server.browser().get("/api/style.css").await;
    assert!(style.header("content-type").starts_with("text/css"));
    assert!(style.text.contains("body {"));
}

#[tokio::test]
async fn the_description_states_authentication() {
    let server = Server::new().await;
    let mut ann = server.account("Ann").await;
    let api = ann.get("/openapi.json").await.json();
    let mut program = ann.program(&["play"]).await;
    for (method, path) in listed(&api) {
        let operation = &api["paths"][&path][method.to_lowercase()];
        let security = operation["security"].as_array();
        let anybody = |way: &Value| way.as_object().is_some_and(|way| way.is_empty());
        let ways = security.map(|ways| !ways.iter().any(anybody));
        let concrete = concrete(&path);
        // A stream has no end to wait for.
        if path != "/api/v1/events" {
            let by_token = program.send(&method, &concrete, "application/json", "[]".into()).await;
            let refused = by_token.text.contains("\"browser-only\"");
            assert_eq!(refused, ways == Some(true), "{method} {path}: {by_token:?}");
        }
        let request = Request::builder().method(&*method).uri(&concrete);
        let request = request.header("content-type", "application/json").body(Body::from("[]"));
        let by_nobody = server.send(request.unwrap()).await;
        let refused = by_nobody.text.contains("\"not-signed-in\"");
        assert_eq!(refused, ways != Some(false), "{method} {path}: {by_nobody:?}");
    }
}

#[tokio::test]
async fn every_error_is_described_as_a_problem_with_its_headers() {
    let server = Server::new().await;
    let api = server.browser().get("/openapi.json").await.json();
    let mut ids = BTreeSet::new();
    for (method, path) in listed(&api) {
        let operation = &api["paths"][&path][method.to_lowercase()];
        assert!(ids.insert(operation["operationId"].to_string()), "{method} {path}");
        let responses = operation["responses"].as_object().unwrap();
        for (status, response) in responses {
            let name = response["$ref"].as_str().and_then(|place| place.rsplit('/').next());
            let response = name.map_or(response, |name| &api["components"]["responses"][name]);
            let what = format!("{method} {path} {status}: {response}");
            assert!(
                response["description"].as_str().is_some_and(|text| !text.is_empty()),
                "{what}"
            );
            let content = response["content"].as_object();
            let kinds: Vec<&str> = content.into_iter().flatten().map(|(kind, _)| &**kind).collect();
            if status.starts_with(['4', '5']) && path != "/readyz" {
                assert_eq!(kinds, ["application/problem+json"], "{what}");
            }
        }
        if path.starts_with("/api/v1/") {
            for status in ["429", "500", "503"] {
                assert!(responses.contains_key(status), "{method} {path} {status}");
            }
        }
    }
    assert!(api["components"]["responses"]["TooOften"]["headers"]["Retry-After"].is_object());
}

/// Every constrained schema and field exists under its name.
#[tokio::test]
async fn schemas_contain_their_constraints() {
    let server = Server::new().await;
    let api = server.browser().get("/openapi.json").await.json();
    let schemas = &api["components"]["schemas"];
    for (shape, field, rule) in [
        ("GameTerms", "id", "pattern"),
        ("GameTerms", "commitments", "maxItems"),
        ("GameTerms", "delay", "maximum"),
        ("RematchRequest", "seed", "pattern"),
        ("JoinRequest", "commitment", "pattern"),
        ("PlayRequest", "key", "maxLength"),
        ("ReportRequest", "text", "maxLength"),
        ("TokenRequest", "scopes", "minItems"),
        ("Credentials", "name", "maxLength"),
        ("Registration", "name", "maxLength"),
    ] {
        assert!(!schemas[shape]["properties"][field][rule].is_null(), "{shape} {field} {rule}");
    }
    assert!(!api["paths"].to_string().contains(":null"));
}

/// Serialised examples of each type fit the described schemas.
#[tokio::test]
async fn schemas_match_serialised_values() {
    use abaque_protocol::{GameAct, GameTerms, Offer, OpponentChoice, SideChoice};
    let server = Server::new().await;
    let api = server.browser().get("/openapi.json").await.json();
    let schemas = &api["components"]["schemas"];
    let create = &api["paths"]["/api/v1/games"]["post"]["requestBody"]["content"];
    assert_eq!(create["application/json"]["schema"]["$ref"], "#/components/schemas/GameTerms");
    let full = GameTerms {
        id: Some("k3m9x2p7qa".into()),
        delay: 60,
        seed: Some("0".repeat(64)),
        against: OpponentChoice::Person("Ann".into()),
        side: SideChoice::First,
        ..GameTerms::new("abalone")
    };
    let full = serde_json::to_value(&full).unwrap();
    let described: BTreeSet<&String> =
        schemas["GameTerms"]["properties"].as_object().unwrap().keys().collect();
    assert_eq!(described, full.as_object().unwrap().keys().collect::<BTreeSet<_>>());
    assert_eq!(schemas["GameTerms"]["additionalProperties"], false);
    assert_eq!(schemas["GameTerms"]["required"], serde_json::json!(["spec"]));
    let acts = [
        GameAct::Play { ply: "a1b1".into(), nonce: None },
        GameAct::Offer { what: Offer::Draw },
        GameAct::Accept { what: Offer::TakeBack },
        GameAct::Decline { what: Offer::Draw },
        GameAct::Resign,
        GameAct::LetPass,
        GameAct::Interrupt,
        GameAct::Abort,
        GameAct::Claim,
        GameAct::Reveal { seed: "0".repeat(64), other: None },
    ];
    let words = |schema: &Value| -> Option<String> {
        schema["properties"]["do"]["enum"][0].as_str().map(str::to_owned)
    };
    let described: BTreeSet<String> =
        schemas["GameAct"]["oneOf"].as_array().unwrap().iter().filter_map(words).collect();
    let written =
        acts.map(|act| serde_json::to_value(act).unwrap()["do"].as_str().unwrap().to_owned());
    assert_eq!(described, BTreeSet::from(written));
    for part in ["which", "live"] {
        assert!(api["paths"]["/api/v1/games"]["get"]["parameters"].to_string().contains(part));
    }
}
