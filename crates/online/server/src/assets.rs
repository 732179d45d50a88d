use std::borrow::Cow;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};
use sha2::{Digest, Sha256};

#[derive(RustEmbed)]
#[folder = "../../app/web/dist"]
struct WebDist;

/// Page served for every route of the app.
const INDEX_PAGE: &str = "index.html";

/// Precompressed variants, best first: encoding name and file extension.
const ENCODINGS: [(&str, &str); 2] = [("br", "br"), ("gzip", "gz")];

/// Whether the web app was embedded at build time.
pub fn has_web_app() -> bool {
    WebDist::get(INDEX_PAGE).is_some()
}

/// Serves a file, or the app's page for its routes.
pub(crate) async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        let allowed = [(header::ALLOW, "GET, HEAD")];
        return (StatusCode::METHOD_NOT_ALLOWED, allowed, "GET and HEAD only\n").into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let wanted = if is_file(path) { path } else { INDEX_PAGE };
    let compressed = ENCODINGS.iter().any(|(_, ending)| wanted.ends_with(&format!(".{ending}")));
    match WebDist::get(wanted).filter(|_| !compressed) {
        Some(file) => serve_file(wanted, file, &headers),
        None if has_web_app() => (StatusCode::NOT_FOUND, "there is no such file\n").into_response(),
        None => (
            StatusCode::SERVICE_UNAVAILABLE,
            "this program was built without its web app: cargo xtask web, then build it again\n",
        )
            .into_response(),
    }
}

/// A last segment with a dot is a file; anything else is a route of the app.
fn is_file(path: &str) -> bool {
    path.rsplit('/').next().is_some_and(|name| name.contains('.'))
}

/// The embedded page, if the path is a route of the app.
pub(crate) fn app_page(path: &str) -> Option<String> {
    let file = WebDist::get(INDEX_PAGE).filter(|_| !is_file(path))?;
    String::from_utf8(file.data.into_owned()).ok()
}

/// Responds with a page generated for this path and language.
pub(crate) fn respond_with_page(page: String, headers: &HeaderMap) -> Response {
    let tag = etag(&Sha256::digest(page.as_bytes()));
    let mut response = if matches_etag(&tag, headers) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(header::CONTENT_TYPE, mime_type(INDEX_PAGE))], page).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::VARY, HeaderValue::from_static("accept-language"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

/// Whether the client has the content of this ETag.
pub(crate) fn matches_etag(tag: &str, headers: &HeaderMap) -> bool {
    let seen = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let bare = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    seen.is_some_and(|seen| seen.split(',').any(|one| bare(one) == bare(tag)))
}

fn serve_file(path: &str, file: EmbeddedFile, headers: &HeaderMap) -> Response {
    let tag = etag(&file.metadata.sha256_hash());
    let for_ever = path.starts_with("assets/");
    let keep = if for_ever { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut response = if matches_etag(&tag, headers) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let accepted = headers
            .get(header::ACCEPT_ENCODING)
            .and_then(|value| value.to_str().ok())
            .unwrap_or("");
        let (data, encoding) = best_encoding(path, file.data, accepted);
        let mut response = Response::new(Body::from(data.into_owned()));
        let kind = mime_type(path);
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
        if let Some(encoding) = encoding {
            response
                .headers_mut()
                .insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        response
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

fn etag(hash: &[u8]) -> String {
    let digits: String = hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    format!("W/\"{digits}\"")
}

/// The smallest variant the browser accepts.
fn best_encoding(
    path: &str,
    plain: Cow<'static, [u8]>,
    accepted: &str,
) -> (Cow<'static, [u8]>, Option<&'static str>) {
    let reads = |name: &str| {
        accepted.split(',').any(|one| {
            let mut parts = one.trim().split(';').map(str::trim);
            parts.next() == Some(name) && !parts.any(|q| q == "q=0")
        })
    };
    let form = ENCODINGS.iter().filter(|(name, _)| reads(name));
    let found = form
        .filter_map(|(name, ending)| Some((WebDist::get(&format!("{path}.{ending}"))?, *name)))
        .next();
    found.map_or((plain, None), |(file, name)| (file.data, Some(name)))
}

fn mime_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("webmanifest") => "application/manifest+json",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    }
}
