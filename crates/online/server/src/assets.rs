use std::borrow::Cow;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::OnceLock;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};

#[derive(RustEmbed)]
#[folder = "../../app/web/dist"]
struct WebDist;

/// Folder to serve the app from instead of the embedded one.
static WEB_APP_FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// A file of the app.
struct WebFile {
    data: Cow<'static, [u8]>,
    hash: [u8; 32],
}

impl WebFile {
    fn get(path: &str) -> Option<WebFile> {
        match WEB_APP_FOLDER.get() {
            Some(folder) => WebFile::read(folder, path),
            None => {
                let file = WebDist::get(path)?;
                Some(WebFile { hash: file.metadata.sha256_hash(), data: file.data })
            }
        }
    }

    /// Reads a file below a folder; `None` for anything outside it.
    fn read(folder: &Path, path: &str) -> Option<WebFile> {
        let is_plain = |part| matches!(part, Component::Normal(_));
        let path = Some(Path::new(path)).filter(|path| path.components().all(is_plain))?;
        let data = fs::read(folder.join(path)).ok()?;
        Some(WebFile { hash: Sha256::digest(&data).into(), data: data.into() })
    }
}

/// Serves the app from a folder for the rest of the process; the first call wins.
pub fn serve_web_app_from(folder: PathBuf) {
    let _ = WEB_APP_FOLDER.set(folder);
}

/// Page served for every route of the app.
const INDEX_PAGE: &str = "index.html";

/// Precompressed variants, best first: encoding name and file extension.
const ENCODINGS: [(&str, &str); 2] = [("br", "br"), ("gzip", "gz")];

/// Whether there is a web app to serve.
pub fn has_web_app() -> bool {
    WebFile::get(INDEX_PAGE).is_some()
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
    match WebFile::get(wanted).filter(|_| !compressed) {
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

/// The app's page, if the path is a route of the app.
pub(crate) fn app_page(path: &str) -> Option<String> {
    let file = WebFile::get(INDEX_PAGE).filter(|_| !is_file(path))?;
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

fn serve_file(path: &str, file: WebFile, headers: &HeaderMap) -> Response {
    let tag = etag(&file.hash);
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
        .filter_map(|(name, ending)| Some((WebFile::get(&format!("{path}.{ending}"))?, *name)))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_below_the_folder_are_read() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("app")).unwrap();
        fs::write(folder.path().join("secret.txt"), "secret").unwrap();
        fs::write(folder.path().join("app/index.html"), "page").unwrap();
        let read = |path: &str| WebFile::read(&folder.path().join("app"), path);
        let page = read("index.html").unwrap();
        assert_eq!(*page.data, *b"page");
        assert_eq!(page.hash[..], Sha256::digest(b"page")[..]);
        let absolute = folder.path().join("secret.txt");
        for path in
            ["../secret.txt", "./../secret.txt", absolute.to_str().unwrap(), "none.html", ""]
        {
            assert!(read(path).is_none(), "{path}");
        }
    }
}
