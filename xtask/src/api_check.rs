//! Checks the HTTP API against its description: schemathesis generates valid and invalid requests
//! from `openapi.json`, sends them to a server on loopback, and compares every response with the
//! schema.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::chores::{cargo, target_folder};
use crate::install;
use crate::registry::game_names;
use crate::steps::run_step;

/// The one check left out: that every schema-valid request is accepted. A schema cannot express the
/// rules of a game, or that a name is taken.
const EXCLUDED_CHECK: &str = "positive_data_acceptance";
/// Fixed seed, so that every run sends the same requests.
const SEED: &str = "20261117";
/// Default time per caller.
const DEFAULT_SECONDS: u32 = 30;
/// Random requests per operation, beyond the boundary cases.
const EXAMPLES_PER_OPERATION: &str = "10";
/// Responses that never end, or switch protocols; tests in `crates/online/server` read these.
const ENDLESS_ROUTES: &str = "/(events|socket|stream)$";

/// An API caller: its name, its headers, and the operations it must not call.
struct ApiCaller {
    name: &'static str,
    headers: Vec<String>,
    excluded: &'static [&'static str],
}

/// Operations that end or change the caller's session; callers without that session run them too.
const SESSION_ENDING_OPERATIONS: &[&str] = &[
    "delete_me",
    "delete_sessions_id",
    "post_guest",
    "post_register",
    "post_sign_in",
    "post_sign_out",
    "put_password",
];

/// `cargo xtask api-check [--seconds N] [--program PATH]`.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let (seconds, program) = parse_arguments(arguments)?;
    check_for(&program, seconds)
}

/// The check with its defaults, on a program that is already built.
pub(crate) fn check_program(program: &Path) -> Result<(), String> {
    check_for(program, DEFAULT_SECONDS)
}

