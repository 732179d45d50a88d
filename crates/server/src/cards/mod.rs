//! Pages as others show them before anybody opens them: a title, a sentence and a picture, in the head of the app's page.

mod game;
mod head;
mod pictures;

use std::net::IpAddr;
use std::time::Duration;

use abaque_core::{GameInfo, Lang, Said, Words, said};
use abaque_store::GameId;
use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, Method, Uri, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::Response;
use axum::routing::get;

use crate::address::Address;
use crate::app::{App, origin};
use crate::limit::{Asker, Door};
use crate::problem::{self, language};
use crate::{assets, run};

pub(crate) use pictures::Pictures;

/// How long a page waits for what is to be said of it; then it comes without.
const PATIENCE: Duration = Duration::from_secs(2);

/// What is said of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Card {
    title: String,
    told: String,
    /// Where the picture is.
    picture: String,
    /// Whether it is a wide one of a board; otherwise it is the app's icon.
    wide: bool,
}

impl Card {
    /// What is said of the app itself.
    fn app(lang: Lang) -> Card {
        let told = Words::new(
            "Four table games for two: Abalone, Abraxas, Abagio, Blocs-pions.",
            "Quatre jeux de table à deux : Abalone, Abraxas, Abagio, Blocs-pions.",
        );
        Card {
            title: "Abaque".into(),
            told: told.get(lang).into(),
            picture: "/icons/icon-512.png".into(),
            wide: false,
        }
    }

    /// The same under another title.
    fn titled(self, title: &str) -> Card {
        Card { title: title.into(), ..self }
    }

    /// What is said of a page about one of the games.
    fn about(info: &GameInfo, title: &str, lang: Lang) -> Card {
        Card {
            title: title.into(),
            told: info.blurb.get(lang).into(),
            picture: pictures::of_kind(info.name),
            wide: true,
        }
    }
}

/// The addresses of the pictures.
pub(crate) fn routes(app: &App) -> Router<App> {
    Router::new()
        .route("/g/{id}/picture.png", get(pictures::game))
        .route("/pictures/{file}", get(pictures::kind))
        .layer(from_fn_with_state(app.clone(), run::not_too_often))
        .layer(from_fn_with_state(app.clone(), run::not_too_long))
        .layer(from_fn(problem::tell))
}

/// Answers for every address that is no other's: the app's files, and its page with what is to be said of it.
pub(crate) async fn serve(
    State(app): State<App>,
    Address(address): Address,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let read = method == Method::GET || method == Method::HEAD;
    let Some(page) = assets::page(uri.path()).filter(|_| read) else {
        return assets::serve(method, uri, headers).await;
    };
    let lang = language(&headers);
    let card = match card(&app, address, uri.path(), lang).await {
        Some(card) => card,
        None => Card::app(lang),
    };
    let filled = head::filled(&page, &card, place(&app, &headers).as_deref(), uri.path(), lang);
    assets::made(filled, &headers)
}

/// What is said of the page with this address; nothing where that is what is said of the app.
async fn card(app: &App, address: IpAddr, path: &str, lang: Lang) -> Option<Card> {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let name = parts.first().and_then(|part| part.strip_prefix('@'));
    match (&parts[..], name) {
        (["g", id], _) => {
            let id = GameId::parse(id)?;
            in_time(app, address, game::card(app, &id, lang)).await
        }
        ([_] | [_, "games"], Some(name)) => in_time(app, address, profile(app, name, lang)).await,
        _ => fixed(&parts, lang),
    }
}

/// What has to be asked for, unless it takes too long; whoever asks too often gets the page alone.
async fn in_time(
    app: &App,
    address: IpAddr,
    asked: impl Future<Output = Option<Card>>,
) -> Option<Card> {
    app.limit(Door::General, Asker::at(address)).ok()?;
    tokio::time::timeout(PATIENCE, asked).await.ok()?
}

/// What is said of the pages that are the same for everybody.
fn fixed(parts: &[&str], lang: Lang) -> Option<Card> {
    let info = |name: &str| abaque_catalog::find(name).ok().map(|entry| (entry.info)());
    let about = |name: &str, title: fn(&str) -> Said| {
        let info = info(name)?;
        Some(Card::about(info, title(info.title.get(lang)).get(lang), lang))
    };
    match *parts {
        ["new", name] => about(name, |game| said!("Play {game}", "Jouer : {game}")),
        ["rules", name] => about(name, |game| said!("{game}: the rules", "{game} : les règles")),
        ["learn", name, ..] => {
            about(name, |game| said!("Learn to play {game}", "Apprendre à jouer : {game}"))
        }
        ["puzzles", name, ..] if info(name).is_some() => {
            about(name, |game| said!("{game}: puzzles", "{game} : problèmes"))
        }
        ["learn"] => {
            Some(Card::app(lang).titled(Words::new("Learn to play", "Apprendre à jouer").get(lang)))
        }
        ["puzzles", ..] => {
            Some(Card::app(lang).titled(Words::new("Puzzles", "Problèmes").get(lang)))
        }
        _ => None,
    }
}

/// What is said of somebody: that they are here.
async fn profile(app: &App, name: &str, lang: Lang) -> Option<Card> {
    let name = head::unescaped(name)?;
    let person = app.store().person_named(&name).await.ok()??;
    if person.closed {
        return None;
    }
    Some(Card::app(lang).titled(&person.name))
}

/// The address browsers know this server by, if it has one that can be told.
fn place(app: &App, headers: &HeaderMap) -> Option<String> {
    if let Some(own) = app.config().origins.first() {
        return Some(own.clone());
    }
    let host = headers.get(header::HOST)?.to_str().ok()?;
    origin(&format!("http://{host}")).ok()
}
