//! Board pictures for link previews. Each board is rendered once for concurrent requests, on a few
//! threads; recent pictures are cached.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use abaque_core::{Observer, message};
use abaque_draw::{DrawOptions, PngCompression};
use abaque_protocol::GameSnapshot;
use abaque_store::GameId;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};
use tokio::sync::{Semaphore, watch};

use crate::app::App;
use crate::problem::{self, Problem};
use crate::{assets, secret};

/// Cache size in pictures and in bytes: a shared game's picture is requested repeatedly.
const MAX_CACHED: usize = 64;
const MAX_CACHED_BYTES: usize = 8 << 20;
/// Maximum pictures queued or in progress; more are refused.
const MAX_QUEUED: usize = 32;
/// Retry-After of a refused picture, in milliseconds.
const RETRY_MILLIS: i64 = 3000;

/// Cache lifetimes of pictures of games, and of kinds of games.
const GAME_CACHE_CONTROL: &str = "public, max-age=60";
const KIND_CACHE_CONTROL: &str = "public, max-age=86400";

/// Input of a picture.
struct BoardPicture {
    spec: String,
    /// The spectator's view; empty for the starting position.
    view: String,
    last: Option<String>,
}

impl BoardPicture {
    /// Key of the visible content: equal for equal pictures, whichever game they show.
    fn cache_key(&self) -> String {
        let last = self.last.as_deref().unwrap_or_default();
        // Another version of the program may draw it differently.
        let text = [self.spec.as_str(), &self.view, last, env!("CARGO_PKG_VERSION")].join("\n");
        secret::hex(&Sha256::digest(text.as_bytes())[..16])
    }

    fn to_png(&self) -> Result<Vec<u8>, String> {
        let view = match &self.view {
            view if view.is_empty() => abaque_catalog::open(&self.spec)
                .map_err(|error| error.to_string())?
                .view(Observer::Spectator),
            view => view.clone(),
        };
        let marked = DrawOptions { last: self.last.clone(), ..DrawOptions::default() };
        // If the last ply cannot be marked, draw without the mark.
        let card = abaque_draw::card(&self.spec, &view, &marked)
            .or_else(|_| abaque_draw::card(&self.spec, &view, &DrawOptions::default()))
            .map_err(|error| error.to_string())?;
        abaque_draw::png_with(&card, 1.0, PngCompression::Fast).map_err(|error| error.to_string())
    }
}

/// Path of a game's current picture. Each version has a new URL, because many clients cache
/// forever.
pub(super) fn game_picture_path(snapshot: &GameSnapshot) -> String {
    format!("/g/{}/picture.png?v={}", snapshot.info.game, snapshot.state.version)
}

/// Path of the picture of a kind of game.
pub(super) fn kind_picture_path(name: &str) -> String {
    format!("/pictures/{name}.png")
}

/// Current board of a game as spectators see it.
pub(super) async fn game_picture(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let id = GameId::parse(&id).ok_or_else(abaque_rooms::RequestError::game_not_found)?;
    let snapshot = app.rooms().spectator_snapshot(&id).await?;
    // A hidden ply is written `?`.
    let last = snapshot.plies.list.last().map(|shown| shown.ply.clone()).filter(|ply| ply != "?");
    let board = BoardPicture { spec: snapshot.info.spec, view: snapshot.state.view, last };
    app.pictures().respond(board, GAME_CACHE_CONTROL, &headers).await
}

/// Starting position of a kind of game.
pub(super) async fn kind_picture(
    State(app): State<App>,
    Path(file): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let name = file.strip_suffix(".png").and_then(|name| abaque_catalog::find(name).ok());
    let Some(entry) = name else { return Err(problem::no_such_route()) };
    let spec = (entry.description)().name.to_owned();
    let board = BoardPicture { spec, view: String::new(), last: None };
    app.pictures().respond(board, KIND_CACHE_CONTROL, &headers).await
}

/// A rendered PNG, or the error text.
type DrawResult = Result<Bytes, String>;

/// Cache of recent pictures and pictures in progress.
pub(crate) struct PictureCache {
    /// Limits rendering threads; at least one core stays free for play.
    threads: Arc<Semaphore>,
    state: Mutex<PictureCacheState>,
}

