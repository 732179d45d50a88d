//! The web app served by `abaque serve`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// Kills the server on drop.
struct ServerProcess(Child);

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn the_printed_address_serves_the_page() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_abaque"))
        .args(["serve", "--port", "0", "--no-open", "--data"])
        .arg(folder.path().join("games.db"))
        .env("LC_ALL", "C")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut output).unwrap();
    let _served = ServerProcess(child);
    let place = output.split("http://").nth(1).and_then(|rest| rest.split('/').next()).unwrap();
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
    assert!(folder.path().join("games.db").exists());
}

#[test]
fn the_web_app_may_be_in_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let serve = |app: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_abaque"));
        command.args(["serve", "--port", "0", "--no-open", "--data"]);
        command.arg(folder.path().join("games.db")).env("LC_ALL", "C");
        command.env("ABAQUE_WEB_APP", folder.path().join(app)).stdout(Stdio::piped());
        command
    };
    let refused = serve("missing").stderr(Stdio::piped()).output().unwrap();
    let message = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(1), "{message}");
    assert!(message.contains("missing") && message.contains("ABAQUE_WEB_APP"), "{message}");
    std::fs::create_dir(folder.path().join("app")).unwrap();
    std::fs::write(folder.path().join("app/index.html"), "<p>from a folder</p>").unwrap();
    let mut child = serve("app").spawn().unwrap();
    let mut output = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut output).unwrap();
    let _served = ServerProcess(child);
    let place = output.split("http://").nth(1).and_then(|rest| rest.split('/').next()).unwrap();
    let mut stream = TcpStream::connect(place).unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nHost: abaque\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.contains("<p>from a folder</p>"), "{answer}");
}

#[test]
fn a_port_in_use_is_reported() {
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

/// Starts a server and waits for its address.
fn start_server(data: &std::path::Path) -> ServerProcess {
    let mut child = Command::new(env!("CARGO_BIN_EXE_abaque"))
        .args(["serve", "--port", "0", "--no-open", "--data"])
        .arg(data)
        .env("LC_ALL", "C")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut output).unwrap();
    assert!(output.contains("http://"), "{output}");
    ServerProcess(child)
}

fn refused(data: &std::path::Path) -> String {
    let ran = Command::new(env!("CARGO_BIN_EXE_abaque"))
        .args(["serve", "--port", "0", "--no-open", "--data"])
        .arg(data)
        .env("LC_ALL", "C")
        .output()
        .unwrap();
    assert!(!ran.status.success());
    String::from_utf8(ran.stderr).unwrap()
}

#[test]
fn a_second_server_on_the_same_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("games.db");
    let mut first = start_server(&data);
    let output = refused(&data);
    let process = format!("(process {})", first.0.id());
    assert!(output.contains("games.db") && output.contains(&process), "{output}");
    let stats = Command::new(env!("CARGO_BIN_EXE_abaque"))
        .args(["admin", "stats", "--data"])
        .arg(&data)
        .output()
        .unwrap();
    assert!(stats.status.success(), "admin works beside a server: {stats:?}");
    // Killed, not stopped: the file must still be free.
    first.0.kill().unwrap();
    first.0.wait().unwrap();
    let mut message = String::new();
    first.0.stderr.take().unwrap().read_to_string(&mut message).unwrap();
    assert!(message.contains("a new one has been created"), "{message}");
    drop(start_server(&data));
}

#[test]
fn unusable_stores_and_options_are_explained() {
    let folder = tempfile::tempdir().unwrap();
    let nowhere = folder.path().join("no/where/games.db");
    let output = refused(&nowhere);
    assert!(output.contains("there is no folder") && output.contains("no/where"), "{output}");
    assert!(!folder.path().join("no").exists());
    let empty = folder.path().join("games.db");
    std::fs::write(&empty, "").unwrap();
    let output = refused(&empty);
    assert!(output.contains("is empty (0 bytes)") && output.contains("restore"), "{output}");
    std::fs::write(&empty, "Dear diary, ".repeat(1000)).unwrap();
    assert!(refused(&empty).contains("is not an SQLite database"));
}
