//! What there is to see: open games, live games, one's own, records, the log of lots.

use abaque_protocol::GameInfo;
use abaque_store::{Cursor, GameId, GamesOf, Room, Status};
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::game_id;
use crate::app::App;
use crate::people;
use crate::problem::{Body, Problem};
use crate::who::{MaybeWho, Who};

/// How many a list holds at most.
const MOST: u32 = 100;
/// How many records one file holds at most.
const RECORDS: u32 = 1000;

/// Which games.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct Which {
    /// `open` (to join) or `live` (to watch); open ones if nothing is said.
    #[serde(default)]
    which: Option<String>,
}

/// Which games of somebody.
#[derive(Deserialize, Default, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Wanted {
    /// The name of the game.
    kind: Option<String>,
    /// `open`, `playing`, `over` or `aborted`.
    status: Option<String>,
    /// Whether it counts.
    rated: Option<bool>,
    /// The opponent's name.
    opponent: Option<String>,
    /// Not before this moment, in milliseconds since 1970.
    since: Option<i64>,
    /// Not after it.
    until: Option<i64>,
    /// Where the last page ended: `TOUCHED-GAME`.
    before: Option<String>,
    /// How many, 100 at most.
    limit: Option<u32>,
}

/// Games, and where the next page begins.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({ "games": [], "next": null }))]
pub(crate) struct Page {
    /// The games.
    #[schema(value_type = Vec<Object>)]
    games: Vec<GameInfo>,
    /// What to send as `before`; nothing on the last page.
    next: Option<String>,
}

/// Games anybody may join, or watch.
#[utoipa::path(get, path = "/games", tag = "games", security(()), params(Which), responses((status = 200, body = Page), (status = 422, body = Body)))]
pub(crate) async fn games(
    State(app): State<App>,
    Query(which): Query<Which>,
) -> Result<Json<Page>, Problem> {
    let games = match which.which.as_deref() {
        None | Some("open") => app.store().open_games(MOST).await?,
        Some("live") => app.store().live_games(MOST).await?,
        Some(other) => return Err(Problem::bad_value(other, "open, live")),
    };
    Ok(Json(Page { games: app.hall().listed(games).await?, next: None }))
}

/// A game by its name. Whoever knows the name of a game that is not public may look at it.
#[utoipa::path(get, path = "/games/{id}", tag = "games", security(()), params(("id" = String, Path, description = "The game")),
    responses((status = 200, body = Object), (status = 404, body = Body)))]
pub(crate) async fn game(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<GameInfo>, Problem> {
    let game = app.store().game(&game_id(&id)?).await?.ok_or_else(abaque_hall::Refusal::no_game)?;
    let mut listed = app.hall().listed(vec![game]).await?;
    listed.pop().map(Json).ok_or_else(|| abaque_hall::Refusal::no_game().into())
}

/// A finished game as a record: seeds, seals, every ply. `abaque record check` verifies it.
#[utoipa::path(get, path = "/games/{id}/record", tag = "games", security(()), params(("id" = String, Path, description = "The game")),
    responses((status = 200, content_type = "text/plain", body = String), (status = 404, body = Body), (status = 409, body = Body)))]
pub(crate) async fn record(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let id = game_id(&id)?;
    let text = app.hall().record(&id).await?;
    Ok(attached(&format!("{id}.abq"), text))
}

/// A line somebody said beside a game.
#[derive(Serialize, ToSchema)]
pub(crate) struct Line {
    id: i64,
    name: String,
    at: i64,
    text: String,
}

/// What was said beside a game: by the players to players, and to everybody when it is over. Those whom one blocks are left out.
#[utoipa::path(get, path = "/games/{id}/chat", tag = "games", security(()), params(("id" = String, Path, description = "The game")),
    responses((status = 200, body = Vec<Line>), (status = 404, body = Body)))]
