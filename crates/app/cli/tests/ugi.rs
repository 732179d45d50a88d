//! `abaque ugi` for other programs, and the dialogue of `docs/engine-protocol.md`.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use abaque_search::{SearchLimits, StopFlag};
use abaque_ugi::{GoParams, StartPosition, UgiClient};

const PAGE: &str = include_str!("../../../../docs/engine-protocol.md");

struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_abaque"))
            .arg("ugi")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Engine { child, input, output }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    fn hear(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        line.trim_end().into()
    }
}

/// Sends the lines marked `>`; the answers must equal the page's, except for searches: there the
/// kind of line must agree and its action must be legal.
#[test]
fn the_documented_ugi_session_is_true() {
    let talk = PAGE.split("```ugi\n").nth(1).unwrap().split("\n```").next().unwrap();
    let mut engine = Engine::start();
    let mut lines = talk.lines().peekable();
    let (mut compared, mut searches) = (0, 0);
    while let Some(line) = lines.next() {
        let command = line.strip_prefix("> ").unwrap();
        engine.say(command);
        let mut answers = Vec::new();
        while let Some(answer) = lines.next_if(|line| line.starts_with("< ")) {
            answers.push(answer.strip_prefix("< ").unwrap());
        }
        if command.starts_with("go ") {
            searches += 1;
            let mut heard = engine.hear();
            assert!(heard.starts_with("info depth "), "{heard}");
            while !heard.starts_with("bestmove ") {
                assert!(heard.starts_with("info "), "{heard}");
                heard = engine.hear();
            }
            assert!(answers.last().unwrap().starts_with("bestmove "));
            engine.say(&heard.replace("bestmove", "query islegal"));
            assert_eq!(engine.hear(), "response true", "{heard}");
            continue;
        }
        for answer in answers {
            assert_eq!(engine.hear(), answer, "after {command}");
            compared += 1;
        }
    }
    assert!(compared > 15 && searches == 4, "{compared} {searches}");
    assert!(engine.child.wait().unwrap().success());
}

#[test]
fn ugi_survives_garbage_and_ends_with_its_input() {
    let ran =
        crate::common::abaque_with(&["ugi"], "nonsense\n\u{1F438}\nposition fen frog\nisready");
    assert_eq!(ran.status, 0, "{}", ran.err);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines.len(), 4, "{}", ran.out);
    assert!(lines[..3].iter().all(|line| line.starts_with("info string error ")), "{}", ran.out);
    assert_eq!(lines[3], "readyok");
    let ran = crate::common::abaque_with(&["ugi", "--lang", "fr"], "go infinite\n");
    assert!(ran.status == 0 && ran.out.lines().last().unwrap().starts_with("bestmove "));
}

#[test]
fn our_ugi_client_plays_against_our_server() {
    let command = format!("'{}' ugi", env!("CARGO_BIN_EXE_abaque"));
    let mut client = UgiClient::start(&command).unwrap();
    assert!(client.name().starts_with("Abaque") && client.has_option("level"));
    client.new_game("abraxas").unwrap();
    client.set_option("Level", "greedy").unwrap();
    let mut game = abaque_catalog::open("abraxas").unwrap();
    let mut moves = Vec::new();
    let go = GoParams::from(SearchLimits::nodes(100));
    for _ in 0..6 {
        let most = Duration::from_secs(30);
        let reply =
            client.think(&StartPosition::Start, &moves, &go, most, &StopFlag::default()).unwrap();
        game.play(&reply.action).unwrap();
        moves.push(reply.action);
    }
    let stop = StopFlag::default();
    stop.stop();
    let endless = GoParams { infinite: true, ..GoParams::default() };
    let trouble =
        client.think(&StartPosition::Start, &moves, &endless, Duration::from_secs(30), &stop);
    assert!(trouble.unwrap_err().stopped);
    client.new_game("abalone").unwrap();
    let reply = client.think(
        &StartPosition::Start,
        &[],
        &go,
        Duration::from_secs(30),
        &StopFlag::default(),
    );
    assert!(abaque_catalog::open("abalone").unwrap().check(&reply.unwrap().action).is_ok());
}

#[cfg(unix)]
#[test]
fn a_silent_engine_times_out() {
    let silent =
        "sh -c 'while read a; do case $a in ugi) echo ugiok;; isready) echo readyok;; esac; done'";
    let mut client = UgiClient::start(silent).unwrap();
    let go = GoParams::from(SearchLimits::nodes(1));
    let most = Duration::from_millis(200);
    let trouble =
        client.think(&StartPosition::Start, &[], &go, most, &StopFlag::default()).unwrap_err();
    assert!(!trouble.stopped && trouble.message.fr.contains("bestmove"), "{trouble}");
    assert!(
        UgiClient::start("true").is_err()
            && UgiClient::start("").is_err()
            && UgiClient::start("'x").is_err()
    );
}
