//! Summaries of games and their players for lists.

use abaque_protocol::{GameStage, GameSummary, SeatInfo};
use abaque_store::{GameStatus, PersonId, Seats, Store, StoreError, StoredGame};

use crate::terms::StoredTerms;

/// Public description of a game's seats.
pub(crate) async fn seats(store: &Store, game: &StoredGame) -> Result<[SeatInfo; 2], StoreError> {
    let first = seat_info(store, game, game.seats.first, game.seats.first_bot.as_deref()).await?;
    let second =
        seat_info(store, game, game.seats.second, game.seats.second_bot.as_deref()).await?;
    Ok([first, second])
}

async fn seat_info(
    store: &Store,
    game: &StoredGame,
    person: Option<PersonId>,
    bot: Option<&str>,
) -> Result<SeatInfo, StoreError> {
    let called = async |person: PersonId| -> Result<Option<String>, StoreError> {
        Ok(store.person(person).await?.map(|person| person.name))
    };
    let Some(person) = person else {
        let invited = StoredTerms::parse(&game.options).and_then(|terms| terms.invited);
        let invited = match invited.filter(|_| bot.is_none()) {
            Some(invited) => called(PersonId(invited)).await?,
            None => None,
        };
        return Ok(SeatInfo { bot: bot.map(String::from), invited, ..SeatInfo::default() });
    };
    let name = called(person).await?;
    let rating = if game.hot_seat { None } else { store.rating(person, &game.kind).await? };
    let rating = rating.map(|rating| crate::ratings::rating_text(&rating));
    Ok(SeatInfo { name, rating, ..SeatInfo::default() })
}

/// Stage for lists; a game with both seats taken is not open, though it has not started.
fn stage(game: &StoredGame) -> GameStage {
    let Seats { first, second, first_bot, second_bot } = &game.seats;
    let taken =
        (first.is_some() || first_bot.is_some()) && (second.is_some() || second_bot.is_some());
    match game.status {
        GameStatus::Open if taken => GameStage::Seeds,
        GameStatus::Open => GameStage::Open,
        GameStatus::Playing => GameStage::Playing,
        GameStatus::Over => GameStage::Over,
        GameStatus::Aborted => GameStage::Aborted,
    }
}

/// Summary of a game.
pub(crate) fn summarize(game: &StoredGame, seats: [SeatInfo; 2]) -> GameSummary {
    GameSummary {
        game: game.id.as_str().to_owned(),
        spec: game.spec.clone(),
        clock: game.clock.clone(),
        rated: game.rated,
        public: game.public,
        hot_seat: game.hot_seat,
        delay: StoredTerms::parse(&game.options).map_or(0, |terms| terms.delay),
        seats,
        status: stage(game),
        result: game.result.clone(),
        reason: game.reason.clone(),
        plies: game.plies,
        created: game.created,
        touched: game.touched,
        rematch_of: game.rematch_of.as_ref().map(|id| id.as_str().to_owned()),
    }
}
