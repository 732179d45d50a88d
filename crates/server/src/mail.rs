//! Mail, where whoever runs the server has a way to send it.

use std::fmt;
use std::time::Duration;

use abaque_core::{Said, said};
use lettre::message::Mailbox;
use lettre::message::header::ContentType;
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};

/// How long a mail server may take for each step.
const PATIENCE: Duration = Duration::from_secs(8);

/// A mail server, and who writes.
#[derive(Clone)]
pub struct Mail {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

/// The password stays out of it.
impl fmt::Debug for Mail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mail").field("from", &self.from.email).finish_non_exhaustive()
    }
}

impl Mail {
    /// Mail over `smtp://USER:PASSWORD@HOST:PORT` (encrypted once connected, except on this machine) or `smtps://…` (encrypted from the
    /// start), written by `from`.
    pub fn new(url: &str, from: &str) -> Result<Mail, Said> {
        // The address has a password in it: what is wrong is said without it.
        let wrong = || {
            said!(
                "this is no address of a mail server; allowed: smtp://USER:PASSWORD@HOST:PORT or smtps://USER:PASSWORD@HOST, signs such as @ : / in the password written %40 %3A %2F",
                "ce n'est pas l'adresse d'un serveur de courrier ; possibles : smtp://NOM:MOTDEPASSE@HÔTE:PORT ou smtps://NOM:MOTDEPASSE@HÔTE, les signes @ : / du mot de passe s'écrivant %40 %3A %2F"
            )
        };
        let url = encrypted(url).ok_or_else(wrong)?;
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(&url);
        let transport = transport.map_err(|_| wrong())?.timeout(Some(PATIENCE)).build();
        let from = from.parse().map_err(|_| {
            said!(
                "`{from}` is no address mail can come from; allowed: games@example.org or Abaque <games@example.org>",
                "« {from} » n'est pas une adresse d'expéditeur ; possibles : jeux@example.org ou Abaque <jeux@example.org>"
            )
        })?;
        Ok(Mail { transport, from })
    }

    /// Sends a text.
    pub(crate) async fn send(&self, to: &str, subject: &str, text: String) -> Result<(), NotSent> {
        let to = to.parse().map_err(|_| NotSent("the address cannot be read".into()))?;
        let message = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(subject)
            .header(ContentType::TEXT_PLAIN)
            .body(text)
            .map_err(|error| NotSent(error.to_string()))?;
        let sent = self.transport.send(message).await;
        // What the other side says may repeat the address: the log gets the kind of trouble alone.
        sent.map(drop).map_err(|error| {
            NotSent(match error.status() {
                Some(code) => format!("the mail server refuses with {code}"),
                None if error.is_timeout() => "the mail server does not answer".into(),
                None => "the mail server cannot be reached".into(),
            })
        })
    }
}

/// Why a mail did not go out, without to whom.
#[derive(Debug)]
pub(crate) struct NotSent(String);

impl NotSent {
    pub(crate) fn new(error: impl fmt::Display) -> NotSent {
        NotSent(error.to_string())
    }
}

impl fmt::Display for NotSent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whether this may be an address mail is sent to, in the form it is kept in.
pub(crate) fn address(text: &str) -> Option<String> {
    let text = text.trim();
    let fits = text.len() <= 254 && text.is_ascii();
    text.parse::<lettre::Address>().ok().filter(|_| fits).map(|address| address.to_string())
}

/// The address of a mail server with encryption asked for, unless mail stays on this machine or the address says how itself.
fn encrypted(url: &str) -> Option<String> {
    let (kind, rest) = url.split_once("://")?;
    let place = rest.rsplit('@').next()?;
    let host = if place.starts_with('[') {
        place.split_inclusive(']').next()?
    } else {
        place.split([':', '/', '?']).next()?
    };
    let near = matches!(host, "localhost" | "127.0.0.1" | "[::1]");
    match kind {
        _ if host.is_empty() => None,
        "smtps" => Some(url.to_owned()),
        "smtp" if near || url.contains("tls=") => Some(url.to_owned()),
        "smtp" => Some(format!("{url}{}tls=required", if url.contains('?') { '&' } else { '?' })),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_go_encrypted_or_nowhere() {
        let is = |url: &str| encrypted(url).unwrap_or_default();
        assert_eq!(is("smtp://u:p@mail.example:587"), "smtp://u:p@mail.example:587?tls=required");
        assert_eq!(
            is("smtp://u:p@mail.example/me?x=1"),
            "smtp://u:p@mail.example/me?x=1&tls=required"
        );
        for same in [
            "smtps://u:p@mail.example",
            "smtp://127.0.0.1:25",
            "smtp://u:p@localhost",
            "smtp://[::1]:2525",
            "smtp://mail.example?tls=opportunistic",
        ] {
            assert_eq!(is(same), same);
        }
        for bad in ["", "mail.example", "http://mail.example", "smtp://", "smtp://u:p@"] {
            assert_eq!(encrypted(bad), None, "{bad}");
        }
    }

    #[test]
    fn what_is_wrong_is_said_without_the_password() {
        for url in ["smtp://u:hush@", "http://u:hush@x", "smtp://u:hu sh@[nonsense"] {
            let told = Mail::new(url, "games@example.org").unwrap_err();
            assert!(told.en.contains("smtp://USER") && !told.en.contains("hush"), "{}", told.en);
        }
        let told = Mail::new("smtp://u:hush@localhost", "nobody").unwrap_err();
        assert!(told.en.contains("`nobody`"), "{}", told.en);
        let mail = Mail::new("smtp://u:hush@localhost", "Abaque <games@example.org>").unwrap();
        assert!(!format!("{mail:?}").contains("hush"), "{mail:?}");
    }

    #[test]
    fn addresses_are_addresses() {
        assert_eq!(address(" ann@example.org ").as_deref(), Some("ann@example.org"));
        for bad in ["", "ann", "@example.org", "ann@", "a b@example.org", "a@b\r\nBcc: c@d"] {
            assert_eq!(address(bad), None, "{bad}");
        }
        assert_eq!(address(&format!("{}@example.org", "a".repeat(300))), None);
    }
}
