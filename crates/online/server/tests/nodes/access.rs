//! Limits and revoked access across nodes.

use std::time::Duration;

use abaque_rooms::BusFaults;
use abaque_server::{LocalBus, RateLimit};
use futures_util::StreamExt;
use serde_json::{Value, json};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

use super::eventually;
use crate::place::TestDatabase;
use crate::{Server, Socket};

const PASSWORD: &str = "four words of mine";
const SILENCE: BusFaults = BusFaults { lose: 100, repeat: 0, delay: Duration::ZERO };
/// A bucket that does not refill during a test.
const FEW: RateLimit = RateLimit::new(4, 600_000);

/// Asks as a page of this node; returns the status and the cookie it set.
async fn ask(node: &Server, path: &str, cookie: &str, method: &str, body: Value) -> (u16, String) {
    let (status, head, _) = node.ask(method, path, cookie, &node.origin(), &body).await;
    let line = head.lines().find(|line| line.to_lowercase().starts_with("set-cookie: abaque="));
    let cookie = line.and_then(|line| line.split_once(':')?.1.trim().split(';').next());
    (status, cookie.unwrap_or_default().to_owned())
}

async fn credentials(node: &Server, path: &str, name: &str, password: &str) -> (u16, String) {
    ask(node, path, "", "POST", json!({ "name": name, "password": password })).await
}

/// The close code of a socket that must end.
async fn close_code(socket: &mut Socket) -> u16 {
    loop {
        let message = timeout(Duration::from_secs(10), socket.next()).await.expect("still open");
        if let Some(Ok(Message::Close(Some(frame)))) = message {
            return frame.code.into();
        }
    }
}

/// Ending sessions on one node closes the sockets on another, hint or no hint.
#[tokio::test(flavor = "multi_thread")]
async fn what_one_node_revokes_ends_on_the_others() {
    let place = TestDatabase::new().await;
    let bus = LocalBus::default();
    let (a, b) = (Server::node(&place, &bus, "a").await, Server::node(&place, &bus, "b").await);
    for (round, faults) in [BusFaults::default(), SILENCE].into_iter().enumerate() {
        bus.set_faults(faults);
        let name = format!("Ann{round}");
        let (made, here) = credentials(&a, "/register", &name, PASSWORD).await;
        assert_eq!(made, 201);
        let (entered, there) = credentials(&b, "/sign-in", &name, PASSWORD).await;
        assert_eq!(entered, 200);
        let mut at_b = b.socket(&there, &b.origin()).await.unwrap();
        assert_eq!(ask(&a, "/sessions", &here, "DELETE", json!({})).await.0, 200);
        assert_eq!(close_code(&mut at_b).await, 4401);
        assert_eq!(ask(&b, "/sessions", &there, "GET", Value::Null).await.0, 401);
        // This session goes on, on every node.
        assert_eq!(ask(&b, "/sessions", &here, "GET", Value::Null).await.0, 200);
        // A deleted account ends everything.
        let mut at_b = b.socket(&here, &b.origin()).await.unwrap();
        let gone = ask(&a, "/me", &here, "DELETE", json!({ "password": PASSWORD })).await.0;
        assert_eq!(gone, 204);
        assert_eq!(close_code(&mut at_b).await, 4401);
    }
    a.stop().await;
    b.stop().await;
}

/// What an address has used up on one node is used up on all.
#[tokio::test(flavor = "multi_thread")]
async fn attempts_on_one_node_count_on_the_others() {
    let place = TestDatabase::new().await;
    let bus = LocalBus::default();
    let few = |limits: &mut abaque_server::ServerLimits| {
        (limits.register, limits.guest, limits.name_at) = (FEW, FEW, FEW);
    };
    let a = Server::limited_node(&place, &bus, "a", few).await;
    let b = Server::limited_node(&place, &bus, "b", few).await;
    let hints = |node: &Server| node.app.rooms().cluster_stats().unwrap().hints;
    // Each action by itself: name, what uses it up, its status.
    type Use = (&'static str, &'static str, u16);
    for (path, name, status) in
        [("/register", "Ann", 201), ("/guest", "", 201), ("/sign-in", "nobody", 401)] as [Use; 3]
    {
        let once = async |node: &Server, number: u32| match path {
            "/guest" => ask(node, path, "", "POST", Value::Null).await.0,
            "/register" => credentials(node, path, &format!("{name}{number}"), PASSWORD).await.0,
            _ => credentials(node, path, name, "no password of mine").await.0,
        };
        for number in 0..4 {
            let before = hints(&b);
            assert_eq!(once(&a, number).await, status, "{path}");
            eventually("the hint", || hints(&b) > before).await;
        }
        assert_eq!(once(&a, 4).await, 429, "{path} here");
        // The hint of each use may come as several; the last one must have been counted.
        let mut answers = Vec::new();
        for number in 5..9 {
            answers.push(once(&b, number).await);
        }
        assert!(answers.ends_with(&[429, 429, 429]), "{path} there: {answers:?}");
    }
    a.stop().await;
    b.stop().await;
}
