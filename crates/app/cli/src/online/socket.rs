//! A WebSocket that reconnects by itself.

use std::time::Duration;

use abaque_core::{Message, Millis, message};
use abaque_http::{ByteStream, header};
use abaque_online_client::{ReconnectBackoff, RevokedCredential};
use abaque_protocol::{ClientMessage, ServerMessage, VERSION};
use futures_util::{SinkExt, StreamExt};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::{self, Error};
use tokio_tungstenite::{WebSocketStream, client_async};

use super::api_client::{ApiClient, bad_header_error};
use super::server_address::unreachable_error;
use crate::command_error::CommandError;

/// Idle timeout: the server pings every fifteen seconds.
const IDLE_TIMEOUT: Duration = Duration::from_secs(40);
/// Timeout for the first message.
const HELLO_TIMEOUT: Duration = Duration::from_secs(20);
/// Timeout for closing.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

type TableSocket = WebSocketStream<ByteStream>;

/// An event of the socket.
pub(crate) enum SocketEvent {
    /// Connected, for the first time or again.
    Connected,
    /// A message.
    Text(String),
    /// The connection is lost, or the first attempt failed. The next attempts follow by themselves.
    Disconnected,
    /// No connection is possible.
    Failed(CommandError),
}

/// Why an attempt to connect failed.
enum AttemptError {
    /// A network failure or a busy server: another attempt may succeed.
    Temporary,
    /// Another attempt would fail too.
    Final(CommandError),
}

/// A connection kept up by a background task.
pub(crate) struct ReconnectingSocket {
    outgoing: UnboundedSender<ClientMessage>,
    events: UnboundedReceiver<SocketEvent>,
    task: JoinHandle<()>,
}

impl ReconnectingSocket {
    /// Connects to a server that has answered a request: its address is right.
    pub(crate) fn open(server: ApiClient) -> ReconnectingSocket {
        let (outgoing, requests) = unbounded_channel();
        let (sender, events) = unbounded_channel();
        let task = tokio::spawn(run_connection(server, requests, sender));
        ReconnectingSocket { outgoing, events, task }
    }

    /// Sends pending messages and closes.
    pub(crate) async fn close(self) {
        drop(self.outgoing);
        // Does not wait for a server that is gone.
        drop(timeout(CLOSE_TIMEOUT, self.task).await);
    }

    /// Sends a message, if connected.
    pub(crate) fn send(&self, request: ClientMessage) {
        // The task has ended; its last event told why.
        drop(self.outgoing.send(request));
    }

    /// The next event.
    pub(crate) async fn next_event(&mut self) -> SocketEvent {
        match self.events.recv().await {
            Some(event) => event,
            None => std::future::pending().await,
        }
    }
}

async fn run_connection(
    server: ApiClient,
    mut requests: UnboundedReceiver<ClientMessage>,
    sender: UnboundedSender<SocketEvent>,
) {
    let mut wait = ReconnectBackoff::default();
    let mut is_first = true;
    loop {
        let connected = connect(&server).await;
        let is_news = connected.is_ok() || is_first;
        is_first = false;
        match connected {
            Ok(mut socket) => {
                wait.reset();
                // Messages sent while disconnected are dropped; pending requests are repeated on
                // connect.
                while requests.try_recv().is_ok() {}
                if sender.send(SocketEvent::Connected).is_err()
                    || !exchange_messages(&mut socket, &mut requests, &sender).await
                {
                    return;
                }
            }
            Err(AttemptError::Final(failure)) => {
                drop(sender.send(SocketEvent::Failed(failure)));
                return;
            }
            Err(AttemptError::Temporary) => {}
        }
        if is_news && sender.send(SocketEvent::Disconnected).is_err() {
            return;
        }
        let Millis(millis) = wait.next_delay(getrandom::u64().unwrap_or(0));
        sleep(Duration::from_millis(millis)).await;
    }
}

