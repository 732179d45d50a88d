//! One player: a cookie, a socket, a picture of the game.

use std::sync::Arc;
use std::time::{Duration, Instant};

use abaque_protocol::{Act, Ask};
use futures_util::SinkExt;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::Wrong;
use crate::check::Picture;
use crate::outage::Reading;
use crate::world::World;

pub(crate) type Socket = WebSocketStream<TcpStream>;

/// A request that is not answered yet.
#[derive(Clone, Debug)]
pub(crate) struct Pending {
    pub(crate) key: String,
    pub(crate) act: Act,
    pub(crate) seen: u32,
    pub(crate) sent: Instant,
    /// Whether time may be faster: a window was open.
    pub(crate) hurried: bool,
}

impl Pending {
    pub(crate) fn ply(&self) -> Option<&str> {
        match &self.act {
            Act::Play { ply, .. } => Some(ply),
            _ => None,
        }
    }
}

pub(crate) struct Player {
    /// Empty for a watcher.
    pub(crate) cookie: String,
    pub(crate) socket: Option<Socket>,
    pub(crate) picture: Picture,
    pub(crate) pending: Option<Pending>,
    /// The last request that was answered, and the version it led to.
    pub(crate) answered: Option<(Pending, u32)>,
    /// The key of an answered request that was sent again, and the answer it must get.
    pub(crate) echo: Option<(String, u32)>,
    pub(crate) seed: [u8; 32],
    pub(crate) revealed: bool,
    pub(crate) reading: Option<Reading>,
    /// What may still be sent, as the server counts it, with a margin.
    left: f64,
    since: Instant,
}

/// Messages at once and a second: below what `docs/socket.md` allows.
const BURST: f64 = 50.0;
const A_SECOND: f64 = 19.0;

impl Player {
    pub(crate) fn new(cookie: String) -> Player {
        Player {
            cookie,
            socket: None,
            picture: Picture::default(),
            pending: None,
            answered: None,
            echo: None,
            seed: [0; 32],
            revealed: false,
            reading: None,
            left: BURST,
            since: Instant::now(),
        }
    }

    /// Comes in as a guest.
    pub(crate) async fn guest(world: &World) -> Result<Player, Wrong> {
        let (answer, _) = world.ask("POST", "/guest", "", "").await?;
        match answer.cookie {
            Some(cookie) if answer.status == 201 => Ok(Player::new(cookie)),
            _ => Err(format!("no guest may come in: {} {}", answer.status, answer.body)),
        }
    }

    /// How long until it may send something.
    pub(crate) fn wait(&mut self) -> Duration {
        let now = Instant::now();
        self.left = (self.left + (now - self.since).as_secs_f64() * A_SECOND).min(BURST);
        self.since = now;
        Duration::from_secs_f64(((1.0 - self.left) / A_SECOND).max(0.0))
    }

    /// Sends; a connection that is lost is none any more.
    pub(crate) async fn say(&mut self, ask: &Ask) -> Result<(), Wrong> {
        self.left -= 1.0;
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

    /// Sends a request, or sends it again.
    pub(crate) async fn request(&mut self, pending: Pending) -> Result<(), Wrong> {
        let Pending { key, act, seen, .. } = pending.clone();
        self.pending = Some(pending);
        let game = self.picture.game.clone();
        self.say(&Ask::Act { game, seen, key, act }).await
    }

    /// Sends a request again that was answered: nothing may happen, and the answer is the same.
    pub(crate) async fn repeat(&mut self) -> Result<(), Wrong> {
        let Some((Pending { key, act, seen, .. }, version)) = self.answered.clone() else {
            return Ok(());
        };
        self.echo = Some((key.clone(), version));
        let game = self.picture.game.clone();
        self.say(&Ask::Act { game, seen, key, act }).await
    }

    /// Opens the socket.
    pub(crate) async fn connect(&mut self, world: &Arc<World>) -> Result<(), Wrong> {
        let since = Instant::now();
        loop {
            match self.try_connect(world).await {
                Ok(socket) => {
                    self.socket = Some(socket);
                    self.left = BURST;
                    return Ok(());
                }
                Err(error) => world.patience(since, format!("connecting: {error}")).await?,
            }
        }
    }

    async fn try_connect(&self, world: &World) -> Result<Socket, Error> {
        let place = world.address;
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

    /// Wants to hear of the game: what was missed, or all of it.
    pub(crate) async fn watch(&mut self, whole: bool) -> Result<(), Wrong> {
        let game = self.picture.game.clone();
        let have = self.picture.version().filter(|_| !whole);
        self.picture.back = true;
        self.say(&Ask::Watch { game, have }).await
    }
}