#[derive(Default)]
struct PictureCacheState {
    /// Most recently used first.
    cached: VecDeque<(String, Bytes)>,
    /// Pictures in progress, with the channel other requests wait on.
    drawing: HashMap<String, watch::Receiver<Option<DrawResult>>>,
}

impl Default for PictureCache {
    fn default() -> PictureCache {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = Arc::new(Semaphore::new(cores.saturating_sub(1).max(1)));
        PictureCache { threads, state: Mutex::default() }
    }
}

impl PictureCacheState {
    fn get_cached(&mut self, key: &str) -> Option<Bytes> {
        let at = self.cached.iter().position(|(one, _)| one == key)?;
        let found = self.cached.remove(at)?;
        let bytes = found.1.clone();
        self.cached.push_front(found);
        Some(bytes)
    }

    /// Adds a picture and drops the least recently used ones that no longer fit.
    fn cache(&mut self, key: String, picture: Bytes) {
        self.cached.push_front((key, picture));
        let mut bytes = 0;
        let fits = |(_, picture): &&(String, Bytes)| {
            bytes += picture.len();
            bytes <= MAX_CACHED_BYTES
        };
        let fitting = self.cached.iter().take(MAX_CACHED).take_while(fits).count();
        self.cached.truncate(fitting);
    }
}

impl PictureCache {
    async fn respond(
        self: &Arc<PictureCache>,
        board: BoardPicture,
        keep: &'static str,
        headers: &HeaderMap,
    ) -> Result<Response, Problem> {
        let key = board.cache_key();
        let tag = format!("\"{key}\"");
        let mut response = if assets::matches_etag(&tag, headers) {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            let bytes = self.get_or_draw(key, move || board.to_png()).await?;
            ([(header::CONTENT_TYPE, "image/png")], bytes).into_response()
        };
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
        if let Ok(tag) = HeaderValue::from_str(&tag) {
            headers.insert(header::ETAG, tag);
        }
        Ok(response)
    }

    fn lock(&self) -> MutexGuard<'_, PictureCacheState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the picture from the cache, from a rendering in progress, or renders it.
    async fn get_or_draw(
        self: &Arc<PictureCache>,
        key: String,
        draw: impl FnOnce() -> Result<Vec<u8>, String> + Send + 'static,
    ) -> Result<Bytes, Problem> {
        let mut ready = {
            let mut state = self.lock();
            if let Some(bytes) = state.get_cached(&key) {
                return Ok(bytes);
            }
            match state.drawing.get(&key) {
                Some(ready) => ready.clone(),
                None if state.drawing.len() >= MAX_QUEUED => return Err(too_many_pictures()),
                None => {
                    let (tell, ready) = watch::channel(None);
                    state.drawing.insert(key.clone(), ready.clone());
                    // Rendering finishes even if the first client disconnects.
                    tokio::spawn(self.clone().draw(key, draw, tell));
                    ready
                }
            }
        };
        let drawn = ready.wait_for(Option::is_some).await;
        let drawn = drawn.map_err(|error| Problem::internal(&error))?.clone();
        drawn
            .unwrap_or_else(|| Err("nothing was drawn".into()))
            .map_err(|error| Problem::internal(&error))
    }

    async fn draw(
        self: Arc<PictureCache>,
        key: String,
        draw: impl FnOnce() -> Result<Vec<u8>, String> + Send + 'static,
        tell: watch::Sender<Option<DrawResult>>,
    ) {
        let thread = self.threads.clone().acquire_owned().await;
        let drawn = tokio::task::spawn_blocking(draw).await;
        drop(thread);
        let drawn = drawn.map_err(|error| error.to_string()).flatten().map(exact_bytes);
        let mut state = self.lock();
        state.drawing.remove(&key);
        if let Ok(bytes) = &drawn {
            state.cache(key, bytes.clone());
        }
        drop(state);
        tell.send_replace(Some(drawn));
    }
}

/// Bytes without spare room: the encoder's buffer is several times as large as the picture.
fn exact_bytes(picture: Vec<u8>) -> Bytes {
    Bytes::from(picture.into_boxed_slice())
}

