//! Secrets: read from files, masked on the screen.

use std::fs;
use std::path::Path;

use abaque_core::{Message, message};

use super::options::Secrecy;
use crate::command_error::io_error_message;

/// Largest file taken for a secret.
const MAX_SECRET_BYTES: u64 = 16 * 1024;

/// What is shown instead of a secret.
const MASK: &str = "…";

/// The secret in a file, without the line end. Errors name the file.
pub(crate) fn read(path: &Path) -> Result<String, Message> {
    let name = path.display();
    let cannot = |error: std::io::Error| {
        let Message { en, fr } = io_error_message(&error);
        message!("cannot read {name}: {en}", "impossible de lire {name}\u{a0}: {fr}")
    };
    let size = fs::metadata(path).map_err(cannot)?.len();
    if size > MAX_SECRET_BYTES {
        return Err(message!(
            "{name} has {size} bytes, too many for a secret; allowed: {MAX_SECRET_BYTES}",
            "{name} a {size} octets, trop pour un secret\u{a0}; possibles\u{a0}: {MAX_SECRET_BYTES}"
        ));
    }
    let text = fs::read_to_string(path).map_err(cannot)?;
    let secret = text.trim_end_matches(['\r', '\n']);
    if secret.is_empty() || secret.contains(['\r', '\n']) {
        return Err(message!(
            "{name} must hold the secret alone, on one line",
            "{name} doit contenir le secret seul, sur une ligne"
        ));
    }
    Ok(secret.to_owned())
}

/// Whether other users may read the file.
#[cfg(unix)]
pub(crate) fn is_exposed(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|found| found.permissions().mode() & 0o007 != 0)
}

/// Whether other users may read the file; unknown on this platform.
#[cfg(not(unix))]
pub(crate) fn is_exposed(_: &Path) -> bool {
    false
}

/// The value as it may be shown.
pub(crate) fn mask(secrecy: Secrecy, value: &str) -> String {
    match secrecy {
        Secrecy::Public => value.to_owned(),
        Secrecy::Whole => MASK.to_owned(),
        Secrecy::Password => mask_url(value),
        Secrecy::Credentials => {
            let masked: Vec<String> = value.split(',').map(mask_credentials).collect();
            masked.join(",")
        }
    }
}

/// Masks everything before the host: without a colon it is a token.
fn mask_credentials(url: &str) -> String {
    match (url.split_once("://"), url.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, place))) => format!("{scheme}://{MASK}@{place}"),
        (None, Some((_, place))) => format!("{MASK}@{place}"),
        (_, None) => url.to_owned(),
    }
}

/// Whether the value contains a secret.
pub(crate) fn has_secret(secrecy: Secrecy, value: &str) -> bool {
    mask(secrecy, value) != value
}

/// Masks the password of a URL, in its authority or among its parameters.
fn mask_url(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    let (rest, parameters) = match rest.split_once('?') {
        Some((rest, parameters)) => (rest, Some(parameters)),
        None => (rest, None),
    };
    // A password with an unescaped @ or / must not show either.
    let rest = match rest.rsplit_once('@') {
        Some((user, place)) => match user.split_once(':') {
            Some((name, _)) => format!("{name}:{MASK}@{place}"),
            None => format!("{user}@{place}"),
        },
        None => rest.to_owned(),
    };
    let Some(parameters) = parameters else { return format!("{scheme}://{rest}") };
    let masked: Vec<String> = parameters
        .split('&')
        .map(|parameter| match parameter.split_once('=') {
            Some((name, _)) if name.to_lowercase().contains("password") => format!("{name}={MASK}"),
            _ => parameter.to_owned(),
        })
        .collect();
    format!("{scheme}://{rest}?{}", masked.join("&"))
}

/// Whether the URL names a PostgreSQL user without a password.
pub(crate) fn lacks_password(url: &str) -> bool {
    let rest = url.split_once("://").filter(|(scheme, _)| scheme.starts_with("postgres"));
    let authority = rest.map(|(_, rest)| rest.split(['/', '?']).next().unwrap_or_default());
    authority
        .and_then(|authority| authority.rsplit_once('@'))
        .is_some_and(|(user, _)| !user.is_empty() && !user.contains(':'))
}

