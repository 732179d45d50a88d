//! The bus over NATS core publish and subscribe.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use abaque_core::{Message, message};
use async_nats::{ConnectOptions, Event, ServerAddr};
use futures_util::StreamExt;
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

use super::bus::{BusEvent, QUEUE_CAPACITY};

/// Pause before another attempt after a failure that the client does not retry itself.
const RETRY: Duration = Duration::from_secs(1);
/// A server that does not answer pings this often counts as gone after two of them.
const PING_INTERVAL: Duration = Duration::from_secs(5);
/// How long a probe waits for a connection.
const PROBE_TIMEOUT: Duration = Duration::from_secs(5);
/// Timeout of queueing one message in the client.
const PUBLISH_TIMEOUT: Duration = Duration::from_secs(1);

/// Addresses of NATS servers.
#[derive(Clone)]
pub struct NatsServers(Vec<ServerAddr>);

impl NatsServers {
    /// Parses `nats://HOST:PORT` or `tls://HOST:PORT`, with `USER:PASSWORD@` or `TOKEN@` if needed;
    /// several separated by commas.
    pub fn parse(text: &str) -> Result<NatsServers, Message> {
        let wrong = |one: &str| {
            // The text may hold a password.
            let place = one.rsplit('@').next().unwrap_or_default().to_owned();
            message!(
                "`{place}` is not the address of a bus; allowed: nats://HOST:PORT or tls://HOST:PORT, several separated by commas",
                "«\u{a0}{place}\u{a0}» n'est pas l'adresse d'un bus\u{a0}; possibles\u{a0}: nats://HÔTE:PORT ou tls://HÔTE:PORT, plusieurs séparées par des virgules"
            )
        };
        let one = |one: &str| {
            let one = one.trim();
            let known = one.starts_with("nats://") || one.starts_with("tls://");
            match one.parse::<ServerAddr>() {
                Ok(address) if known && !address.host().is_empty() => Ok(address),
                _ => Err(wrong(one)),
            }
        };
        Ok(NatsServers(text.split(',').map(one).collect::<Result<_, _>>()?))
    }

    /// Connects to one of the servers and leaves again; the error says what went wrong.
    pub async fn probe(&self) -> Result<(), String> {
        let connecting = ConnectOptions::new().connect(self.0.clone());
        match timeout(PROBE_TIMEOUT, connecting).await {
            Ok(connected) => connected.map(drop).map_err(|error| error.to_string()),
            Err(_) => Err(format!("no answer within {} s", PROBE_TIMEOUT.as_secs())),
        }
    }
}

impl std::fmt::Debug for NatsServers {
    /// The addresses without their passwords.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let places = self.0.iter().map(|one| format!("{}:{}", one.host(), one.port()));
        f.debug_list().entries(places).finish()
    }
}

/// Connects, and carries messages until the node is gone.
pub(super) async fn run(
    servers: NatsServers,
    name: String,
    subject: String,
    mut outgoing: mpsc::Receiver<Vec<u8>>,
    events: mpsc::Sender<BusEvent>,
    connected: Arc<AtomicBool>,
) {
    loop {
        let (state, told) = (connected.clone(), events.clone());
        let options = ConnectOptions::new()
            .name(format!("abaque {name}"))
            .retry_on_initial_connect()
            .ping_interval(PING_INTERVAL)
            .subscription_capacity(QUEUE_CAPACITY)
            .event_callback(move |event| {
                let (state, told) = (state.clone(), told.clone());
                async move { note_event(&event, &state, &told) }
            });
        let subscribed = async {
            let client = options.connect(servers.0.clone()).await.map_err(|e| e.to_string())?;
            let messages = client.subscribe(subject.clone()).await.map_err(|e| e.to_string())?;
            Ok::<_, String>((client, messages))
        };
        let (client, mut messages) = match subscribed.await {
            Ok(both) => both,
            Err(error) => {
                tracing::warn!(error, "cannot use the bus; trying again");
                sleep(RETRY).await;
                continue;
            }
        };
        loop {
            tokio::select! {
                message = outgoing.recv() => {
                    let Some(message) = message else { return };
                    // Hints that wait for a connection would only be late.
                    if connected.load(Ordering::Relaxed) {
                        let publish = client.publish(subject.clone(), message.into());
                        let _ = timeout(PUBLISH_TIMEOUT, publish).await;
                    }
                }
                message = messages.next() => match message {
                    Some(message) => {
                        let _ = events.try_send(BusEvent::Message(message.payload.into()));
                    }
                    None => break,
                },
            }
        }
        connected.store(false, Ordering::Relaxed);
        sleep(RETRY).await;
    }
}

fn note_event(event: &Event, connected: &AtomicBool, events: &mpsc::Sender<BusEvent>) {
    match event {
        Event::Connected => {
            connected.store(true, Ordering::Relaxed);
            let _ = events.try_send(BusEvent::Connected);
            tracing::info!("connected to the bus");
        }
        Event::Disconnected | Event::Closed => {
            if connected.swap(false, Ordering::Relaxed) {
                tracing::warn!("the bus is gone; nodes follow each other by polling");
            }
        }
        other => tracing::debug!(event = %other, "bus"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_checked_and_passwords_hidden() {
        for good in ["nats://localhost", "tls://u:p@bus.example:4222", "nats://a:1,nats://b:2"] {
            assert!(NatsServers::parse(good).is_ok(), "{good}");
        }
        for bad in ["", "localhost", "http://x", "nats://", "nats://a,"] {
            assert!(NatsServers::parse(bad).is_err(), "{bad}");
        }
        let error = NatsServers::parse("http://me:secret@bus").err().map(|message| message.en);
        assert!(error.is_some_and(|text| text.contains("nats://HOST") && !text.contains("secret")));
        let shown = format!(
            "{:?}",
            NatsServers::parse("nats://me:secret@bus:7")
                .unwrap_or_else(|_| unreachable!("a good address"))
        );
        assert_eq!(shown, "[\"bus:7\"]");
    }
}
