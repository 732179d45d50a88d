//! `abaque doctor` on healthy and ailing servers.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

use crate::config::run;

/// The findings of a check: status, message and fix.
fn findings(report: &Value, check: &str) -> Vec<(String, String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let checks = report["checks"].as_array().unwrap().iter();
    let of_check = checks.filter(|finding| finding["check"] == check);
    let parts =
        of_check.map(|one| (text(&one["status"]), text(&one["message"]), text(&one["fix"])));
    parts.collect()
}

fn doctor(arguments: &[&str], variables: &[(&str, &str)]) -> (i32, Value) {
    let (status, out, err) = run(&[&["doctor", "--json"], arguments].concat(), variables);
    (status, serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out}{err}")))
}

fn has(report: &Value, check: &str, status: &str, part: &str) -> bool {
    findings(report, check).iter().any(|(found, message, fix)| {
        found == status && (message.contains(part) || fix.contains(part))
    })
}

struct ServerProcess(Child);

impl Drop for ServerProcess {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

#[test]
fn doctor_measures_a_new_store() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let data = folder.path().join("games.db");
    let data = data.to_str().unwrap();
    let (_, report) = doctor(&["--data", data, "--port", "1"], &[]);
    assert!(has(&report, "disk", "ok", "a durable write (fsync) takes"), "{report}");
    assert!(
        has(&report, "disk", "ok", "MiB free") || has(&report, "disk", "warning", "MiB free"),
        "{report}"
    );
    assert!(has(&report, "database", "ok", "does not exist yet"), "{report}");
    assert!(has(&report, "origin", "ok", "this machine only"), "{report}");
    assert!(has(&report, "mail", "ok", "not configured"), "{report}");
    assert_eq!(findings(&report, "open files").len(), 1);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "the doctor leaves nothing behind");
    let (_, out, _) = run(&["doctor", "--data", data, "--lang", "fr"], &[]);
    assert!(out.contains("disque\u{a0}: une écriture sûre (fsync) prend"), "{out}");
}

#[test]
fn a_running_server_is_reached_through_its_origin() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let data = folder.path().join("games.db");
    let data = data.to_str().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_abaque"))
        .args(["serve", "--port", "0", "--no-open", "--data", data])
        .env("LC_ALL", "C")
        .env("ABAQUE_CONFIG", "/dev/null")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let _server = ServerProcess(child);
    let place = line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).unwrap();
    let (origin, port) = (format!("http://{place}"), place.rsplit(':').next().unwrap());
    let flags = ["--data", data, "--port", port, "--origin", &origin, "--behind-proxy"];
    let (_, report) = doctor(&flags, &[]);
    assert!(has(&report, "origin", "ok", "leads to this server"), "{report}");
    assert!(has(&report, "proxy", "ok", "forwards WebSockets"), "{report}");
    assert!(has(&report, "database", "ok", "is current; a write takes"), "{report}");

    // A proxy that drops the headers of the upgrade, as nginx does unless told otherwise.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let proxy = format!("http://{}", listener.local_addr().unwrap());
    let behind = place.to_owned();
    std::thread::spawn(move || {
        for client in listener.incoming() {
            let mut client = client.unwrap();
            let mut head = Vec::new();
            while !head.ends_with(b"\r\n\r\n") {
                let mut byte = [0];
                if client.read_exact(&mut byte).is_err() {
                    return;
                }
                head.push(byte[0]);
            }
            let head = String::from_utf8(head).unwrap();
            let kept = head.lines().filter(|line| {
                let line = line.to_lowercase();
                !line.starts_with("upgrade:") && !line.starts_with("connection:")
            });
            let head: String =
                kept.filter(|line| !line.is_empty()).map(|line| format!("{line}\r\n")).collect();
            let mut server = std::net::TcpStream::connect(&behind).unwrap();
            server.write_all(format!("{head}Connection: close\r\n\r\n").as_bytes()).unwrap();
            let mut answer = Vec::new();
            server.read_to_end(&mut answer).unwrap();
            drop(client.write_all(&answer));
        }
    });
    let flags = ["--data", data, "--port", port, "--origin", &proxy, "--behind-proxy"];
    let (status, report) = doctor(&flags, &[]);
    assert!(has(&report, "proxy", "problem", "does not forward WebSockets"), "{report}");
    assert!(has(&report, "proxy", "problem", "proxy_set_header Upgrade"), "{report}");
    assert_eq!((status, &report["ok"]), (1, &Value::Bool(false)));
}

#[test]
fn doctor_finds_mistakes_and_suggests_fixes() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let nowhere = folder.path().join("no/such/games.db");
    let closed = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = closed.local_addr().unwrap().port().to_string();
    drop(closed);
    let mail = format!("smtp://127.0.0.1:{port}");
    let file = folder.path().join("abaque.toml");
    fs::write(&file, "metrics-token = \"0123456789abcdef0123\"\n").unwrap();
    #[cfg(unix)]
    fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o644)).unwrap();
    let flags = [
        "--config",
        file.to_str().unwrap(),
        "--data",
        nowhere.to_str().unwrap(),
        "--port",
        &port,
        "--origin",
        "https://127.0.0.1:1",
        "--mail-from",
        "games@example.org",
    ];
    let variables = [("ABAQUE_MAIL", mail.as_str()), ("ABAQUE_ORIGINS", "x")];
    let (status, report) = doctor(&flags, &variables);
    assert_eq!(status, 1);
    assert!(has(&report, "configuration", "problem", "chmod o="), "{report}");
    assert!(has(&report, "configuration", "warning", "ABAQUE_ORIGINS"), "{report}");
    assert!(has(&report, "origin", "warning", "the server is not running"), "{report}");
    assert!(has(&report, "proxy", "problem", "behind-proxy = true"), "{report}");
    assert!(has(&report, "disk", "problem", "no such file or folder"), "{report}");
    assert!(has(&report, "disk", "problem", "install -d"), "{report}");
    assert!(has(&report, "mail", "problem", "cannot be reached"), "{report}");
    assert!(!report.to_string().contains("0123456789abcdef0123"));
}

#[test]
fn a_clock_behind_the_last_heartbeat_and_a_foreign_file_are_found() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let data = folder.path().join("games.db");
    let url = format!("sqlite:{}", data.display());
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let store = abaque_store::Store::open(&url).await.unwrap();
        store.set_note("alive", "4102444800000").await.unwrap();
        store.close().await;
    });
    let data = data.to_str().unwrap();
    let (status, report) = doctor(&["--data", data, "--port", "1"], &[]);
    assert!(status == 1 && has(&report, "clock", "problem", "2100-01-01 00:00:00 UTC"), "{report}");
    fs::write(data, "Dear diary, ".repeat(1000)).unwrap();
    for rest in ["-wal", "-shm"] {
        drop(fs::remove_file(format!("{data}{rest}")));
    }
    let (status, report) = doctor(&["--data", data, "--port", "1"], &[]);
    assert!(
        status == 1 && has(&report, "database", "problem", "not an SQLite database"),
        "{report}"
    );
}
