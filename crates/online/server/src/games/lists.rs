//! Read-only routes: open and live games, a person's games, records, the lot log.

use abaque_protocol::GameSummary;
use abaque_protocol::rest::{
    ChatLogLine, GamesPage, LeaderboardRow, LotLogEntry, RunningGame, RunningGames,
};
use abaque_store::{ChatRoom, GameId, GameStatus, GamesCursor, GamesQuery, SeatsToAct};
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::IntoParams;

use super::parse_game_id;
use crate::app::App;
use crate::auth::{AuthUser, OptionalUser};
use crate::people;
use crate::problem::{Problem, ProblemBody};

/// Page size of lists.
const MAX_LISTED: u32 = 100;
/// Maximum records per file.
const MAX_RECORDS_PER_FILE: u32 = 1000;

/// Filter of the public list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameListQuery {
    /// `open` (to join) or `live` (to watch); default `open`.
    #[serde(default)]
    which: Option<String>,
}

/// Filter of a person's games.
#[derive(Deserialize, Default, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct PersonGamesQuery {
    /// Name of the game.
    kind: Option<String>,
    /// `open` (including games whose seeds are being revealed), `playing`, `over` or `aborted`.
    status: Option<String>,
    /// Only rated or only unrated games.
    rated: Option<bool>,
    /// Name of the opponent.
    opponent: Option<String>,
    /// Earliest time, in milliseconds since 1970.
    since: Option<i64>,
    /// Latest time, in milliseconds since 1970.
    until: Option<i64>,
    /// End of the previous page: `TOUCHED-GAME`.
    before: Option<String>,
    /// Page size, at most 100.
    limit: Option<u32>,
}

/// List public games to join or watch.
#[utoipa::path(get, path = "/games", tag = "games", security(()), params(GameListQuery), responses((status = 200, body = GamesPage), (status = 422, body = ProblemBody)))]
pub(crate) async fn games(
    State(app): State<App>,
    Query(which): Query<GameListQuery>,
) -> Result<Json<GamesPage>, Problem> {
    let games = match which.which.as_deref() {
        None | Some("open") => app.store().open_games(MAX_LISTED).await?,
        Some("live") => app.store().live_games(MAX_LISTED).await?,
        Some(other) => return Err(Problem::bad_value(other, "open, live")),
    };
    Ok(Json(GamesPage { games: app.rooms().summaries(games).await?, next: None }))
}

/// Get a game by id. Unlisted games are visible to anyone who knows the id.
#[utoipa::path(get, path = "/games/{id}", tag = "games", security(()), params(("id" = String, Path, description = "Id of the game")),
    responses((status = 200, body = GameSummary), (status = 404, body = ProblemBody)))]
pub(crate) async fn game(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<GameSummary>, Problem> {
    let game = app
        .store()
        .game(&parse_game_id(&id)?)
        .await?
        .ok_or_else(abaque_rooms::RequestError::game_not_found)?;
    let mut listed = app.rooms().summaries(vec![game]).await?;
    listed.pop().map(Json).ok_or_else(|| abaque_rooms::RequestError::game_not_found().into())
}

/// Get a finished game as a record: seeds, seals, every ply. `abaque record check` verifies it.
#[utoipa::path(get, path = "/games/{id}/record", tag = "games", security(()), params(("id" = String, Path, description = "Id of the game")),
    responses((status = 200, content_type = "text/plain", body = String), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(crate) async fn record(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let id = parse_game_id(&id)?;
    let text = app.rooms().export_record(&id).await?;
    Ok(as_attachment(&format!("{id}.abq"), text))
}

/// Get the chat of a game: the players' room for players, and for everyone once the game is over.
/// Lines of people the caller blocks are left out.
#[utoipa::path(get, path = "/games/{id}/chat", tag = "games", security(()), params(("id" = String, Path, description = "Id of the game")),
    responses((status = 200, body = Vec<ChatLogLine>), (status = 404, body = ProblemBody)))]
pub(crate) async fn chat(
    State(app): State<App>,
    Path(id): Path<String>,
    OptionalUser(who): OptionalUser,
) -> Result<Json<Vec<ChatLogLine>>, Problem> {
    let id = parse_game_id(&id)?;
    let game =
        app.store().game(&id).await?.ok_or_else(abaque_rooms::RequestError::game_not_found)?;
    let blocked = match &who {
        Some(who) => app.store().blocked_people(who.id()).await?,
        None => Vec::new(),
    };
    let plays =
        who.is_some_and(|who| [game.seats.first, game.seats.second].contains(&Some(who.id())));
    let over = matches!(game.status, GameStatus::Over | GameStatus::Aborted);
    let mut lines = Vec::new();
    for room in [ChatRoom::Players, ChatRoom::Watchers] {
        if over || (room == ChatRoom::Players) == plays {
            lines.extend(app.store().chat_lines(&id, room, 0).await?);
        }
    }
    lines.retain(|line| !blocked.contains(&line.person));
    lines.sort_by_key(|line| line.id);
    let mut named = Vec::new();
    for line in lines {
        let name =
            app.store().person(line.person).await?.map(|person| person.name).unwrap_or_default();
        named.push(ChatLogLine { id: line.id, name, at: line.at, text: line.text });
    }
    Ok(Json(named))
}

