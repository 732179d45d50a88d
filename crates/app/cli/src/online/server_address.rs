//! Server addresses, and connections to them: plain or TLS.

use std::sync::Arc;
use std::time::Duration;

use abaque_core::message;
use hyper::Uri;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::command_error::CommandError;

/// Connection timeout.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(15);

/// A plain or TLS connection.
pub(crate) trait ByteStream: AsyncRead + AsyncWrite + Unpin + Send {}

impl<T: AsyncRead + AsyncWrite + Unpin + Send> ByteStream for T {}

/// The address of a server.
#[derive(Clone)]
pub(crate) struct ServerAddress {
    host: String,
    port: u16,
    /// Host and port as written in URLs.
    authority: String,
    tls: Option<TlsConnector>,
}

impl ServerAddress {
    /// Parses `http://host:port` or `https://host`.
    pub(crate) fn parse(text: &str) -> Result<ServerAddress, CommandError> {
        let wrong = || {
            CommandError::input(message!(
                "`{text}` is no address of a server; write http://host:port or https://host",
                "« {text} » n'est pas l'adresse d'un serveur ; écrire http://hôte:port ou https://hôte"
            ))
        };
        let uri: Uri = text.parse().map_err(|_| wrong())?;
        let (secure, usual) = match uri.scheme_str() {
            Some("http") => (false, 80),
            Some("https") => (true, 443),
            _ => return Err(wrong()),
        };
        let authority = uri.authority().ok_or_else(wrong)?;
        let bare = uri.path_and_query().is_none_or(|path| matches!(path.as_str(), "/" | ""));
        // An invalid port parses as no port at all.
        let rest = authority.as_str().strip_prefix(authority.host());
        let strange = rest.is_none_or(|rest| !rest.is_empty() && authority.port_u16().is_none());
        if !bare || strange || authority.host().is_empty() {
            return Err(wrong());
        }
        let host = authority.host().to_lowercase();
        let port = authority.port_u16().unwrap_or(usual);
        let authority = if port == usual { host.clone() } else { format!("{host}:{port}") };
        let tls = if secure { Some(tls_connector()?) } else { None };
        Ok(ServerAddress { host, port, authority, tls })
    }

    /// Host and port, as in the `Host` header.
    pub(crate) fn authority(&self) -> &str {
        &self.authority
    }

    /// The URL of the server, without a path.
    pub(crate) fn origin(&self) -> String {
        let scheme = if self.tls.is_some() { "https" } else { "http" };
        format!("{scheme}://{}", self.authority)
    }

    /// A folder name for this server.
    pub(crate) fn folder_name(&self) -> String {
        let scheme = if self.tls.is_some() { "https" } else { "http" };
        let host: String = self
            .host
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' })
            .collect();
        format!("{scheme}-{host}-{}", self.port)
    }

    /// Connects.
    pub(crate) async fn connect(&self) -> Result<Box<dyn ByteStream>, CommandError> {
        // IPv6 addresses are in brackets, so that a port can follow.
        let host = self.host.trim_start_matches('[').trim_end_matches(']');
        let stream = match timeout(CONNECT_TIMEOUT, TcpStream::connect((host, self.port))).await {
            Ok(Ok(stream)) => stream,
            Ok(Err(error)) => return Err(self.unreachable_error(&error)),
            Err(_) => return Err(self.timeout_error()),
        };
        // Messages are short and must not be delayed by Nagle's algorithm.
        stream.set_nodelay(true)?;
        let Some(tls) = &self.tls else { return Ok(Box::new(stream)) };
        let name = ServerName::try_from(host.to_owned())
            .map_err(|error| self.unreachable_error(&error))?;
        match timeout(CONNECT_TIMEOUT, tls.connect(name, stream)).await {
            Ok(Ok(stream)) => Ok(Box::new(stream)),
            Ok(Err(error)) => {
                let place = self.origin();
                Err(CommandError::Environment(message!(
                    "no secure connection to {place}: {error}",
                    "pas de connexion sûre avec {place} : {error}"
                )))
            }
            Err(_) => Err(self.timeout_error()),
        }
    }

    /// The connection failed.
    pub(crate) fn unreachable_error(&self, error: &dyn std::fmt::Display) -> CommandError {
        let place = self.origin();
        CommandError::Environment(message!(
            "cannot reach {place}: {error}",
            "impossible de joindre {place} : {error}"
        ))
    }

    /// The server does not answer.
    pub(crate) fn timeout_error(&self) -> CommandError {
        let place = self.origin();
        CommandError::Environment(message!("{place} does not answer", "{place} ne répond pas"))
    }
}

/// TLS with the certificates this machine trusts.
fn tls_connector() -> Result<TlsConnector, CommandError> {
    let mut roots = RootCertStore::empty();
    let found = rustls_native_certs::load_native_certs();
    roots.add_parsable_certificates(found.certs);
    if roots.is_empty() {
        return Err(CommandError::Environment(message!(
            "this machine trusts no certificates, which https needs (SSL_CERT_FILE names a file of them)",
            "cette machine n'a aucun certificat de confiance, et https en demande (SSL_CERT_FILE en nomme un fichier)"
        )));
    }
    let versions = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions();
    let config = versions
        .map_err(|error| CommandError::Environment(message!("TLS: {error}", "TLS : {error}")))?;
    let mut config = config.with_root_certificates(roots).with_no_client_auth();
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsConnector::from(Arc::new(config)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read() {
        for (text, origin, folder) in [
            ("http://127.0.0.1:4816", "http://127.0.0.1:4816", "http-127.0.0.1-4816"),
            ("http://Games.Example/", "http://games.example", "http-games.example-80"),
            ("http://games.example:80", "http://games.example", "http-games.example-80"),
            ("http://[::1]:4816", "http://[::1]:4816", "http----1--4816"),
        ] {
            let place = ServerAddress::parse(text).unwrap();
            assert_eq!((place.origin().as_str(), place.folder_name().as_str()), (origin, folder));
        }
    }

    #[test]
    fn what_is_none_is_refused() {
        for text in [
            "",
            "games.example",
            "localhost:4816",
            "ftp://games.example",
            "http://",
            "http://me@games.example",
            "http://games.example:",
            "http://games.example:99999",
            "http://games.example/api",
            "http://games.example/?x",
            "http://games example",
        ] {
            let Err(CommandError::Input(message)) = ServerAddress::parse(text) else {
                panic!("{text}")
            };
            assert!(message.en.contains("https://host"), "{}", message.en);
        }
    }
}
