use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;

use abaque_core::{Lang, said};
use abaque_server::{App, Config, Limits, Mail};
use clap::ArgMatches;

use crate::failure::Failure;
use crate::{data, guests};

/// The port where nobody asks for another.
const PORT: u16 = 4816;

/// The variable that says how mail is sent: its password is better there than among the arguments, which everybody may list.
const MAIL: &str = "ABAQUE_MAIL";

/// How mail is sent, if it is.
fn mail(matches: Option<&ArgMatches>) -> Result<Option<Mail>, Failure> {
    let given = |name: &str| matches.and_then(|matches| matches.get_one::<String>(name)).cloned();
    let url = given("mail").or_else(|| std::env::var(MAIL).ok()).filter(|url| !url.is_empty());
    match (url, given("mail-from")) {
        (None, None) => Ok(None),
        (Some(url), Some(from)) => Mail::new(&url, &from).map(Some).map_err(Failure::Input),
        (Some(_), None) => Err(Failure::input(said!(
            "mail needs somebody who writes it: --mail-from games@example.org",
            "il faut au courrier un expéditeur : --mail-from jeux@example.org"
        ))),
        (None, Some(_)) => Err(Failure::input(said!(
            "--mail-from needs a mail server: --mail or {MAIL}",
            "--mail-from demande un serveur de courrier : --mail ou {MAIL}"
        ))),
    }
}

/// `abaque serve`, and `abaque` alone: the web app and the online tables, opened in the browser.
pub(crate) fn run(matches: Option<&ArgMatches>, lang: Lang) -> Result<(), Failure> {
    let asked = matches.and_then(|matches| matches.get_one::<u16>("port")).copied();
    let address = matches.and_then(|matches| matches.get_one::<IpAddr>("address")).copied();
    let address = address.unwrap_or(Ipv4Addr::LOCALHOST.into());
    let open = !matches.is_some_and(|matches| matches.get_flag("no-open"));
    if !abaque_server::is_built() {
        return Err(Failure::World(said!(
            "this program was built without its web app: run `cargo xtask web` and build it again; `abaque play` plays at the terminal",
            "ce programme a été construit sans son application : lancer « cargo xtask web » puis le reconstruire ; « abaque play » joue au terminal"
        )));
    }
    let flag = |name: &str| matches.is_some_and(|matches| matches.get_flag(name));
    let given = matches.and_then(|matches| matches.get_one::<String>("data"));
    let mut config = Config::local(&data::url(given.map(String::as_str))?);
    if let Some(file) = config.store.strip_prefix("sqlite:") {
        data::make_folder(Path::new(file))?;
    }
    let origins = matches.and_then(|matches| matches.get_many::<String>("origin"));
    let origins: Vec<&str> = origins.into_iter().flatten().map(String::as_str).collect();
    config = config.at(&origins).map_err(Failure::Input)?;
    config.behind_proxy = flag("behind-proxy");
    config.mail = mail(matches)?;
    config.open_metrics = flag("open-metrics");
    if let Some(matches) = matches {
        config.guests = guests::patience(matches);
    }
    if flag("no-limits") {
        config.limits = Limits::none();
    }
    abaque_server::raise_open_files();
    tokio::runtime::Runtime::new()?.block_on(async {
        let listener = match abaque_server::listen(address, asked.unwrap_or(PORT)).await {
            // Whoever did not ask for a port takes any.
            Err(error) if asked.is_none() && error.kind() == ErrorKind::AddrInUse => {
                abaque_server::listen(address, 0).await
            }
            other => other,
        };
        let listener = listener.map_err(|error| {
            let port = asked.unwrap_or(PORT);
            Failure::World(said!(
                "cannot serve on {address} port {port}: {error}",
                "impossible de servir sur {address}, port {port} : {error}"
            ))
        })?;
        let place = listener.local_addr()?;
        abaque_server::start_log(flag("log-json"), !flag("log") && !flag("log-json"));
        let app = App::open(config).await?;
        let url = format!("http://{place}/");
        let told = said!(
            "Abaque is at {url} (Ctrl-C ends it)",
            "Abaque est à l'adresse {url} (Ctrl-C l'arrête)"
        );
        println!("{}", told.get(lang));
        if open && webbrowser::open(&url).is_err() {
            let told = said!(
                "No browser could be opened: open that address yourself.",
                "Aucun navigateur n'a pu être ouvert : ouvrez cette adresse vous-même."
            );
            eprintln!("{}", told.get(lang));
        }
        Ok(abaque_server::serve(listener, app).await?)
    })
}
