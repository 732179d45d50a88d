//! The one cookie: the secret of a session.

use axum::http::{HeaderMap, HeaderValue, header};

use crate::app::Config;
use crate::secret::Secret;

/// How long a session lasts after it was last used, in milliseconds.
pub(crate) const LASTS: i64 = 90 * 24 * 60 * 60 * 1000;

/// Browsers take a cookie of the first name only over HTTPS, from the very host, for all of it.
fn name(config: &Config) -> &'static str {
    if config.secure { "__Host-abaque" } else { "abaque" }
}

/// The header that gives a browser the secret.
pub(crate) fn give(config: &Config, secret: &Secret) -> HeaderValue {
    header(config, secret.expose(), LASTS / 1000)
}

/// The header that takes it back.
pub(crate) fn take(config: &Config) -> HeaderValue {
    header(config, "", 0)
}

fn header(config: &Config, value: &str, seconds: i64) -> HeaderValue {
    let secure = if config.secure { "; Secure" } else { "" };
    let text = format!(
        "{}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}",
        name(config)
    );
    let mut header = HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static(""));
    header.set_sensitive(true);
    header
}

/// The secret a browser sends, if it does.
pub(crate) fn read(config: &Config, headers: &HeaderMap) -> Option<Secret> {
    let name = name(config);
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
    fn scripts_and_other_sites_do_not_get_it() {
        let plain = give(&config(false), &Secret::from("abc".to_owned()));
        assert_eq!(plain, "abaque=abc; Path=/; Max-Age=7776000; HttpOnly; SameSite=Lax");
        let secure = give(&config(true), &Secret::from("abc".to_owned()));
        assert_eq!(
            secure,
            "__Host-abaque=abc; Path=/; Max-Age=7776000; HttpOnly; SameSite=Lax; Secure"
        );
        assert!(secure.is_sensitive());
    }

    #[test]
    fn what_was_given_is_read() {
        let read = |secure, text: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, text.parse().unwrap());
            read(&config(secure), &headers).map(|secret| secret.expose().to_owned())
        };
        assert_eq!(read(false, "a=b; abaque=xyz; c=d"), Some("xyz".into()));
        assert_eq!(read(true, "abaque=forged; __Host-abaque=xyz"), Some("xyz".into()));
        for none in ["", "abaque", "abaque=", "xabaque=xyz", "; ; =", "ABAQUE=xyz"] {
            assert_eq!(read(false, none), None, "{none}");
        }
        assert_eq!(read(true, "abaque=forged"), None);
    }
}