fn check_for(program: &Path, seconds: u32) -> Result<(), String> {
    let schemathesis = find_schemathesis()?;
    let folder = std::env::temp_dir().join(format!("abaque-api-{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let checked = check(&schemathesis, program, &folder, seconds);
    let _ = fs::remove_dir_all(&folder);
    checked
}

fn parse_arguments(arguments: &[String]) -> Result<(u32, PathBuf), String> {
    let (mut seconds, mut program) = (DEFAULT_SECONDS, None);
    for pair in arguments.chunks(2) {
        match pair {
            [name, value] if name == "--seconds" => {
                seconds = value.parse().map_err(|_| "--seconds takes a number")?;
            }
            [name, value] if name == "--program" => program = Some(PathBuf::from(value)),
            _ => return Err("usage: cargo xtask api-check [--seconds N] [--program PATH]".into()),
        }
    }
    let program = match program {
        Some(program) => program,
        None => {
            run_step("build", &mut cargo(&["build", "--locked", "-p", "abaque-cli"]))?;
            target_folder()?.join("debug").join(format!("abaque{}", std::env::consts::EXE_SUFFIX))
        }
    };
    Ok((seconds, program))
}

/// Finds schemathesis where it was installed, or on the path.
fn find_schemathesis() -> Result<PathBuf, String> {
    let found = install::schemathesis();
    match Command::new(&found).arg("--version").output() {
        Ok(out) if out.status.success() => Ok(found),
        _ => Err("schemathesis is missing: cargo xtask test installs it".into()),
    }
}

/// A server process; killed on drop.
struct TestServer {
    child: Child,
    address: String,
}

impl Drop for TestServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl TestServer {
    fn start(program: &Path, folder: &Path) -> Result<TestServer, String> {
        let log = fs::File::create(folder.join("log")).map_err(|error| error.to_string())?;
        let mut child = Command::new(program)
            .args(["serve", "--no-open", "--no-limits", "--lang", "en", "--port", "0", "--data"])
            .arg(folder.join("api.db"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .map_err(|error| format!("{}: {error}", program.display()))?;
        let out = child.stdout.take().ok_or("the server has no stdout")?;
        let mut line = String::new();
        BufReader::new(out).read_line(&mut line).map_err(|error| error.to_string())?;
        let place = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let place = place.map(str::to_owned);
        let mut server = TestServer { child, address: String::new() };
        server.address = place.ok_or_else(|| format!("the server gave no address: {line}"))?;
        Ok(server)
    }

    /// Posts JSON; returns the response's cookie and body.
    fn post(&self, path: &str, cookie: &str, body: &Value) -> Result<(String, Value), String> {
        let (place, body) = (&self.address, body.to_string());
        let io_error = |error: std::io::Error| format!("{path}: {error}");
        let mut stream = TcpStream::connect(place).map_err(io_error)?;
        stream.set_read_timeout(Some(Duration::from_secs(20))).map_err(io_error)?;
        let request = format!(
            "POST /api/v1{path} HTTP/1.1\r\nHost: {place}\r\nOrigin: http://{place}\r\nCookie: {cookie}\r\n\
             Connection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).map_err(io_error)?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).map_err(io_error)?;
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        if !head.starts_with("HTTP/1.1 2") {
            return Err(format!("POST {path}: {answer}"));
        }
        let set_cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: "));
        let cookie = set_cookie.and_then(|value| value.split(';').next()).unwrap_or(cookie);
        Ok((cookie.to_owned(), serde_json::from_str(body).unwrap_or_default()))
    }
}

/// Makes the callers (guest, account, API token, anonymous) and a game for them to request.
fn make_callers(server: &TestServer) -> Result<(Vec<ApiCaller>, String), String> {
    let (guest, _) = server.post("/guest", "", &json!({}))?;
    let credentials = json!({ "name": "Ann", "password": "several words together" });
    let (account, _) = server.post("/register", "", &credentials)?;
    let token_request = json!({ "name": "program", "scopes": ["play"] });
    let (_, made) = server.post("/tokens", &account, &token_request)?;
    let token = made["token"].as_str().ok_or("a token without its secret")?;
    let games = game_names()?;
    let terms = json!({ "spec": games[0], "side": "first", "against": "hot-seat" });
    let (_, game) = server.post("/games", &guest, &terms)?;
    let game = game["game"].as_str().ok_or("a game without a name")?.to_owned();
    let same_origin = || "Sec-Fetch-Site: same-origin".to_owned();
    let session = |cookie: &str| vec![format!("Cookie: {cookie}"), same_origin()];
    let caller = |name, headers, excluded| ApiCaller { name, headers, excluded };
    let callers = vec![
        caller("a guest", session(&guest), SESSION_ENDING_OPERATIONS),
        caller("an account", session(&account), SESSION_ENDING_OPERATIONS),
        caller("an API token", vec![format!("Authorization: Bearer {token}")], &[]),
        caller("anonymous", Vec::new(), &[]),
    ];
    Ok((callers, game))
}

fn check(schemathesis: &Path, program: &Path, folder: &Path, seconds: u32) -> Result<(), String> {
    let mut server = TestServer::start(program, folder)?;
    let (callers, game) = make_callers(&server)?;
    // A real game, so that not every request is a 404.
    let config = format!(
        "[[operations]]\ninclude-path-regex = \"^/api/v1/games/\"\nparameters = {{ \"path.id\" = \"{game}\" }}\n"
    );
    let config_file = folder.join("schemathesis.toml");
    fs::write(&config_file, config).map_err(|error| error.to_string())?;
    for caller in &callers {
        eprintln!("── api-check: {}", caller.name);
        let mut command = Command::new(schemathesis);
        command.current_dir(folder).arg("--config-file").arg(&config_file);
        command.args(["--no-color", "run"]);
        command.arg(format!("http://{}/api/v1/openapi.json", server.address));
        command.args(["--checks", "all", "--exclude-checks", EXCLUDED_CHECK, "--seed", SEED]);
        command.args([
            "--phases",
            "examples,coverage,fuzzing",
            "--max-examples",
            EXAMPLES_PER_OPERATION,
        ]);
        command.args(["--max-time", &seconds.to_string(), "--request-timeout", "20"]);
        command.args(["--generation-database", "none", "--continue-on-failure"]);
        command.args(["--generation-with-security-parameters", "false"]);
        command.args(["--exclude-path-regex", ENDLESS_ROUTES, "--warnings", "off"]);
        for id in caller.excluded {
            command.args(["--exclude-operation-id", id]);
        }
        for header in &caller.headers {
            command.args(["--header", header]);
        }
        let out = command.output().map_err(|error| format!("schemathesis: {error}"))?;
        let text = String::from_utf8_lossy(&out.stdout);
        if !out.status.success() {
            let errors = String::from_utf8_lossy(&out.stderr);
            return Err(format!(
                "{}: the API differs from openapi.json\n{text}{errors}",
                caller.name
            ));
        }
        let cases = text.lines().find(|line| line.contains(" generated")).unwrap_or_default();
        eprintln!("──   {}", cases.trim());
    }
    let log = fs::read_to_string(folder.join("log")).unwrap_or_default();
    let gone = server.child.try_wait().is_ok_and(|ended| ended.is_some());
    if gone || log.contains("panicked at") || log.contains("internal error") {
        return Err(format!("the server crashed or logged an error:\n{log}"));
    }
    Ok(())
}
