//! The two cookies: the session secret, and the device secret of a browser that signed in before.

use axum::http::{HeaderMap, HeaderValue, header};

use crate::app::Config;
use crate::secret::Secret;

/// Session lifetime since last use, in milliseconds.
pub(crate) const SESSION_LIFETIME_MILLIS: i64 = 90 * 24 * 60 * 60 * 1000;

/// Device lifetime since the last sign-in, in milliseconds.
pub(crate) const DEVICE_LIFETIME_MILLIS: i64 = 365 * 24 * 60 * 60 * 1000;

/// The `__Host-` prefix makes browsers require HTTPS, this exact host and path `/`.
fn session_cookie_name(config: &Config) -> &'static str {
    if config.secure { "__Host-abaque" } else { "abaque" }
}

fn device_cookie_name(config: &Config) -> &'static str {
    if config.secure { "__Host-abaque-device" } else { "abaque-device" }
}

/// Set-Cookie header with the session secret.
pub(crate) fn set_session(config: &Config, secret: &Secret) -> HeaderValue {
    set_cookie_header(
        config,
        session_cookie_name(config),
        secret.expose(),
        SESSION_LIFETIME_MILLIS / 1000,
    )
}

/// Set-Cookie header that removes the session.
pub(crate) fn clear_session(config: &Config) -> HeaderValue {
    set_cookie_header(config, session_cookie_name(config), "", 0)
}

/// Set-Cookie header with the device secret, which grants no access.
pub(crate) fn set_device(config: &Config, secret: &Secret) -> HeaderValue {
    set_cookie_header(
        config,
        device_cookie_name(config),
        secret.expose(),
        DEVICE_LIFETIME_MILLIS / 1000,
    )
}

fn set_cookie_header(config: &Config, name: &str, value: &str, seconds: i64) -> HeaderValue {
    let secure = if config.secure { "; Secure" } else { "" };
    let text = format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
    let mut header = HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static(""));
    header.set_sensitive(true);
    header
}

/// Session secret sent by the browser.
pub(crate) fn read_session(config: &Config, headers: &HeaderMap) -> Option<Secret> {
    read_cookie(session_cookie_name(config), headers)
}

/// Device secret sent by the browser.
pub(crate) fn read_device(config: &Config, headers: &HeaderMap) -> Option<Secret> {
    read_cookie(device_cookie_name(config), headers)
}

fn read_cookie(name: &str, headers: &HeaderMap) -> Option<Secret> {
    let sent = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let mut pairs = sent.flat_map(|text| text.split(';')).filter_map(|pair| pair.split_once('='));
    let found = pairs.find(|(key, _)| key.trim() == name);
    let value = found.map(|(_, value)| value.trim()).filter(|value| !value.is_empty());
    value.map(|value| Secret::from(value.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(secure: bool) -> Config {
        Config { secure, ..Config::local("") }
    }

    #[test]
    fn the_session_cookie_is_http_only_and_same_site() {
        let plain = set_session(&config(false), &Secret::from("abc".to_owned()));
        assert_eq!(plain, "abaque=abc; Path=/; Max-Age=7776000; HttpOnly; SameSite=Lax");
        let secure = set_session(&config(true), &Secret::from("abc".to_owned()));
        assert_eq!(
            secure,
            "__Host-abaque=abc; Path=/; Max-Age=7776000; HttpOnly; SameSite=Lax; Secure"
        );
        assert!(secure.is_sensitive());
    }

    #[test]
    fn a_session_cookie_is_read_back() {
        let read = |secure, text: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, text.parse().unwrap());
            read_session(&config(secure), &headers).map(|secret| secret.expose().to_owned())
        };
        assert_eq!(read(false, "a=b; abaque=xyz; c=d"), Some("xyz".into()));
        assert_eq!(read(true, "abaque=forged; __Host-abaque=xyz"), Some("xyz".into()));
        for none in ["", "abaque", "abaque=", "xabaque=xyz", "; ; =", "ABAQUE=xyz"] {
            assert_eq!(read(false, none), None, "{none}");
        }
        assert_eq!(read(true, "abaque=forged"), None);
        assert_eq!(read(false, "abaque-device=xyz"), None);
    }
}