pub(crate) async fn chat(
    State(app): State<App>,
    Path(id): Path<String>,
    MaybeWho(who): MaybeWho,
) -> Result<Json<Vec<Line>>, Problem> {
    let id = game_id(&id)?;
    let game = app.store().game(&id).await?.ok_or_else(abaque_hall::Refusal::no_game)?;
    let blocked = match &who {
        Some(who) => app.store().blocks(who.id()).await?,
        None => Vec::new(),
    };
    let plays =
        who.is_some_and(|who| [game.seats.first, game.seats.second].contains(&Some(who.id())));
    let over = matches!(game.status, Status::Over | Status::Aborted);
    let mut lines = Vec::new();
    for room in [Room::Players, Room::Watchers] {
        if over || (room == Room::Players) == plays {
            lines.extend(app.store().lines(&id, room, 0).await?);
        }
    }
    lines.retain(|line| !blocked.contains(&line.person));
    lines.sort_by_key(|line| line.id);
    let mut told = Vec::new();
    for line in lines {
        let name =
            app.store().person(line.person).await?.map(|person| person.name).unwrap_or_default();
        told.push(Line { id: line.id, name, at: line.at, text: line.text });
    }
    Ok(Json(told))
}

/// Somebody's games, the latest first.
#[utoipa::path(get, path = "/people/{name}/games", tag = "games", security(()), params(("name" = String, Path, description = "The name"), Wanted),
    responses((status = 200, body = Page), (status = 404, body = Body), (status = 422, body = Body)))]
pub(crate) async fn of_person(
    State(app): State<App>,
    Path(name): Path<String>,
    MaybeWho(who): MaybeWho,
    Query(wanted): Query<Wanted>,
) -> Result<Json<Page>, Problem> {
    let person = people::named(&app, &name).await?;
    let own = who.is_some_and(|who| who.id() == person.id);
    let of = filter(&app, wanted).await?;
    let limit = of.limit;
    let games = app.store().games_of(person.id, of).await?;
    let next = games
        .last()
        .filter(|_| games.len() as u32 == limit)
        .map(|game| format!("{}-{}", game.touched, game.id));
    // What is not public is for those who play in it.
    let games = games.into_iter().filter(|game| game.public || own).collect();
    Ok(Json(Page { games: app.hall().listed(games).await?, next }))
}

/// Somebody's finished games as records in one file, the latest first, a thousand at most.
#[utoipa::path(get, path = "/people/{name}/records", tag = "games", security(()), params(("name" = String, Path, description = "The name"), Wanted),
    responses((status = 200, content_type = "text/plain", body = String), (status = 404, body = Body), (status = 422, body = Body)))]
pub(crate) async fn records(
    State(app): State<App>,
    Path(name): Path<String>,
    MaybeWho(who): MaybeWho,
    Query(wanted): Query<Wanted>,
) -> Result<Response, Problem> {
    let person = people::named(&app, &name).await?;
    let own = who.is_some_and(|who| who.id() == person.id);
    let mut of =
        filter(&app, Wanted { status: Some("over".into()), limit: None, ..wanted }).await?;
    let mut text = String::new();
    let mut count = 0;
    while count < RECORDS {
        let games = app.store().games_of(person.id, GamesOf { limit: MOST, ..of.clone() }).await?;
        let Some(last) = games.last() else { break };
        of.before = Some(Cursor { touched: last.touched, id: last.id.clone() });
        for game in games.iter().filter(|game| game.public || own) {
            text += &app.hall().record(&game.id).await?;
            text.push('\n');
            count += 1;
        }
    }
    Ok(attached(&format!("{}.abq", person.id.0), text))
}

/// Games that wait for oneself.
#[utoipa::path(get, path = "/me/turns", tag = "games", responses((status = 200, body = Page), (status = 401, body = Body)))]
pub(crate) async fn turns(State(app): State<App>, who: Who) -> Result<Json<Page>, Problem> {
    let games = app.store().my_turn(who.id()).await?;
    Ok(Json(Page { games: app.hall().listed(games).await?, next: None }))
}

