//! Pictures of boards, as wide as those who show them want them: drawn on other threads, one at a time, and kept for a while.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use abaque_core::Observer;
use abaque_draw::Options;
use abaque_protocol::{Snapshot, Stage};
use abaque_store::GameId;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use tokio::sync::Semaphore;

use crate::app::App;
use crate::assets;
use crate::problem::{self, Problem};

/// How many pictures are kept: the one of a game that is shared is asked for again and again.
const KEPT: usize = 64;

/// How long others may show a game's picture without asking again, and that of a kind of game.
const GAME: &str = "public, max-age=60";
const KIND: &str = "public, max-age=86400";

/// What there is to draw.
struct Sight {
    spec: String,
    /// As somebody who only watches sees it; empty for the start.
    view: String,
    last: Option<String>,
}

/// Where the picture of a game as it stands is. A new version has a new address, for many who show pictures never ask again.
pub(super) fn of_game(snapshot: &Snapshot) -> String {
    format!("/g/{}/picture.png?v={}", snapshot.info.game, snapshot.state.version)
}

/// Where the picture of a kind of game is.
pub(super) fn of_kind(name: &str) -> String {
    format!("/pictures/{name}.png")
}

/// The board of a game, as somebody who only watches may see it now.
pub(super) async fn game(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let id = GameId::parse(&id).ok_or_else(abaque_hall::Refusal::no_game)?;
    let snapshot = app.hall().look(&id).await?;
    let stage = match snapshot.state.stage {
        Stage::Open | Stage::Seeds | Stage::Playing => "on",
        Stage::Over => "over",
        Stage::Aborted => "off",
    };
    let key = format!("{id}-{}-{stage}", snapshot.state.version);
    // What nobody may see yet is written so.
    let last = snapshot.plies.list.last().map(|shown| shown.ply.clone()).filter(|ply| ply != "?");
    let sight = Sight { spec: snapshot.info.spec, view: snapshot.state.view, last };
    app.pictures().answer(&key, GAME, sight, &headers).await
}

/// The board of a kind of game as it is at the start.
pub(super) async fn kind(
    State(app): State<App>,
    Path(file): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let name = file.strip_suffix(".png").and_then(|name| abaque_catalog::find(name).ok());
    let Some(entry) = name else { return Err(problem::no_address()) };
    let spec = (entry.info)().name.to_owned();
    let sight = Sight { spec: spec.clone(), view: String::new(), last: None };
    app.pictures().answer(&spec, KIND, sight, &headers).await
}

/// Pictures drawn lately, the newest first.
pub(crate) struct Pictures {
    /// Drawing takes a core for a while.
    turns: Arc<Semaphore>,
    drawn: Mutex<VecDeque<(String, Bytes)>>,
}

impl Default for Pictures {
    fn default() -> Pictures {
        Pictures { turns: Arc::new(Semaphore::new(1)), drawn: Mutex::default() }
    }
}

impl Pictures {
    async fn answer(
        &self,
        key: &str,
        keep: &'static str,
        sight: Sight,
        headers: &HeaderMap,
    ) -> Result<Response, Problem> {
        // Another version of the program may draw it differently.
        let tag = format!("\"{key}-{}\"", env!("CARGO_PKG_VERSION"));
        let mut response = if assets::is_known(&tag, headers) {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            let bytes = self.picture(key, sight).await?;
            ([(header::CONTENT_TYPE, "image/png")], bytes).into_response()
        };
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
        if let Ok(tag) = HeaderValue::from_str(&tag) {
            headers.insert(header::ETAG, tag);
        }
        Ok(response)
    }

    fn known(&self, key: &str) -> Option<Bytes> {
        let drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        drawn.iter().find(|(one, _)| one == key).map(|(_, bytes)| bytes.clone())
    }

    async fn picture(&self, key: &str, sight: Sight) -> Result<Bytes, Problem> {
        if let Some(bytes) = self.known(key) {
            return Ok(bytes);
        }
        let turn = self.turns.clone().acquire_owned().await;
        let turn = turn.map_err(|error| Problem::internal(&error))?;
        // Somebody else may have had it drawn meanwhile.
        if let Some(bytes) = self.known(key) {
            return Ok(bytes);
        }
        let draw = move || {
            // Whoever asked may be gone: the turn lasts as long as the drawing.
            let _turn = turn;
            png(&sight)
        };
        let drawn = tokio::task::spawn_blocking(draw).await;
        let bytes = drawn.map_err(|error| Problem::internal(&error))?;
        let bytes = Bytes::from(bytes.map_err(|error| Problem::internal(&error))?);
        let mut drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        drawn.truncate(KEPT - 1);
        drawn.push_front((key.to_owned(), bytes.clone()));
        Ok(bytes)
    }
}

fn png(sight: &Sight) -> Result<Vec<u8>, String> {
    let view = match &sight.view {
        view if view.is_empty() => abaque_catalog::open(&sight.spec)
            .map_err(|error| error.to_string())?
            .view(Observer::Spectator),
        view => view.clone(),
    };
    let marked = Options { last: sight.last.clone(), ..Options::default() };
    // A last ply that leaves nothing to mark is no reason to draw nothing.
    let card = abaque_draw::card(&sight.spec, &view, &marked)
        .or_else(|_| abaque_draw::card(&sight.spec, &view, &Options::default()))
        .map_err(|error| error.to_string())?;
    abaque_draw::png(&card, 1.0).map_err(|error| error.to_string())
}