fn too_many_pictures() -> Problem {
    let detail = message!(
        "Too many pictures are being drawn; try again in a moment.",
        "Trop d'images sont en cours de dessin\u{a0}; réessayez dans un moment."
    );
    Problem::new(problem::BUSY, detail).retry_after(RETRY_MILLIS)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc;

    use super::*;

    fn board(last: Option<&str>) -> BoardPicture {
        BoardPicture { spec: "abalone".into(), view: "v".into(), last: last.map(String::from) }
    }

    #[test]
    fn picture_keys_depend_on_what_is_shown() {
        assert_eq!(board(None).cache_key(), board(None).cache_key());
        assert_ne!(board(None).cache_key(), board(Some("a1b1")).cache_key());
        assert_eq!(board(None).cache_key().len(), 32);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn simultaneous_requests_share_one_picture() {
        let pictures = Arc::new(PictureCache::default());
        let count = Arc::new(AtomicUsize::new(0));
        let (release, released) = mpsc::channel::<()>();
        let released = Arc::new(Mutex::new(released));
        let mut waiting = tokio::task::JoinSet::new();
        for _ in 0..100 {
            let (pictures, count, released) = (pictures.clone(), count.clone(), released.clone());
            waiting.spawn(async move {
                let draw = move || {
                    count.fetch_add(1, Ordering::Relaxed);
                    let _ = released.lock().unwrap().recv();
                    Ok(vec![1, 2, 3])
                };
                pictures.get_or_draw("same".into(), draw).await.map(|bytes| bytes.len())
            });
        }
        release.send(()).unwrap();
        for answer in waiting.join_all().await {
            assert_eq!(answer.ok(), Some(3));
        }
        assert_eq!(count.load(Ordering::Relaxed), 1);
        assert!(pictures.lock().drawing.is_empty());
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn crowds_are_refused_and_failures_are_not_cached() {
        let pictures = Arc::new(PictureCache::default());
        let (release, released) = mpsc::channel::<()>();
        let released = Arc::new(Mutex::new(released));
        let mut waiting = tokio::task::JoinSet::new();
        for number in 0..MAX_QUEUED {
            let (pictures, released) = (pictures.clone(), released.clone());
            waiting.spawn(async move {
                let draw = move || {
                    let _ = released.lock().unwrap().recv();
                    Err("as if it could not be drawn".into())
                };
                pictures.get_or_draw(number.to_string(), draw).await.is_err()
            });
        }
        while pictures.lock().drawing.len() < MAX_QUEUED {
            tokio::task::yield_now().await;
        }
        let refused = pictures.get_or_draw("more".into(), || Ok(Vec::new())).await.unwrap_err();
        assert_eq!(refused.kind, problem::BUSY);
        drop(release);
        assert!(waiting.join_all().await.into_iter().all(|failed| failed));
        let state = pictures.lock();
        assert!(state.drawing.is_empty() && state.cached.is_empty());
    }

    #[tokio::test]
    async fn the_picture_cache_is_bounded_and_keeps_recent_entries() {
        let pictures = Arc::new(PictureCache::default());
        for number in 0..3 * MAX_CACHED {
            pictures.get_or_draw("often".into(), || Ok(vec![0])).await.unwrap();
            pictures.get_or_draw(number.to_string(), || Ok(vec![0])).await.unwrap();
        }
        {
            let mut state = pictures.lock();
            assert_eq!(state.cached.len(), MAX_CACHED);
            assert!(state.get_cached("often").is_some());
        }
        for number in 0..20 {
            let large = vec![0; MAX_CACHED_BYTES / 4];
            pictures.get_or_draw(format!("large {number}"), || Ok(large)).await.unwrap();
        }
        assert_eq!(pictures.lock().cached.len(), 4);
        let larger = vec![0; MAX_CACHED_BYTES + 1];
        pictures.get_or_draw("too large".into(), || Ok(larger)).await.unwrap();
        assert!(pictures.lock().cached.is_empty(), "it is served and not kept");
    }

    #[test]
    fn cached_pictures_are_charged_by_length() {
        let mut picture = Vec::with_capacity(1 << 20);
        picture.extend([1, 2, 3]);
        let allocation = Vec::from(exact_bytes(picture));
        assert_eq!((allocation.len(), allocation.capacity()), (3, 3));
    }
}
