//! Long-lived connections: closed when their credential is revoked, and on protocol violations.

#![allow(clippy::unwrap_used)]

#[path = "../harness/sqlite.rs"]
mod place;
mod revoked;
#[path = "../harness/socket.rs"]
mod socket;
mod violations;

use std::time::Duration;

use futures_util::StreamExt;
use serde_json::{Value, json};
pub(crate) use socket::*;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

pub(crate) const PASSWORD: &str = "four words of mine";

/// How long the server may take to notice another process's change: about a second, plus load.
pub(crate) const NOTICED: Duration = Duration::from_secs(5);

/// How a socket ended: code of its final message, close code and reason.
pub(crate) async fn ending(socket: &mut Socket) -> (String, u16, String) {
    let mut bye = String::new();
    loop {
        let message = timeout(NOTICED, socket.next()).await.expect("still open");
        match message.expect("lost without a word").expect("lost without a word") {
            Message::Text(text) => {
                let told: Value = serde_json::from_str(&text).unwrap();
                if told["tell"] == "bye" {
                    bye = told["problem"]["code"].as_str().unwrap().to_owned();
                }
            }
            Message::Close(Some(frame)) => {
                return (bye, frame.code.into(), frame.reason.to_string());
            }
            Message::Close(None) => panic!("closed without a code"),
            _ => {}
        }
    }
}

impl Server {
    /// Sends a request from the server's own page.
    pub(crate) async fn page(&self, method: &str, path: &str, cookie: &str, body: Value) -> Answer {
        let (status, head, body) = self.ask(method, path, cookie, &self.origin(), &body).await;
        let cookie = head.lines().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            let given = value.trim().split(';').next()?;
            (name.eq_ignore_ascii_case("set-cookie") && given.starts_with("abaque="))
                .then_some(given)
        });
        let cookie = cookie.unwrap_or_default().to_owned();
        Answer { status, cookie, body: serde_json::from_str(&body).unwrap_or_default() }
    }

    /// Registers an account; returns its cookie.
    pub(crate) async fn account(&self, name: &str) -> String {
        let wish = json!({ "name": name, "password": PASSWORD });
        let made = self.page("POST", "/register", "", wish).await;
        assert_eq!(made.status, 201);
        made.cookie
    }

    /// Signs in from another browser; returns its cookie.
    pub(crate) async fn sign_in(&self, name: &str) -> String {
        let wish = json!({ "name": name, "password": PASSWORD });
        let signed_in = self.page("POST", "/sign-in", "", wish).await;
        assert_eq!(signed_in.status, 200);
        signed_in.cookie
    }

    pub(crate) async fn connect(&self, cookie: &str) -> Socket {
        self.socket(cookie, &self.origin()).await.unwrap()
    }
}

pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) cookie: String,
    pub(crate) body: Value,
}
