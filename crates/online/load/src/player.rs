//! One simulated player: a cookie, a socket, a copy of the game.

use std::sync::Arc;
use std::time::{Duration, Instant};

use abaque_protocol::{ClientMessage, GameAct};
use futures_util::SinkExt;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::Failure;
use crate::context::LoadContext;
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
}

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

    /// Opens the socket.
    pub(crate) async fn connect(&mut self, context: &Arc<LoadContext>) -> Result<(), Failure> {
        let since = Instant::now();
        loop {
            match self.try_connect(context).await {
                Ok(socket) => {
                    self.socket = Some(socket);
                    self.message_credit = MESSAGE_BURST;
                    return Ok(());
                }
                Err(error) => context.retry_or_fail(since, format!("connecting: {error}")).await?,
            }
        }
    }

    async fn try_connect(&self, context: &LoadContext) -> Result<PlayerSocket, Error> {
        let place = context.address;
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
