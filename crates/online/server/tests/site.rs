//! Responses of the static site.

#![allow(clippy::unwrap_used)]

use axum::body::Body;
use axum::http::{Method, Request, Response, StatusCode, header};
use http_body_util::BodyExt;
use tower::ServiceExt;

async fn ask(method: Method, path: &str, headers: &[(header::HeaderName, &str)]) -> Response<Body> {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(name, *value);
    }
    abaque_server::site().oneshot(request.body(Body::empty()).unwrap()).await.unwrap()
}

async fn get(path: &str) -> Response<Body> {
    ask(Method::GET, path, &[]).await
}

fn named<'a>(response: &'a Response<Body>, name: &str) -> &'a str {
    response.headers().get(name).map_or("", |value| value.to_str().unwrap())
}

/// Name of the style sheet in the page.
async fn style() -> String {
    let page = get("/").await.into_body().collect().await.unwrap().to_bytes();
    let page = String::from_utf8(page.to_vec()).unwrap();
    page.split('"').find(|part| part.starts_with("/assets/style-")).unwrap().to_owned()
}

#[tokio::test]
async fn every_route_of_the_app_serves_its_page() {
    assert!(abaque_server::has_web_app(), "cargo xtask web");
    for path in ["/", "/new/abalone", "/table/3", "/no/such/page"] {
        let response = get(path).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        assert_eq!(named(&response, "content-type"), "text/html; charset=utf-8");
        assert_eq!(named(&response, "cache-control"), "no-cache");
    }
}

#[tokio::test]
async fn every_response_has_security_headers() {
    for path in ["/", "/assets/nothing.js"] {
        let response = get(path).await;
        let policy = named(&response, "content-security-policy");
        assert!(
            policy.contains("default-src 'none'")
                && policy.contains("script-src 'self' 'wasm-unsafe-eval';")
        );
        assert_eq!(named(&response, "x-content-type-options"), "nosniff");
    }
}

#[tokio::test]
async fn assets_are_immutable_and_compressed() {
    let style = style().await;
    let plain = get(&style).await;
    assert_eq!(named(&plain, "cache-control"), "public, max-age=31536000, immutable");
    assert_eq!(named(&plain, "content-encoding"), "");
    let long = plain.into_body().collect().await.unwrap().to_bytes().len();
    let packed =
        ask(Method::GET, &style, &[(header::ACCEPT_ENCODING, "gzip, deflate, br;q=1.0")]).await;
    assert_eq!(named(&packed, "content-encoding"), "br");
    assert!(packed.into_body().collect().await.unwrap().to_bytes().len() < long / 2);
    let refused = ask(Method::GET, &style, &[(header::ACCEPT_ENCODING, "br;q=0, gzip")]).await;
    assert_eq!(named(&refused, "content-encoding"), "gzip");
}

#[tokio::test]
async fn unchanged_files_are_not_modified() {
    let first = get("/").await;
    let tag = named(&first, "etag").to_owned();
    let again = ask(Method::GET, "/", &[(header::IF_NONE_MATCH, &tag)]).await;
    assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
}

#[tokio::test]
async fn missing_files_are_not_found() {
    for path in ["/assets/nothing.js", "/index.html.br", "/../Cargo.toml"] {
        assert_eq!(get(path).await.status(), StatusCode::NOT_FOUND, "{path}");
    }
    let posted = ask(Method::POST, "/", &[]).await;
    assert_eq!(posted.status(), StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(named(&posted, "allow"), "GET, HEAD");
}
