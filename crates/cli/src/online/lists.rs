//! What there is on a server: one's own games, games to join, games to watch.

use abaque_core::{Lang, Said, said};
use abaque_protocol::{GameInfo, Seat};
use serde::Deserialize;
use serde_json::json;

use super::clean;
use super::server::{Person, Server};
use crate::failure::Failure;
use crate::output::{print, wrap};

#[derive(Deserialize)]
struct Page {
    games: Vec<GameInfo>,
}

/// Shows the lists.
pub(crate) async fn show(server: &Server, me: Option<&Person>, json: bool) -> Result<(), Failure> {
    let list = async |path: &str| Ok::<_, Failure>(server.get::<Page>(path).await?.games);
    let mut open = list("/games?which=open").await?;
    let mut live = list("/games?which=live").await?;
    let (mut turns, mut yours) = (Vec::new(), Vec::new());
    if let Some(me) = me {
        turns = list("/me/turns").await?;
        let own = format!("/people/{}/games?status=", encoded(&me.name));
        yours = list(&format!("{own}open")).await?;
        yours.extend(list(&format!("{own}playing")).await?);
        yours.retain(|game| !turns.iter().any(|other| other.game == game.game));
    }
    // Nobody joins or watches their own games.
    let own = |game: &GameInfo| {
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
        (said!("Your turn:", "À vous de jouer :"), None, &turns),
        (said!("Your other games:", "Vos autres parties :"), None, &yours),
        (
            said!("Open games:", "Parties ouvertes :"),
            Some(said!("Nobody waits for an opponent.", "Personne n'attend d'adversaire.")),
            &open,
        ),
        (
            said!("Games to watch:", "Parties à regarder :"),
            Some(said!("No game is being played in public.", "Aucune partie publique en cours.")),
            &live,
        ),
    ] {
        if let Some(said) = none.filter(|_| games.is_empty()) {
            lines.push(said.get(lang).to_owned());
        } else if !games.is_empty() {
            lines.push(title.get(lang).to_owned());
            lines.extend(games.iter().map(|game| line(game, lang)));
        }
    }
    let place = server.place.origin();
    let mut hints = vec![format!("  abaque online {place} --new abalone")];
    if let Some(game) = turns.first().or(yours.first()).or(open.first()) {
        hints.push(format!("  abaque online {place} --join {}", clean(&game.game)));
    }
    if let Some(game) = live.first() {
        hints.push(format!("  abaque online {place} --watch {}", clean(&game.game)));
    }
    lines.push(said!("For example:", "Par exemple :").get(lang).to_owned());
    lines.extend(hints);
    print(json, value, &lines)
}

fn greeting(server: &Server, me: Option<&Person>) -> Said {
    let place = server.place.origin();
    match me {
        None => said!(
            "{place}: you have not been here yet.",
            "{place} : vous n'êtes pas encore venu ici."
        ),
        Some(me) => you(&place, me),
    }
}

/// Who one is at a server.
pub(crate) fn you(place: &str, me: &Person) -> Said {
    let name = &me.name;
    if me.guest {
        said!("{place}: you are {name}, a guest.", "{place} : vous êtes {name}, en invité.")
    } else {
        said!("{place}: you are {name}.", "{place} : vous êtes {name}.")
    }
}

fn line(game: &GameInfo, lang: Lang) -> String {
    let seat = |seat: &Seat| match (&seat.bot, &seat.name) {
        (Some(bot), _) => said!("computer {bot}", "ordinateur {bot}").get(lang).to_owned(),
        (None, Some(name)) => match &seat.rating {
            Some(rating) => format!("{name} ({rating})"),
            None => name.clone(),
        },
        (None, None) => "?".to_owned(),
    };
    let [first, second] = game.seats.each_ref().map(seat);
    let counts = if game.rated { said!(", rated", ", classée") } else { said!("", "") };
    let clock = match game.clock.as_str() {
        "-" => said!("no clock", "sans pendule").get(lang).to_owned(),
        clock => clock.to_owned(),
    };
    let (id, spec, counts) = (&game.game, &game.spec, counts.get(lang));
    let colon = if lang == Lang::Fr { " :" } else { ":" };
    wrap(&clean(&format!("  {id}  {spec}, {clock}{counts}{colon} {first} – {second}")), 14)
}

/// A name as a part of an address.
fn encoded(name: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    let part =
        |byte: u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    name.bytes().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_into_addresses() {
        assert_eq!(encoded("Brave-Otter_42"), "Brave-Otter_42");
        assert_eq!(encoded("Zoé d'Or/?"), "Zo%C3%A9%20d%27Or%2F%3F");
    }

    #[test]
    fn a_line_says_what_matters() {
        let game: GameInfo = serde_json::from_value(json!({
            "game": "k3m9x2p7qa", "spec": "abagio", "clock": "300+2", "rated": true, "public": true,
            "hot_seat": false, "seats": [{ "name": "Ada", "rating": "1512" }, {}], "status": "open",
            "plies": 0, "created": 0, "touched": 0
        }))
        .unwrap();
        assert_eq!(line(&game, Lang::En), "  k3m9x2p7qa  abagio, 300+2, rated: Ada (1512) – ?");
        assert_eq!(line(&game, Lang::Fr), "  k3m9x2p7qa  abagio, 300+2, classée : Ada (1512) – ?");
    }
}