/// List a person's games, latest first.
#[utoipa::path(get, path = "/people/{name}/games", tag = "games", security(()), params(("name" = String, Path, description = "Name of the person"), PersonGamesQuery),
    responses((status = 200, body = GamesPage), (status = 404, body = ProblemBody), (status = 422, body = ProblemBody)))]
pub(crate) async fn games_of_person(
    State(app): State<App>,
    Path(name): Path<String>,
    OptionalUser(who): OptionalUser,
    Query(wanted): Query<PersonGamesQuery>,
) -> Result<Json<GamesPage>, Problem> {
    let person = people::find_person(&app, &name).await?;
    let own = who.is_some_and(|who| who.id() == person.id);
    let of = parse_filter(&app, wanted).await?;
    let limit = of.limit;
    let games = app.store().games_of(person.id, of).await?;
    let next = games
        .last()
        .filter(|_| games.len() as u32 == limit)
        .map(|game| format!("{}-{}", game.touched, game.id));
    // Unlisted games are shown only to their players.
    let games = games.into_iter().filter(|game| game.public || own).collect();
    Ok(Json(GamesPage { games: app.rooms().summaries(games).await?, next }))
}

/// Get a person's finished games as records in one file, latest first, at most a thousand.
#[utoipa::path(get, path = "/people/{name}/records", tag = "games", security(()), params(("name" = String, Path, description = "Name of the person"), PersonGamesQuery),
    responses((status = 200, content_type = "text/plain", body = String), (status = 404, body = ProblemBody), (status = 422, body = ProblemBody)))]
pub(crate) async fn records(
    State(app): State<App>,
    Path(name): Path<String>,
    OptionalUser(who): OptionalUser,
    Query(wanted): Query<PersonGamesQuery>,
) -> Result<Response, Problem> {
    let person = people::find_person(&app, &name).await?;
    let own = who.is_some_and(|who| who.id() == person.id);
    if let Some(other) = wanted.status.as_deref().filter(|status| *status != "over") {
        return Err(Problem::bad_value(other, "over"));
    }
    let mut of =
        parse_filter(&app, PersonGamesQuery { status: Some("over".into()), limit: None, ..wanted })
            .await?;
    let mut text = String::new();
    let mut count = 0;
    while count < MAX_RECORDS_PER_FILE {
        let games =
            app.store().games_of(person.id, GamesQuery { limit: MAX_LISTED, ..of.clone() }).await?;
        let Some(last) = games.last() else { break };
        of.before = Some(GamesCursor { touched: last.touched, id: last.id.clone() });
        for game in games.iter().filter(|game| game.public || own) {
            text += &app.rooms().export_record(&game.id).await?;
            text.push('\n');
            count += 1;
        }
    }
    Ok(as_attachment(&format!("{}.abq", person.id.0), text))
}

/// List games waiting for the caller.
#[utoipa::path(get, path = "/me/turns", tag = "games", responses((status = 200, body = GamesPage), (status = 401, body = ProblemBody)))]
pub(crate) async fn games_to_move(
    State(app): State<App>,
    who: AuthUser,
) -> Result<Json<GamesPage>, Problem> {
    let games = app.store().games_to_move(who.id()).await?;
    Ok(Json(GamesPage { games: app.rooms().summaries(games).await?, next: None }))
}

/// List the caller's unfinished games: running ones, open tables and challenges.
#[utoipa::path(get, path = "/me/running", tag = "games", responses((status = 200, body = RunningGames), (status = 401, body = ProblemBody)))]
pub(crate) async fn running_games(
    State(app): State<App>,
    who: AuthUser,
) -> Result<Json<RunningGames>, Problem> {
    let me = who.id();
    let (store, rooms) = (app.store(), app.rooms());
    let mut stored = Vec::new();
    for status in [GameStatus::Playing, GameStatus::Open] {
        let own = GamesQuery { status: Some(status), limit: MAX_LISTED, ..GamesQuery::default() };
        stored.extend(store.games_of(me, own).await?);
    }
    let own_count = stored.len();
    stored.extend(store.challenges(me).await?);
    let turns: Vec<(bool, Option<i64>)> = stored
        .iter()
        .enumerate()
        .map(|(index, game)| {
            let due = match game.turn.to_act {
                SeatsToAct::Nobody => false,
                SeatsToAct::First => game.seats.first == Some(me),
                SeatsToAct::Second => game.seats.second == Some(me),
                SeatsToAct::Both => true,
            };
            let your_turn = due || index >= own_count;
            (your_turn, game.turn.deadline.filter(|_| due))
        })
        .collect();
    let listed = rooms.summaries(stored).await?;
    let mut games: Vec<RunningGame> = listed
        .into_iter()
        .zip(turns)
        .map(|(info, (your_turn, deadline))| RunningGame { info, your_turn, deadline })
        .collect();
    games.sort_by_key(|game| (!game.your_turn, game.deadline.unwrap_or(i64::MAX)));
    Ok(Json(RunningGames { now: app.now(), games }))
}

