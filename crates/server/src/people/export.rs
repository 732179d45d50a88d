//! All that is stored of somebody, for themselves.

use std::collections::BTreeMap;

use abaque_store::{Cursor, Game, GamesOf, PersonId};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, header};
use serde::Serialize;
use utoipa::ToSchema;

use super::profile::{self, Point, Profile};
use super::sessions::SignedIn;
use super::tokens::Token;
use super::{Me, blocks};
use crate::app::App;
use crate::problem::{Body, Problem};
use crate::who::Owner;

/// Games read at a time.
const PAGE: u32 = 500;

/// A game of somebody, in brief; its record has the rest.
#[derive(Serialize, ToSchema)]
pub(crate) struct Played {
    /// What it is called.
    id: String,
    /// Game and options.
    spec: String,
    /// The clock.
    clock: String,
    /// Whether it counts.
    rated: bool,
    /// Which seats they had: 1, 2 or both.
    seats: Vec<u8>,
    /// How far it is.
    status: &'static str,
    /// Who won.
    result: Option<String>,
    /// Why it ended.
    reason: Option<String>,
    /// When it was created, in milliseconds since 1970.
    created: i64,
    /// When it ended.
    ended: Option<i64>,
}

impl Played {
    fn new(game: Game, person: PersonId) -> Played {
        let seats = [(1, game.seats.first), (2, game.seats.second)];
        Played {
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

/// A line somebody wrote.
#[derive(Serialize, ToSchema)]
pub(crate) struct Said {
    /// At which game.
    game: String,
    /// When, in milliseconds since 1970.
    at: i64,
    /// To whom: `players` or `watchers`.
    room: &'static str,
    /// What.
    text: String,
}

/// A report somebody made.
#[derive(Serialize, ToSchema)]
pub(crate) struct Reported {
    /// About whom; none if they are gone.
    about: Option<String>,
    /// At which game.
    game: Option<String>,
    /// When, in milliseconds since 1970.
    at: i64,
    /// What.
    text: String,
}

/// All that is stored of somebody.
#[derive(Serialize, ToSchema)]
pub(crate) struct Export {
    /// The person.
    person: Me,
    /// Last here, in milliseconds since 1970.
    seen: i64,
    /// Their settings.
    prefs: String,
    /// How far they have come with lessons and puzzles.
    progress: String,
    /// What everybody sees.
    profile: Profile,
    /// How each rating went.
    ratings: BTreeMap<String, Vec<Point>>,
    /// Where they are signed in.
    sessions: Vec<SignedIn>,
    /// Their tokens, without secrets.
    tokens: Vec<Token>,
    /// Recovery codes not used.
    recovery_codes: usize,
    /// Their address, if they gave one.
    address: Option<String>,
    /// Their games, last touched first.
    games: Vec<Played>,
    /// What they said.
    chat: Vec<Said>,
    /// Whom they block.
    blocks: Vec<String>,
    /// What they reported.
    reports: Vec<Reported>,
}

/// All that is stored of oneself, without secrets, as one file.
#[utoipa::path(get, path = "/me/export", tag = "account", security(("session" = [])), responses(
    (status = 200, body = Export), (status = 401, body = Body), (status = 403, body = Body)))]
pub(crate) async fn export(
    State(app): State<App>,
    Owner { person, session }: Owner,
) -> Result<([(HeaderName, &'static str); 1], Json<Export>), Problem> {
    let (store, id) = (app.store(), person.id);
    let mut ratings = BTreeMap::new();
    for (kind, _) in store.ratings(id).await? {
        let points = profile::points(&app, id, &kind).await?;
        ratings.insert(kind, points);
    }
    let chat = store.lines_by(id).await?.into_iter().map(|(game, line)| Said {
        game: game.to_string(),
        at: line.at,
        room: line.room.as_str(),
        text: line.text,
    });
    let mut reports = Vec::new();
    for report in store.reports_by(id).await? {
        let about = store.person(report.about).await?.filter(|person| !person.closed);
        reports.push(Reported {
            about: about.map(|person| person.name),
            game: report.game.map(|game| game.to_string()),
            at: report.at,
            text: report.text,
        });
    }
    let sessions = store.sessions(id).await?.into_iter();
    let export = Export {
        seen: person.seen,
        prefs: person.prefs.clone(),
        progress: store.progress(id).await?,
        profile: profile::of(&app, person.clone()).await?,
        person: person.into(),
        ratings,
        sessions: sessions.map(|one| SignedIn::new(one, &session)).collect(),
        tokens: store.tokens(id).await?.into_iter().map(Token::from).collect(),
        recovery_codes: store.unused_codes(id).await?.len(),
        address: store.address(id).await?,
        games: games(&app, id).await?,
        chat: chat.collect(),
        blocks: blocks::names(&app, id).await?,
        reports,
    };
    let file = [(header::CONTENT_DISPOSITION, "attachment; filename=\"abaque.json\"")];
    Ok((file, Json(export)))
}

async fn games(app: &App, person: PersonId) -> Result<Vec<Played>, Problem> {
    let mut games = Vec::new();
    let mut before = None;
    loop {
        let of = GamesOf { before: before.take(), limit: PAGE, ..GamesOf::default() };
        let page = app.store().games_of(person, of).await?;
        let last = page.last().map(|game| Cursor { touched: game.touched, id: game.id.clone() });
        let full = page.len() == PAGE as usize;
        games.extend(page.into_iter().map(|game| Played::new(game, person)));
        match last {
            Some(cursor) if full => before = Some(cursor),
            _ => return Ok(games),
        }
    }
}
