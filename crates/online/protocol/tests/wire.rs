//! The bytes of every message are part of the public contract: each line of the data files must be
//! read and written back unchanged.

#![allow(clippy::unwrap_used)]

use abaque_protocol::{ClientMessage, ServerMessage};
use serde::Serialize;
use serde::de::DeserializeOwned;

fn check_lines<T: Serialize + DeserializeOwned>(lines: &str) {
    for line in lines.lines() {
        let message: T =
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert_eq!(serde_json::to_string(&message).unwrap(), line);
    }
}

#[test]
fn client_messages_keep_their_bytes() {
    check_lines::<ClientMessage>(include_str!("client_messages.jsonl"));
}

#[test]
fn server_messages_keep_their_bytes() {
    check_lines::<ServerMessage>(include_str!("server_messages.jsonl"));
}

#[test]
fn malformed_client_messages_are_refused() {
    for line in [
        r#"{"ask":"fly"}"#,
        r#"{"ask":"leave","game":"k3m9x2p7qa","now":1}"#,
        r#"{"ask":"act","game":"g","seen":-1,"key":"1","act":{"do":"resign"}}"#,
        r#"{"ask":"act","game":"g","seen":1,"key":"1","act":{"do":"offer","what":"draw","why":"tired"}}"#,
        r#"{"ask":"act","game":"g","seen":1,"key":"1","act":{"do":"offer","what":"tea"}}"#,
    ] {
        assert!(serde_json::from_str::<ClientMessage>(line).is_err(), "{line}");
    }
}
