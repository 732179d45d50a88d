//! `abaque online`: tables on a server, at the terminal.

mod api_client;
mod command;
mod console;
mod games;
mod lists;
mod server_address;
mod server_folder;
mod session;
mod socket;

use abaque_core::{Lang, message};
use abaque_protocol::rest::OwnProfile;
use clap::ArgMatches;

pub(crate) use self::command::command;

use self::api_client::{ApiClient, Authentication};
use self::server_address::parse_address;
use self::server_folder::ServerFolder;
use self::session::OnlineTerminalSession;
use crate::command_error::CommandError;

/// Environment variable with the token: other users can list the arguments.
const TOKEN_VARIABLE: &str = "ABAQUE_TOKEN";

/// A user at a server.
#[derive(Clone)]
pub(crate) struct OnlineUser {
    pub(crate) server: ApiClient,
    pub(crate) folder: ServerFolder,
    pub(crate) person: OwnProfile,
}

/// `abaque online`.
pub(crate) fn run(matches: &ArgMatches, lang: Lang) -> Result<(), CommandError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let done = runtime.block_on(online(matches, lang));
    // Does not wait for the thread that reads from a pipe.
    runtime.shutdown_background();
    done
}

async fn online(matches: &ArgMatches, lang: Lang) -> Result<(), CommandError> {
    let text = |name: &str| matches.get_one::<String>(name).map(String::as_str);
    let place = parse_address(text("server").unwrap_or_default())?;
    let kept = ServerFolder::for_server(&place)?;
    let variable = std::env::var(TOKEN_VARIABLE).ok().filter(|token| !token.is_empty());
    // An explicit guest overrides the variable.
    let token = text("token").map(String::from).or(variable.filter(|_| text("guest").is_none()));
    let pass = match token {
        Some(token) => Authentication::Token(token),
        None => kept
            .guest_cookie(text("guest"))?
            .map_or(Authentication::Anonymous, Authentication::Cookie),
    };
    let mut server = ApiClient::new(place, lang, pass);
    let known = match server.authentication {
        Authentication::Anonymous => None,
        _ => server.fetch_person().await?,
    };
    let watched = text("watch").map(str::to_owned);
    if !matches.contains_id("what") {
        if let Some(me) = &known {
            let guest = OnlineUser { server: server.clone(), folder: kept, person: me.clone() };
            games::reveal_due_seeds(&guest, "").await;
        }
        return lists::show_lists(&server, known.as_ref(), matches.get_flag("json")).await;
    }
    let seat = games::parse_choice(matches)?;
    if let Some(path) = text("save").filter(|path| std::path::Path::new(path).exists()) {
        return Err(CommandError::input(message!(
            "{path} exists: choose another name",
            "{path} existe\u{a0}: choisissez un autre nom"
        )));
    }
    let me = match known {
        Some(me) => me,
        // Watching needs no account.
        None if watched.is_some() => {
            OwnProfile { id: 0, name: String::new(), guest: true, admin: false, created: 0 }
        }
        None => sign_in_as_guest(&mut server, &kept, text("guest")).await?,
    };
    let guest = OnlineUser { server, folder: kept, person: me };
    let (game, stake) = games::enter_game(&guest, seat).await?;
    games::reveal_due_seeds(&guest, &game).await;
    OnlineTerminalSession::new(guest, matches, lang).play(game, stake).await
}

/// Signs in as a guest and stores the guest's cookie.
async fn sign_in_as_guest(
    server: &mut ApiClient,
    kept: &ServerFolder,
    label: Option<&str>,
) -> Result<OwnProfile, CommandError> {
    server.authentication = Authentication::Anonymous;
    let answer = server.post("/guest", &()).await?;
    let me: OwnProfile = server.parse(&answer)?;
    let cookie = answer.cookie().ok_or_else(|| server.unknown_server_error())?;
    kept.save_guest(label, &cookie)?;
    server.authentication = Authentication::Cookie(cookie);
    Ok(OwnProfile { name: sanitise(&me.name), ..me })
}

/// Makes text from the server safe for a terminal: strips control characters.
pub(crate) fn sanitise(text: &str) -> String {
    abaque_core::visible_line(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remote_text_cannot_send_terminal_escapes() {
        assert_eq!(sanitise("\x1b[2J\rAda\u{9b}1m\n"), "[2JAda1m");
        assert_eq!(sanitise("« Élodie »"), "« Élodie »");
        assert_eq!(sanitise("a\u{202e}b\u{2066}c\u{200b}"), "abc");
    }
}
