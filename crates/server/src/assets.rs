use std::borrow::Cow;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};
use sha2::{Digest, Sha256};

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
    let wanted = if is_file(path) { path } else { PAGE };
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

/// A name with an ending is a file; anything else is a page of the app.
fn is_file(path: &str) -> bool {
    path.rsplit('/').next().is_some_and(|name| name.contains('.'))
}

/// The page as it was put together, if this is the address of one.
pub(crate) fn page(path: &str) -> Option<String> {
    let file = Dist::get(PAGE).filter(|_| !is_file(path))?;
    String::from_utf8(file.data.into_owned()).ok()
}

/// Answers with a page made for this address and this reader.
pub(crate) fn made(page: String, headers: &HeaderMap) -> Response {
    let tag = tag(&Sha256::digest(page.as_bytes()));
    let mut response = if is_known(&tag, headers) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(header::CONTENT_TYPE, mime(PAGE))], page).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::VARY, HeaderValue::from_static("accept-language"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

/// Whether whoever asks has what this tag stands for.
pub(crate) fn is_known(tag: &str, headers: &HeaderMap) -> bool {
    let seen = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let bare = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    seen.is_some_and(|seen| seen.split(',').any(|one| bare(one) == bare(tag)))
}

fn answer(path: &str, file: EmbeddedFile, headers: &HeaderMap) -> Response {
    let tag = tag(&file.metadata.sha256_hash());
    let for_ever = path.starts_with("assets/");
    let keep = if for_ever { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut response = if is_known(&tag, headers) {
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

fn tag(hash: &[u8]) -> String {
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
