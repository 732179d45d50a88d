//! Configuration, limits of the process, bus and email.

use abaque_core::message;
use abaque_server::NatsServers;

use super::{Finding, serve};
use crate::command_error::CommandError;
use crate::config::options::OPTIONS;
use crate::config::{Place, Settings, secret};

/// Open files a public server should have: each connection needs one.
const WANTED_FILES: u64 = 4096;

/// Files with secrets that others can read, and variables nobody reads.
pub(super) fn configuration(settings: &Settings) -> Vec<Finding> {
    const CHECK: &str = "configuration";
    let mut findings = Vec::new();
    for option in OPTIONS {
        let Some(setting) = settings.get(option.name) else { continue };
        let exposed = match (&setting.source.secret_file, &setting.source.place) {
            (Some(file), _) => Some(file),
            (None, Place::File { path, .. }) => Some(path).filter(|_| {
                setting.values.iter().any(|value| secret::has_secret(option.secrecy, value))
            }),
            _ => None,
        };
        if let Some(file) = exposed.filter(|file| secret::is_exposed(file)) {
            let (name, file) = (option.name, file.display());
            findings.push(Finding::problem(
                CHECK,
                message!(
                    "every user of this machine can read {file}, which holds the secret {name}",
                    "tout utilisateur de cette machine peut lire {file}, qui contient le secret {name}"
                ),
                message!("chmod o= {file}", "chmod o= {file}"),
            ));
        }
        if let Place::Flag(name) = &setting.source.place
            && setting.source.secret_file.is_none()
            && setting.values.iter().any(|value| secret::has_secret(option.secrecy, value))
        {
            let variable = option.variable();
            findings.push(Finding::warning(
                CHECK,
                message!(
                    "--{name} holds a secret, and every user of this machine can see arguments",
                    "--{name} contient un secret, et tout utilisateur de cette machine voit les arguments"
                ),
                message!(
                    "set {variable} or a key of the configuration file instead",
                    "donner plutôt {variable} ou une clé du fichier de configuration"
                ),
            ));
        }
    }
    for (name, other) in &settings.misspelt_variables {
        findings.push(Finding::warning(
            CHECK,
            message!(
                "the variable {name} is no option of the server",
                "la variable {name} n'est pas une option du serveur"
            ),
            message!("rename it to {other}, or remove it", "la renommer {other}, ou la retirer"),
        ));
    }
    if findings.is_empty() {
        findings.push(Finding::ok(
            CHECK,
            match &settings.file {
                Some(file) => {
                    let file = file.display();
                    message!("{file} is in order", "{file} est en ordre")
                }
                None => message!(
                    "no configuration file; defaults, environment and flags are in order",
                    "pas de fichier de configuration\u{a0}; valeurs par défaut, environnement et options sont en ordre"
                ),
            },
        ));
    }
    findings
}

/// The limit of open files, after the server has raised it as far as it may.
pub(super) fn open_files() -> Finding {
    const CHECK: &str = "open files";
    match abaque_server::raise_open_files() {
        None => Finding::ok(
            CHECK,
            message!(
                "this system has no limit to check",
                "ce système n'a pas de limite à contrôler"
            ),
        ),
        Some(limit) if limit < WANTED_FILES => Finding::problem(
            CHECK,
            message!(
                "at most {limit}: about as many people can be connected",
                "{limit} au plus\u{a0}: à peu près autant de joueurs peuvent être connectés"
            ),
            message!(
                "LimitNOFILE=65536 in the systemd unit, or `ulimit -Hn 65536` before the start; this shell's limit may differ from the service's",
                "LimitNOFILE=65536 dans l'unité systemd, ou «\u{a0}ulimit -Hn 65536\u{a0}» avant le démarrage\u{a0}; la limite de ce terminal peut différer de celle du service"
            ),
        ),
        Some(limit) => Finding::ok(CHECK, message!("up to {limit}", "jusqu'à {limit}")),
    }
}

/// Connects to the bus, if there is one.
pub(super) async fn bus(settings: &Settings) -> Option<Finding> {
    const CHECK: &str = "bus";
    let servers = NatsServers::parse(settings.text("bus")?).ok()?;
    Some(match servers.probe().await {
        Ok(()) => Finding::ok(
            CHECK,
            message!("the bus accepts the connection", "le bus accepte la connexion"),
        ),
        Err(error) => Finding::problem(
            CHECK,
            message!("no connection to the bus: {error}", "pas de connexion au bus\u{a0}: {error}"),
            message!(
                "start nats-server, and check host, port, user and password of `bus`; games go on without it, but moves reach other servers up to two seconds late",
                "démarrer nats-server, et vérifier hôte, port, nom et mot de passe de «\u{a0}bus\u{a0}»\u{a0}; les parties continuent sans lui, mais les coups arrivent aux autres serveurs jusqu'à deux secondes plus tard"
            ),
        ),
    })
}

/// Connects and signs in to the mail server, if there is one.
pub(super) async fn mail(settings: &Settings) -> Result<Finding, CommandError> {
    const CHECK: &str = "mail";
    let Some(mailer) = serve::mailer(settings)? else {
        return Ok(Finding::ok(
            CHECK,
            message!(
                "not configured: recovery codes remain for lost passwords",
                "pas configuré\u{a0}: les codes de secours restent pour les mots de passe perdus"
            ),
        ));
    };
    Ok(match mailer.test_connection().await {
        Ok(()) => Finding::ok(
            CHECK,
            message!(
                "the mail server accepts the connection",
                "le serveur de messagerie accepte la connexion"
            ),
        ),
        Err(error) => Finding::problem(
            CHECK,
            error,
            message!(
                "check host, port, user and password of `mail`; smtp:// means STARTTLS (port 587), smtps:// TLS from the start (port 465); in the password write @ as %40, a colon as %3A and / as %2F",
                "vérifier hôte, port, nom et mot de passe de «\u{a0}mail\u{a0}»\u{a0}; smtp:// veut dire STARTTLS (port 587), smtps:// TLS dès le début (port 465)\u{a0}; dans le mot de passe, @ s'écrit\u{a0}%40, le deux-points\u{a0}%3A et /\u{a0}%2F"
            ),
        ),
    })
}
