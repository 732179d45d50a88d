//! Sends mail, if the operator configured an SMTP server.

use std::fmt;
use std::time::Duration;

use abaque_core::{Message, message};
use lettre::message::Mailbox;
use lettre::message::header::ContentType;
use lettre::{AsyncSmtpTransport, AsyncTransport, Message as MailMessage, Tokio1Executor};

/// Timeout of each SMTP step.
const SMTP_TIMEOUT: Duration = Duration::from_secs(8);

/// SMTP transport and sender address.
#[derive(Clone)]
pub struct Mailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

/// Omits the password.
impl fmt::Debug for Mailer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mail").field("from", &self.from.email).finish_non_exhaustive()
    }
}

impl Mailer {
    /// Configures `smtp://USER:PASSWORD@HOST:PORT` (STARTTLS, except to this machine) or
    /// `smtps://…` (TLS from the start) with the sender `from`.
    pub fn new(url: &str, from: &str) -> Result<Mailer, Message> {
        // The URL contains a password, so errors do not quote it.
        let wrong = || {
            message!(
                "this is not a mail server URL; allowed: smtp://USER:PASSWORD@HOST:PORT or smtps://USER:PASSWORD@HOST, with `@`, `:` and `/` in the password written as `%40`, `%3A` and `%2F`",
                "ce n'est pas l'adresse d'un serveur de messagerie\u{a0}; possibles\u{a0}: smtp://NOM:MOTDEPASSE@HÔTE:PORT ou smtps://NOM:MOTDEPASSE@HÔTE, les signes «\u{a0}@\u{a0}», «\u{a0}:\u{a0}» et «\u{a0}/\u{a0}» du mot de passe s'écrivant %40, %3A et %2F"
            )
        };
        let url = require_encryption(url).ok_or_else(wrong)?;
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(&url);
        let transport = transport.map_err(|_| wrong())?.timeout(Some(SMTP_TIMEOUT)).build();
        let from = from.parse().map_err(|_| {
            message!(
                "`{from}` is not a sender address; allowed: games@example.org or Abaque <games@example.org>",
                "«\u{a0}{from}\u{a0}» n'est pas une adresse d'expéditeur\u{a0}; possibles\u{a0}: jeux@example.org ou Abaque <jeux@example.org>"
            )
        })?;
        Ok(Mailer { transport, from })
    }

    /// Connects and signs in to the mail server.
    pub async fn test_connection(&self) -> Result<(), Message> {
        match self.transport.test_connection().await {
            Ok(true) => Ok(()),
            Ok(false) => Err(message!(
                "the mail server closes the connection",
                "le serveur de messagerie ferme la connexion"
            )),
            Err(error) => Err(match error.status() {
                Some(code) => message!(
                    "the mail server refuses with {code}",
                    "le serveur de messagerie refuse, code {code}"
                ),
                None if error.is_timeout() => message!(
                    "the mail server does not answer",
                    "le serveur de messagerie ne répond pas"
                ),
                None => message!(
                    "the mail server cannot be reached",
                    "le serveur de messagerie est inaccessible"
                ),
            }),
        }
    }

    /// Sends a plain-text mail.
    pub(crate) async fn send(
        &self,
        to: &str,
        subject: &str,
        text: String,
    ) -> Result<(), MailError> {
        let to = to.parse().map_err(|_| MailError("the address cannot be read".into()))?;
        let message = MailMessage::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(subject)
            .header(ContentType::TEXT_PLAIN)
            .body(text)
            .map_err(|error| MailError(error.to_string()))?;
        let sent = self.transport.send(message).await;
        // The server's reply may quote the address; only its status is logged.
        sent.map(drop).map_err(|error| {
            MailError(match error.status() {
                Some(code) => format!("the mail server refuses with {code}"),
                None if error.is_timeout() => "the mail server does not answer".into(),
                None => "the mail server cannot be reached".into(),
            })
        })
    }
}

/// Why a mail was not sent, without the recipient.
#[derive(Debug)]
pub(crate) struct MailError(String);

impl MailError {
    pub(crate) fn new(error: impl fmt::Display) -> MailError {
        MailError(error.to_string())
    }
}

impl fmt::Display for MailError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Validates an e-mail address and returns it in its stored form.
pub(crate) fn parse_address(text: &str) -> Option<String> {
    let text = text.trim();
    let fits = text.len() <= 254 && text.is_ascii();
    text.parse::<lettre::Address>().ok().filter(|_| fits).map(|address| address.to_string())
}

/// The SMTP URL with encryption required, unless it targets this machine or specifies encryption
/// itself.
fn require_encryption(url: &str) -> Option<String> {
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
    fn mail_passwords_are_sent_encrypted_only() {
        let is = |url: &str| require_encryption(url).unwrap_or_default();
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
            assert_eq!(require_encryption(bad), None, "{bad}");
        }
    }

    #[test]
    fn mail_errors_do_not_show_the_password() {
        for url in ["smtp://u:hush@", "http://u:hush@x", "smtp://u:hu sh@[nonsense"] {
            let error = Mailer::new(url, "games@example.org").unwrap_err();
            assert!(error.en.contains("smtp://USER") && !error.en.contains("hush"), "{}", error.en);
        }
        let error = Mailer::new("smtp://u:hush@localhost", "nobody").unwrap_err();
        assert!(error.en.contains("`nobody`"), "{}", error.en);
        let mail = Mailer::new("smtp://u:hush@localhost", "Abaque <games@example.org>").unwrap();
        assert!(!format!("{mail:?}").contains("hush"), "{mail:?}");
    }

    #[test]
    fn invalid_mail_addresses_are_refused() {
        assert_eq!(parse_address(" ann@example.org ").as_deref(), Some("ann@example.org"));
        for bad in ["", "ann", "@example.org", "ann@", "a b@example.org", "a@b\r\nBcc: c@d"] {
            assert_eq!(parse_address(bad), None, "{bad}");
        }
        assert_eq!(parse_address(&format!("{}@example.org", "a".repeat(300))), None);
    }
}
