//! WebSocket client that can send arbitrary JSON and wait for specific answers.

use std::time::Duration;

use abaque_core::SplitMix;
use abaque_lots::{Party, commitment, to_hex};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::time::{Instant, timeout_at};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::{HeaderName, HeaderValue};
use tokio_tungstenite::{WebSocketStream, client_async};

use super::test_client::{TestClient, connect};
use crate::Failure;
use crate::games::plain_game;
use crate::random::RandomValues;

/// Timeout for one message.
const MESSAGE_TIMEOUT: Duration = Duration::from_secs(10);

/// Close code and reason, if the server gave them.
pub(crate) type CloseReason = Option<(u16, String)>;

/// A WebSocket connection.
pub(crate) struct JsonSocket {
    socket: WebSocketStream<tokio::net::TcpStream>,
}

impl JsonSocket {
    /// Opens a socket; `headers` are added to the client's.
    pub(crate) async fn open(
        client: &TestClient,
        headers: &[(&str, &str)],
    ) -> Result<JsonSocket, Failure> {
        let place = client.server;
        let request = format!("ws://{place}/api/v1/socket").into_client_request();
        let mut request = request.map_err(|error| error.to_string())?;
        let mut all = vec![("Origin".to_owned(), format!("http://{place}"))];
        all.extend(client.identity_headers());
        all.extend(headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        for (name, value) in all {
            let name = name.parse::<HeaderName>().map_err(|error| error.to_string())?;
            let value = HeaderValue::from_str(&value).map_err(|error| error.to_string())?;
            request.headers_mut().insert(name, value);
        }
        let stream = connect(place, client.from).await?;
        let opened = client_async(request, stream).await;
        let (socket, _) = opened.map_err(|error| format!("no socket: {error}"))?;
        Ok(JsonSocket { socket })
    }

    pub(crate) async fn send(&mut self, message: &Value) -> Result<(), Failure> {
        self.send_text(message.to_string()).await
    }

    pub(crate) async fn send_text(&mut self, text: String) -> Result<(), Failure> {
        let sent = self.socket.send(Message::Text(text.into())).await;
        sent.map_err(|error| format!("sending: {error}"))
    }

    pub(crate) async fn send_bytes(&mut self, bytes: Vec<u8>) -> Result<(), Failure> {
        let sent = self.socket.send(Message::Binary(bytes.into())).await;
        sent.map_err(|error| format!("sending: {error}"))
    }

    /// The next message of this kind.
    pub(crate) async fn receive(&mut self, kind: &str) -> Result<Value, Failure> {
        self.receive_matching(kind, |message| message["tell"] == kind).await
    }

    /// The next matching message.
    pub(crate) async fn receive_matching(
        &mut self,
        what: &str,
        fits: impl Fn(&Value) -> bool,
    ) -> Result<Value, Failure> {
        self.receive_within(what, MESSAGE_TIMEOUT, fits).await
    }

    pub(crate) async fn receive_within(
        &mut self,
        what: &str,
        timeout: Duration,
        fits: impl Fn(&Value) -> bool,
    ) -> Result<Value, Failure> {
        let until = Instant::now() + timeout;
        loop {
            let received = timeout_at(until, self.socket.next()).await;
            match received.map_err(|_| format!("no {what} within {timeout:?}"))? {
                Some(Ok(Message::Text(text))) => {
                    let message: Value =
                        serde_json::from_str(&text).map_err(|error| error.to_string())?;
                    if fits(&message) {
                        return Ok(message);
                    }
                }
                Some(Ok(Message::Close(frame))) => {
                    return Err(format!("waiting for {what}: the server closed ({frame:?})"));
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(format!("waiting for {what}: {error}")),
                None => return Err(format!("waiting for {what}: the connection ended")),
            }
        }
    }

    /// All messages within a time, or until the connection closes.
    pub(crate) async fn receive_all_for(&mut self, time: Duration) -> Vec<Value> {
        let until = Instant::now() + time;
        let mut all = Vec::new();
        while let Ok(Some(Ok(message))) = timeout_at(until, self.socket.next()).await {
            if let Message::Text(text) = message {
                all.extend(serde_json::from_str::<Value>(&text));
            }
        }
        all
    }

    /// Waits until the server closes the connection.
    pub(crate) async fn wait_closed(&mut self, timeout: Duration) -> Result<CloseReason, Failure> {
        let until = Instant::now() + timeout;
        loop {
            match timeout_at(until, self.socket.next()).await {
                Err(_) => return Err(format!("still open after {timeout:?}")),
                Ok(Some(Ok(Message::Close(frame)))) => {
                    return Ok(frame.map(|frame| (frame.code.into(), frame.reason.to_string())));
                }
                Ok(None | Some(Err(_))) => return Ok(None),
                Ok(Some(Ok(_))) => {}
            }
        }
    }

    /// Watches a game; returns its snapshot.
    pub(crate) async fn watch(&mut self, game: &str) -> Result<Value, Failure> {
        self.send(&json!({ "ask": "watch", "game": game })).await?;
        let fits = |message: &Value| {
            message["tell"] == "table" && message["info"]["game"] == game
                || message["tell"] == "refused"
        };
        let received = self.receive_matching("the table", fits).await?;
        if received["tell"] == "refused" {
            return Err(format!("watching is refused: {received}"));
        }
        Ok(received)
    }

    /// Performs an act; returns the `done` or `refused` answer.
    pub(crate) async fn act(
        &mut self,
        game: &str,
        seen: u64,
        key: &str,
        act: &Value,
    ) -> Result<Value, Failure> {
        self.send(&json!({ "ask": "act", "game": game, "seen": seen, "key": key, "act": act }))
            .await?;
        let answers = |message: &Value| {
            (message["tell"] == "done" || message["tell"] == "refused") && message["key"] == key
        };
        self.receive_matching("an answer", answers).await
    }
}

/// Terms of a new game and its creator's seeds.
pub(crate) struct NewGameRequest {
    pub(crate) id: String,
    pub(crate) terms: Value,
    pub(crate) seeds: [[u8; 32]; 2],
}

/// Terms with commitments: to one seed, or to both where one client plays for both.
pub(crate) fn new_game_request(
    random: &mut SplitMix,
    spec: &str,
    clock: &str,
    alone: bool,
) -> NewGameRequest {
    let (id, seeds) = (random.game_id(), [random.bytes(), random.bytes()]);
    let commit = |party, seed: &[u8; 32]| to_hex(&commitment(&id, party, seed));
    let mut commitments = vec![commit(Party::A, &seeds[0])];
    if alone {
        commitments.push(commit(Party::B, &seeds[1]));
    }
    let terms = json!({ "id": id, "spec": spec, "clock": clock, "commitments": commitments });
    NewGameRequest { id, terms, seeds }
}

impl NewGameRequest {
    /// Sets a term.
    pub(crate) fn with(mut self, name: &str, value: Value) -> NewGameRequest {
        self.terms[name] = value;
        self
    }

    /// Deposits the seed with the server.
    pub(crate) fn with_deposit(self) -> NewGameRequest {
        let seed = to_hex(&self.seeds[0]);
        self.with("seed", seed.into())
    }

    /// Body of a join request.
    pub(crate) fn join_body(&self) -> Value {
        json!({ "commitment": to_hex(&commitment(&self.id, Party::B, &self.seeds[1])) })
    }

    /// Act that reveals a seed.
    pub(crate) fn reveal_act(&self, which: usize) -> Value {
        json!({ "do": "reveal", "seed": to_hex(&self.seeds[which]) })
    }
}

/// Starts a game without lots between two users; returns its id.
pub(crate) async fn start_plain_game(
    host: &mut TestClient,
    other: &mut TestClient,
    clock: &str,
) -> Result<String, Failure> {
    let terms = json!({ "spec": plain_game(), "clock": clock, "side": "first" });
    let made = host.post("/games", &terms).await?.expect("a game", &[201])?.json();
    let game = made["game"].as_str().ok_or("a game without a name")?.to_owned();
    other.post(&format!("/games/{game}/join"), &json!({})).await?.expect("joining", &[204])?;
    Ok(game)
}

/// A legal action of the viewer.
pub(crate) fn first_legal_action(table: &Value) -> Result<String, Failure> {
    let legal = table["state"]["legal"].as_array().and_then(|legal| legal.first());
    let ply = legal.and_then(Value::as_str);
    ply.map(str::to_owned).ok_or_else(|| format!("nothing to play: {}", table["state"]))
}

/// Version of a snapshot or a step.
pub(crate) fn state_version(message: &Value) -> u64 {
    message["state"]["version"].as_u64().unwrap_or_default()
}
