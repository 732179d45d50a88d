//! Server addresses as the terminal reads and names them, and why there is no connection.

use std::fmt::Display;

use abaque_core::message;
use abaque_http::{AddressError, ConnectError, ServerAddress};

use crate::command_error::CommandError;

/// Parses `http://host:port` or `https://host`.
pub(crate) fn parse_address(text: &str) -> Result<ServerAddress, CommandError> {
    ServerAddress::parse(text).map_err(|error| match error {
        AddressError::Malformed => CommandError::input(message!(
            "`{text}` is not a server address; write http://host:port or https://host",
            "«\u{a0}{text}\u{a0}» n'est pas l'adresse d'un serveur\u{a0}; écrire http://hôte:port ou https://hôte"
        )),
        AddressError::NoCertificates => CommandError::Environment(message!(
            "https needs trusted certificates and this machine has none (SSL_CERT_FILE may name a file of them)",
            "https demande des certificats de confiance et cette machine n'en a aucun (SSL_CERT_FILE peut en indiquer un fichier)"
        )),
        AddressError::Tls(error) => {
            CommandError::Environment(message!("TLS: {error}", "TLS\u{a0}: {error}"))
        }
    })
}

/// A folder name for a server.
pub(crate) fn folder_name(address: &ServerAddress) -> String {
    let host: String = address
        .host()
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' })
        .collect();
    format!("{}-{host}-{}", address.scheme(), address.port())
}

/// There is no connection.
pub(crate) fn connect_error(address: &ServerAddress, error: &ConnectError) -> CommandError {
    match error {
        ConnectError::Unreachable(error) => unreachable_error(address, error),
        ConnectError::Timeout => timeout_error(address),
        ConnectError::Insecure(error) => {
            let place = address.origin();
            CommandError::Environment(message!(
                "no secure connection to {place}: {error}",
                "pas de connexion sûre avec {place}\u{a0}: {error}"
            ))
        }
    }
}

/// The connection failed.
pub(crate) fn unreachable_error(address: &ServerAddress, error: &dyn Display) -> CommandError {
    let place = address.origin();
    CommandError::Environment(message!(
        "cannot reach {place}: {error}",
        "impossible de joindre {place}\u{a0}: {error}"
    ))
}

/// The server does not answer.
pub(crate) fn timeout_error(address: &ServerAddress) -> CommandError {
    let place = address.origin();
    CommandError::Environment(message!("{place} does not answer", "{place} ne répond pas"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn server_folders_are_named_after_the_address() {
        for (text, folder) in [
            ("http://127.0.0.1:4816", "http-127.0.0.1-4816"),
            ("http://Games.Example/", "http-games.example-80"),
            ("http://games.example:80", "http-games.example-80"),
            ("http://[::1]:4816", "http----1--4816"),
        ] {
            assert_eq!(folder_name(&parse_address(text).unwrap()), folder);
        }
    }

    #[test]
    fn an_invalid_address_is_refused_with_an_example() {
        for text in ["", "games.example", "http://games.example/api"] {
            let Err(CommandError::Input(message)) = parse_address(text) else { panic!("{text}") };
            assert!(message.en.contains("https://host"), "{}", message.en);
        }
    }
}
