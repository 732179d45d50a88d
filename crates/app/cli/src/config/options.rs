//! The registry of server options. Flags, variables, keys of `abaque.toml`, their help, the example
//! file and `abaque config show` all derive from this list.

use std::net::{IpAddr, SocketAddr};

use abaque_core::{Message, StaticMessage, message};
use abaque_server::{Config, Mailer, MetricsToken, NatsServers};

use crate::data;

/// An option of the server.
pub(crate) struct ServerOption {
    /// Key in `abaque.toml`. The flag is `--NAME`, the variable [`ServerOption::variable`].
    pub(crate) name: &'static str,
    /// What values it takes.
    pub(crate) kind: ValueKind,
    /// What a value is called in help texts.
    pub(crate) value_name: &'static str,
    /// Whether it holds a secret.
    pub(crate) secrecy: Secrecy,
    /// Key of a file that holds the value, for secrets.
    pub(crate) file_key: Option<&'static str>,
    /// The default, if it is a fixed value.
    pub(crate) default: Option<&'static str>,
    /// A value for the example file.
    pub(crate) example: &'static str,
    pub(crate) help: StaticMessage,
    /// Checks beyond the kind. The message says what is allowed.
    check: fn(&str) -> Result<(), Message>,
}

/// The values an option takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ValueKind {
    Switch,
    Text,
    /// A flag that can be repeated, a list in the file, separated by commas in a variable.
    TextList,
    Number {
        least: i64,
        most: i64,
    },
    Choice(&'static [&'static str]),
    Ip,
    SocketAddress,
}

/// How much of a value is secret.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Secrecy {
    /// Nothing.
    Public,
    /// The password of a URL.
    Password,
    /// User and password, or a token, in each of a list of URLs.
    Credentials,
    /// Everything.
    Whole,
}

/// The variable of a key: `ABAQUE_MAIL_FROM` for `mail-from`.
pub(crate) fn variable_name(key: &str) -> String {
    format!("ABAQUE_{}", key.to_uppercase().replace('-', "_"))
}

impl ServerOption {
    /// Its environment variable.
    pub(crate) fn variable(&self) -> String {
        variable_name(self.name)
    }

    /// What is allowed, for error messages.
    pub(crate) fn allowed(&self) -> Message {
        match self.kind {
            ValueKind::Switch => message!("true, false", "true, false"),
            ValueKind::Text => message!("text in quotes", "un texte entre guillemets"),
            ValueKind::TextList => message!(
                "text in quotes, or a list of texts in brackets",
                "un texte entre guillemets, ou une liste de textes entre crochets"
            ),
            ValueKind::Number { least, most } => message!(
                "a whole number from {least} to {most}",
                "un nombre entier de {least} à {most}"
            ),
            ValueKind::Choice(choices) => {
                let list = choices.join(", ");
                message!("{list}", "{list}")
            }
            ValueKind::Ip => message!(
                "an IP address such as 127.0.0.1, 0.0.0.0 or\u{a0}::1",
                "une adresse IP comme 127.0.0.1, 0.0.0.0 ou\u{a0}::1"
            ),
            ValueKind::SocketAddress => message!(
                "IP:PORT, such as 127.0.0.1:9100 or [::1]:9100",
                "IP:PORT, comme 127.0.0.1:9100 ou [::1]:9100"
            ),
        }
    }

    /// Checks one value.
    pub(crate) fn check(&self, value: &str) -> Result<(), Message> {
        let fits = match self.kind {
            ValueKind::Switch => matches!(value, "true" | "false"),
            ValueKind::Text | ValueKind::TextList => !value.is_empty(),
            ValueKind::Number { least, most } => {
                value.parse::<i64>().is_ok_and(|number| (least..=most).contains(&number))
            }
            ValueKind::Choice(choices) => choices.contains(&value),
            ValueKind::Ip => value.parse::<IpAddr>().is_ok(),
            ValueKind::SocketAddress => value.parse::<SocketAddr>().is_ok(),
        };
        if fits || value.is_empty() {
            (self.check)(value)?;
        }
        if fits {
            return Ok(());
        }
        let Message { en, fr } = self.allowed();
        // A value in the wrong place may be a secret.
        Err(if self.secrecy == Secrecy::Public {
            message!(
                "`{value}` is not a valid value; allowed: {en}",
                "«\u{a0}{value}\u{a0}» ne convient pas\u{a0}; possibles\u{a0}: {fr}"
            )
        } else {
            message!(
                "this is not a valid value; allowed: {en}",
                "valeur non valable\u{a0}; possibles\u{a0}: {fr}"
            )
        })
    }
}

