//! The description says what there is.

use std::collections::BTreeSet;

use axum::body::Body;
use axum::http::Request;
use serde_json::Value;

use super::Server;

/// Methods and paths as the description has them.
fn listed(api: &Value) -> BTreeSet<(String, String)> {
    let paths = api["paths"].as_object().unwrap();
    let pairs = paths.iter().flat_map(|(path, item)| {
        let methods = item.as_object().unwrap().keys();
        methods.map(move |method| (method.to_uppercase(), path.clone()))
    });
    pairs.collect()
}

/// Paths as the router has them, by what it prints of itself: there is no other way to ask it.
fn routed(server: &Server) -> BTreeSet<String> {
    let printed = format!("{:?}", server.router);
    let texts = printed.split('"').filter(|text| text.starts_with("/api/v1/"));
    texts.map(str::to_owned).collect()
}

#[tokio::test]
async fn every_route_is_described() {
    let server = Server::new().await;
    let api = server.browser().get("/openapi.json").await.json();
    let listed = listed(&api);
    let paths: BTreeSet<String> = listed.iter().map(|(_, path)| path.clone()).collect();
    assert_eq!(paths, routed(&server));
    assert!(listed.len() >= 26, "{listed:?}");
    // And every method described is one the router takes, and no other is.
    for path in &paths {
        let concrete = path.replace("{name}", "x").replace("{kind}", "y").replace("{id}", "1");
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE"] {
            let request = Request::builder().method(method).uri(&concrete).body(Body::empty());
            let answer = server.send(request.unwrap()).await;
            let known = listed.contains(&(method.to_owned(), path.clone()));
            assert_eq!(answer.status != 405, known, "{method} {path}: {answer:?}");
        }
    }
}

#[tokio::test]
async fn every_operation_says_what_it_does_takes_and_gives() {
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
    // Whatever is referred to is there.
    let text = api.to_string();
    for part in text.split("\"#/components/schemas/").skip(1) {
        let name = part.split('"').next().unwrap();
        assert!(api["components"]["schemas"][name].is_object(), "{name}");
    }
    assert!(api["components"]["securitySchemes"]["token"].is_object());
}

#[tokio::test]
async fn the_page_shows_all_of_it_without_scripts() {
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
async fn the_description_says_who_may_ask() {
    let server = Server::new().await;
    let mut ann = server.account("Ann").await;
    let api = ann.get("/openapi.json").await.json();
    let mut program = ann.program(&["play"]).await;
    for (method, path) in listed(&api) {
        let operation = &api["paths"][&path][method.to_lowercase()];
        let security = operation["security"].as_array();
        let ways = security.map(|ways| ways.iter().any(|way| way["session"].is_array()));
        let concrete = path.replace("{name}", "x").replace("{kind}", "y").replace("{id}", "1");
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
        // Nobody is an answer to who one is.
        let open = ways == Some(false) || (method == "GET" && path == "/api/v1/me");
        assert_eq!(refused, !open, "{method} {path}: {by_nobody:?}");
    }
}
