//! Invalid messages and incomplete bodies.

use std::time::{Duration, Instant};

use futures_util::SinkExt;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

use super::place::TestDatabase;
use super::{Server, ending};

#[tokio::test(flavor = "multi_thread")]
async fn an_oversized_message_is_refused_with_a_reason() {
    let place = TestDatabase::new().await;
    let server = Server::start(&place).await;
    for bytes in [4097, 100_000, 900_000] {
        let mut socket = server.connect("").await;
        let text = json!({ "ask": "ping", "at": 1, "more": "x".repeat(bytes) }).to_string();
        socket.send(Message::text(text)).await.unwrap();
        let told = ending(&mut socket).await;
        assert_eq!(told, (String::new(), 1009, "message-too-large".into()), "{bytes}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn repeated_malformed_messages_close_the_socket() {
    let place = TestDatabase::new().await;
    let server = Server::start(&place).await;
    let mut player = server.guest(1).await;
    // Occasional invalid messages are tolerated.
    for _ in 0..3 {
        for _ in 0..19 {
            player.socket.send(Message::binary(vec![0, 1, 2])).await.unwrap();
            let told = player.until(|_, told| told["tell"] == "refused").await;
            assert_eq!(told["problem"]["code"], "bad-message");
        }
        player.say(&json!({ "ask": "ping", "at": 1 })).await;
        player.until(|_, told| told["tell"] == "pong").await;
    }
    for _ in 0..20 {
        player.socket.send(Message::text("{\"ask\":")).await.unwrap();
    }
    assert_eq!(ending(&mut player.socket).await, (String::new(), 1008, "bad-message".into()));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn broken_frames_are_refused_with_a_reason() {
    let place = TestDatabase::new().await;
    let server = Server::start(&place).await;
    let mut socket = server.connect("").await;
    let frame = Frame::message(vec![0xff, 0xfe], OpCode::Data(Data::Text), true);
    socket.send(Message::Frame(frame)).await.unwrap();
    assert_eq!(ending(&mut socket).await, (String::new(), 1007, "not-utf-8".into()));
    let mut socket = server.connect("").await;
    let frame = Frame::message(vec![1], OpCode::Data(Data::Reserved(5)), true);
    socket.send(Message::Frame(frame)).await.unwrap();
    assert_eq!(ending(&mut socket).await, (String::new(), 1002, "broken-frame".into()));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_body_that_never_arrives_times_out() {
    let place = TestDatabase::new().await;
    let limit = Duration::from_secs(1);
    let server = Server::with(&place, |limits| limits.request_timeout = limit).await;
    let mut stream = TcpStream::connect(&server.place).await.unwrap();
    let head = format!(
        "POST /api/v1/sign-in HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
         Content-Length: 100\r\nConnection: close\r\n\r\n{{",
        server.place
    );
    let start = Instant::now();
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 503") && answer.contains("too-slow"), "{answer}");
    assert!(start.elapsed() >= limit);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_are_limited_by_person() {
    let place = TestDatabase::new().await;
    let server = Server::start(&place).await;
    let player = server.guest(1).await;
    let mut sockets = Vec::new();
    for _ in 1..64 {
        sockets.push(server.connect(&player.cookie).await);
    }
    let refused = server.socket(&player.cookie, &server.origin()).await;
    assert!(refused.is_err_and(|error| error.contains("429")));
    let (status, _, body) =
        server.ask("GET", "/events", &player.cookie, &server.origin(), &Value::Null).await;
    assert_eq!((status, body.contains("too-often")), (429, true), "{body}");
    // Others are not affected, and a closed socket makes room.
    server.guest(2).await;
    drop(sockets.pop());
    let mut again = server.socket(&player.cookie, &server.origin()).await;
    for _ in 0..100 {
        if again.is_ok() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
        again = server.socket(&player.cookie, &server.origin()).await;
    }
    assert!(again.is_ok());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_are_limited_by_address() {
    let place = TestDatabase::new().await;
    let server = Server::with(&place, |limits| limits.connections_per_address = Some(5)).await;
    let mut sockets = Vec::new();
    for _ in 0..5 {
        sockets.push(server.connect("").await);
    }
    assert!(server.socket("", &server.origin()).await.is_err());
    drop(sockets);
    let mut again = server.socket("", &server.origin()).await;
    for _ in 0..100 {
        if again.is_ok() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
        again = server.socket("", &server.origin()).await;
    }
    assert!(again.is_ok());
    drop(again);
    server.stop().await;
}