/// Exchanges messages until the connection is lost; returns false if it must not reconnect.
async fn exchange_messages(
    socket: &mut TableSocket,
    requests: &mut UnboundedReceiver<ClientMessage>,
    sender: &UnboundedSender<SocketEvent>,
) -> bool {
    let mut goodbye = None;
    loop {
        tokio::select! {
            message = timeout(IDLE_TIMEOUT, socket.next()) => match message {
                Ok(Some(Ok(tungstenite::Message::Text(text)))) => {
                    if let Ok(ServerMessage::Bye { problem }) = serde_json::from_str(&text) {
                        goodbye = Some(problem.detail);
                    }
                    if sender.send(SocketEvent::Text(text.as_str().to_owned())).is_err() {
                        return false;
                    }
                }
                // With a revoked session, reconnecting would fail or connect as a guest.
                Ok(Some(Ok(tungstenite::Message::Close(frame)))) => {
                    let revoked = frame.and_then(|frame| {
                        let goodbye = goodbye.as_deref().map(super::sanitise);
                        RevokedCredential::of(frame.code.into(), &frame.reason, goodbye.as_deref())
                    });
                    let Some(revoked) = revoked else { return true };
                    drop(sender.send(SocketEvent::Failed(CommandError::Input(revoked.message()))));
                    return false;
                }
                Ok(Some(Err(_)) | None) | Err(_) => return true,
                Ok(Some(Ok(_))) => {}
            },
            request = requests.recv() => {
                let Some(request) = request else {
                    // The user left: close properly, whether or not the server answers.
                    drop(timeout(CLOSE_TIMEOUT, socket.close(None)).await);
                    return false;
                };
                let text = serde_json::to_string(&request).unwrap_or_default();
                if socket.send(tungstenite::Message::Text(text.into())).await.is_err() {
                    return true;
                }
            }
        }
    }
}

async fn connect(server: &ApiClient) -> Result<TableSocket, AttemptError> {
    let place = &server.address;
    let mut request = format!("ws://{}/api/v1/socket", place.authority())
        .into_client_request()
        .map_err(|error| AttemptError::Final(unreachable_error(place, &error)))?;
    let origin = (header::ORIGIN, place.origin());
    for (name, value) in server.headers().into_iter().chain([origin]) {
        let value = HeaderValue::from_str(&value)
            .map_err(|error| AttemptError::Final(bad_header_error(&error)))?;
        request.headers_mut().insert(name, value);
    }
    let stream = place.connect().await.map_err(|_| AttemptError::Temporary)?;
    let mut socket = match timeout(HELLO_TIMEOUT, client_async(request, stream)).await {
        Ok(Ok((socket, _))) => socket,
        Ok(Err(Error::Http(response))) => {
            return Err(handshake_error(server, response.status().as_u16()));
        }
        Ok(Err(_)) | Err(_) => return Err(AttemptError::Temporary),
    };
    let hello = timeout(HELLO_TIMEOUT, read_hello(&mut socket)).await.ok().flatten();
    match hello {
        Some(ServerMessage::Hello { protocol: VERSION, .. }) => Ok(socket),
        Some(ServerMessage::Hello { protocol, .. }) => {
            Err(AttemptError::Final(CommandError::Input(version_message(protocol))))
        }
        _ => Err(AttemptError::Temporary),
    }
}

/// The first message; pings may come before it.
async fn read_hello(socket: &mut TableSocket) -> Option<ServerMessage> {
    loop {
        match socket.next().await? {
            Ok(tungstenite::Message::Text(text)) => return serde_json::from_str(&text).ok(),
            Ok(tungstenite::Message::Ping(_) | tungstenite::Message::Pong(_)) => {}
            _ => return None,
        }
    }
}

/// A busy or restarting server is asked again; any other refusal would be repeated.
fn handshake_error(server: &ApiClient, status: u16) -> AttemptError {
    let place = server.address.origin();
    match status {
        429 | 500.. => AttemptError::Temporary,
        401 | 403 => AttemptError::Final(CommandError::input(message!(
            "{place} does not let you in (HTTP status {status})",
            "{place} ne vous laisse pas entrer (statut HTTP {status})"
        ))),
        _ => AttemptError::Final(CommandError::Environment(message!(
            "{place} refuses the game's WebSocket (HTTP status {status}); a proxy in front of the server must forward WebSockets",
            "{place} refuse le WebSocket d'une partie (statut HTTP {status})\u{a0}; un proxy devant le serveur doit transmettre les WebSockets"
        ))),
    }
}

fn version_message(theirs: u32) -> Message {
    message!(
        "the server speaks version {theirs} of the protocol and this program version {VERSION}: one of them is too old",
        "le serveur parle la version {theirs} du protocole et ce programme la version {VERSION}\u{a0}: l'un des deux est trop ancien"
    )
}
