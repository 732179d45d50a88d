//! Games to sit down at: opened, sought, joined.

use abaque_client::online::Stake;
use abaque_core::{BadText, ClockRule, said};
use abaque_protocol::{Against, GameInfo, Side, Terms};
use clap::ArgMatches;
use serde::Deserialize;
use serde_json::json;

use super::{Guest, clean};
use crate::failure::Failure;
use crate::play::dice::Dice;

/// How often somebody else may be quicker before one gives up.
const TRIES: usize = 10;

/// What the command line asks for.
#[derive(Clone)]
pub(crate) enum Seat {
    New(Terms),
    Sought(Terms),
    Joined(String),
    Watched(String),
}

/// A game that was found or opened.
#[derive(Deserialize)]
pub(crate) struct Sought {
    pub(crate) game: String,
    /// Whether somebody waits there.
    pub(crate) found: bool,
}

/// Reads the command line.
pub(crate) fn wanted(matches: &ArgMatches) -> Result<Seat, Failure> {
    let text = |name: &str| matches.get_one::<String>(name).map(String::as_str);
    if let Some(game) = text("join") {
        return Ok(Seat::Joined(name(game)?));
    }
    if let Some(game) = text("watch") {
        return Ok(Seat::Watched(name(game)?));
    }
    let spec = text("new").or(text("seek")).unwrap_or_default();
    let clock: Result<ClockRule, BadText> = text("clock").unwrap_or("-").parse();
    let terms = Terms {
        clock: clock?.to_string(),
        rated: matches.get_flag("rated"),
        public: !matches.get_flag("private"),
        side: match text("side") {
            Some("first") => Side::First,
            Some("second") => Side::Second,
            _ => Side::Lot,
        },
        against: match text("against") {
            None if matches.get_flag("here") => Against::HotSeat,
            None => Against::Anyone,
            Some(who) => match who.strip_prefix("computer:") {
                Some(kind) => Against::Computer(kind.to_owned()),
                None => Against::Person(who.to_owned()),
            },
        },
        ..Terms::of(&abaque_catalog::open(spec)?.spec())
    };
    Ok(if text("new").is_some() { Seat::New(terms) } else { Seat::Sought(terms) })
}

/// The name of a game, also where its address was pasted.
fn name(text: &str) -> Result<String, Failure> {
    let last = text.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    if last.is_empty() || last.len() > 40 || !last.chars().all(|sign| sign.is_ascii_alphanumeric())
    {
        return Err(Failure::input(said!(
            "`{text}` is no name of a game; names are ten letters and digits, `abaque online SERVER` lists them",
            "« {text} » n'est pas un nom de partie ; ce sont dix lettres et chiffres, « abaque online SERVEUR » les liste"
        )));
    }
    Ok(last.to_owned())
}

/// Sits down: gives the game, and what was put into its lots.
pub(crate) async fn sit(guest: &Guest, seat: Seat) -> Result<(String, Option<Stake>), Failure> {
    match seat {
        Seat::New(terms) => create(guest, terms).await,
        Seat::Sought(terms) => seek(guest, terms).await,
        Seat::Joined(game) => join(guest, &game).await,
        Seat::Watched(game) => Ok((game, None)),
    }
}

async fn create(guest: &Guest, terms: Terms) -> Result<(String, Option<Stake>), Failure> {
    let (terms, stake) = Dice::with(|dice| Stake::create(terms, dice))?;
    guest.kept.keep_stake(guest.me.id, &stake)?;
    if let Err(failure) = guest.server.post("/games", &terms).await {
        // Refused, there is no such game; otherwise there may be one.
        if matches!(failure, Failure::Input(_)) {
            guest.kept.drop_stake(guest.me.id, &stake.game);
        }
        return Err(failure);
    }
    Ok((stake.game.clone(), Some(stake)))
}

