//! Lists of a server's games: the user's own, open, and live ones.

use abaque_core::{Lang, Message, message};
use abaque_protocol::rest::{GamesPage, OwnProfile};
use abaque_protocol::{GameSummary, SeatInfo};
use serde_json::json;

use super::api_client::ApiClient;
use super::sanitise;
use crate::command_error::CommandError;
use crate::interface::first_game;
use crate::output::{print, wrap};

/// Prints the lists.
pub(crate) async fn show_lists(
    server: &ApiClient,
    me: Option<&OwnProfile>,
    json: bool,
) -> Result<(), CommandError> {
    let list = async |path: &str| Ok::<_, CommandError>(server.get::<GamesPage>(path).await?.games);
    let mut open = list("/games?which=open").await?;
    let mut live = list("/games?which=live").await?;
    let (mut turns, mut yours) = (Vec::new(), Vec::new());
    if let Some(me) = me {
        turns = list("/me/turns").await?;
        let own = format!("/people/{}/games?status=", encode_name(&me.name));
        yours = list(&format!("{own}open")).await?;
        yours.extend(list(&format!("{own}playing")).await?);
        yours.retain(|game| !turns.iter().any(|other| other.game == game.game));
    }
    // The user's own games are neither joined nor watched.
    let own = |game: &GameSummary| {
        me.is_some_and(|me| game.seats.iter().any(|seat| seat.name.as_ref() == Some(&me.name)))
    };
    open.retain(|game| !own(game));
    live.retain(|game| !own(game));
    let value = || {
        let you = me.map(|me| me.name.as_str());
        json!({ "you": you, "turns": turns, "yours": yours, "open": open, "live": live })
    };
    let lang = server.lang;
    let mut lines = vec![greeting(server, me).get(lang).to_owned()];
    for (title, none, games) in [
        (message!("Your turn:", "À vous de jouer\u{a0}:"), None, &turns),
        (message!("Your other games:", "Vos autres parties\u{a0}:"), None, &yours),
        (
            message!("Open tables:", "Tables ouvertes\u{a0}:"),
            Some(message!("No open tables right now.", "Aucune table ouverte pour l'instant.")),
            &open,
        ),
        (
            message!("Live games:", "Parties en direct\u{a0}:"),
            Some(message!("No live games right now.", "Aucune partie en direct pour l'instant.")),
            &live,
        ),
    ] {
        if let Some(message) = none.filter(|_| games.is_empty()) {
            lines.push(message.get(lang).to_owned());
        } else if !games.is_empty() {
            lines.push(title.get(lang).to_owned());
            lines.extend(games.iter().map(|game| game_row(game, lang)));
        }
    }
    let place = server.address.origin();
    let mut hints = vec![format!("  abaque online {place} --new {}", first_game().name)];
    if let Some(game) = turns.first().or(yours.first()).or(open.first()) {
        hints.push(format!("  abaque online {place} --join {}", sanitise(&game.game)));
    }
    if let Some(game) = live.first() {
        hints.push(format!("  abaque online {place} --watch {}", sanitise(&game.game)));
    }
    lines.push(message!("For example:", "Par exemple\u{a0}:").get(lang).to_owned());
    lines.extend(hints);
    print(json, value, &lines)
}

fn greeting(server: &ApiClient, me: Option<&OwnProfile>) -> Message {
    let place = server.address.origin();
    match me {
        None => {
            message!(
                "{place}: this is your first visit.",
                "{place}\u{a0}: c'est votre première visite."
            )
        }
        Some(me) => identity_message(&place, me),
    }
}

/// Says who the user is on a server.
pub(crate) fn identity_message(place: &str, me: &OwnProfile) -> Message {
    let name = &me.name;
    if me.guest {
        message!("{place}: you are {name}, a guest.", "{place}\u{a0}: vous êtes {name}, invité.")
    } else {
        message!("{place}: you are {name}.", "{place}\u{a0}: vous êtes {name}.")
    }
}

fn game_row(game: &GameSummary, lang: Lang) -> String {
    let seat = |seat: &SeatInfo| match (&seat.bot, &seat.name) {
        (Some(bot), _) => message!("computer {bot}", "ordinateur {bot}").get(lang).to_owned(),
        (None, Some(name)) => match &seat.rating {
            Some(rating) => format!("{name} ({rating})"),
            None => name.clone(),
        },
        (None, None) => "?".to_owned(),
    };
    let [first, second] = game.seats.each_ref().map(seat);
    let counts = if game.rated { message!(", rated", ", classée") } else { message!("", "") };
    let clock = match game.clock.as_str() {
        "-" => message!("no clock", "sans pendule").get(lang).to_owned(),
        clock => clock.to_owned(),
    };
    let (id, spec, counts) = (&game.game, &game.spec, counts.get(lang));
    let colon = if lang == Lang::Fr { "\u{a0}:" } else { ":" };
    wrap(&sanitise(&format!("  {id}  {spec}, {clock}{counts}{colon} {first} – {second}")), 14)
}

/// Percent-encodes a name.
fn encode_name(name: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    let part =
        |byte: u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    name.bytes().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_escaped_in_urls() {
        assert_eq!(encode_name("Brave-Otter_42"), "Brave-Otter_42");
        assert_eq!(encode_name("Zoé d'Or/?"), "Zo%C3%A9%20d%27Or%2F%3F");
    }

    #[test]
    fn list_rows_show_game_players_and_status() {
        let game: GameSummary = serde_json::from_value(json!({
            "game": "k3m9x2p7qa", "spec": "abagio", "clock": "300+2", "rated": true, "public": true,
            "hot_seat": false, "seats": [{ "name": "Ada", "rating": "1512" }, {}], "status": "open",
            "plies": 0, "created": 0, "touched": 0
        }))
        .unwrap();
        assert_eq!(game_row(&game, Lang::En), "  k3m9x2p7qa  abagio, 300+2, rated: Ada (1512) – ?");
        assert_eq!(
            game_row(&game, Lang::Fr),
            "  k3m9x2p7qa  abagio, 300+2, classée\u{a0}: Ada (1512) – ?"
        );
    }
}
