use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;

use hyper::Uri;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// Why a text is not the address of a server, or cannot be used as one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AddressError {
    /// Neither `http://host:port` nor `https://host`.
    Malformed,
    /// This machine trusts no certificates, which https needs.
    NoCertificates,
    /// TLS cannot be set up.
    Tls(String),
}

impl fmt::Display for AddressError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            AddressError::Malformed => f.write_str("not the address of a server"),
            AddressError::NoCertificates => f.write_str("this machine trusts no certificates"),
            AddressError::Tls(error) => write!(f, "TLS: {error}"),
        }
    }
}

impl std::error::Error for AddressError {}

/// The address of a server.
#[derive(Clone)]
pub struct ServerAddress {
    /// In URL form: an IPv6 address is in brackets.
    host: String,
    port: u16,
    authority: String,
    tls: Option<TlsConnector>,
}

impl ServerAddress {
    /// Parses `http://host:port` or `https://host`.
    pub fn parse(text: &str) -> Result<ServerAddress, AddressError> {
        let uri: Uri = text.parse().map_err(|_| AddressError::Malformed)?;
        let (secure, usual) = match uri.scheme_str() {
            Some("http") => (false, 80),
            Some("https") => (true, 443),
            _ => return Err(AddressError::Malformed),
        };
        let authority = uri.authority().ok_or(AddressError::Malformed)?;
        let bare = uri.path_and_query().is_none_or(|path| matches!(path.as_str(), "/" | ""));
        // An invalid port parses as no port at all.
        let rest = authority.as_str().strip_prefix(authority.host());
        let strange = rest.is_none_or(|rest| !rest.is_empty() && authority.port_u16().is_none());
        if !bare || strange || authority.host().is_empty() {
            return Err(AddressError::Malformed);
        }
        let host = authority.host().to_lowercase();
        let port = authority.port_u16().unwrap_or(usual);
        let authority = if port == usual { host.clone() } else { format!("{host}:{port}") };
        let tls = if secure { Some(tls_connector()?) } else { None };
        Ok(ServerAddress { host, port, authority, tls })
    }

    /// Host and port, as in URLs and the `Host` header.
    pub fn authority(&self) -> &str {
        &self.authority
    }

    /// The URL of the server, without a path.
    pub fn origin(&self) -> String {
        format!("{}://{}", self.scheme(), self.authority)
    }

    /// `http` or `https`.
    pub fn scheme(&self) -> &'static str {
        if self.tls.is_some() { "https" } else { "http" }
    }

    /// The host as written in URLs.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The port, also where URLs leave it out.
    pub fn port(&self) -> u16 {
        self.port
    }

    pub(crate) fn tls(&self) -> Option<&TlsConnector> {
        self.tls.as_ref()
    }
}

impl From<SocketAddr> for ServerAddress {
    /// Plain HTTP at a socket address.
    fn from(address: SocketAddr) -> ServerAddress {
        let authority = address.to_string();
        let host = authority.rsplit_once(':').map_or("", |(host, _)| host).to_owned();
        ServerAddress { host, port: address.port(), authority, tls: None }
    }
}

/// TLS with the certificates this machine trusts.
fn tls_connector() -> Result<TlsConnector, AddressError> {
    let mut roots = RootCertStore::empty();
    let found = rustls_native_certs::load_native_certs();
    roots.add_parsable_certificates(found.certs);
    if roots.is_empty() {
        return Err(AddressError::NoCertificates);
    }
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| AddressError::Tls(error.to_string()))?;
    let mut config = config.with_root_certificates(roots).with_no_client_auth();
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsConnector::from(Arc::new(config)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read() {
        for (text, origin, host, port) in [
            ("http://127.0.0.1:4816", "http://127.0.0.1:4816", "127.0.0.1", 4816),
            ("http://Games.Example/", "http://games.example", "games.example", 80),
            ("http://games.example:80", "http://games.example", "games.example", 80),
            ("http://[::1]:4816", "http://[::1]:4816", "[::1]", 4816),
        ] {
            let address = ServerAddress::parse(text).unwrap();
            assert_eq!((&*address.origin(), address.host(), address.port()), (origin, host, port));
        }
        let socket: SocketAddr = "[::1]:4816".parse().unwrap();
        let address = ServerAddress::from(socket);
        assert_eq!((&*address.origin(), address.host()), ("http://[::1]:4816", "[::1]"));
    }

    #[test]
    fn other_texts_are_refused() {
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
            assert_eq!(ServerAddress::parse(text).err(), Some(AddressError::Malformed), "{text}");
        }
    }
}
