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

/// Starts a server on a file; returns it and its address.
fn serve(data: &str) -> (ServerProcess, String) {
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
    let place = line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).unwrap();
    (ServerProcess(child), place.to_owned())
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
    let (_server, place) = serve(data);
    let place = &*place;
    let (origin, port) = (format!("http://{place}"), place.rsplit(':').next().unwrap());
    let flags = ["--data", data, "--port", port, "--origin", &origin, "--behind-proxy"];
    let (_, report) = doctor(&flags, &[]);
    assert!(has(&report, "origin", "ok", "leads to this server"), "{report}");
    assert!(has(&report, "proxy", "ok", "forwards WebSockets"), "{report}");
    assert!(has(&report, "database", "ok", "is current; a write takes"), "{report}");

    // Nothing in front adds the address of the client.
    assert!(has(&report, "proxy", "problem", "without X-Forwarded-For"), "{report}");
    let token = [("ABAQUE_METRICS_TOKEN", "0123456789abcdef")];
    let (_, report) = doctor(&flags, &token);
    assert!(!has(&report, "proxy", "problem", "without X-Forwarded-For"), "{report}");

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
            let mut head: String =
                kept.filter(|line| !line.is_empty()).map(|line| format!("{line}\r\n")).collect();
            head += "X-Forwarded-For: 203.0.113.7\r\n";
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
    assert!(!has(&report, "proxy", "problem", "without X-Forwarded-For"), "{report}");
    assert_eq!((status, &report["ok"]), (1, &Value::Bool(false)));
}

/// The name in the DNS still leads to the machine before, or to another club.
#[test]
fn an_origin_of_another_server_is_found() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let mut servers = Vec::new();
    for name in ["here.db", "there.db"] {
        let data = folder.path().join(name).to_str().unwrap().to_owned();
        let url = format!("sqlite:{data}");
        tokio::runtime::Runtime::new().unwrap().block_on(async {
            let store = abaque_store::Store::open(&url).await.unwrap();
            let mut game =
                abaque_store::NewGame::new(abaque_store::GameId::random(), "abagio", "abagio", 1);
            let (table, a, seeds) = (name.into(), "a".into(), abaque_store::SeedMode::Live);
            game.lots = Some(abaque_store::LotCommitments { table, a, b: None, seeds });
            assert!(store.create_game(game).await.unwrap());
            store.close().await;
        });
        let (server, place) = serve(&data);
        servers.push((data, place, server));
    }
    let (data, place, _) = &servers[0];
    let port = place.rsplit(':').next().unwrap();
    let (own, other) = (format!("http://{place}"), format!("http://{}", servers[1].1));
    let (_, report) = doctor(&["--data", data, "--port", port, "--origin", &own], &[]);
    assert!(has(&report, "origin", "ok", "leads to this server"), "{report}");
    let (status, report) = doctor(&["--data", data, "--port", port, "--origin", &other], &[]);
    assert!(status == 1 && has(&report, "origin", "problem", "with other games"), "{report}");
}

/// What only the machine can show: memory instead of a disk, few open files, a clock without NTP,
/// the wrong user.
#[cfg(target_os = "linux")]
#[test]
fn an_unfit_machine_is_found() {
    use std::os::unix::fs::PermissionsExt;
    let report = |command: &str| -> Value {
        let path = format!("{}:{}", env!("CARGO_TARGET_TMPDIR"), std::env::var("PATH").unwrap());
        let mut shell = Command::new("sh");
        shell.args(["-c", command, env!("CARGO_BIN_EXE_abaque")]).env("PATH", path);
        let ran = shell.env("ABAQUE_CONFIG", "/dev/null").output().unwrap();
        serde_json::from_slice(&ran.stdout).unwrap_or_else(|_| panic!("{ran:?}"))
    };
    let memory = tempfile::tempdir_in("/dev/shm").unwrap();
    let data = memory.path().join("games.db");
    let found = report(&format!("\"$0\" doctor --json --port 1 --data {}", data.display()));
    assert!(has(&found, "disk", "problem", "is in memory (tmpfs)"), "{found}");
    assert!(has(&found, "disk", "problem", "set `data` to a file on a disk"), "{found}");

    let found = report("ulimit -n 1000; \"$0\" doctor --json --port 1 --data /tmp/none.db");
    assert!(has(&found, "open files", "problem", "at most 1000"), "{found}");
    assert!(has(&found, "open files", "problem", "LimitNOFILE=65536"), "{found}");

    let fake = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("timedatectl");
    for (answer, status, part) in
        [("no", "problem", "not synchronised by NTP"), ("yes", "ok", "synchronised by NTP")]
    {
        fs::write(&fake, format!("#!/bin/sh\necho {answer}\n")).unwrap();
        fs::set_permissions(&fake, fs::Permissions::from_mode(0o755)).unwrap();
        let found = report("\"$0\" doctor --json --port 1 --data /tmp/none.db");
        assert!(has(&found, "clock", status, part), "{found}");
    }
    fs::remove_file(&fake).unwrap();
}

/// Root may write what the server's user may not. Only root can see it: others own what they make.
#[cfg(target_os = "linux")]
#[test]
fn data_of_another_user_are_noticed() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let data = folder.path().join("games.db");
    let own = has(
        &doctor(&["--data", data.to_str().unwrap()], &[]).1,
        "disk",
        "warning",
        "belongs to user",
    );
    assert!(!own, "one's own data are in order");
    if std::os::unix::fs::chown(folder.path(), Some(65_534), None).is_ok() {
        let (_, report) = doctor(&["--data", data.to_str().unwrap()], &[]);
        assert!(has(&report, "disk", "warning", "belongs to user 65534"), "{report}");
        assert!(has(&report, "disk", "warning", "sudo -u abaque"), "{report}");
    }
}

/// A mail server that takes the connection and refuses the password.
#[test]
fn a_refused_mail_password_is_found() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for client in listener.incoming() {
            let mut client = client.unwrap();
            drop(client.write_all(b"220 mail.example ESMTP\r\n"));
            let mut lines = BufReader::new(client.try_clone().unwrap()).lines();
            while let Some(Ok(line)) = lines.next() {
                let answer: &[u8] = match line.split(' ').next() {
                    Some("EHLO") => b"250-mail.example\r\n250 AUTH PLAIN\r\n",
                    Some("AUTH") => b"535 5.7.8 authentication failed\r\n",
                    _ => b"250 ok\r\n",
                };
                drop(client.write_all(answer));
            }
        }
    });
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let data = folder.path().join("games.db");
    let mail = format!("smtp://me:hush@localhost:{port}");
    let variables = [("ABAQUE_MAIL", &*mail), ("ABAQUE_MAIL_FROM", "games@example.org")];
    let (_, report) = doctor(&["--data", data.to_str().unwrap(), "--port", "1"], &variables);
    assert!(has(&report, "mail", "problem", "password"), "{report}");
    assert!(!report.to_string().contains("hush"), "{report}");
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
