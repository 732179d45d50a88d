use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr};

use abaque_core::{Lang, Message, message};
use abaque_protocol::rest::RegistrationMode;
use abaque_server::{
    App, BusConfig, ClusterConfig, Config, Mailer, MetricsToken, NatsServers, ServerLimits,
};

use crate::command_error::CommandError;
use crate::config::Settings;
use crate::{data, guest_retention};

/// Default port.
pub(crate) const DEFAULT_PORT: u16 = 4816;

/// Fails unless there is a web app, embedded or in the configured folder. `cargo xtask play` sets
/// one: its program does not embed the app.
fn require_web_app(settings: &Settings) -> Result<(), CommandError> {
    let folder = settings.text("web-app");
    if let Some(folder) = folder {
        abaque_server::serve_web_app_from(folder.into());
    }
    if abaque_server::has_web_app() {
        return Ok(());
    }
    Err(match folder {
        Some(folder) => {
            let Message { en, fr } = settings
                .blame(
                    "web-app",
                    &message!(
                        "there is no web app in {folder}",
                        "il n'y a pas d'application dans {folder}"
                    ),
                )
                .into_message();
            CommandError::Environment(Message { en, fr })
        }
        None => CommandError::Environment(message!(
            "this program does not contain the web app: start it with `cargo xtask play`, or run `cargo xtask web` and build it again; `abaque play` plays at the terminal",
            "ce programme ne contient pas l'application\u{a0}: le lancer par «\u{a0}cargo xtask play\u{a0}», ou lancer «\u{a0}cargo xtask web\u{a0}» puis le reconstruire\u{a0}; «\u{a0}abaque play\u{a0}» joue au terminal"
        )),
    })
}

/// The mailer, if configured.
pub(crate) fn mailer(settings: &Settings) -> Result<Option<Mailer>, CommandError> {
    match (settings.text("mail"), settings.text("mail-from")) {
        (None, None) => Ok(None),
        (Some(url), Some(from)) => Mailer::new(url, from).map(Some).map_err(CommandError::Input),
        (Some(_), None) => Err(settings.blame(
            "mail",
            &message!(
                "email needs a sender address: --mail-from games@example.org",
                "il faut une adresse d'expéditeur pour les e-mails\u{a0}: --mail-from jeux@example.org"
            ),
        )),
        (None, Some(_)) => Err(settings.blame(
            "mail-from",
            &message!(
                "a sender needs a mail server: --mail or ABAQUE_MAIL",
                "un expéditeur demande un serveur de messagerie\u{a0}: --mail ou ABAQUE_MAIL"
            ),
        )),
    }
}

/// The place among several servers on one store, if there is a bus between them.
fn cluster(settings: &Settings, store: &str) -> Result<Option<ClusterConfig>, CommandError> {
    let Some(bus) = settings.text("bus") else {
        return match settings.text("node") {
            Some(_) => Err(CommandError::input(message!(
                "a node has a name among others only: node needs bus",
                "un serveur n'a de nom que parmi d'autres\u{a0}: node demande bus"
            ))),
            None => Ok(None),
        };
    };
    let bus = BusConfig::Nats(NatsServers::parse(bus).map_err(CommandError::Input)?);
    if abaque_store::sqlite_path(store)?.is_some() {
        return Err(CommandError::input(message!(
            "several servers can share a PostgreSQL database, not a file: --bus needs --data postgres://…",
            "plusieurs serveurs peuvent partager une base PostgreSQL, pas un fichier\u{a0}: --bus demande --data postgres://…"
        )));
    }
    let node = settings.text("node").map_or_else(
        || {
            let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
            format!("{}/{}", host.trim(), std::process::id())
        },
        str::to_owned,
    );
    Ok(Some(ClusterConfig::new(&node, bus)))
}