fn check_origin(text: &str) -> Result<(), Message> {
    Config::local("").with_origins(&[text]).map(drop)
}

fn check_store(text: &str) -> Result<(), Message> {
    let url = data::named_store(text);
    match abaque_store::sqlite_path(&url) {
        Ok(_) => Ok(()),
        Err(error) => Err(crate::command_error::CommandError::from(error).into_message()),
    }
}

fn check_bus(text: &str) -> Result<(), Message> {
    NatsServers::parse(text).map(drop)
}

fn check_mail(url: &str) -> Result<(), Message> {
    Mailer::new(url, "games@example.org").map(drop)
}

fn check_sender(from: &str) -> Result<(), Message> {
    Mailer::new("smtp://localhost", from).map(drop)
}

fn check_metrics_token(token: &str) -> Result<(), Message> {
    MetricsToken::new(token).map(drop)
}

fn check_log_filter(filter: &str) -> Result<(), Message> {
    if abaque_server::is_log_filter(filter) {
        return Ok(());
    }
    Err(message!(
        "`{filter}` is not a log filter; allowed: error, warn, info, debug, trace, or a list such as abaque=debug,sqlx=warn",
        "«\u{a0}{filter}\u{a0}» n'est pas un filtre de journal\u{a0}; possibles\u{a0}: error, warn, info, debug, trace, ou une liste comme abaque=debug,sqlx=warn"
    ))
}

/// What options have in common.
const PLAIN: ServerOption = ServerOption {
    name: "",
    kind: ValueKind::Text,
    value_name: "TEXT",
    secrecy: Secrecy::Public,
    file_key: None,
    default: None,
    example: "",
    help: StaticMessage::new("", ""),
    check: |_| Ok(()),
};

const fn switch(name: &'static str, help: StaticMessage) -> ServerOption {
    ServerOption {
        name,
        kind: ValueKind::Switch,
        value_name: "true|false",
        default: Some("false"),
        example: "true",
        help,
        ..PLAIN
    }
}

/// More than a hundred years means for ever.
const DAYS: ValueKind = ValueKind::Number { least: 1, most: 36_500 };

