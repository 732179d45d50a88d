//! The WebSocket endpoint: all live play goes through it.

use std::sync::Arc;
use std::time::Duration;

use abaque_core::{Lang, message};
use abaque_protocol::{ClientMessage, ServerMessage, Timestamp, VERSION};
use abaque_rooms::{Connection, Outbox, RequestError};
use abaque_store::{GameId, PersonId};
use axum::Extension;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::http::HeaderMap;
use axum::response::Response;
use hyper::upgrade::OnUpgrade;
use tokio::time::{Instant, interval, timeout};
use tungstenite::error::{Error as WireError, ProtocolError};
use tungstenite::protocol::CloseFrame;
use tungstenite::{Message, Utf8Bytes};

use crate::app::App;
use crate::auth::OptionalUser;
use crate::client_ip::ClientIp;
use crate::connections::ConnectionLease;
use crate::live_socket::{LiveSocket, switching_protocols};
use crate::problem::{Problem, ProblemBody, preferred_language};
use crate::rate_limit::RateLimit;

/// Ping interval, and how long a client may stay silent.
const PING_INTERVAL: Duration = Duration::from_secs(15);
const SILENCE_TIMEOUT: Duration = Duration::from_secs(45);
/// Timeout of sending one message.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);
/// Maximum games one connection may watch.
const MAX_WATCHED_GAMES: usize = 64;
/// Consecutive unreadable messages before the connection is closed.
const MAX_BAD_MESSAGES: u32 = 20;

/// Close codes of RFC 6455 and its registry; `docs/socket.md` lists them with those of
/// [`crate::connections`].
mod code {
    pub(super) const GONE_SILENT: u16 = 1001;
    pub(super) const BROKEN_FRAME: u16 = 1002;
    pub(super) const NOT_UTF8: u16 = 1007;
    pub(super) const BAD_MESSAGES: u16 = 1008;
    pub(super) const TOO_LARGE: u16 = 1009;
    pub(super) const STOPPING: u16 = 1012;
    pub(super) const TOO_SLOW: u16 = 1013;
}

/// Open a socket for live play (see `docs/socket.md`). Guests and accounts play, anyone may watch.
#[utoipa::path(get, path = "/socket", tag = "games", security(()), responses(
    (status = 101, description = "Switches to the messages of `docs/socket.md`"), (status = 403, body = ProblemBody), (status = 429, body = ProblemBody)))]
pub(crate) async fn open(
    State(app): State<App>,
    OptionalUser(who): OptionalUser,
    ClientIp(address): ClientIp,
    headers: HeaderMap,
    on_upgrade: Option<Extension<OnUpgrade>>,
    // Refuses what is not a proper request for a socket.
    _checked: WebSocketUpgrade,
) -> Result<Response, Problem> {
    let lang = preferred_language(&headers);
    let lease = app.connections().open(who.as_ref(), address).await?;
    let person = who.map(|who| (who.person.id, who.person.name));
    if let Some(Extension(on_upgrade)) = on_upgrade {
        tokio::spawn(async move {
            if let Ok(upgraded) = on_upgrade.await {
                run_socket(app, person, lease, lang, LiveSocket::new(upgraded).await).await;
            }
        });
    }
    Ok(switching_protocols(&headers))
}

