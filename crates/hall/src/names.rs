//! How people and games are called in what is told of them.

use abaque_protocol::{GameInfo, Seat as Sits};
use abaque_store::{Game, PersonId, Store, StoreError};

use crate::deal::Kept;

/// Who sits at a game, as everybody may know it.
pub(crate) async fn seats(store: &Store, game: &Game) -> Result<[Sits; 2], StoreError> {
    let first = sits(store, game, game.seats.first, game.seats.first_bot.as_deref()).await?;
    let second = sits(store, game, game.seats.second, game.seats.second_bot.as_deref()).await?;
    Ok([first, second])
}

async fn sits(
    store: &Store,
    game: &Game,
    person: Option<PersonId>,
    bot: Option<&str>,
) -> Result<Sits, StoreError> {
    let called = async |person: PersonId| -> Result<Option<String>, StoreError> {
        Ok(store.person(person).await?.map(|person| person.name))
    };
    let Some(person) = person else {
        let invited = Kept::read(&game.options).and_then(|kept| kept.invited);
        let invited = match invited.filter(|_| bot.is_none()) {
            Some(invited) => called(PersonId(invited)).await?,
            None => None,
        };
        return Ok(Sits { bot: bot.map(String::from), invited, ..Sits::default() });
    };
    let name = called(person).await?;
    let rating = if game.hot_seat { None } else { store.rating(person, &game.kind).await? };
    let rating = rating.map(|rating| crate::rated::shown(&rating));
    Ok(Sits { name, rating, ..Sits::default() })
}

/// What lists say of a game.
pub(crate) fn info(game: &Game, seats: [Sits; 2]) -> GameInfo {
    GameInfo {
        game: game.id.as_str().to_owned(),
        spec: game.spec.clone(),
        clock: game.clock.clone(),
        rated: game.rated,
        public: game.public,
        hot_seat: game.hot_seat,
        delay: Kept::read(&game.options).map_or(0, |kept| kept.delay),
        seats,
        status: game.status.as_str().to_owned(),
        result: game.result.clone(),
        reason: game.reason.clone(),
        plies: game.plies,
        created: game.created,
        touched: game.touched,
        rematch_of: game.rematch_of.as_ref().map(|id| id.as_str().to_owned()),
    }
}