/// The server's configuration.
pub(crate) fn server_config(settings: &Settings) -> Result<Config, CommandError> {
    let mut config = Config::local(&data::store_url(settings)?)
        .with_origins(&settings.list("origin"))
        .map_err(CommandError::Input)?;
    config.behind_proxy = settings.is_on("behind-proxy");
    config.mail = mailer(settings)?;
    config.cluster = cluster(settings, &config.store)?;
    config.open_metrics = settings.is_on("open-metrics");
    config.metrics_token = settings
        .text("metrics-token")
        .map(|token| MetricsToken::new(token).map_err(CommandError::Input))
        .transpose()?;
    config.metrics_address = settings.parsed("metrics-address");
    config.guest_retention = guest_retention::from_settings(settings);
    config.registration = match settings.text("registration") {
        Some("invitation") => RegistrationMode::Invitation,
        Some("closed") => RegistrationMode::Closed,
        _ => RegistrationMode::Open,
    };
    config.guests =
        settings.parsed("guests").unwrap_or(config.registration != RegistrationMode::Closed);
    if settings.is_on("no-limits") {
        config.limits = ServerLimits::unlimited();
    }
    if let Some(most) = settings.parsed("connections-per-address") {
        config.limits.connections_per_address = Some(most);
    }
    Ok(config)
}

/// `abaque serve`, and `abaque` alone: the web app and the online tables, opened in the browser.
pub(crate) fn run(settings: &Settings, lang: Lang) -> Result<(), CommandError> {
    let asked: Option<u16> = settings.parsed("port");
    let address = settings.parsed("address").unwrap_or(IpAddr::from(Ipv4Addr::LOCALHOST));
    let open = !settings.is_on("no-open");
    for (name, other) in &settings.misspelt_variables {
        let told = message!(
            "abaque: the variable {name} is no option of the server; did you mean {other}?",
            "abaque\u{a0}: la variable {name} n'est pas une option du serveur\u{a0}; vouliez-vous dire {other}\u{a0}?"
        );
        eprintln!("{}", told.get(lang));
    }
    require_web_app(settings)?;
    let config = server_config(settings)?;
    let file = abaque_store::sqlite_path(&config.store)?;
    if let Some(file) = file.as_ref().filter(|_| !data::is_given(settings)) {
        data::make_folder(file)?;
    }
    let new = file.filter(|file| !file.exists());
    abaque_server::raise_open_files();
    tokio::runtime::Runtime::new()?.block_on(async {
        let listener = match abaque_server::listen(address, asked.unwrap_or(DEFAULT_PORT)).await {
            // Without an explicit port, any free one will do.
            Err(error) if asked.is_none() && error.kind() == ErrorKind::AddrInUse => {
                abaque_server::listen(address, 0).await
            }
            other => other,
        };
        let listener = listener.map_err(|error| {
            let port = asked.unwrap_or(DEFAULT_PORT);
            CommandError::Environment(message!(
                "cannot serve on {address} port {port}: {error}",
                "impossible de servir sur {address}, port {port}\u{a0}: {error}"
            ))
        })?;
        let place = listener.local_addr()?;
        let json = settings.is_on("log-json");
        abaque_server::start_log(
            json,
            !settings.is_on("log") && !json,
            settings.text("log-filter"),
        );
        let app = App::open(config).await?;
        if let Some(file) = new {
            // A mistyped file name would otherwise look as if all games were lost.
            let file = file.display();
            let told = message!(
                "There was no store at {file}: a new one has been created.",
                "Il n'y avait pas de données dans {file}\u{a0}: elles ont été créées."
            );
            eprintln!("{}", told.get(lang));
        }
        let url = format!("http://{place}/");
        let told = message!(
            "Abaque is running at {url} (Ctrl-C stops it)",
            "Abaque tourne à l'adresse {url} (Ctrl-C l'arrête)"
        );
        println!("{}", told.get(lang));
        if open && webbrowser::open(&url).is_err() {
            let told = message!(
                "Could not open a browser: open this address yourself.",
                "Impossible d'ouvrir un navigateur\u{a0}: ouvrez cette adresse vous-même."
            );
            eprintln!("{}", told.get(lang));
        }
        Ok(abaque_server::serve(listener, app).await?)
    })
}
