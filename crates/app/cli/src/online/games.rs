//! Entering games: creating, seeking, joining.

use abaque_core::{ClockRule, ParseError, message};
use abaque_online_client::{SeedCommitment, SeedKeeper};
use abaque_protocol::rest::{JoinRequest, RematchRequest, SeekResult};
use abaque_protocol::{GameStage, GameSummary, GameTerms, OpponentChoice, SideChoice};
use clap::ArgMatches;

use super::{OnlineUser, sanitise};
use crate::command_error::CommandError;
use crate::play::system_random::SystemRandom;

/// How often another player may be quicker before seeking gives up.
const MAX_SEEK_ATTEMPTS: usize = 10;

/// The table chosen on the command line.
#[derive(Clone)]
pub(crate) enum TableChoice {
    New(GameTerms, SeedKeeper),
    Seek(GameTerms),
    Join(String),
    Watch(String),
}

/// Reads the command line.
pub(crate) fn parse_choice(matches: &ArgMatches) -> Result<TableChoice, CommandError> {
    let text = |name: &str| matches.get_one::<String>(name).map(String::as_str);
    if let Some(game) = text("join") {
        return Ok(TableChoice::Join(parse_game_id(game)?));
    }
    if let Some(game) = text("watch") {
        return Ok(TableChoice::Watch(parse_game_id(game)?));
    }
    let spec = text("new").or(text("seek")).unwrap_or_default();
    let clock: Result<ClockRule, ParseError> = text("clock").unwrap_or("-").parse();
    let terms = GameTerms {
        clock: clock?.to_string(),
        rated: matches.get_flag("rated"),
        public: !matches.get_flag("private"),
        side: match text("side") {
            Some("first") => SideChoice::First,
            Some("second") => SideChoice::Second,
            _ => SideChoice::Lot,
        },
        against: match text("against") {
            None if matches.get_flag("here") => OpponentChoice::HotSeat,
            None => OpponentChoice::Anyone,
            Some(who) => match who.strip_prefix("computer:") {
                Some(kind) => OpponentChoice::Computer(kind.to_owned()),
                None => OpponentChoice::Person(who.to_owned()),
            },
        },
        ..GameTerms::new(&abaque_catalog::open(spec)?.spec())
    };
    let keeper = if matches.get_flag("strict") { SeedKeeper::Creator } else { SeedKeeper::Server };
    Ok(if text("new").is_some() {
        TableChoice::New(terms, keeper)
    } else {
        TableChoice::Seek(terms)
    })
}

/// Parses a game id or the address of a game.
fn parse_game_id(text: &str) -> Result<String, CommandError> {
    let last = text.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    if last.is_empty() || last.len() > 40 || !last.chars().all(|sign| sign.is_ascii_alphanumeric())
    {
        return Err(CommandError::input(message!(
            "`{text}` is not a game id; ids are ten letters and digits, `abaque online SERVER` lists them",
            "«\u{a0}{text}\u{a0}» n'est pas un identifiant de partie\u{a0}; ce sont dix lettres et chiffres, «\u{a0}abaque online SERVEUR\u{a0}» les liste"
        )));
    }
    Ok(last.to_owned())
}

/// Enters a game; returns its id and this client's seed commitment.
pub(crate) async fn enter_game(
    guest: &OnlineUser,
    seat: TableChoice,
) -> Result<(String, Option<SeedCommitment>), CommandError> {
    match seat {
        TableChoice::New(terms, keeper) => create(guest, terms, keeper).await,
        TableChoice::Seek(terms) => seek(guest, terms).await,
        TableChoice::Join(game) => join(guest, &game).await,
        TableChoice::Watch(game) => {
            let info: GameSummary = guest.server.get(&format!("/games/{game}")).await?;
            let seed_commitment = guest.folder.commitment(guest.person.id, &info.game);
            Ok((info.game, seed_commitment))
        }
    }
}

async fn create(
    guest: &OnlineUser,
    terms: GameTerms,
    keeper: SeedKeeper,
) -> Result<(String, Option<SeedCommitment>), CommandError> {
    let (terms, seed_commitment) =
        SystemRandom::with(|dice| SeedCommitment::create(terms, keeper, dice))?;
    guest.folder.save_commitment(guest.person.id, &seed_commitment)?;
    if let Err(failure) = guest.server.post("/games", &terms).await {
        // After a refusal there is no such game; after other errors there may be one.
        if matches!(failure, CommandError::Input(_)) {
            guest.folder.delete_commitment(guest.person.id, &seed_commitment.game);
        }
        return Err(failure);
    }
    Ok((seed_commitment.game.clone(), Some(seed_commitment)))
}

async fn seek(
    guest: &OnlineUser,
    terms: GameTerms,
) -> Result<(String, Option<SeedCommitment>), CommandError> {
    for _ in 0..MAX_SEEK_ATTEMPTS {
        let (terms, seed_commitment) = SystemRandom::with(|dice| {
            SeedCommitment::create(terms.clone(), SeedKeeper::Server, dice)
        })?;
        guest.folder.save_commitment(guest.person.id, &seed_commitment)?;
        let result = guest.server.post("/seek", &terms).await;
        let result = result.and_then(|answer| guest.server.parse::<SeekResult>(&answer));
        if !matches!(
            &result,
            Ok(SeekResult { found: false, .. }) | Err(CommandError::Environment(_))
        ) {
            guest.folder.delete_commitment(guest.person.id, &seed_commitment.game);
        }
        let SeekResult { game, found } = result?;
        if !found {
            return Ok((game, Some(seed_commitment)));
        }
        match take_seat(guest, &game).await {
            // Another player was quicker: try the next game.
            Err(CommandError::Input(_)) => {}
            taken => return taken.map(|seed_commitment| (game, Some(seed_commitment))),
        }
    }
    Err(CommandError::Environment(message!(
        "other players were faster each time: try again",
        "d'autres joueurs ont été plus rapides à chaque fois\u{a0}: réessayez"
    )))
}