async fn run_socket(
    app: App,
    person: Option<(PersonId, String)>,
    lease: ConnectionLease,
    lang: Lang,
    mut socket: LiveSocket,
) {
    let (outbox, messages) = Outbox::new();
    let name = person.as_ref().map(|(_, name)| name.clone()).unwrap_or_default();
    outbox.send(&ServerMessage::Hello {
        protocol: VERSION,
        you: name,
        now: Timestamp(app.now() as u64),
    });
    let visitor = Arc::new(app.rooms().connect(person, lang, outbox));
    app.metrics().sockets().inc();
    let mut stopping = app.stopping();
    let mut ping = interval(PING_INTERVAL);
    let (mut last_seen, mut pinged) = (Instant::now(), None::<Instant>);
    let mut budget = MessageBudget::new(app.config().limits.messages);
    let mut bad_messages = 0;
    let end = loop {
        tokio::select! {
            message = messages.recv() => {
                let Some(text) = message else { break SocketEnd::Lost };
                let sent = timeout(SEND_TIMEOUT, socket.send_text(&text)).await;
                if !matches!(sent, Ok(Ok(()))) {
                    break SocketEnd::Lost;
                }
            }
            message = socket.recv() => {
                let message = match message {
                    Some(Ok(message)) => message,
                    Some(Err(error)) => break end_from_error(&error),
                    None => break SocketEnd::Lost,
                };
                last_seen = Instant::now();
                match message {
                    Message::Text(text) => {
                        // A client that sends too fast is read more slowly; nothing is lost and
                        // others do not wait.
                        let wait = budget.take();
                        if !wait.is_zero() {
                            tokio::time::sleep(wait).await;
                        }
                        match serde_json::from_str(&text) {
                            Ok(ask) => {
                                bad_messages = 0;
                                match Box::pin(lease.check_revoked()).await {
                                    // Large and rarely needed; boxed, it does not add to every
                                    // connection.
                                    Ok(None) => Box::pin(handle_message(&app, &visitor, ask)).await,
                                    Ok(Some(why)) => {
                                        break SocketEnd::ClosedWithReason(why.refusal(), why.close_code());
                                    }
                                    Err(error) => {
                                        tracing::warn!(target: "abaque", %error, "cannot check revocations");
                                        refuse_message(&visitor, ask, &RequestError::unconfirmed());
                                    }
                                }
                            }
                            Err(error) => {
                                bad_messages += 1;
                                refuse(&visitor, None, None, &bad_message(&error.to_string()));
                            }
                        }
                    }
                    Message::Pong(_) => {
                        if let Some(pinged) = pinged.take() {
                            visitor.record_round_trip(pinged.elapsed().as_millis() as u64);
                        }
                    }
                    Message::Binary(_) => {
                        bad_messages += 1;
                        refuse(&visitor, None, None, &not_text());
                    }
                    Message::Ping(_) | Message::Frame(_) => {}
                    Message::Close(_) => break SocketEnd::Lost,
                }
                if bad_messages >= MAX_BAD_MESSAGES {
                    break SocketEnd::Closed(code::BAD_MESSAGES, "bad-message");
                }
            }
            _ = ping.tick() => {
                if last_seen.elapsed() > SILENCE_TIMEOUT {
                    break SocketEnd::Closed(code::GONE_SILENT, "silent");
                }
                pinged = Some(Instant::now());
                if !matches!(timeout(SEND_TIMEOUT, socket.send(Message::Ping(Default::default()))).await, Ok(Ok(()))) {
                    break SocketEnd::Lost;
                }
            }
            () = messages.overflowed() => break SocketEnd::Closed(code::TOO_SLOW, "too-slow"),
            why = lease.revoked() => break SocketEnd::ClosedWithReason(why.refusal(), why.close_code()),
            _ = stopping.changed() => break SocketEnd::ClosedWithReason(server_closing(), code::STOPPING),
        }
    };
    Box::pin(end.close(&mut socket, lang)).await;
    app.metrics().sockets().dec();
    if let Some(visitor) = Arc::into_inner(visitor) {
        Box::pin(visitor.close()).await;
    }
}

