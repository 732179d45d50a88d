//! Whether a request that changes something comes from our own pages: what keeps other sites from acting with
//! somebody's cookie.

use abaque_core::said;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::{App, Config};
use crate::problem::{self, Problem};
use crate::who;

/// Lets through what is harmless or our own. A socket counts as a change, for much can be done through it.
pub(crate) async fn check(State(app): State<App>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let harmless = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS)
        && !headers.contains_key(header::UPGRADE);
    // Another site cannot make a browser send one, and where there is one the cookie counts for nothing.
    let by_token = who::bearer(headers).is_some();
    if harmless || by_token || is_own(app.config(), headers) {
        return next.run(request).await;
    }
    Problem::new(
        problem::FOREIGN,
        said!(
            "Requests that change something are taken from this server's own pages, or with a token.",
            "Les requêtes qui changent quelque chose doivent venir des pages de ce serveur, ou porter un jeton."
        ),
    )
    .into_response()
}

/// Whether a request comes from our own pages. Where it says nothing about that it is no browser's; then it may not
/// carry a cookie.
fn is_own(config: &Config, headers: &HeaderMap) -> bool {
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
        let config = Config::local("").at(origins).unwrap();
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.insert(*name, value.parse().unwrap());
        }
        is_own(&config, &map)
    }

    #[test]
    fn own_pages_and_programs_pass() {
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
    fn others_do_not() {
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
            // What is wrong is not made right by another header.
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
