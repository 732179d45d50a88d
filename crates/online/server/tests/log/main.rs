//! What the log contains. A separate suite, because a process has one logger.

#![allow(clippy::unwrap_used)]

#[path = "../harness/mod.rs"]
mod harness;
#[path = "../harness/sqlite.rs"]
mod place;

use std::io::Write;
use std::sync::{Arc, Mutex};

use harness::{Browser, PASSWORD, Server};
use serde_json::json;

/// Collects log output.
#[derive(Clone, Default)]
struct LogBuffer(Arc<Mutex<Vec<u8>>>);

impl Write for LogBuffer {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn the_log_contains_routes_but_no_secrets() {
    let kept = LogBuffer::default();
    let writer = kept.clone();
    let log = tracing_subscriber::fmt()
        .json()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(move || writer.clone())
        .finish();
    tracing::subscriber::set_global_default(log).unwrap();
    let server = Server::new().await;
    let mut ann = server.account("Ann-in-the-log").await;
    ann.sign_in("Ann-in-the-log", "a wrong pass-phrase 4711").await;
    let program = ann.program(&["read"]).await;
    let mut program = Browser { token: program.token, ..server.browser() };
    program.get("/people/Somebody-private?secret=in-the-query").await;
    ann.post("/recovery-codes", json!({ "password": PASSWORD })).await;
    let log = String::from_utf8(kept.0.lock().unwrap().clone()).unwrap();
    let lines: Vec<serde_json::Value> =
        log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let requests: Vec<_> =
        lines.iter().filter(|line| line["fields"]["message"] == "request").collect();
    assert_eq!(requests.len(), 5, "{log}");
    let looked = &requests[3]["fields"];
    assert_eq!(
        (&looked["method"], &looked["route"], &looked["status"]),
        (&json!("GET"), &json!("/api/v1/people/{name}"), &json!(404))
    );
    assert!(looked["ms"].as_f64().unwrap() > 0.0);
    let (cookie, token) = (ann.cookie.unwrap(), program.token.unwrap());
    for secret in [
        PASSWORD,
        "a wrong pass-phrase 4711",
        "private",
        "in-the-query",
        &cookie,
        &token,
        "argon2id",
    ] {
        let leaks: Vec<&str> = log.lines().filter(|line| line.contains(secret)).collect();
        assert!(leaks.is_empty(), "{secret} is in {leaks:?}");
    }
}
