//! Link previews: title, description and picture in the head of the app's page.

mod game;
mod head;
mod pictures;

use std::net::IpAddr;
use std::time::Duration;

use abaque_core::{GameDescription, Lang, Message, StaticMessage, message};
use abaque_store::GameId;
use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, Method, Uri, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::Response;
use axum::routing::get;

use crate::app::{App, parse_origin};
use crate::client_ip::ClientIp;
use crate::problem::{self, preferred_language};
use crate::rate_limit::{LimitedAction, RateKey};
use crate::{assets, run};

pub(crate) use pictures::PictureCache;

/// How long a page waits for its preview; then it is served without.
const PREVIEW_TIMEOUT: Duration = Duration::from_secs(2);

/// Preview of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
struct LinkPreview {
    title: String,
    description: String,
    /// Path of the picture.
    picture: String,
    /// Whether the picture is a wide board; otherwise it is the app's icon.
    wide: bool,
}

impl LinkPreview {
    /// The preview of the app itself.
    fn for_app(lang: Lang) -> LinkPreview {
        let games = abaque_catalog::GAMES.iter();
        let titles: Vec<&str> = games.map(|entry| (entry.description)().title.get(lang)).collect();
        let titles = titles.join(", ");
        let description =
            message!("Board games for two: {titles}.", "Jeux de société à deux\u{a0}: {titles}.");
        LinkPreview {
            title: "Abaque".into(),
            description: description.get(lang).into(),
            picture: "/icons/icon-512.png".into(),
            wide: false,
        }
    }

    /// Replaces the title.
    fn with_title(self, title: &str) -> LinkPreview {
        LinkPreview { title: title.into(), ..self }
    }

    /// The preview of a page about one kind of game.
    fn for_game(info: &GameDescription, title: &str, lang: Lang) -> LinkPreview {
        LinkPreview {
            title: title.into(),
            description: info.blurb.get(lang).into(),
            picture: pictures::kind_picture_path(info.name),
            wide: true,
        }
    }
}

/// Routes of the pictures.
pub(crate) fn routes(app: &App) -> Router<App> {
    Router::new()
        .route("/g/{id}/picture.png", get(pictures::game_picture))
        .route("/pictures/{file}", get(pictures::kind_picture))
        .layer(from_fn_with_state(app.clone(), run::enforce_rate_limit))
        .layer(from_fn_with_state(app.clone(), run::enforce_timeout))
        .layer(from_fn(problem::localize_problems))
}

/// Fallback handler: the app's files, and its page with a preview.
pub(crate) async fn serve(
    State(app): State<App>,
    ClientIp(address): ClientIp,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let read = method == Method::GET || method == Method::HEAD;
    let Some(page) = assets::app_page(uri.path()).filter(|_| read) else {
        return assets::serve(method, uri, headers).await;
    };
    let lang = preferred_language(&headers);
    let card = match preview_for_path(&app, address, uri.path(), lang).await {
        Some(card) => card,
        None => LinkPreview::for_app(lang),
    };
    let filled =
        head::fill_head(&page, &card, own_origin(&app, &headers).as_deref(), uri.path(), lang);
    assets::respond_with_page(filled, &headers)
}

/// Preview of a path; `None` if the app's own applies.
async fn preview_for_path(
    app: &App,
    address: IpAddr,
    path: &str,
    lang: Lang,
) -> Option<LinkPreview> {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let name = parts.first().and_then(|part| part.strip_prefix('@'));
    match (&parts[..], name) {
        (["g", id], _) => {
            let id = GameId::parse(id)?;
            within_limits(app, address, game::game_preview(app, &id, lang)).await
        }
        ([_] | [_, "games"], Some(name)) => {
            within_limits(app, address, profile_preview(app, name, lang)).await
        }
        _ => static_preview(&parts, lang),
    }
}

/// Runs a lookup within the rate limit and timeout; beyond them the page has no preview.
async fn within_limits(
    app: &App,
    address: IpAddr,
    lookup: impl Future<Output = Option<LinkPreview>>,
) -> Option<LinkPreview> {
    app.check_rate(LimitedAction::General, RateKey::from_address(address)).ok()?;
    tokio::time::timeout(PREVIEW_TIMEOUT, lookup).await.ok()?
}

/// Previews of pages that are the same for everyone.
fn static_preview(parts: &[&str], lang: Lang) -> Option<LinkPreview> {
    let info = |name: &str| abaque_catalog::find(name).ok().map(|entry| (entry.description)());
    let about = |name: &str, title: fn(&str) -> Message| {
        let info = info(name)?;
        Some(LinkPreview::for_game(info, title(info.title.get(lang)).get(lang), lang))
    };
    match *parts {
        ["new", name] => about(name, |game| message!("Play {game}", "Jouer\u{a0}: {game}")),
        ["rules", name] => {
            about(name, |game| message!("{game}: the rules", "{game}\u{a0}: les règles"))
        }
        ["learn", name, ..] => {
            about(name, |game| message!("Learn to play {game}", "Apprendre à jouer\u{a0}: {game}"))
        }
        ["puzzles", name, ..] if info(name).is_some() => {
            about(name, |game| message!("{game}: puzzles", "{game}\u{a0}: problèmes"))
        }
        ["learn"] => Some(
            LinkPreview::for_app(lang)
                .with_title(StaticMessage::new("Learn to play", "Apprendre à jouer").get(lang)),
        ),
        ["puzzles", ..] => Some(
            LinkPreview::for_app(lang)
                .with_title(StaticMessage::new("Puzzles", "Problèmes").get(lang)),
        ),
        _ => None,
    }
}

/// Preview of a profile: only that the person exists.
async fn profile_preview(app: &App, name: &str, lang: Lang) -> Option<LinkPreview> {
    let name = head::percent_decode(name)?;
    let person = app.store().person_named(&name).await.ok()??;
    if person.closed {
        return None;
    }
    Some(LinkPreview::for_app(lang).with_title(&person.name))
}

/// Origin of this server for absolute URLs, if known.
fn own_origin(app: &App, headers: &HeaderMap) -> Option<String> {
    if let Some(own) = app.config().origins.first() {
        return Some(own.clone());
    }
    let host = headers.get(header::HOST)?.to_str().ok()?;
    parse_origin(&format!("http://{host}")).ok()
}
