//! `abaque online`: tables on a server, at the terminal.

mod command;
mod console;
mod games;
mod kept;
mod lists;
mod place;
mod server;
mod visit;
mod wire;

use abaque_core::{Lang, said};
use clap::ArgMatches;

pub(crate) use self::command::command;

use self::games::Seat;
use self::kept::Kept;
use self::place::Place;
use self::server::{Pass, Person, Server};
use self::visit::Visit;
use crate::failure::Failure;

/// The variable that holds the token: arguments can be listed by everybody on a machine.
const VARIABLE: &str = "ABAQUE_TOKEN";

/// Somebody at a server.
#[derive(Clone)]
pub(crate) struct Guest {
    pub(crate) server: Server,
    pub(crate) kept: Kept,
    pub(crate) me: Person,
}

/// `abaque online`.
pub(crate) fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let done = runtime.block_on(online(matches, lang));
    // Whoever still reads lines from a pipe is not waited for.
    runtime.shutdown_background();
    done
}

async fn online(matches: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    let text = |name: &str| matches.get_one::<String>(name).map(String::as_str);
    let place = Place::read(text("server").unwrap_or_default())?;
    let kept = Kept::of(&place)?;
    let variable = std::env::var(VARIABLE).ok().filter(|token| !token.is_empty());
    // A guest who is named is meant, whatever the variable says.
    let token = text("token").map(String::from).or(variable.filter(|_| text("guest").is_none()));
    let pass = match token {
        Some(token) => Pass::Token(token),
        None => kept.guest(text("guest"))?.map_or(Pass::Nobody, Pass::Cookie),
    };
    let mut server = Server { place, lang, pass };
    let known = match server.pass {
        Pass::Nobody => None,
        _ => server.me().await?,
    };
    let watched = text("watch").map(str::to_owned);
    if !matches.contains_id("what") {
        return lists::show(&server, known.as_ref(), matches.get_flag("json")).await;
    }
    let seat = games::wanted(matches)?;
    if let Some(path) = text("save").filter(|path| std::path::Path::new(path).exists()) {
        return Err(Failure::input(said!(
            "{path} exists: save under another name",
            "{path} existe : donner un autre nom"
        )));
    }
    let me = match known {
        Some(me) => me,
        // Who only watches need not be anybody.
        None if watched.is_some() => Person { id: 0, name: String::new(), guest: true },
        None => come_in(&mut server, &kept, text("guest")).await?,
    };
    let guest = Guest { server, kept, me };
    let (game, stake) = match seat {
        Seat::Watched(game) => (game.clone(), guest.kept.stake(guest.me.id, &game)),
        seat => games::sit(&guest, seat).await?,
    };
    Visit::new(guest, matches, lang).play(game, stake).await
}

/// Comes in as a guest who is kept for the next time.
async fn come_in(server: &mut Server, kept: &Kept, label: Option<&str>) -> Result<Person, Failure> {
    server.pass = Pass::Nobody;
    let answer = server.post("/guest", &()).await?;
    let me: Person = server.read(&answer)?;
    let cookie = answer.cookie.clone().ok_or_else(|| server.stranger())?;
    kept.keep_guest(label, &cookie)?;
    server.pass = Pass::Cookie(cookie);
    Ok(Person { name: clean(&me.name), ..me })
}

/// Text from elsewhere, fit for a terminal: nothing in it moves the cursor.
pub(crate) fn clean(text: &str) -> String {
    text.chars().filter(|sign| !sign.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_from_elsewhere_cannot_write_all_over_the_screen() {
        assert_eq!(clean("\x1b[2J\rAda\u{9b}1m\n"), "[2JAda1m");
        assert_eq!(clean("« Élodie »"), "« Élodie »");
    }
}
