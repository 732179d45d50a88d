//! The socket: everything live goes through it.

use std::sync::Arc;
use std::time::Duration;

use abaque_core::{Lang, said};
use abaque_hall::{Outbox, Refusal, Visitor};
use abaque_protocol::{Ask, LONGEST, Tell, VERSION};
use abaque_store::GameId;
use axum::extract::State;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::http::HeaderMap;
use axum::response::Response;
use tokio::time::{Instant, interval, timeout};

use crate::app::App;
use crate::limit::Rate;
use crate::problem::{Body, Problem, language};
use crate::who::{MaybeWho, Who};

/// How often the way is measured, and how long silence may last.
const PING: Duration = Duration::from_secs(15);
const SILENCE: Duration = Duration::from_secs(45);
/// How long a message may take to be sent.
const SENDING: Duration = Duration::from_secs(10);
/// How many games one connection may hear of.
const WATCHED: usize = 64;

/// Open a socket: everything live goes through it (see `docs/socket.md`). Guests and people with accounts play, anybody may
/// watch.
#[utoipa::path(get, path = "/socket", tag = "games", security(()), responses(
    (status = 101, description = "Messages of `docs/socket.md` follow"), (status = 403, body = Body)))]
pub(crate) async fn open(
    State(app): State<App>,
    MaybeWho(who): MaybeWho,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Problem> {
    let lang = language(&headers);
    // Small buffers: there may be thousands of these, and messages are short.
    let upgrade = upgrade
        .max_message_size(LONGEST)
        .max_frame_size(LONGEST)
        .read_buffer_size(1024)
        .write_buffer_size(0)
        .max_write_buffer_size(64 * 1024);
    Ok(upgrade.on_upgrade(move |socket| run(app, who, lang, socket)))
}

async fn run(app: App, who: Option<Who>, lang: Lang, mut socket: WebSocket) {
    let (outbox, mut messages, slow) = Outbox::new();
    let name = who.as_ref().map(|who| who.person.name.clone()).unwrap_or_default();
    outbox.tell(&Tell::Hello { protocol: VERSION, you: name, now: app.now() as u64 });
    let person = who.map(|who| (who.person.id, who.person.name));
    let visitor = Arc::new(app.hall().visit(person, lang, outbox));
    app.sockets().add();
    let mut stopping = app.stopping();
    let mut ping = interval(PING);
    let (mut heard, mut pinged) = (Instant::now(), None::<Instant>);
    let mut budget = Budget::new(app.config().limits.messages);
    loop {
        tokio::select! {
            message = messages.recv() => {
                let Some(text) = message else { break };
                let sent = timeout(SENDING, socket.send(Message::Text(Utf8Bytes::from(&*text)))).await;
                if !matches!(sent, Ok(Ok(()))) {
                    break;
                }
            }
            message = socket.recv() => {
                let Some(Ok(message)) = message else { break };
                heard = Instant::now();
                match message {
                    Message::Text(text) => {
                        // Who writes faster is read slower: nothing is lost, and nobody else waits.
                        let wait = budget.take();
                        if !wait.is_zero() {
                            tokio::time::sleep(wait).await;
                        }
                        if !asked(&app, &visitor, &text).await {
                            break;
                        }
                    }
                    Message::Pong(_) => {
                        if let Some(pinged) = pinged.take() {
                            visitor.measured(pinged.elapsed().as_millis() as u64);
                        }
                    }
                    Message::Binary(_) => refuse(&visitor, None, None, &not_text()),
                    Message::Ping(_) => {}
                    Message::Close(_) => break,
                }
            }
            _ = ping.tick() => {
                if heard.elapsed() > SILENCE {
                    break;
                }
                pinged = Some(Instant::now());
                if !matches!(timeout(SENDING, socket.send(Message::Ping(Default::default()))).await, Ok(Ok(()))) {
                    break;
                }
            }
            () = slow.happened() => break,
            _ = stopping.changed() => {
                let bye = serde_json::to_string(&Tell::Bye { problem: closing().problem(lang) }).unwrap_or_default();
                let _ = timeout(SENDING, socket.send(Message::Text(bye.into()))).await;
                break;
            }
        }
    }
    let _ = timeout(SENDING, socket.send(Message::Close(None))).await;
    app.sockets().take();
    if let Some(visitor) = Arc::into_inner(visitor) {
        visitor.gone().await;
    }
}

/// Carries out what a client says; false if the connection is to end.
async fn asked(app: &App, visitor: &Arc<Visitor>, text: &str) -> bool {
    let ask: Ask = match serde_json::from_str(text) {
        Ok(ask) => ask,
        Err(error) => {
            let told = error.to_string();
            refuse(visitor, None, None, &bad_message(&told));
            return true;
        }
    };
    match ask {
        Ask::Watch { game, have } => {
            let watching = match game_id(&game) {
                Ok(_) if visitor.watched() >= WATCHED => Err(too_many()),
                Ok(id) => visitor.watch(&id, have).await,
                Err(refusal) => Err(refusal),
            };
            if let Err(refusal) = watching {
                refuse(visitor, Some(game), None, &refusal);
            }
        }
        Ask::Leave { game } => {
            if let Ok(id) = game_id(&game) {
                visitor.leave(&id).await;
            }
        }
        Ask::Act { game, seen, key, act } => {
            let done = match game_id(&game) {
                Ok(id) => visitor.act(&id, seen, key.clone(), act).await,
                Err(refusal) => Err(refusal),
            };
            match done {
                Ok(version) => {
                    visitor.outbox().tell(&Tell::Done { game, key, version });
                }
                Err(refusal) => refuse(visitor, Some(game), Some(key), &refusal),
            }
        }
        Ask::Say { game, text } => {
            let said = match game_id(&game) {
                Ok(id) => visitor.say(&id, text).await,
                Err(refusal) => Err(refusal),
            };
            if let Err(refusal) = said {
                refuse(visitor, Some(game), None, &refusal);
            }
        }
        Ask::Mute { game, on } => {
            let muted = match game_id(&game) {
                Ok(id) => visitor.mute(&id, on).await,
                Err(refusal) => Err(refusal),
            };
            if let Err(refusal) = muted {
                refuse(visitor, Some(game), None, &refusal);
            }
        }
        Ask::Lobby { on } => visitor.lobby(on),
        Ask::Ping { at } => {
            visitor.outbox().tell(&Tell::Pong { at, now: app.now() as u64 });
        }
    }
    true
}

fn game_id(text: &str) -> Result<GameId, Refusal> {
    GameId::parse(text).ok_or_else(Refusal::no_game)
}

fn refuse(visitor: &Visitor, game: Option<String>, key: Option<String>, refusal: &Refusal) {
    let problem = refusal.problem(visitor.lang());
    visitor.outbox().tell(&Tell::Refused { game, key, problem });
}

/// What a connection may still send at once.
struct Budget {
    rate: Rate,
    left: f64,
    since: Instant,
}

impl Budget {
    fn new(rate: Rate) -> Budget {
        Budget { rate, left: f64::from(rate.burst), since: Instant::now() }
    }

    /// Takes one message, and says how long to wait before it is read.
    fn take(&mut self) -> Duration {
        let now = Instant::now();
        let passed = now.duration_since(self.since).as_secs_f64() * 1000.0;
        self.left =
            (self.left + passed / f64::from(self.rate.each)).min(f64::from(self.rate.burst));
        self.since = now;
        self.left -= 1.0;
        let missing = (-self.left).max(0.0);
        Duration::from_secs_f64(missing * f64::from(self.rate.each) / 1000.0)
    }
}

fn bad_message(told: &str) -> Refusal {
    Refusal::new(
        "bad-message",
        400,
        said!(
            "this is no message of ours: {told} (see docs/socket.md)",
            "ce n'est pas un de nos messages : {told} (voir docs/socket.md)"
        ),
    )
}

fn not_text() -> Refusal {
    Refusal::new(
        "bad-message",
        400,
        said!("messages are text, as JSON", "les messages sont du texte, en JSON"),
    )
}

fn too_many() -> Refusal {
    Refusal::new(
        "too-many",
        422,
        said!(
            "one connection hears of {WATCHED} games at most",
            "une connexion suit {WATCHED} parties au plus"
        ),
    )
}

pub(crate) fn closing() -> Refusal {
    Refusal::new(
        "closing",
        503,
        said!(
            "the server closes; come back in a while, nothing is lost",
            "le serveur s'arrête ; revenez dans un moment, rien n'est perdu"
        ),
    )
}
