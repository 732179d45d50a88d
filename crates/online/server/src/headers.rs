use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::app::{App, Config};

/// Content-Security-Policy: own files and workers only, no inline scripts. Style attributes are
/// allowed because pieces are moved by them.
const CONTENT_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; \
                      style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; \
                      manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Adds the security headers of every response.
pub(crate) async fn add_security_headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, CONTENT_POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    headers.insert(
        "permissions-policy",
        HeaderValue::from_static("camera=(), microphone=(), geolocation=()"),
    );
    response
}

/// Marks API responses `no-store` unless they set their own policy: they change constantly and some
/// are private.
pub(crate) async fn forbid_caching(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// HSTS lifetime: a year.
const HSTS_VALUE: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Adds HSTS to responses over HTTPS.
pub(crate) async fn add_hsts(State(app): State<App>, request: Request, next: Next) -> Response {
    let https = is_https(app.config(), request.headers());
    let mut response = next.run(request).await;
    if https {
        response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, HSTS_VALUE);
    }
    response
}

/// Whether the request came over HTTPS: all origins are HTTPS, or a trusted proxy says so.
fn is_https(config: &Config, headers: &HeaderMap) -> bool {
    let forwarded = headers.get_all("x-forwarded-proto").iter().next_back();
    // A trusted proxy appends its value at the end.
    let last = forwarded.and_then(|value| value.to_str().ok()?.rsplit(',').next());
    let proxied = config.behind_proxy && last.is_some_and(|last| last.trim() == "https");
    config.secure || proxied
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn https_is_declared_by_the_origin_or_the_proxy() {
        let plain = Config::local("");
        let proxied = Config { behind_proxy: true, ..Config::local("") };
        let secure = Config::local("").with_origins(&["https://games.example"]).unwrap();
        let mixed =
            Config::local("").with_origins(&["https://games.example", "http://10.0.0.2"]).unwrap();
        let mut headers = HeaderMap::new();
        assert!(is_https(&secure, &headers));
        for config in [&plain, &proxied, &mixed] {
            assert!(!is_https(config, &headers));
        }
        headers.insert("x-forwarded-proto", HeaderValue::from_static("https"));
        assert!(is_https(&proxied, &headers));
        assert!(!is_https(&plain, &headers), "anybody may write that");
        headers.insert("x-forwarded-proto", HeaderValue::from_static("https, http"));
        assert!(!is_https(&proxied, &headers));
    }
}
