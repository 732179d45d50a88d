//! The web app as the program serves it.
#![allow(clippy::unwrap_used)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// Ends the program whatever the test finds.
struct Served(Child);

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn the_page_is_served_where_the_program_says() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_abaque"))
        .args(["serve", "--port", "0", "--no-open", "--data"])
        .arg(folder.path().join("in/games.db"))
        .env("LC_ALL", "C")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut told = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut told).unwrap();
    let _served = Served(child);
    let place = told.split("http://").nth(1).and_then(|rest| rest.split('/').next()).unwrap();
    let get = |path: &str| {
        let mut stream = TcpStream::connect(place).unwrap();
        let asked = format!("GET {path} HTTP/1.1\r\nHost: abaque\r\nConnection: close\r\n\r\n");
        stream.write_all(asked.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    let page = get("/new/abalone");
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    assert!(page.contains("<title>Play Abalone · Abaque</title>"), "{page}");
    let ready = get("/readyz");
    assert!(ready.starts_with("HTTP/1.1 200"), "{ready}");
    let open = get("/api/v1/games");
    assert!(open.contains("\"games\":[]"), "{open}");
    assert!(folder.path().join("in/games.db").exists());
}

#[test]
fn a_port_in_use_is_said() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let ran = Command::new(env!("CARGO_BIN_EXE_abaque"))
        .args(["serve", "--port", &port, "--no-open"])
        .env("LC_ALL", "C")
        .output()
        .unwrap();
    let message = String::from_utf8(ran.stderr).unwrap();
    assert_eq!(ran.status.code(), Some(1), "{message}");
    assert!(message.contains(&port), "{message}");
}