async fn join(
    guest: &OnlineUser,
    game: &str,
) -> Result<(String, Option<SeedCommitment>), CommandError> {
    let info: GameSummary = guest.server.get(&format!("/games/{game}")).await?;
    let sits = info.seats.iter().any(|seat| {
        seat.bot.is_none()
            && seat.name.as_deref().map(sanitise).as_deref() == Some(&guest.person.name)
    });
    if sits {
        return Ok((info.game.clone(), guest.folder.commitment(guest.person.id, &info.game)));
    }
    if info.status != GameStage::Open {
        let server = guest.server.address.origin();
        return Err(CommandError::input(message!(
            "both seats of {game} are taken; to watch: abaque online {server} --watch {game}",
            "les deux places de {game} sont prises\u{a0}; pour regarder\u{a0}: abaque online {server} --watch {game}"
        )));
    }
    let seed_commitment = take_seat(guest, &info.game).await?;
    Ok((info.game, Some(seed_commitment)))
}

/// Takes the free seat of a game and reveals the seed at once, so that the game can start.
pub(crate) async fn take_seat(
    guest: &OnlineUser,
    game: &str,
) -> Result<SeedCommitment, CommandError> {
    let (commitment, seed_commitment) =
        SystemRandom::with(|dice| SeedCommitment::join(game, dice))?;
    guest.folder.save_commitment(guest.person.id, &seed_commitment)?;
    let asked = JoinRequest { commitment: Some(commitment) };
    if let Err(failure) = guest.server.post(&format!("/games/{game}/join"), &asked).await {
        if matches!(failure, CommandError::Input(_)) {
            guest.folder.delete_commitment(guest.person.id, game);
        }
        return Err(failure);
    }
    send_reveal(guest, &seed_commitment).await;
    Ok(seed_commitment)
}

/// Reveals a seed. The server refuses a seed that is not due or already revealed; after a network
/// error the table retries.
async fn send_reveal(guest: &OnlineUser, seed_commitment: &SeedCommitment) {
    let path = format!("/games/{}/act", seed_commitment.game);
    drop(guest.server.post(&path, &seed_commitment.reveal_request()).await);
}

/// Reveals seeds that other games wait for: strict tables, or seats taken by a program that was
/// killed before revealing.
pub(crate) async fn reveal_due_seeds(guest: &OnlineUser, but: &str) {
    for seed_commitment in guest.folder.recent_commitments(guest.person.id) {
        if seed_commitment.game == but {
            continue;
        }
        let info: Result<GameSummary, CommandError> =
            guest.server.get(&format!("/games/{}", seed_commitment.game)).await;
        match info.map(|info| info.stage()) {
            Ok(GameStage::Seeds) => send_reveal(guest, &seed_commitment).await,
            Ok(GameStage::Over | GameStage::Aborted) => {
                guest.folder.delete_commitment(guest.person.id, &seed_commitment.game);
            }
            Ok(GameStage::Open | GameStage::Playing) | Err(CommandError::Input(_)) => {}
            // An unreachable server is retried on the next visit.
            Err(_) => return,
        }
    }
}

/// Starts a rematch: opens a table, or joins the opponent's.
pub(crate) async fn request_rematch(
    guest: &OnlineUser,
    of: &GameSummary,
) -> Result<(String, Option<SeedCommitment>), CommandError> {
    let computer = of.seats.iter().find_map(|seat| seat.bot.clone());
    let against = match computer {
        _ if of.hot_seat => OpponentChoice::HotSeat,
        Some(kind) => OpponentChoice::Computer(kind),
        None => OpponentChoice::Anyone,
    };
    // Sides are swapped, not drawn.
    let terms = GameTerms { against, side: SideChoice::First, ..GameTerms::new(&of.spec) };
    let (terms, seed_commitment) =
        SystemRandom::with(|dice| SeedCommitment::create(terms, SeedKeeper::Server, dice))?;
    guest.folder.save_commitment(guest.person.id, &seed_commitment)?;
    let GameTerms { id, commitments, seed, .. } = terms;
    let asked = RematchRequest { id, spec: None, commitments, seed };
    let answer = guest.server.post(&format!("/games/{}/rematch", of.game), &asked).await;
    let result = answer.and_then(|answer| guest.server.parse::<SeekResult>(&answer));
    if !matches!(&result, Ok(result) if result.game == seed_commitment.game) {
        guest.folder.delete_commitment(guest.person.id, &seed_commitment.game);
    }
    let SeekResult { game, found } = result?;
    if found {
        let seed_commitment = take_seat(guest, &game).await?;
        return Ok((game, Some(seed_commitment)));
    }
    // A repeated request returns the existing table.
    let seed_commitment = if game == seed_commitment.game {
        Some(seed_commitment)
    } else {
        guest.folder.commitment(guest.person.id, &game)
    };
    Ok((game, seed_commitment))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_id_is_read_from_an_id_or_a_link() {
        for text in ["k3m9x2p7qa", "http://games.example/games/k3m9x2p7qa", "games/k3m9x2p7qa/"] {
            assert_eq!(parse_game_id(text).unwrap(), "k3m9x2p7qa");
        }
        for text in ["", "/", "k3 m9", "k3m9?x", "é"] {
            assert!(parse_game_id(text).is_err(), "{text}");
        }
    }
}
