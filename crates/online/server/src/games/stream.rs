//! Games as streams of JSON lines, for programs that prefer reading to holding a socket.

use std::convert::Infallible;
use std::time::Duration;

use abaque_core::Lang;
use abaque_protocol::ServerMessage;
use abaque_rooms::{Connection, Outbox, OutboxReceiver};
use axum::body::{Body as Stream, Bytes};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::parse_game_id;
use crate::app::App;
use crate::auth::{AuthUser, OptionalUser};
use crate::client_ip::ClientIp;
use crate::connections::ConnectionLease;
use crate::problem::{Problem, ProblemBody, preferred_language};

/// Interval of the empty keep-alive lines.
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(10);

/// Stream a game: the full state first, then every event, one message of `docs/socket.md` per line.
/// Empty lines keep the connection alive.
#[utoipa::path(get, path = "/games/{id}/stream", tag = "games", security(()), params(("id" = String, Path, description = "Id of the game")),
    responses((status = 200, content_type = "application/x-ndjson", body = String), (status = 404, body = ProblemBody), (status = 429, body = ProblemBody)))]
pub(crate) async fn stream(
    State(app): State<App>,
    Path(id): Path<String>,
    OptionalUser(who): OptionalUser,
    ClientIp(address): ClientIp,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let id = parse_game_id(&id)?;
    let lease = app.connections().open(who.as_ref(), address).await?;
    let (outbox, messages) = Outbox::new();
    let person = who.map(|who| (who.person.id, who.person.name));
    let lang = preferred_language(&headers);
    let visitor = app.rooms().connect(person, lang, outbox);
    if let Err(refusal) = visitor.watch(&id, None).await {
        visitor.close().await;
        return Err(refusal.into());
    }
    Ok(stream_lines(app, visitor, lease, lang, messages))
}

/// Stream the caller's events: games that begin, challenges, the lobby.
#[utoipa::path(get, path = "/events", tag = "games",
    responses((status = 200, content_type = "application/x-ndjson", body = String), (status = 401, body = ProblemBody), (status = 429, body = ProblemBody)))]
pub(crate) async fn events(
    State(app): State<App>,
    who: AuthUser,
    ClientIp(address): ClientIp,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let lease = app.connections().open(Some(&who), address).await?;
    let (outbox, messages) = Outbox::new();
    let lang = preferred_language(&headers);
    let visitor = app.rooms().connect(Some((who.person.id, who.person.name)), lang, outbox);
    visitor.set_lobby(true);
    Ok(stream_lines(app, visitor, lease, lang, messages))
}

/// Streams until the client disconnects, the server stops, or the credential is revoked; a final
/// `bye` follows then.
fn stream_lines(
    app: App,
    visitor: Connection,
    lease: ConnectionLease,
    lang: Lang,
    messages: OutboxReceiver,
) -> Response {
    let (send, receive) = mpsc::channel::<Result<Bytes, Infallible>>(8);
    tokio::spawn(async move {
        let mut stopping = app.stopping();
        loop {
            let line = tokio::select! {
                message = timeout(KEEPALIVE_INTERVAL, messages.recv()) => match message {
                    Ok(Some(text)) => format!("{text}\n"),
                    Ok(None) => break,
                    Err(_) => "\n".to_owned(),
                },
                why = lease.revoked() => {
                    let bye = ServerMessage::Bye { problem: why.refusal().to_problem(lang) };
                    let bye = serde_json::to_string(&bye).unwrap_or_default();
                    let _ = send.try_send(Ok(Bytes::from(format!("{bye}\n"))));
                    break;
                }
                _ = stopping.changed() => break,
            };
            // Drop a client that reads nothing for a minute.
            let sent = timeout(Duration::from_secs(60), send.send(Ok(Bytes::from(line))));
            tokio::select! {
                sent = sent => if !matches!(sent, Ok(Ok(()))) {
                    break;
                },
                _ = lease.revoked() => break,
            }
        }
        visitor.close().await;
    });
    let body = Stream::from_stream(tokio_stream::wrappers::ReceiverStream::new(receive));
    ([(header::CONTENT_TYPE, "application/x-ndjson")], body).into_response()
}
