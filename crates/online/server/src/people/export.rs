//! Export of a person's own data.

use std::collections::BTreeMap;

use abaque_protocol::rest::{ApiToken, BrowserSession, OwnProfile, Profile, RatingPoint};
use abaque_store::{GamesCursor, GamesQuery, PersonId, StoredGame};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, header};
use serde::Serialize;
use utoipa::ToSchema;

use super::sessions::browser_session;
use super::tokens::api_token;
use super::{blocks, own_profile, profile};
use crate::app::App;
use crate::auth::SessionUser;
use crate::problem::{Problem, ProblemBody};

/// Games read per page.
const GAMES_PER_PAGE: u32 = 500;

/// Summary of a game; its record has the rest.
#[derive(Serialize, ToSchema)]
pub(crate) struct ExportedGame {
    /// Id of the game.
    id: String,
    /// Game and options.
    spec: String,
    /// Clock of the game.
    clock: String,
    /// Whether it is rated.
    rated: bool,
    /// The person's seats: 1, 2 or both.
    seats: Vec<u8>,
    /// State of the game.
    status: &'static str,
    /// Result of the game.
    result: Option<String>,
    /// Reason of the end.
    reason: Option<String>,
    /// Creation time, in milliseconds since 1970.
    created: i64,
    /// End time, in milliseconds since 1970.
    ended: Option<i64>,
}

impl ExportedGame {
    fn new(game: StoredGame, person: PersonId) -> ExportedGame {
        let seats = [(1, game.seats.first), (2, game.seats.second)];
        ExportedGame {
            seats: seats
                .iter()
                .filter(|(_, who)| *who == Some(person))
                .map(|seat| seat.0)
                .collect(),
            id: game.id.to_string(),
            spec: game.spec,
            clock: game.clock,
            rated: game.rated,
            status: game.status.as_str(),
            result: game.result,
            reason: game.reason,
            created: game.created,
            ended: game.ended,
        }
    }
}

/// A chat line of the person.
#[derive(Serialize, ToSchema)]
pub(crate) struct ExportedChatLine {
    /// The game.
    game: String,
    /// Time in milliseconds since 1970.
    at: i64,
    /// Audience: `players` or `watchers`.
    room: &'static str,
    /// Text of the line.
    text: String,
}

/// A report by the person.
#[derive(Serialize, ToSchema)]
pub(crate) struct ExportedReport {
    /// Name of the reported person; null if deleted.
    about: Option<String>,
    /// The game, if any.
    game: Option<String>,
    /// Time in milliseconds since 1970.
    at: i64,
    /// Text of the report.
    text: String,
}

/// All stored data of a person.
#[derive(Serialize, ToSchema)]
pub(crate) struct AccountExport {
    /// The person.
    person: OwnProfile,
    /// Last seen, in milliseconds since 1970.
    seen: i64,
    /// Settings.
    prefs: String,
    /// Progress with lessons and puzzles.
    progress: String,
    /// The public profile.
    profile: Profile,
    /// Rating histories by game.
    ratings: BTreeMap<String, Vec<RatingPoint>>,
    /// Signed-in browsers.
    sessions: Vec<BrowserSession>,
    /// Tokens, without secrets.
    tokens: Vec<ApiToken>,
    /// Number of unused recovery codes.
    recovery_codes: usize,
    /// Verified e-mail address.
    address: Option<String>,
    /// Games, last touched first.
    games: Vec<ExportedGame>,
    /// Chat lines.
    chat: Vec<ExportedChatLine>,
    /// Blocked people.
    blocks: Vec<String>,
    /// Reports written.
    reports: Vec<ExportedReport>,
}

/// Export all data of the caller as one file, without secrets.
#[utoipa::path(get, path = "/me/export", tag = "account", security(("session" = [])), responses(
    (status = 200, body = AccountExport), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody)))]
pub(crate) async fn export(
    State(app): State<App>,
    SessionUser { person, session }: SessionUser,
) -> Result<([(HeaderName, &'static str); 1], Json<AccountExport>), Problem> {
    let (store, id) = (app.store(), person.id);
    let mut ratings = BTreeMap::new();
    for (kind, _) in store.ratings(id).await? {
        let points = profile::rating_points(&app, id, &kind).await?;
        ratings.insert(kind, points);
    }
    let chat = store.chat_lines_by(id).await?.into_iter().map(|(game, line)| ExportedChatLine {
        game: game.to_string(),
        at: line.at,
        room: line.room.as_str(),
        text: line.text,
    });
    let mut reports = Vec::new();
    for report in store.reports_by(id).await? {
        let about = store.person(report.about).await?.filter(|person| !person.closed);
        reports.push(ExportedReport {
            about: about.map(|person| person.name),
            game: report.game.map(|game| game.to_string()),
            at: report.at,
            text: report.text,
        });
    }
    let sessions = store.sessions(id).await?.into_iter();
    let export = AccountExport {
        seen: person.seen,
        prefs: person.prefs.clone(),
        progress: store.progress(id).await?,
        profile: profile::build_profile(&app, person.clone()).await?,
        person: own_profile(person),
        ratings,
        sessions: sessions.map(|one| browser_session(one, &session)).collect(),
        tokens: store.tokens(id).await?.into_iter().map(api_token).collect(),
        recovery_codes: store.unused_recovery_codes(id).await?.len(),
        address: store.email_address(id).await?,
        games: exported_games(&app, id).await?,
        chat: chat.collect(),
        blocks: blocks::blocked_names(&app, id).await?,
        reports,
    };
    let file = [(header::CONTENT_DISPOSITION, "attachment; filename=\"abaque.json\"")];
    Ok((file, Json(export)))
}

async fn exported_games(app: &App, person: PersonId) -> Result<Vec<ExportedGame>, Problem> {
    let mut games = Vec::new();
    let mut before = None;
    loop {
        let of =
            GamesQuery { before: before.take(), limit: GAMES_PER_PAGE, ..GamesQuery::default() };
        let page = app.store().games_of(person, of).await?;
        let last =
            page.last().map(|game| GamesCursor { touched: game.touched, id: game.id.clone() });
        let full = page.len() == GAMES_PER_PAGE as usize;
        games.extend(page.into_iter().map(|game| ExportedGame::new(game, person)));
        match last {
            Some(cursor) if full => before = Some(cursor),
            _ => return Ok(games),
        }
    }
}
