//! The socket: it comes back by itself when it was lost.

use std::time::Duration;

use abaque_client::online::Wait;
use abaque_core::{Millis, Said, said};
use abaque_protocol::{Ask, Tell, VERSION};
use futures_util::{SinkExt, StreamExt};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use super::place::Stream;
use super::server::{Server, bad_header};
use crate::failure::Failure;

/// How long the other side may be silent: it pings every fifteen seconds.
const SILENCE: Duration = Duration::from_secs(40);
/// How long the first word may take.
const HELLO: Duration = Duration::from_secs(20);
/// How long the last one may.
const GOODBYE: Duration = Duration::from_secs(2);

type Socket = WebSocketStream<Box<dyn Stream>>;

/// What comes from there.
pub(crate) enum Heard {
    /// The connection stands, for the first time or again.
    Up,
    /// A message.
    Text(String),
    /// The connection is lost.
    Lost,
    /// It will not come.
    Failed(Failure),
}

/// A connection, kept up in the background.
pub(crate) struct Wire {
    asks: UnboundedSender<Ask>,
    heard: UnboundedReceiver<Heard>,
    task: JoinHandle<()>,
}

impl Wire {
    /// Connects.
    pub(crate) fn open(server: Server) -> Wire {
        let (asks, to_send) = unbounded_channel();
        let (tell, heard) = unbounded_channel();
        let task = tokio::spawn(keep_up(server, to_send, tell));
        Wire { asks, heard, task }
    }

    /// Lets what was said go out, and hangs up.
    pub(crate) async fn close(self) {
        drop(self.asks);
        // A server that is gone is not waited for.
        drop(timeout(GOODBYE, self.task).await);
    }

    /// Says something, if the connection stands.
    pub(crate) fn say(&self, ask: Ask) {
        // Where nobody takes it any more, the end was told already.
        drop(self.asks.send(ask));
    }

    /// What comes next.
    pub(crate) async fn next(&mut self) -> Heard {
        match self.heard.recv().await {
            Some(heard) => heard,
            None => std::future::pending().await,
        }
    }
}

async fn keep_up(server: Server, mut asks: UnboundedReceiver<Ask>, tell: UnboundedSender<Heard>) {
    let mut wait = Wait::default();
    let mut was_up = false;
    loop {
        match connect(&server).await {
            Ok(mut socket) => {
                wait.is_over();
                was_up = true;
                // What was said meanwhile is said again by whoever waits for an answer.
                while asks.try_recv().is_ok() {}
                if tell.send(Heard::Up).is_err() || !talk(&mut socket, &mut asks, &tell).await {
                    return;
                }
                if tell.send(Heard::Lost).is_err() {
                    return;
                }
            }
            // Who was never let in has the wrong address; who is refused now would be refused again.
            Err(failure) if !was_up || matches!(failure, Failure::Input(_)) => {
                drop(tell.send(Heard::Failed(failure)));
                return;
            }
            Err(_) => {}
        }
        let Millis(millis) = wait.next(getrandom::u64().unwrap_or(0));
        sleep(Duration::from_millis(millis)).await;
    }
}

/// Carries messages until the connection is lost; false if nobody listens any more.
async fn talk(
    socket: &mut Socket,
    asks: &mut UnboundedReceiver<Ask>,
    tell: &UnboundedSender<Heard>,
) -> bool {
    loop {
        tokio::select! {
            said = timeout(SILENCE, socket.next()) => match said {
                Ok(Some(Ok(Message::Text(text)))) => {
                    if tell.send(Heard::Text(text.as_str().to_owned())).is_err() {
                        return false;
                    }
                }
                Ok(Some(Ok(Message::Close(_)) | Err(_)) | None) | Err(_) => return true,
                Ok(Some(Ok(_))) => {}
            },
            ask = asks.recv() => {
                let Some(ask) = ask else {
                    // Whoever left says goodbye; a server that is gone does not mind.
                    drop(timeout(GOODBYE, socket.close(None)).await);
                    return false;
                };
                let text = serde_json::to_string(&ask).unwrap_or_default();
                if socket.send(Message::Text(text.into())).await.is_err() {
                    return true;
                }
            }
        }
    }
}

async fn connect(server: &Server) -> Result<Socket, Failure> {
    let place = &server.place;
    let mut request = format!("ws://{}/api/v1/socket", place.authority())
        .into_client_request()
        .map_err(|error| place.unreachable(&error))?;
    for (name, value) in server.headers() {
        let value = HeaderValue::from_str(&value).map_err(|error| bad_header(&error))?;
        request.headers_mut().insert(name, value);
    }
    let stream = place.dial().await?;
    let mut socket = match timeout(HELLO, client_async(request, stream)).await {
        Ok(Ok((socket, _))) => socket,
        Ok(Err(Error::Http(response))) => {
            return Err(turned_away(server, response.status().as_u16()));
        }
        Ok(Err(error)) => return Err(place.unreachable(&error)),
        Err(_) => return Err(place.silent()),
    };
    let hello = timeout(HELLO, first_word(&mut socket)).await.ok().flatten();
    match hello {
        Some(Tell::Hello { protocol: VERSION, .. }) => Ok(socket),
        Some(Tell::Hello { protocol, .. }) => Err(Failure::Input(other_version(protocol))),
        _ => Err(server.stranger()),
    }
}

/// The first message; pings may come before it.
async fn first_word(socket: &mut Socket) -> Option<Tell> {
    loop {
        match socket.next().await? {
            Ok(Message::Text(text)) => return serde_json::from_str(&text).ok(),
            Ok(Message::Ping(_) | Message::Pong(_)) => {}
            _ => return None,
        }
    }
}

/// Who was shut out in the meantime would try in vain; a server that is busy is asked again.
fn turned_away(server: &Server, status: u16) -> Failure {
    let place = server.place.origin();
    let said = said!(
        "{place} does not let you in (HTTP status {status})",
        "{place} ne vous laisse pas entrer (statut HTTP {status})"
    );
    if matches!(status, 401 | 403) { Failure::Input(said) } else { Failure::World(said) }
}

fn other_version(theirs: u32) -> Said {
    said!(
        "the server speaks version {theirs} of the protocol and this program version {VERSION}: one of them is too old",
        "le serveur parle la version {theirs} du protocole et ce programme la version {VERSION} : l'un des deux est trop ancien"
    )
}
