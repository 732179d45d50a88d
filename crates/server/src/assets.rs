use std::borrow::Cow;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

#[derive(RustEmbed)]
#[folder = "../web/dist"]
struct Dist;

/// The page that every address of the app leads to.
const PAGE: &str = "index.html";

/// Compressed forms, the better first: the name of the encoding and of the ending.
const FORMS: [(&str, &str); 2] = [("br", "br"), ("gzip", "gz")];

/// Whether the web app was put together before the program was.
pub fn is_built() -> bool {
    Dist::get(PAGE).is_some()
}

/// Answers for every address: a file, or the page for whatever the app calls a page.
pub(crate) async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        let allowed = [(header::ALLOW, "GET, HEAD")];
        return (StatusCode::METHOD_NOT_ALLOWED, allowed, "GET and HEAD only\n").into_response();
    }
    let path = uri.path().trim_start_matches('/');
    // A name with an ending is a file; anything else is a page of the app.
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    let wanted = if is_file { path } else { PAGE };
    let compressed = FORMS.iter().any(|(_, ending)| wanted.ends_with(&format!(".{ending}")));
    match Dist::get(wanted).filter(|_| !compressed) {
        Some(file) => answer(wanted, file, &headers),
        None if is_built() => (StatusCode::NOT_FOUND, "there is no such file\n").into_response(),
        None => (
            StatusCode::SERVICE_UNAVAILABLE,
            "this program was built without its web app: cargo xtask web, then build it again\n",
        )
            .into_response(),
    }
}

fn answer(path: &str, file: EmbeddedFile, headers: &HeaderMap) -> Response {
    let tag = tag(&file);
    let seen = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let for_ever = path.starts_with("assets/");
    let keep = if for_ever { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut response = if seen.is_some_and(|seen| seen.split(',').any(|one| one.trim() == tag)) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let accepted = headers
            .get(header::ACCEPT_ENCODING)
            .and_then(|value| value.to_str().ok())
            .unwrap_or("");
        let (data, encoding) = smallest(path, file.data, accepted);
        let mut response = Response::new(Body::from(data.into_owned()));
        let kind = mime(path);
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

fn tag(file: &EmbeddedFile) -> String {
    let hash = file.metadata.sha256_hash();
    let digits: String = hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    format!("W/\"{digits}\"")
}

/// The smallest form the browser can read.
fn smallest(
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
    let form = FORMS.iter().filter(|(name, _)| reads(name));
    let found = form
        .filter_map(|(name, ending)| Some((Dist::get(&format!("{path}.{ending}"))?, *name)))
        .next();
    found.map_or((plain, None), |(file, name)| (file.data, Some(name)))
}

fn mime(path: &str) -> &'static str {
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