/// All options, in the order of help and example file.
pub(crate) static OPTIONS: &[ServerOption] = &[
    ServerOption {
        name: "address",
        kind: ValueKind::Ip,
        value_name: "IP",
        default: Some("127.0.0.1"),
        example: "0.0.0.0",
        help: StaticMessage::new(
            "Address to listen on (default: 127.0.0.1, this machine only)",
            "Adresse d'écoute (sinon 127.0.0.1, cette machine seulement)",
        ),
        ..PLAIN
    },
    ServerOption {
        name: "port",
        kind: ValueKind::Number { least: 0, most: u16::MAX as i64 },
        value_name: "N",
        example: "4816",
        help: StaticMessage::new(
            "Port (default: 4816, or any free one)",
            "Port (sinon 4816, ou un port libre)",
        ),
        ..PLAIN
    },
    switch("no-open", StaticMessage::new("Do not open the browser", "Ne pas ouvrir le navigateur")),
    ServerOption {
        name: "origin",
        kind: ValueKind::TextList,
        value_name: "URL",
        example: "https://games.example",
        help: StaticMessage::new(
            "Public address of this server, https://games.example (can be repeated)",
            "Adresse publique de ce serveur, https://jeux.example (répétable)",
        ),
        check: check_origin,
        ..PLAIN
    },
    switch(
        "behind-proxy",
        StaticMessage::new(
            "Behind a reverse proxy: trust its X-Forwarded-For",
            "Derrière un proxy\u{a0}: se fier à son X-Forwarded-For",
        ),
    ),
    ServerOption {
        name: "data",
        value_name: "URL|PATH",
        secrecy: Secrecy::Password,
        example: "/var/lib/abaque/abaque.db",
        help: StaticMessage::new(
            "The store: a file, sqlite:PATH or postgres://… (default: a file in your data folder)",
            "Les données\u{a0}: un fichier, sqlite:CHEMIN ou postgres://… (sinon un fichier de votre dossier de données)",
        ),
        check: check_store,
        ..PLAIN
    },
    ServerOption {
        name: "data-password",
        value_name: "PASSWORD",
        secrecy: Secrecy::Whole,
        file_key: Some("data-password-file"),
        example: "…",
        help: StaticMessage::new(
            "Password for a postgres:// store whose URL has none",
            "Mot de passe des données postgres:// dont l'adresse n'en a pas",
        ),
        ..PLAIN
    },
    ServerOption {
        name: "bus",
        value_name: "URL",
        secrecy: Secrecy::Credentials,
        file_key: Some("bus-file"),
        example: "nats://bus.internal:4222",
        help: StaticMessage::new(
            "Bus between several servers on one PostgreSQL store, nats://HOST:4222 (see docs/cluster.md)",
            "Bus entre plusieurs serveurs sur une même base PostgreSQL, nats://HÔTE:4222 (voir docs/cluster.md)",
        ),
        check: check_bus,
        ..PLAIN
    },
    ServerOption {
        name: "node",
        value_name: "NAME",
        example: "a",
        help: StaticMessage::new(
            "Name of this server among them, for logs (default: host name and process)",
            "Nom de ce serveur parmi eux, pour les journaux (sinon nom de la machine et processus)",
        ),
        ..PLAIN
    },
    ServerOption {
        name: "mail",
        value_name: "URL",
        secrecy: Secrecy::Password,
        file_key: Some("mail-file"),
        example: "smtp://USER:PASSWORD@mail.example:587",
        help: StaticMessage::new(
            "Send email for lost passwords through smtp://USER:PASSWORD@HOST:PORT or smtps://…",
            "Envoyer des e-mails pour les mots de passe perdus, par smtp://NOM:MOTDEPASSE@HÔTE:PORT ou smtps://…",
        ),
        check: check_mail,
        ..PLAIN
    },
    ServerOption {
        name: "mail-from",
        value_name: "ADDRESS",
        example: "Abaque <games@games.example>",
        help: StaticMessage::new(
            "Sender of emails: games@example.org or \"Abaque <games@example.org>\"",
            "Expéditeur des e-mails\u{a0}: jeux@example.org ou «\u{a0}Abaque <jeux@example.org>\u{a0}»",
        ),
        check: check_sender,
        ..PLAIN
    },
    ServerOption {
        name: "registration",
        kind: ValueKind::Choice(&["open", "invitation", "closed"]),
        value_name: "WHO",
        default: Some("open"),
        example: "invitation",
        help: StaticMessage::new(
            "Who may create an account: open, invitation (see `abaque admin invite`) or closed (default: open)",
            "Qui peut créer un compte\u{a0}: open (tous), invitation (voir «\u{a0}abaque admin invite\u{a0}») ou closed (personne) (sinon open)",
        ),
        ..PLAIN
    },
    ServerOption {
        name: "guests",
        kind: ValueKind::Switch,
        value_name: "true|false",
        example: "false",
        help: StaticMessage::new(
            "Whether people without an account may play (default: true, unless registration is closed)",
            "Si l'on peut jouer sans compte (sinon true, sauf si registration vaut closed)",
        ),
        ..PLAIN
    },
    ServerOption {
        name: "forget-guests",
        kind: DAYS,
        value_name: "DAYS",
        default: Some("30"),
        example: "30",
        help: StaticMessage::new(
            "Delete guests who never played this many days after their last visit (default: 30)",
            "Supprimer les invités qui n'ont jamais joué ce nombre de jours après leur dernière visite (sinon 30)",
        ),
        ..PLAIN
    },
    ServerOption {
        name: "forget-players",
        kind: DAYS,
        value_name: "DAYS",
        default: Some("365"),
        example: "365",
        help: StaticMessage::new(
            "Delete guests who played this many days after their last visit; their games stay (default: 365)",
            "Supprimer les invités qui ont joué ce nombre de jours après leur dernière visite\u{a0}; leurs parties restent (sinon 365)",
        ),
        ..PLAIN
    },
    ServerOption {
        name: "connections-per-address",
        kind: ValueKind::Number { least: 1, most: u32::MAX as i64 },
        value_name: "N",
        example: "256",
        help: StaticMessage::new(
            "Maximum connections per address (default: half of all, at most 1024)",
            "Connexions par adresse au plus (sinon la moitié de toutes, 1024 au plus)",
        ),
        ..PLAIN
    },
    ServerOption {
        name: "metrics-token",
        value_name: "TOKEN",
        secrecy: Secrecy::Whole,
        file_key: Some("metrics-token-file"),
        example: "…",
        help: StaticMessage::new(
            "Token required to read /metrics, as Authorization: Bearer TOKEN",
            "Jeton exigé pour lire /metrics, par Authorization: Bearer JETON",
        ),
        check: check_metrics_token,
        ..PLAIN
    },
    ServerOption {
        name: "metrics-address",
        kind: ValueKind::SocketAddress,
        value_name: "IP:PORT",
        example: "127.0.0.1:9100",
        help: StaticMessage::new(
            "Serve /metrics at this address only",
            "Servir /metrics à cette adresse seulement",
        ),
        ..PLAIN
    },
    switch(
        "open-metrics",
        StaticMessage::new(
            "Let other machines read /metrics",
            "Laisser d'autres machines lire /metrics",
        ),
    ),
    switch(
        "log",
        StaticMessage::new(
            "Log each request to standard error",
            "Journaliser chaque requête sur la sortie d'erreur",
        ),
    ),
    switch("log-json", StaticMessage::new("The same as JSON", "De même, en JSON")),
    ServerOption {
        name: "log-filter",
        value_name: "FILTER",
        example: "abaque=debug,sqlx=warn",
        help: StaticMessage::new(
            "What to log: warn, info, or a list such as abaque=debug,sqlx=warn",
            "Ce qu'il faut journaliser\u{a0}: warn, info, ou une liste comme abaque=debug,sqlx=warn",
        ),
        check: check_log_filter,
        ..PLAIN
    },
    ServerOption {
        name: "web-app",
        value_name: "FOLDER",
        example: "/usr/share/abaque/web",
        help: StaticMessage::new(
            "Serve the web app from this folder instead of the one in the program",
            "Servir l'application depuis ce dossier au lieu de celle du programme",
        ),
        ..PLAIN
    },
    switch(
        "no-limits",
        StaticMessage::new(
            "Turn off rate limits, for measurements on your own machine",
            "Lever les limites de requêtes, pour des mesures sur votre machine",
        ),
    ),
];

