//! Restarts of all nodes, one after the other, behind a load balancer.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use abaque_server::LocalBus;
use futures_util::StreamExt;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::sleep;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use super::eventually;
use crate::place::TestDatabase;
use crate::{Server, Socket, seated};

/// Round robin over the nodes whose `/readyz` answers 200.
#[derive(Clone, Default)]
struct Balancer {
    places: Arc<Mutex<Vec<String>>>,
    next: Arc<AtomicUsize>,
}

impl Balancer {
    fn set(&self, index: usize, place: &str) {
        self.places.lock().unwrap()[index] = place.to_owned();
    }

    async fn is_ready(place: &str) -> bool {
        let asked = async {
            let mut stream = TcpStream::connect(place).await?;
            let text =
                format!("GET /readyz HTTP/1.1\r\nHost: {place}\r\nConnection: close\r\n\r\n");
            stream.write_all(text.as_bytes()).await?;
            let mut answer = String::new();
            stream.read_to_string(&mut answer).await?;
            Ok::<_, std::io::Error>(answer.starts_with("HTTP/1.1 200"))
        };
        asked.await.unwrap_or(false)
    }

    /// A socket on the next node that is ready, as soon as there is one.
    async fn connect(&self, cookie: &str) -> Socket {
        loop {
            let places = self.places.lock().unwrap().clone();
            let at = self.next.fetch_add(1, Ordering::Relaxed);
            let place = &places[at % places.len()];
            if Balancer::is_ready(place).await {
                let url = format!("ws://{place}/api/v1/socket");
                let mut request = url.into_client_request().unwrap();
                request.headers_mut().insert("cookie", cookie.parse().unwrap());
                let origin = format!("http://{place}");
                request.headers_mut().insert("origin", origin.parse().unwrap());
                if let Ok((socket, _)) = connect_async(request).await {
                    return socket;
                }
            }
            sleep(Duration::from_millis(20)).await;
        }
    }
}

/// A client that reconnects whenever its connection ends.
#[derive(Default)]
struct Client {
    reconnects: AtomicUsize,
    is_connected: AtomicBool,
}

impl Client {
    fn start(balancer: Balancer, cookie: String) -> Arc<Client> {
        let client = Arc::new(Client::default());
        let state = client.clone();
        tokio::spawn(async move {
            loop {
                let mut socket = balancer.connect(&cookie).await;
                state.is_connected.store(true, Ordering::SeqCst);
                while let Some(Ok(_)) = socket.next().await {}
                state.is_connected.store(false, Ordering::SeqCst);
                state.reconnects.fetch_add(1, Ordering::SeqCst);
            }
        });
        client
    }
}

/// With all old nodes drained first, each client changes to a new node, and does so once.
#[tokio::test(flavor = "multi_thread")]
async fn a_rolling_restart_costs_each_client_one_reconnect() {
    let place = TestDatabase::new().await;
    let bus = LocalBus::default();
    let mut nodes = Vec::new();
    for name in ["a", "b", "c"] {
        nodes.push(Server::node(&place, &bus, name).await);
    }
    let balancer = Balancer::default();
    *balancer.places.lock().unwrap() = nodes.iter().map(|node| node.place.clone()).collect();
    let players = seated(&nodes[0], "gamerester", "abalone").await;
    let cookies = players.map(|player| player.cookie);
    let clients: Vec<Arc<Client>> =
        (0..9).map(|number| Client::start(balancer.clone(), cookies[number % 2].clone())).collect();
    let all = |count: usize| {
        clients.iter().all(|client| {
            client.is_connected.load(Ordering::SeqCst)
                && client.reconnects.load(Ordering::SeqCst) >= count
        })
    };
    eventually("all clients", || all(0)).await;
    for node in &nodes {
        node.app.drain();
        assert!(!Balancer::is_ready(&node.place).await);
    }
    // Draining ends no connection and no game.
    sleep(Duration::from_millis(300)).await;
    assert!(clients.iter().all(|client| client.reconnects.load(Ordering::SeqCst) == 0));
    let mut restarted = Vec::new();
    for (index, old) in nodes.into_iter().enumerate() {
        old.stop().await;
        let new = Server::node(&place, &bus, &format!("new {index}")).await;
        balancer.set(index, &new.place);
        restarted.push(new);
    }
    eventually("all clients on new nodes", || all(1)).await;
    let counts: Vec<_> =
        clients.iter().map(|client| client.reconnects.load(Ordering::SeqCst)).collect();
    assert_eq!(counts, [1; 9]);
    for node in restarted {
        node.stop().await;
    }
}