async fn seek(guest: &Guest, terms: Terms) -> Result<(String, Option<Stake>), Failure> {
    for _ in 0..TRIES {
        let (terms, stake) = Dice::with(|dice| Stake::create(terms.clone(), dice))?;
        guest.kept.keep_stake(guest.me.id, &stake)?;
        let sought = guest.server.post("/seek", &terms).await;
        let sought = sought.and_then(|answer| guest.server.read::<Sought>(&answer));
        if !matches!(&sought, Ok(Sought { found: false, .. }) | Err(Failure::World(_))) {
            guest.kept.drop_stake(guest.me.id, &stake.game);
        }
        let Sought { game, found } = sought?;
        if !found {
            return Ok((game, Some(stake)));
        }
        match take_seat(guest, &game).await {
            // Somebody was quicker: on to the next.
            Err(Failure::Input(_)) => {}
            taken => return taken.map(|stake| (game, Some(stake))),
        }
    }
    Err(Failure::World(said!(
        "others were quicker each time: try again",
        "d'autres ont été plus rapides à chaque fois : réessayer"
    )))
}

async fn join(guest: &Guest, game: &str) -> Result<(String, Option<Stake>), Failure> {
    let info: GameInfo = guest.server.get(&format!("/games/{game}")).await?;
    let sits = info.seats.iter().any(|seat| {
        seat.bot.is_none() && seat.name.as_deref().map(clean).as_deref() == Some(&guest.me.name)
    });
    if sits {
        return Ok((info.game.clone(), guest.kept.stake(guest.me.id, &info.game)));
    }
    if info.status != "open" {
        let server = guest.server.place.origin();
        return Err(Failure::input(said!(
            "both seats of {game} are taken; to look on: abaque online {server} --watch {game}",
            "les deux places de {game} sont prises ; pour regarder : abaque online {server} --watch {game}"
        )));
    }
    let stake = take_seat(guest, &info.game).await?;
    Ok((info.game, Some(stake)))
}

/// Takes the free seat of a game.
pub(crate) async fn take_seat(guest: &Guest, game: &str) -> Result<Stake, Failure> {
    let (commitment, stake) = Dice::with(|dice| Stake::join(game, dice))?;
    guest.kept.keep_stake(guest.me.id, &stake)?;
    let asked = json!({ "commitment": commitment });
    if let Err(failure) = guest.server.post(&format!("/games/{game}/join"), &asked).await {
        if matches!(failure, Failure::Input(_)) {
            guest.kept.drop_stake(guest.me.id, game);
        }
        return Err(failure);
    }
    Ok(stake)
}

/// Plays a game again: one's own is opened, or the other's joined.
pub(crate) async fn again(
    guest: &Guest,
    of: &GameInfo,
) -> Result<(String, Option<Stake>), Failure> {
    let computer = of.seats.iter().find_map(|seat| seat.bot.clone());
    let against = computer.map_or(Against::Anyone, Against::Computer);
    let terms = Terms { against, ..Terms::of(&of.spec) };
    let (terms, stake) = Dice::with(|dice| Stake::create(terms, dice))?;
    guest.kept.keep_stake(guest.me.id, &stake)?;
    let asked = json!({ "id": terms.id, "commitments": terms.commitments });
    let answer = guest.server.post(&format!("/games/{}/rematch", of.game), &asked).await;
    let sought = answer.and_then(|answer| guest.server.read::<Sought>(&answer));
    if !matches!(&sought, Ok(sought) if sought.game == stake.game) {
        guest.kept.drop_stake(guest.me.id, &stake.game);
    }
    let Sought { game, found } = sought?;
    if found {
        let stake = take_seat(guest, &game).await?;
        return Ok((game, Some(stake)));
    }
    // Who asked twice goes on waiting where they waited before.
    let stake = if game == stake.game { Some(stake) } else { guest.kept.stake(guest.me.id, &game) };
    Ok((game, stake))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_games_also_from_addresses() {
        for text in ["k3m9x2p7qa", "http://games.example/games/k3m9x2p7qa", "games/k3m9x2p7qa/"] {
            assert_eq!(name(text).unwrap(), "k3m9x2p7qa");
        }
        for text in ["", "/", "k3 m9", "k3m9?x", "é"] {
            assert!(name(text).is_err(), "{text}");
        }
    }
}