/// The URL of a PostgreSQL store with this password.
pub(crate) fn with_password(url: &str, password: &str) -> Result<String, Message> {
    let parts = url.split_once("://").filter(|(scheme, _)| scheme.starts_with("postgres"));
    let Some((scheme, rest)) = parts else {
        return Err(message!(
            "only a postgres:// store has a password",
            "seules des données postgres:// ont un mot de passe"
        ));
    };
    let end = rest.find(['/', '?']).unwrap_or(rest.len());
    let Some((user, place)) = rest[..end].split_once('@').filter(|(user, _)| !user.is_empty())
    else {
        return Err(message!(
            "the URL of the store names no user for the password; allowed: postgres://USER@HOST/DATABASE",
            "l'adresse des données ne donne pas d'utilisateur pour le mot de passe\u{a0}; possibles\u{a0}: postgres://NOM@HÔTE/BASE"
        ));
    };
    if user.contains(':') {
        return Err(message!(
            "the URL of the store has a password already: give it once",
            "l'adresse des données a déjà un mot de passe\u{a0}: le donner une seule fois"
        ));
    }
    let mut escaped = String::new();
    for byte in password.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            escaped.push(byte.into());
        } else {
            escaped += &format!("%{byte:02X}");
        }
    }
    Ok(format!("{scheme}://{user}:{escaped}@{place}{}", &rest[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_masked() {
        for (url, shown) in [
            ("/var/lib/abaque.db", "/var/lib/abaque.db"),
            ("sqlite:games.db", "sqlite:games.db"),
            ("postgres://me@here/games", "postgres://me@here/games"),
            ("postgres://me:hush@here:5432/games", "postgres://me:…@here:5432/games"),
            ("postgres://me:hu@sh/x@here/games", "postgres://me:…@here/games"),
            (
                "postgres://here/games?user=me&password=hush",
                "postgres://here/games?user=me&password=…",
            ),
            ("smtp://me:hush@mail.example?tls=required", "smtp://me:…@mail.example?tls=required"),
        ] {
            assert_eq!(mask(Secrecy::Password, url), shown);
        }
        assert_eq!(mask(Secrecy::Whole, "hush"), "…");
        for (bus, shown) in [
            ("nats://bus.internal:4222", "nats://bus.internal:4222"),
            ("nats://hush@one:4222,tls://me:hu@sh@two", "nats://…@one:4222,tls://…@two"),
        ] {
            assert_eq!(mask(Secrecy::Credentials, bus), shown);
        }
    }

    #[test]
    fn a_password_joins_the_url() {
        assert_eq!(
            with_password("postgres://me@here:5433/games?sslmode=require", "a/b@c:é").unwrap(),
            "postgres://me:a%2Fb%40c%3A%C3%A9@here:5433/games?sslmode=require"
        );
        for (url, why) in [
            ("sqlite:games.db", "only a postgres://"),
            ("postgres://here/games", "names no user"),
            ("postgres://me:hush@here/games", "already"),
        ] {
            let refused = with_password(url, "other").unwrap_err();
            assert!(refused.en.contains(why) && !refused.en.contains("hush"), "{}", refused.en);
        }
    }

    #[test]
    fn a_password_is_missing_where_a_user_is_named_alone() {
        for (url, lacks) in [
            ("postgres://me@here/games", true),
            ("postgres://me:hush@here/games", false),
            ("postgres://here/games?x=a@b", false),
            ("sqlite:me@here.db", false),
        ] {
            assert_eq!(lacks_password(url), lacks, "{url}");
        }
    }

    #[test]
    fn a_secret_file_must_hold_one_line() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("secret");
        assert!(read(&file).unwrap_err().en.contains("secret: no such file"));
        for (text, secret) in [
            ("hush\n", Some("hush")),
            ("hush", Some("hush")),
            (" a b\r\n", Some(" a b")),
            ("", None),
            ("\n", None),
            ("a\nb", None),
        ] {
            fs::write(&file, text).unwrap();
            assert_eq!(read(&file).ok().as_deref(), secret, "{text:?}");
        }
        fs::write(&file, "x".repeat(20_000)).unwrap();
        assert!(read(&file).unwrap_err().en.contains("20000 bytes"));
    }
}
