//! Several real servers on one PostgreSQL database, with a real bus that dies and comes back.

#![allow(clippy::unwrap_used)]

#[path = "../../../online/store/tests/suite/postgres_server.rs"]
#[allow(dead_code)]
mod postgres_server;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Timeout of every wait.
const TEST_TIMEOUT: Duration = Duration::from_secs(40);

/// A process that ends with the test.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        // A stopped process cannot end otherwise.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Process {
    fn signal(&self, name: &str) {
        let sent = Command::new("kill").arg(name).arg(self.0.id().to_string()).status().unwrap();
        assert!(sent.success());
    }
}

fn nats_server() -> PathBuf {
    let places = ["/usr/sbin/nats-server", "/usr/bin/nats-server", "/usr/local/bin/nats-server"];
    places.iter().map(PathBuf::from).find(|path| path.exists()).unwrap_or("nats-server".into())
}

fn start_bus(port: u16) -> Process {
    let child = Command::new(nats_server())
        .args(["-a", "127.0.0.1", "-p", &port.to_string()])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("this test needs nats-server (apt-get install nats-server)");
    let bus = Process(child);
    eventually("the bus", || TcpStream::connect(("127.0.0.1", port)).is_ok());
    bus
}

fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    let since = Instant::now();
    while !holds() {
        assert!(since.elapsed() < TEST_TIMEOUT, "not in time: {what}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

fn serve(app: &Path, data: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_abaque"));
    command.args(["serve", "--no-open", "--no-limits", "--port", "0", "--data", data]);
    command.env("LC_ALL", "C").env("ABAQUE_WEB_APP", app).stdout(Stdio::piped());
    command
}

/// A server that is one of several.
struct Node {
    process: Process,
    place: String,
}

impl Node {
    fn start(app: &Path, data: &str, bus: u16, name: &str) -> Node {
        let bus = format!("nats://127.0.0.1:{bus}");
        let mut child = serve(app, data).args(["--bus", &bus, "--node", name]).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let place = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let place = place.unwrap_or_else(|| panic!("no address: {line}")).to_owned();
        Node { process: Process(child), place }
    }

    fn ask(&self, method: &str, path: &str, cookie: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.place).unwrap();
        stream.set_read_timeout(Some(TEST_TIMEOUT)).unwrap();
        let place = &self.place;
        let text = format!(
            "{method} {path} HTTP/1.1\r\nHost: {place}\r\nOrigin: http://{place}\r\n\
             Cookie: {cookie}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
             Connection: close\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(text.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    fn ready(&self) -> String {
        self.ask("GET", "/readyz", "", "")
    }

    /// Cookie of a new guest.
    fn guest(&self) -> String {
        let made = self.ask("POST", "/api/v1/guest", "", "");
        let cookie = made.split("set-cookie: ").nth(1).and_then(|rest| rest.split(';').next());
        cookie.unwrap_or_else(|| panic!("no guest: {made}")).to_owned()
    }

    /// Creates a game on this node and joins it on another; returns its id.
    fn game(&self, host: &str, other: &Node, joiner: &str, clock: &str) -> String {
        let terms = format!(r#"{{"spec":"abalone","clock":"{clock}","side":"first"}}"#);
        let made = self.ask("POST", "/api/v1/games", host, &terms);
        let id = made.split("\"game\":\"").nth(1).and_then(|rest| rest.split('"').next());
        let id = id.unwrap_or_else(|| panic!("no game: {made}")).to_owned();
        let joined = other.ask("POST", &format!("/api/v1/games/{id}/join"), joiner, "{}");
        assert!(joined.starts_with("HTTP/1.1 2"), "{joined}");
        id
    }

    fn play(&self, game: &str, cookie: &str, seen: usize, ply: &str) -> String {
        let act =
            format!(r#"{{"seen":{seen},"key":"{seen}","act":{{"do":"play","ply":"{ply}"}}}}"#);
        self.ask("POST", &format!("/api/v1/games/{game}/act"), cookie, &act)
    }

    /// What a spectator sees, line by line.
    fn watch(&self, game: &str) -> BufReader<TcpStream> {
        let mut stream = TcpStream::connect(&self.place).unwrap();
        stream.set_read_timeout(Some(TEST_TIMEOUT)).unwrap();
        let text =
            format!("GET /api/v1/games/{game}/stream HTTP/1.1\r\nHost: {}\r\n\r\n", self.place);
        stream.write_all(text.as_bytes()).unwrap();
        BufReader::new(stream)
    }
}

/// Reads lines of a stream until one contains the text.
fn wait_for(stream: &mut BufReader<TcpStream>, text: &str) {
    let since = Instant::now();
    loop {
        let mut line = String::new();
        assert!(stream.read_line(&mut line).unwrap() > 0, "the stream ended before {text}");
        if line.contains(text) {
            return;
        }
        assert!(since.elapsed() < TEST_TIMEOUT, "not in time: {text}");
    }
}

/// The first action offered in a game of Abalone after these.
fn next_ply(plies: &[String]) -> String {
    let mut game = abaque_catalog::open("abalone").unwrap();
    for ply in plies {
        game.play(ply).unwrap();
    }
    game.offered_plies()[0].clone()
}

fn on_runtime(work: impl Future<Output = ()>) {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work);
}

#[test]
fn servers_share_games_and_survive_each_other() {
    let schema = postgres_server::new_name();
    on_runtime(postgres_server::tell(format!("CREATE SCHEMA {schema}")));
    let data = postgres_server::in_schema(&schema);
    let app = tempfile::tempdir().unwrap();
    std::fs::write(app.path().join("index.html"), "<title>Abaque</title>").unwrap();
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let bus = start_bus(port);
    let a = Node::start(app.path(), &data, port, "a");
    let b = Node::start(app.path(), &data, port, "b");
    for (node, name) in [(&a, "a"), (&b, "b")] {
        let expected = format!("node {name}: bus connected");
        eventually(&expected, || node.ready().contains(&expected));
    }

    // The doctor finds the bus, and what is wrong with this database.
    let doctor = |bus: u16| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_abaque"));
        command.args(["doctor", "--port", "1", "--lang", "en", "--data", &data]);
        command
            .env("ABAQUE_CONFIG", "/dev/null")
            .env("ABAQUE_BUS", format!("nats://127.0.0.1:{bus}"));
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    let report = doctor(port);
    assert!(report.contains("bus: the bus accepts the connection"), "{report}");
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let report = doctor(nobody);
    assert!(report.contains("PROBLEM   bus: no connection to the bus"), "{report}");
    if std::env::var_os("ABAQUE_TEST_PG").is_none() {
        assert!(
            report.contains("PROBLEM   database: PostgreSQL runs with fsync = off"),
            "{report}"
        );
    }

    // A server that knows nothing of the others is refused.
    let alone = serve(app.path(), &data).stderr(Stdio::piped()).output().unwrap();
    let message = String::from_utf8(alone.stderr).unwrap();
    assert!(!alone.status.success() && message.contains("--bus"), "{message}");

    // Moves cross at once.
    let (ada, boole) = (a.guest(), b.guest());
    let game = a.game(&ada, &b, &boole, "600+5");
    let (mut at_a, mut at_b) = (a.watch(&game), b.watch(&game));
    let mut plies = vec![next_ply(&[])];
    let done = a.play(&game, &ada, 0, &plies[0]);
    assert!(done.contains("\"version\":1"), "{done}");
    wait_for(&mut at_b, "\"version\":1");
    let counted = b.ask("GET", "/metrics", "", "");
    assert!(!counted.contains("abaque_bus_hints_total 0"), "{counted}");

    // Without the bus they cross a little later.
    drop(bus);
    eventually("the loss of the bus", || b.ready().contains("bus disconnected"));
    plies.push(next_ply(&plies));
    let done = b.play(&game, &boole, 1, &plies[1]);
    assert!(done.contains("\"version\":2"), "{done}");
    wait_for(&mut at_a, "\"version\":2");
    let _bus = start_bus(port);
    for node in [&a, &b] {
        eventually("the return of the bus", || node.ready().contains("bus connected"));
    }

    // The node that drives a game is stopped until the flag has fallen elsewhere.
    let short = a.game(&ada, &a, &boole, "4+0");
    let mut seen_at_b = b.watch(&short);
    eventually("the driver", || {
        a.ready().contains("games driven 1") || a.ready().contains("games driven 2")
    });
    a.process.signal("-STOP");
    wait_for(&mut seen_at_b, "\"reason\":\"time\"");
    let over = b.ask("GET", &format!("/api/v1/games/{short}"), "", "");
    a.process.signal("-CONT");
    std::thread::sleep(Duration::from_secs(3));
    for node in [&a, &b] {
        let now = node.ask("GET", &format!("/api/v1/games/{short}"), "", "");
        let version = |text: &str| {
            text.split("\"version\":")
                .nth(1)
                .and_then(|rest| rest.split(',').next().map(String::from))
        };
        assert_eq!(version(&now), version(&over), "{now}");
        assert!(now.contains("\"reason\":\"time\""), "{now}");
    }

    // A node dies; its player goes on at the other one, with the same cookie.
    drop(a);
    plies.push(next_ply(&plies));
    let done = b.play(&game, &ada, 2, &plies[2]);
    assert!(done.contains("\"version\":3"), "{done}");
    wait_for(&mut at_b, "\"version\":3");

    // A new node joins; the old one is drained, goes on meanwhile, and leaves in order.
    let c = Node::start(app.path(), &data, port, "c");
    let mut at_c = c.watch(&game);
    b.process.signal("-USR1");
    eventually("the draining", || b.ready().contains("about to be restarted"));
    let alive = b.ask("GET", "/healthz", "", "");
    assert!(alive.starts_with("HTTP/1.1 200"), "{alive}");
    assert!(b.watch(&game).fill_buf().unwrap().starts_with(b"HTTP/1.1 200"));
    b.process.signal("-TERM");
    let Node { process: mut old, .. } = b;
    assert!(old.0.wait().unwrap().success());
    plies.push(next_ply(&plies));
    let done = c.play(&game, &boole, 3, &plies[3]);
    assert!(done.contains("\"version\":4"), "{done}");
    wait_for(&mut at_c, "\"version\":4");
    eventually("the lease", || c.ready().contains("games driven 1"));
    drop(c);
    on_runtime(postgres_server::tell(format!("DROP SCHEMA {schema} CASCADE")));
}
