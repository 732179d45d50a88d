//! One simulated player: a cookie, a socket, a copy of the game.

use std::sync::Arc;
use std::time::{Duration, Instant};

use abaque_protocol::{ClientMessage, GameAct};
use futures_util::SinkExt;
use tokio::net::TcpStream;
use tokio::time::{sleep_until, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::Failure;
use crate::context::{LoadContext, NODE_TIMEOUT};
use crate::observed_game::ObservedGame;
use crate::outage::ClockSample;

pub(crate) type PlayerSocket = WebSocketStream<TcpStream>;

/// A request not yet answered.
#[derive(Clone, Debug)]
pub(crate) struct PendingRequest {
    pub(crate) key: String,
    pub(crate) act: GameAct,
    pub(crate) seen: u32,
    pub(crate) sent: Instant,
    /// Whether the request may lose against a timeout: a window was open.
    pub(crate) may_race: bool,
}

impl PendingRequest {
    pub(crate) fn ply(&self) -> Option<&str> {
        match &self.act {
            GameAct::Play { ply, .. } => Some(ply),
            _ => None,
        }
    }
}

pub(crate) struct LoadPlayer {
    /// Session cookie; empty for a spectator.
    pub(crate) cookie: String,
    pub(crate) socket: Option<PlayerSocket>,
    pub(crate) observed: ObservedGame,
    pub(crate) pending: Option<PendingRequest>,
    /// Last answered request, with its version.
    pub(crate) answered: Option<(PendingRequest, u32)>,
    /// Key of a repeated request, with the answer it must get.
    pub(crate) resent_answered: Option<(String, u32)>,
    pub(crate) seed: [u8; 32],
    pub(crate) revealed: bool,
    pub(crate) clock_sample: Option<ClockSample>,
    /// Remaining messages under the server's rate limit, with a margin.
    message_credit: f64,
    credit_updated: Instant,
    /// Node of the last or next connection.
    node: usize,
    /// Time of the last message or pong.
    last_heard: Instant,
    is_pinged: bool,
    /// Time at which the pending request was last sent.
    last_asked: Instant,
    /// No reconnect before this time.
    retry_at: Option<Instant>,
}

/// After this much silence a player asks whether the node is still there.
const PING_AFTER: Duration = Duration::from_secs(2);
/// Delay before a request is repeated that could not be saved.
const RETRY_DELAY: Duration = Duration::from_millis(300);

/// Burst and messages per second: below the limits of `docs/socket.md`.
const MESSAGE_BURST: f64 = 50.0;
const MESSAGES_PER_SECOND: f64 = 19.0;

impl LoadPlayer {
    pub(crate) fn new(cookie: String) -> LoadPlayer {
        LoadPlayer {
            cookie,
            socket: None,
            observed: ObservedGame::default(),
            pending: None,
            answered: None,
            resent_answered: None,
            seed: [0; 32],
            revealed: false,
            clock_sample: None,
            message_credit: MESSAGE_BURST,
            credit_updated: Instant::now(),
            node: 0,
            last_heard: Instant::now(),
            is_pinged: false,
            last_asked: Instant::now(),
            retry_at: None,
        }
    }

    /// Creates a guest.
    pub(crate) async fn guest(context: &LoadContext) -> Result<LoadPlayer, Failure> {
        let (answer, _) = context.request("POST", "/guest", "", "").await?;
        match answer.cookie {
            Some(cookie) if answer.status == 201 => Ok(LoadPlayer::new(cookie)),
            _ => Err(format!("no guest may come in: {} {}", answer.status, answer.body)),
        }
    }

    /// Time until the rate limit allows the next message.
    pub(crate) fn send_delay(&mut self) -> Duration {
        let now = Instant::now();
        self.message_credit = (self.message_credit
            + (now - self.credit_updated).as_secs_f64() * MESSAGES_PER_SECOND)
            .min(MESSAGE_BURST);
        self.credit_updated = now;
        Duration::from_secs_f64(((1.0 - self.message_credit) / MESSAGES_PER_SECOND).max(0.0))
    }

    /// Sends a message; drops the socket if the connection is lost.
    pub(crate) async fn send(&mut self, ask: &ClientMessage) -> Result<(), Failure> {
        self.message_credit -= 1.0;
        let text = serde_json::to_string(ask).map_err(|error| error.to_string())?;
        let Some(socket) = &mut self.socket else { return Ok(()) };
        match socket.send(Message::Text(text.into())).await {
            Ok(()) => Ok(()),
            Err(error) => {
                self.socket = None;
                Err(format!("sending: {error}"))
            }
        }
    }

    /// Sends a request, or repeats it.
    pub(crate) async fn request(&mut self, pending: PendingRequest) -> Result<(), Failure> {
        let PendingRequest { key, act, seen, .. } = pending.clone();
        self.pending = Some(pending);
        self.last_asked = Instant::now();
        let game = self.observed.game.clone();
        self.send(&ClientMessage::Act { game, seen, key, act }).await
    }

    /// Repeats an answered request: no effect, same answer.
    pub(crate) async fn resend_answered(&mut self) -> Result<(), Failure> {
        let Some((PendingRequest { key, act, seen, .. }, version)) = self.answered.clone() else {
            return Ok(());
        };
        self.resent_answered = Some((key.clone(), version));
        let game = self.observed.game.clone();
        self.send(&ClientMessage::Act { game, seen, key, act }).await
    }

    /// Chooses the node of the next connection.
    pub(crate) fn use_node(&mut self, node: usize) {
        self.node = node;
    }

    /// Notes that the node is there.
    pub(crate) fn note_heard(&mut self) {
        (self.last_heard, self.is_pinged) = (Instant::now(), false);
    }

    /// Leaves the node for the next one.
    pub(crate) fn leave_node(&mut self) {
        self.socket = None;
        self.node += 1;
    }

    /// Leaves the node, which could not save the request, and repeats it after a while.
    pub(crate) fn retry_elsewhere(&mut self) {
        self.leave_node();
        self.retry_at = Some(Instant::now() + RETRY_DELAY);
    }

    /// Pings a quiet node. Leaves one that does not answer a ping or a request, as a browser does.
    pub(crate) async fn leave_if_silent(&mut self) {
        let quiet = self.last_heard.elapsed();
        let unanswered = self.pending.is_some() && self.last_asked.elapsed() > NODE_TIMEOUT;
        if quiet > NODE_TIMEOUT || unanswered {
            return self.leave_node();
        }
        if let (true, false, Some(socket)) = (quiet > PING_AFTER, self.is_pinged, &mut self.socket)
        {
            self.is_pinged = true;
            if socket.send(Message::Ping(Vec::new().into())).await.is_err() {
                self.leave_node();
            }
        }
    }

    /// Opens the socket, to the next node if one does not answer.
    pub(crate) async fn connect(&mut self, context: &Arc<LoadContext>) -> Result<(), Failure> {
        let since = Instant::now();
        if let Some(at) = self.retry_at.take() {
            sleep_until(at.into()).await;
        }
        loop {
            let connected = match context.has_faults() {
                true => match timeout(NODE_TIMEOUT, self.try_connect(context)).await {
                    Ok(connected) => connected.map_err(|error| error.to_string()),
                    Err(_) => Err("no answer".to_owned()),
                },
                false => self.try_connect(context).await.map_err(|error| error.to_string()),
            };
            match connected {
                Ok(socket) => {
                    self.socket = Some(socket);
                    self.message_credit = MESSAGE_BURST;
                    self.note_heard();
                    return Ok(());
                }
                Err(error) => {
                    self.node += 1;
                    context.retry_or_fail(since, format!("connecting: {error}")).await?;
                }
            }
        }
    }

    async fn try_connect(&self, context: &LoadContext) -> Result<PlayerSocket, Error> {
        let place = context.nodes[self.node % context.nodes.len()];
        let mut request = format!("ws://{place}/api/v1/socket").into_client_request()?;
        let headers = request.headers_mut();
        headers.insert("Origin", HeaderValue::from_str(&format!("http://{place}"))?);
        if !self.cookie.is_empty() {
            headers.insert("Cookie", HeaderValue::from_str(&self.cookie)?);
        }
        let stream = TcpStream::connect(place).await?;
        stream.set_nodelay(true)?;
        let config = WebSocketConfig::default().read_buffer_size(2048).write_buffer_size(0);
        let (socket, _) = client_async_with_config(request, stream, Some(config)).await?;
        Ok(socket)
    }

    /// Watches the game: for a full snapshot, or for the missed steps.
    pub(crate) async fn watch(&mut self, whole: bool) -> Result<(), Failure> {
        let game = self.observed.game.clone();
        let have = self.observed.version().filter(|_| !whole);
        self.observed.is_catching_up = true;
        self.send(&ClientMessage::Watch { game, have }).await
    }
}