/// How a connection ends.
enum SocketEnd {
    /// The client disconnected or is unreachable.
    Lost,
    /// Closed with a code and a reason.
    Closed(u16, &'static str),
    /// Closed after a final message that states the reason.
    ClosedWithReason(RequestError, u16),
}

impl SocketEnd {
    async fn close(self, socket: &mut LiveSocket, lang: Lang) {
        let (code, reason) = match self {
            SocketEnd::Lost => {
                return drop(timeout(SEND_TIMEOUT, socket.send(Message::Close(None))).await);
            }
            SocketEnd::Closed(code, reason) => (code, reason),
            SocketEnd::ClosedWithReason(why, code) => {
                let bye = ServerMessage::Bye { problem: why.to_problem(lang) };
                let bye = serde_json::to_string(&bye).unwrap_or_default();
                let _ = timeout(SEND_TIMEOUT, socket.send_text(&bye)).await;
                (code, why.code)
            }
        };
        let frame = CloseFrame { code: code.into(), reason: Utf8Bytes::from_static(reason) };
        let _ = timeout(SEND_TIMEOUT, socket.send(Message::Close(Some(frame)))).await;
    }
}

/// How a connection ends after a WebSocket protocol error.
fn end_from_error(error: &WireError) -> SocketEnd {
    match error {
        WireError::Capacity(_) => SocketEnd::Closed(code::TOO_LARGE, "message-too-large"),
        WireError::Utf8(_) => SocketEnd::Closed(code::NOT_UTF8, "not-utf-8"),
        WireError::Protocol(ProtocolError::ResetWithoutClosingHandshake) => SocketEnd::Lost,
        WireError::Protocol(_) => SocketEnd::Closed(code::BROKEN_FRAME, "broken-frame"),
        _ => SocketEnd::Lost,
    }
}

/// Rejects a client message of any kind.
fn refuse_message(visitor: &Connection, ask: ClientMessage, refusal: &RequestError) {
    match ask {
        ClientMessage::Act { game, key, .. } => refuse(visitor, Some(game), Some(key), refusal),
        ClientMessage::Watch { game, .. }
        | ClientMessage::Leave { game }
        | ClientMessage::Say { game, .. }
        | ClientMessage::Mute { game, .. } => refuse(visitor, Some(game), None, refusal),
        ClientMessage::Lobby { .. } | ClientMessage::Ping { .. } => {
            refuse(visitor, None, None, refusal)
        }
    }
}

/// Executes a client message.
async fn handle_message(app: &App, visitor: &Arc<Connection>, ask: ClientMessage) {
    match ask {
        ClientMessage::Watch { game, have } => {
            let watching = match parse_game_id(&game) {
                Ok(_) if visitor.watched_count() >= MAX_WATCHED_GAMES => Err(too_many_games()),
                Ok(id) => visitor.watch(&id, have).await,
                Err(refusal) => Err(refusal),
            };
            if let Err(refusal) = watching {
                refuse(visitor, Some(game), None, &refusal);
            }
        }
        ClientMessage::Leave { game } => {
            if let Ok(id) = parse_game_id(&game) {
                visitor.leave(&id).await;
            }
        }
        ClientMessage::Act { game, seen, key, act } => {
            let done = match parse_game_id(&game) {
                Ok(id) => visitor.act(&id, seen, key.clone(), act).await,
                Err(refusal) => Err(refusal),
            };
            match done {
                Ok(version) => {
                    visitor.outbox().send(&ServerMessage::Done { game, key, version });
                }
                Err(refusal) => refuse(visitor, Some(game), Some(key), &refusal),
            }
        }
        ClientMessage::Say { game, text } => {
            let message = match parse_game_id(&game) {
                Ok(id) => visitor.say(&id, text).await,
                Err(refusal) => Err(refusal),
            };
            if let Err(refusal) = message {
                refuse(visitor, Some(game), None, &refusal);
            }
        }
        ClientMessage::Mute { game, on } => {
            let muted = match parse_game_id(&game) {
                Ok(id) => visitor.mute(&id, on).await,
                Err(refusal) => Err(refusal),
            };
            if let Err(refusal) = muted {
                refuse(visitor, Some(game), None, &refusal);
            }
        }
        ClientMessage::Lobby { on } => visitor.set_lobby(on),
        ClientMessage::Ping { at } => {
            visitor.outbox().send(&ServerMessage::Pong { at, now: Timestamp(app.now() as u64) });
        }
    }
}

fn parse_game_id(text: &str) -> Result<GameId, RequestError> {
    GameId::parse(text).ok_or_else(RequestError::game_not_found)
}

fn refuse(visitor: &Connection, game: Option<String>, key: Option<String>, refusal: &RequestError) {
    let problem = refusal.to_problem(visitor.lang());
    visitor.outbox().send(&ServerMessage::Refused { game, key, problem });
}

/// Message budget of a connection.
struct MessageBudget {
    rate: RateLimit,
    left: f64,
    since: Instant,
}

impl MessageBudget {
    fn new(rate: RateLimit) -> MessageBudget {
        MessageBudget { rate, left: f64::from(rate.burst), since: Instant::now() }
    }

    /// Takes one message; returns how long to wait before the next read.
    fn take(&mut self) -> Duration {
        let now = Instant::now();
        let passed = now.duration_since(self.since).as_secs_f64() * 1000.0;
        self.left =
            (self.left + passed / f64::from(self.rate.refill_ms)).min(f64::from(self.rate.burst));
        self.since = now;
        self.left -= 1.0;
        let missing = (-self.left).max(0.0);
        Duration::from_secs_f64(missing * f64::from(self.rate.refill_ms) / 1000.0)
    }
}

fn bad_message(reason: &str) -> RequestError {
    RequestError::new(
        "bad-message",
        400,
        message!(
            "invalid message: {reason} (see docs/socket.md)",
            "message non valable\u{a0}: {reason} (voir docs/socket.md)"
        ),
    )
}

fn not_text() -> RequestError {
    RequestError::new(
        "bad-message",
        400,
        message!("messages must be JSON text", "les messages doivent être du texte JSON"),
    )
}

fn too_many_games() -> RequestError {
    RequestError::new(
        "too-many",
        422,
        message!(
            "a connection can watch at most {MAX_WATCHED_GAMES} games",
            "une connexion suit {MAX_WATCHED_GAMES} parties au plus"
        ),
    )
}

pub(crate) fn server_closing() -> RequestError {
    RequestError::new(
        "closing",
        503,
        message!(
            "the server is shutting down; come back in a moment, nothing is lost",
            "le serveur s'arrête\u{a0}; revenez dans un moment, rien n'est perdu"
        ),
    )
}
