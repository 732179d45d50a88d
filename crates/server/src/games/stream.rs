//! Games as streams of lines, for programs that would rather read than hold a socket.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use abaque_hall::{Outbox, Visitor};
use axum::body::{Body as Stream, Bytes};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::game_id;
use crate::app::App;
use crate::problem::{Body, Problem, language};
use crate::who::{MaybeWho, Who};

/// How often an empty line shows that the stream lives.
const ALIVE: Duration = Duration::from_secs(10);

/// Everything that happens in a game from now on, one message of `docs/socket.md` a line; the whole game first. Empty
/// lines come in between.
#[utoipa::path(get, path = "/games/{id}/stream", tag = "games", security(()), params(("id" = String, Path, description = "The game")),
    responses((status = 200, content_type = "application/x-ndjson", body = String), (status = 404, body = Body)))]
pub(crate) async fn stream(
    State(app): State<App>,
    Path(id): Path<String>,
    MaybeWho(who): MaybeWho,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let id = game_id(&id)?;
    let (outbox, messages, _) = Outbox::new();
    let person = who.map(|who| (who.person.id, who.person.name));
    let visitor = app.hall().visit(person, language(&headers), outbox);
    if let Err(refusal) = visitor.watch(&id, None).await {
        visitor.gone().await;
        return Err(refusal.into());
    }
    Ok(lines(app, visitor, messages))
}

/// What concerns oneself: games that begin, challenges, the lobby.
#[utoipa::path(get, path = "/events", tag = "games",
    responses((status = 200, content_type = "application/x-ndjson", body = String), (status = 401, body = Body)))]
pub(crate) async fn events(State(app): State<App>, who: Who, headers: HeaderMap) -> Response {
    let (outbox, messages, _) = Outbox::new();
    let visitor =
        app.hall().visit(Some((who.person.id, who.person.name)), language(&headers), outbox);
    visitor.lobby(true);
    lines(app, visitor, messages)
}

fn lines(app: App, visitor: Visitor, mut messages: mpsc::Receiver<Arc<str>>) -> Response {
    let (send, receive) = mpsc::channel::<Result<Bytes, Infallible>>(8);
    tokio::spawn(async move {
        let mut stopping = app.stopping();
        loop {
            let line = tokio::select! {
                message = timeout(ALIVE, messages.recv()) => match message {
                    Ok(Some(text)) => format!("{text}\n"),
                    Ok(None) => break,
                    Err(_) => "\n".to_owned(),
                },
                _ = stopping.changed() => break,
            };
            // A reader that is gone or reads nothing for a minute is let go.
            let sent = timeout(Duration::from_secs(60), send.send(Ok(Bytes::from(line)))).await;
            if !matches!(sent, Ok(Ok(()))) {
                break;
            }
        }
        visitor.gone().await;
    });
    let body = Stream::from_stream(tokio_stream::wrappers::ReceiverStream::new(receive));
    ([(header::CONTENT_TYPE, "application/x-ndjson")], body).into_response()
}
