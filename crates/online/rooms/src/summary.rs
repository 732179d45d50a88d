//! Summaries of games and their players for lists.

use abaque_protocol::{GameStage, GameSummary, SeatInfo};
use abaque_store::{GameStatus, PersonId, PlayerCards, Seats, Store, StoreError, StoredGame};

use crate::terms::StoredTerms;

/// Public description of a game's seats.
pub(crate) async fn seats(store: &Store, game: &StoredGame) -> Result<[SeatInfo; 2], StoreError> {
    let cards = store.player_cards(&people_named(game)).await?;
    Ok(seats_with(game, &cards))
}

/// Summaries of several games.
pub(crate) async fn summaries(
    store: &Store,
    games: &[StoredGame],
) -> Result<Vec<GameSummary>, StoreError> {
    let mut people: Vec<PersonId> = games.iter().flat_map(people_named).collect();
    people.sort_unstable();
    people.dedup();
    let cards = store.player_cards(&people).await?;
    Ok(games.iter().map(|game| summarize(game, seats_with(game, &cards))).collect())
}

/// People whose names a description of the game shows.
fn people_named(game: &StoredGame) -> Vec<PersonId> {
    [game.seats.first, game.seats.second, invited(game)].into_iter().flatten().collect()
}

fn invited(game: &StoredGame) -> Option<PersonId> {
    StoredTerms::parse(&game.options)?.invited.map(PersonId)
}

fn seats_with(game: &StoredGame, cards: &PlayerCards) -> [SeatInfo; 2] {
    let Seats { first, second, first_bot, second_bot } = &game.seats;
    [(first, first_bot), (second, second_bot)].map(|(person, bot)| {
        let name = |person: PersonId| cards.name(person).map(str::to_owned);
        let Some(person) = *person else {
            let invited = invited(game).filter(|_| bot.is_none()).and_then(name);
            return SeatInfo { bot: bot.clone(), invited, ..SeatInfo::default() };
        };
        let rating = cards.rating(person, &game.kind).filter(|_| !game.hot_seat);
        let rating = rating.map(crate::ratings::rating_text);
        SeatInfo { name: name(person), rating, ..SeatInfo::default() }
    })
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