/// Open games whose free seat is for oneself alone: challenges and rematches.
#[utoipa::path(get, path = "/me/challenges", tag = "games", responses((status = 200, body = Page), (status = 401, body = Body)))]
pub(crate) async fn challenges(State(app): State<App>, who: Who) -> Result<Json<Page>, Problem> {
    let games = app.store().challenges(who.id()).await?;
    Ok(Json(Page { games: app.hall().listed(games).await?, next: None }))
}

/// Where to begin in the log of lots.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct After {
    /// The number of the last entry one has.
    #[serde(default)]
    after: i64,
    /// The entry of this game alone.
    #[serde(default)]
    game: Option<String>,
}

/// An entry of the log of lots.
#[derive(Serialize, ToSchema)]
pub(crate) struct Lot {
    /// Its number.
    seq: i64,
    /// The game.
    game: String,
    /// When, in milliseconds since 1970.
    at: i64,
    /// The table's commitment.
    commitment: String,
    /// The hash of all entries up to this one.
    chain: String,
}

/// The public log of lots: what the server committed to before each game, in one chain that nobody can change unseen.
#[utoipa::path(get, path = "/lots", tag = "games", security(()), params(After), responses((status = 200, body = Vec<Lot>)))]
pub(crate) async fn lots(
    State(app): State<App>,
    Query(after): Query<After>,
) -> Result<Json<Vec<Lot>>, Problem> {
    let entries = match after.game {
        Some(game) => app.store().lots_of(&game_id(&game)?).await?.into_iter().collect(),
        None => app.store().lots_log(after.after, MOST).await?,
    };
    let told = entries.into_iter().map(|entry| Lot {
        seq: entry.seq,
        game: entry.game.as_str().to_owned(),
        at: entry.at,
        commitment: entry.commitment,
        chain: entry.chain,
    });
    Ok(Json(told.collect()))
}

/// A line of the list of the best.
#[derive(Serialize, ToSchema)]
pub(crate) struct Best {
    /// The name.
    name: String,
    /// The rating.
    rating: f64,
    /// How unsure it is.
    deviation: f64,
    /// Games it comes from.
    games: u32,
}

/// The best at a game, of those whose rating is no guess any more.
#[utoipa::path(get, path = "/best/{kind}", tag = "games", security(()), params(("kind" = String, Path, description = "The name of the game")),
    responses((status = 200, body = Vec<Best>)))]
pub(crate) async fn top(
    State(app): State<App>,
    Path(kind): Path<String>,
) -> Result<Json<Vec<Best>>, Problem> {
    abaque_catalog::find(&kind).map_err(abaque_hall::Refusal::from)?;
    let best = app.store().top(&kind, abaque_rating::PROVISIONAL, MOST).await?;
    let told = best.into_iter().map(|standing| Best {
        name: standing.name,
        rating: standing.rating.rating,
        deviation: standing.rating.deviation,
        games: standing.rating.games,
    });
    Ok(Json(told.collect()))
}

async fn filter(app: &App, wanted: Wanted) -> Result<GamesOf, Problem> {
    let status = match wanted.status.as_deref() {
        None => None,
        Some(text) => Some(
            Status::parse(text)
                .ok_or_else(|| Problem::bad_value(text, "open, playing, over, aborted"))?,
        ),
    };
    let before = match wanted.before.as_deref() {
        None => None,
        Some(text) => {
            let cursor = text.split_once('-').and_then(|(touched, id)| {
                Some(Cursor { touched: touched.parse().ok()?, id: GameId::parse(id)? })
            });
            Some(cursor.ok_or_else(|| Problem::bad_value(text, "TOUCHED-GAME"))?)
        }
    };
    let opponent = match wanted.opponent.as_deref() {
        None => None,
        Some(name) => Some(people::named(app, name).await?.id),
    };
    Ok(GamesOf {
        kind: wanted.kind,
        status,
        opponent,
        rated: wanted.rated,
        since: wanted.since,
        until: wanted.until,
        before,
        limit: wanted.limit.unwrap_or(MOST).clamp(1, MOST),
        ..GamesOf::default()
    })
}

fn attached(name: &str, text: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    (headers, text).into_response()
}