/// List open games whose free seat is reserved for the caller: challenges and rematches.
#[utoipa::path(get, path = "/me/challenges", tag = "games", responses((status = 200, body = GamesPage), (status = 401, body = ProblemBody)))]
pub(crate) async fn challenges(
    State(app): State<App>,
    who: AuthUser,
) -> Result<Json<GamesPage>, Problem> {
    let games = app.store().challenges(who.id()).await?;
    Ok(Json(GamesPage { games: app.rooms().summaries(games).await?, next: None }))
}

/// Start and filter of the lot log.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct LotLogQuery {
    /// Number of the last entry already received.
    #[serde(default)]
    after: i64,
    /// Only entries of this game: one at creation, one per join.
    #[serde(default)]
    game: Option<String>,
}

/// Get the public lot log: the commitments of server and players before each game, in a
/// tamper-evident hash chain. A hundred entries per page.
#[utoipa::path(get, path = "/lots", tag = "games", security(()), params(LotLogQuery), responses((status = 200, body = Vec<LotLogEntry>)))]
pub(crate) async fn lots(
    State(app): State<App>,
    Query(after): Query<LotLogQuery>,
) -> Result<Json<Vec<LotLogEntry>>, Problem> {
    let entries = match after.game {
        Some(game) => {
            app.store().lots_of_game(&parse_game_id(&game)?, after.after, MAX_LISTED).await?
        }
        None => app.store().lots_log(after.after, MAX_LISTED).await?,
    };
    let rows = entries.into_iter().map(|entry| LotLogEntry {
        seq: entry.seq,
        game: entry.game.as_str().to_owned(),
        at: entry.at,
        kind: entry.kind.as_str().to_owned(),
        commitment: entry.commitment,
        a: entry.a,
        b: entry.b,
        seeds: entry.seeds.map(|mode| mode.as_str().to_owned()),
        chain: entry.chain,
    });
    Ok(Json(rows.collect()))
}

/// Get the leaderboard of a game, without provisional ratings.
#[utoipa::path(get, path = "/best/{kind}", tag = "games", security(()), params(("kind" = String, Path, description = "Name of the game")),
    responses((status = 200, body = Vec<LeaderboardRow>)))]
pub(crate) async fn leaderboard(
    State(app): State<App>,
    Path(kind): Path<String>,
) -> Result<Json<Vec<LeaderboardRow>>, Problem> {
    abaque_catalog::find(&kind).map_err(abaque_rooms::RequestError::from)?;
    let best =
        app.store().leaderboard(&kind, abaque_rating::PROVISIONAL_DEVIATION, MAX_LISTED).await?;
    let rows = best.into_iter().map(|entry| LeaderboardRow {
        name: entry.name,
        rating: entry.rating.rating,
        deviation: entry.rating.deviation,
        games: entry.rating.games,
    });
    Ok(Json(rows.collect()))
}

async fn parse_filter(app: &App, wanted: PersonGamesQuery) -> Result<GamesQuery, Problem> {
    let status = match wanted.status.as_deref() {
        None => None,
        Some(text) => Some(
            GameStatus::parse(text)
                .ok_or_else(|| Problem::bad_value(text, "open, playing, over, aborted"))?,
        ),
    };
    let before = match wanted.before.as_deref() {
        None => None,
        Some(text) => {
            let cursor = text.split_once('-').and_then(|(touched, id)| {
                Some(GamesCursor { touched: touched.parse().ok()?, id: GameId::parse(id)? })
            });
            Some(cursor.ok_or_else(|| Problem::bad_value(text, "TOUCHED-GAME"))?)
        }
    };
    let opponent = match wanted.opponent.as_deref() {
        None => None,
        Some(name) => Some(people::find_person(app, name).await?.id),
    };
    Ok(GamesQuery {
        kind: wanted.kind,
        status,
        opponent,
        rated: wanted.rated,
        since: wanted.since,
        until: wanted.until,
        before,
        limit: wanted.limit.unwrap_or(MAX_LISTED).clamp(1, MAX_LISTED),
        ..GamesQuery::default()
    })
}

fn as_attachment(name: &str, text: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    (headers, text).into_response()
}