/// The option of this name.
pub(crate) fn find(name: &str) -> Option<&'static ServerOption> {
    OPTIONS.iter().find(|option| option.name == name)
}

/// The option whose value comes from the file under this key, such as `mail-file`.
pub(crate) fn find_by_file_key(key: &str) -> Option<&'static ServerOption> {
    OPTIONS.iter().find(|option| option.file_key == Some(key))
}

/// Similarity from which an unknown name counts as a misspelling of a key.
const SIMILAR: f64 = 0.85;

/// The key that a misspelt one most resembles.
pub(crate) fn similar_key(name: &str) -> Option<&'static str> {
    all_keys()
        .into_iter()
        .map(|key| (strsim::jaro_winkler(name, key), key))
        .filter(|(similarity, _)| *similarity >= SIMILAR)
        .max_by(|(one, _), (other, _)| one.total_cmp(other))
        .map(|(_, key)| key)
}

/// Every key, including those that name files.
pub(crate) fn all_keys() -> Vec<&'static str> {
    OPTIONS.iter().flat_map(|option| [Some(option.name), option.file_key]).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_distinct_and_examples_and_defaults_are_valid() {
        let mut keys = all_keys();
        keys.sort();
        let count = keys.len();
        keys.dedup();
        assert_eq!(keys.len(), count);
        for option in OPTIONS {
            assert_ne!(option.help.get(abaque_core::Lang::En), "", "{}", option.name);
            for value in [Some(option.example), option.default].into_iter().flatten() {
                if value != "…" {
                    assert_eq!(option.check(value), Ok(()), "{} = {value}", option.name);
                }
            }
        }
    }

    #[test]
    fn refusals_say_what_is_allowed_and_quote_no_secrets() {
        for (name, value, allowed) in [
            ("port", "65536", "from 0 to 65535"),
            ("port", "http", "from 0 to 65535"),
            ("behind-proxy", "yes", "true, false"),
            ("address", "localhost", "127.0.0.1"),
            ("metrics-address", "127.0.0.1", "IP:PORT"),
            ("origin", "games.example", "https://HOST"),
            ("data", "mysql://me:hush@here/x", "postgres://HOST/DATABASE"),
            ("mail", "http://me:hush@here", "smtps://USER"),
            ("metrics-token", "hush", "16 letters"),
            ("log-filter", "a=b=c", "abaque=debug"),
            ("registration", "none", "open, invitation, closed"),
            ("forget-guests", "0", "from 1 to 36500"),
        ] {
            let refused = find(name).unwrap().check(value).unwrap_err();
            assert!(refused.en.contains(allowed), "{name}: {}", refused.en);
            assert!(!refused.en.contains("hush") && !refused.fr.contains("hush"), "{name}");
        }
    }
}
