//! CSRF protection: requests that change state must come from the server's own pages.

use abaque_core::message;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::{App, Config};
use crate::auth;
use crate::problem::{self, Problem};

/// Passes safe and same-origin requests. A socket counts as a change, because clients act through
/// it.
pub(crate) async fn check(State(app): State<App>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let harmless = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS)
        && !headers.contains_key(header::UPGRADE);
    // Other sites cannot make a browser send a token, and with a token the cookie is ignored.
    let by_token = auth::bearer_token(headers).is_some();
    if harmless || by_token || is_same_origin(app.config(), headers) {
        return next.run(request).await;
    }
    Problem::new(
        problem::FOREIGN_ORIGIN,
        message!(
            "Requests that change something must come from this server's own pages or carry a token.",
            "Les requêtes qui changent quelque chose doivent venir des pages de ce serveur, ou porter un jeton."
        ),
    )
    .into_response()
}

/// Whether a request is same-origin. Without origin headers it is not from a browser, and may not
/// carry a cookie.
fn is_same_origin(config: &Config, headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    if let Some(origin) = text(header::ORIGIN) {
        if !config.origins.is_empty() {
            return config.origins.iter().any(|own| own == origin);
        }
        let place = origin.strip_prefix("http://").or(origin.strip_prefix("https://"));
        return place.is_some() && place == text(header::HOST);
    }
    match headers.get("sec-fetch-site") {
        Some(site) => site == "same-origin",
        None => !headers.contains_key(header::COOKIE),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(origins: &[&str], headers: &[(&'static str, &str)]) -> bool {
        let config = Config::local("").with_origins(origins).unwrap();
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.insert(*name, value.parse().unwrap());
        }
        is_same_origin(&config, &map)
    }

    #[test]
    fn requests_of_own_pages_and_programs_pass() {
        let here = ("host", "games.example:8080");
        assert!(own(&[], &[here, ("origin", "http://games.example:8080")]));
        assert!(own(&[], &[here, ("origin", "https://games.example:8080")]));
        assert!(own(&[], &[here, ("sec-fetch-site", "same-origin"), ("cookie", "a=b")]));
        assert!(own(&[], &[here]));
        let ours = ["https://games.example/", "https://www.games.example"];
        assert!(own(&ours, &[("host", "127.0.0.1:4816"), ("origin", "https://games.example")]));
        assert!(own(&ours, &[("host", "127.0.0.1:4816"), ("origin", "https://www.games.example")]));
    }

    #[test]
    fn requests_of_other_sites_are_refused() {
        let here = ("host", "games.example");
        for foreign in [
            "http://evil.example",
            "https://games.example.evil.example",
            "https://games.example:444",
            "https://evil.example/games.example",
            "null",
            "",
            "games.example",
            "ftp://games.example",
        ] {
            assert!(!own(&[], &[here, ("origin", foreign)]), "{foreign}");
            assert!(!own(&["https://games.example"], &[here, ("origin", foreign)]), "{foreign}");
            // A wrong origin is not excused by another header.
            let fetched = ("sec-fetch-site", "same-origin");
            assert!(!own(&[], &[here, ("origin", foreign), fetched]), "{foreign}");
        }
        assert!(!own(&["https://games.example"], &[here, ("origin", "http://games.example")]));
        for site in ["cross-site", "same-site", "none", ""] {
            assert!(!own(&[], &[here, ("sec-fetch-site", site)]), "{site}");
        }
        assert!(!own(&[], &[here, ("cookie", "abaque=x")]));
        assert!(!own(&[], &[("origin", "http://")]));
    }
}
