use std::time::Duration;

use abaque_core::{Lang, StaticMessage, message};
use abaque_http::{HttpClient, ServerAddress};
use clap::{Arg, ArgMatches, Command};

use super::doctor;
use crate::command_error::CommandError;
use crate::config::{self, Settings};

/// How long the server may take to answer.
const TIMEOUT: Duration = Duration::from_secs(4);

/// The `ready` command line: an address, or the options of the server on this machine.
pub(crate) fn command(lang: Lang) -> Command {
    let about = StaticMessage::new(
        "Ask whether a server is ready: exit status 0 if it is, for health checks of containers and scripts",
        "Demander si un serveur est prêt\u{a0}: code de sortie 0 s'il l'est, pour les contrôles de conteneurs et les scripts",
    );
    let help = StaticMessage::new(
        "Address of the server (default: the one configured here)",
        "Adresse du serveur (sinon celui qui est configuré ici)",
    );
    Command::new("ready")
        .about(about.get(lang))
        .arg(Arg::new("url").value_name("URL").help(help.get(lang)))
        .args(config::args(lang))
}

/// `abaque ready`.
pub(crate) fn run(matches: &ArgMatches) -> Result<(), CommandError> {
    let address: ServerAddress = match matches.get_one::<String>("url") {
        Some(url) => ServerAddress::parse(url).map_err(|error| {
            let error = error.to_string();
            CommandError::input(message!("`{url}`: {error}", "«\u{a0}{url}\u{a0}»\u{a0}: {error}"))
        })?,
        // The configuration may be the server's secret; it is read only if it is needed.
        None => doctor::own_address(&Settings::load(matches)?).into(),
    };
    let client = HttpClient::new(address, TIMEOUT);
    let asked = tokio::runtime::Runtime::new()?.block_on(client.get_page("/readyz"));
    let answer = asked.map_err(|error| {
        let error = error.to_string();
        CommandError::Environment(message!("not ready: {error}", "pas prêt\u{a0}: {error}"))
    })?;
    let told = String::from_utf8_lossy(&answer.body).trim().to_owned();
    if answer.status.is_success() {
        println!("{told}");
        return Ok(());
    }
    let (status, told) =
        (answer.status.as_u16(), told.lines().next().unwrap_or_default().to_owned());
    Err(CommandError::Environment(message!(
        "not ready: {status} {told}",
        "pas prêt\u{a0}: {status} {told}"
    )))
}
