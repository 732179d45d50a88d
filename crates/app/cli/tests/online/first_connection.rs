//! A server that answers requests while sockets fail: it was killed in between, or a proxy does not
//! forward WebSockets.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::harness::{ServerProcess, TerminalUser, run_online};

/// A proxy that answers the first `failures` socket requests with `answer` and closes them.
fn failing_proxy(server: &ServerProcess, failures: usize, answer: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let (left, place) = (Arc::new(AtomicUsize::new(failures)), server.place.clone());
    thread::spawn(move || {
        for client in listener.incoming().map_while(Result::ok) {
            let (left, place) = (Arc::clone(&left), place.clone());
            thread::spawn(move || forward(client, &place, &left, answer));
        }
    });
    url
}

fn forward(mut client: TcpStream, place: &str, left: &AtomicUsize, answer: &str) {
    let mut start = [0; 4096];
    let Ok(length) = client.read(&mut start) else { return };
    let is_socket = start.starts_with(b"GET /api/v1/socket");
    if is_socket
        && left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |n| n.checked_sub(1)).is_ok()
    {
        let _ = client.write_all(answer.as_bytes());
        return;
    }
    let mut server = TcpStream::connect(place).unwrap();
    server.write_all(&start[..length]).unwrap();
    let (mut from_server, mut to_client) =
        (server.try_clone().unwrap(), client.try_clone().unwrap());
    let answers = thread::spawn(move || {
        let _ = std::io::copy(&mut from_server, &mut to_client);
        let _ = to_client.shutdown(Shutdown::Both);
    });
    let _ = std::io::copy(&mut client, &mut server);
    let _ = server.shutdown(Shutdown::Both);
    answers.join().unwrap();
}

#[test]
fn a_client_waits_for_a_server_that_dies_before_the_first_connection() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let server = ServerProcess::start(folder, "0", &[]);
    let busy = "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n";
    for (user, answer) in [("closed", ""), ("busy", busy)] {
        let url = failing_proxy(&server, 2, answer);
        let terms = [&url, "--new", "abalone", "--against", "computer:1"];
        let mut player = TerminalUser::sit(&folder.join(user), &terms);
        let saw = player.sees("against", 1);
        assert_eq!(saw.matches("The server does not answer").count(), 1, "{saw}");
        assert_eq!(saw.matches("Connected.").count(), 1, "{saw}");
        player.types("resign");
        let saw = player.leaves();
        assert!(saw.contains(" wins by resignation."), "{saw}");
    }
}

#[test]
fn a_proxy_without_web_sockets_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let server = ServerProcess::start(folder, "0", &[]);
    let page = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
    let missing = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";
    for answer in [page, missing] {
        let url = failing_proxy(&server, usize::MAX, answer);
        let (_, err, status) = run_online(&folder.join("host"), &[&url, "--new", "abalone"]);
        assert!(status == 1 && err.contains("WebSocket"), "{status}: {err}");
    }
}
