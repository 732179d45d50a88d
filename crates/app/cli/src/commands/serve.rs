use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use abaque_core::{Lang, message};
use abaque_server::{App, Config, Mailer, MetricsToken, ServerLimits};
use clap::ArgMatches;

use crate::command_error::CommandError;
use crate::{data, guest_retention};

/// Default port.
const DEFAULT_PORT: u16 = 4816;

/// Environment variable with the mail URL. It holds a password, which other users could read among
/// the arguments.
const MAIL_VARIABLE: &str = "ABAQUE_MAIL";

/// Environment variable with the metrics token, for the same reason.
const METRICS_TOKEN_VARIABLE: &str = "ABAQUE_METRICS_TOKEN";

/// Environment variable with a folder to serve the web app from. `cargo xtask play` sets it: its
/// program does not embed the app.
const WEB_APP_VARIABLE: &str = "ABAQUE_WEB_APP";

/// Fails unless there is a web app, embedded or in the folder that the variable names.
fn require_web_app() -> Result<(), CommandError> {
    let folder = std::env::var_os(WEB_APP_VARIABLE).filter(|folder| !folder.is_empty());
    if let Some(folder) = &folder {
        abaque_server::serve_web_app_from(folder.into());
    }
    if abaque_server::has_web_app() {
        return Ok(());
    }
    Err(CommandError::Environment(match folder {
        Some(folder) => {
            let folder = folder.display();
            message!(
                "there is no web app in {folder}, the folder of {WEB_APP_VARIABLE}",
                "il n'y a pas d'application dans {folder}, le dossier de {WEB_APP_VARIABLE}"
            )
        }
        None => message!(
            "this program does not contain the web app: start it with `cargo xtask play`, or run `cargo xtask web` and build it again; `abaque play` plays at the terminal",
            "ce programme ne contient pas l'application : le lancer par « cargo xtask play », ou lancer « cargo xtask web » puis le reconstruire ; « abaque play » joue au terminal"
        ),
    }))
}

/// The token required to read the metrics, if any.
fn metrics_token(matches: Option<&ArgMatches>) -> Result<Option<MetricsToken>, CommandError> {
    let given = matches.and_then(|matches| matches.get_one::<String>("metrics-token")).cloned();
    let given = given
        .or_else(|| std::env::var(METRICS_TOKEN_VARIABLE).ok())
        .filter(|text| !text.is_empty());
    given.map(|text| MetricsToken::new(&text).map_err(CommandError::Input)).transpose()
}

/// The mailer, if configured.
fn mail(matches: Option<&ArgMatches>) -> Result<Option<Mailer>, CommandError> {
    let given = |name: &str| matches.and_then(|matches| matches.get_one::<String>(name)).cloned();
    let url =
        given("mail").or_else(|| std::env::var(MAIL_VARIABLE).ok()).filter(|url| !url.is_empty());
    match (url, given("mail-from")) {
        (None, None) => Ok(None),
        (Some(url), Some(from)) => Mailer::new(&url, &from).map(Some).map_err(CommandError::Input),
        (Some(_), None) => Err(CommandError::input(message!(
            "email needs a sender address: --mail-from games@example.org",
            "il faut une adresse d'expéditeur pour les e-mails : --mail-from jeux@example.org"
        ))),
        (None, Some(_)) => Err(CommandError::input(message!(
            "--mail-from needs a mail server: --mail or {MAIL_VARIABLE}",
            "--mail-from demande un serveur de messagerie : --mail ou {MAIL_VARIABLE}"
        ))),
    }
}

/// `abaque serve`, and `abaque` alone: the web app and the online tables, opened in the browser.
pub(crate) fn run(matches: Option<&ArgMatches>, lang: Lang) -> Result<(), CommandError> {
    let asked = matches.and_then(|matches| matches.get_one::<u16>("port")).copied();
    let address = matches.and_then(|matches| matches.get_one::<IpAddr>("address")).copied();
    let address = address.unwrap_or(Ipv4Addr::LOCALHOST.into());
    let open = !matches.is_some_and(|matches| matches.get_flag("no-open"));
    require_web_app()?;
    let flag = |name: &str| matches.is_some_and(|matches| matches.get_flag(name));
    let given = matches.and_then(|matches| matches.get_one::<String>("data")).map(String::as_str);
    let mut config = Config::local(&data::store_url(given)?);
    let file = abaque_store::sqlite_path(&config.store)?;
    if let Some(file) = file.as_ref().filter(|_| !data::is_given(given)) {
        data::make_folder(file)?;
    }
    let new = file.filter(|file| !file.exists());
    let origins = matches.and_then(|matches| matches.get_many::<String>("origin"));
    let origins: Vec<&str> = origins.into_iter().flatten().map(String::as_str).collect();
    config = config.with_origins(&origins).map_err(CommandError::Input)?;
    config.behind_proxy = flag("behind-proxy");
    config.mail = mail(matches)?;
    config.open_metrics = flag("open-metrics");
    config.metrics_token = metrics_token(matches)?;
    config.metrics_address =
        matches.and_then(|matches| matches.get_one::<SocketAddr>("metrics-address")).copied();
    if let Some(matches) = matches {
        config.guest_retention = guest_retention::parse_retention(matches);
    }
    if flag("no-limits") {
        config.limits = ServerLimits::unlimited();
    }
    if let Some(&most) =
        matches.and_then(|matches| matches.get_one::<u32>("connections-per-address"))
    {
        config.limits.connections_per_address = Some(most as usize);
    }
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
                "impossible de servir sur {address}, port {port} : {error}"
            ))
        })?;
        let place = listener.local_addr()?;
        abaque_server::start_log(flag("log-json"), !flag("log") && !flag("log-json"));
        let app = App::open(config).await?;
        if let Some(file) = new {
            // A mistyped file name would otherwise look as if all games were lost.
            let file = file.display();
            let told = message!(
                "There was no store at {file}: a new one has been created.",
                "Il n'y avait pas de données dans {file} : elles ont été créées."
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
                "Impossible d'ouvrir un navigateur : ouvrez cette adresse vous-même."
            );
            eprintln!("{}", told.get(lang));
        }
        Ok(abaque_server::serve(listener, app).await?)
    })
}
