//! Sessions with the server.
#![allow(clippy::unwrap_used)]

use std::io::{self, BufReader, Read};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use abaque_ugi::{LineOutput, MAX_LINE, serve};

/// A channel as an input stream.
struct Pipe {
    lines: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            self.rest = self.lines.recv().unwrap_or_default();
        }
        let n = self.rest.len().min(buffer.len());
        buffer[..n].copy_from_slice(&self.rest[..n]);
        self.rest.drain(..n);
        Ok(n)
    }
}

struct LineSender(Sender<String>);

impl LineOutput for LineSender {
    fn write_line(&self, text: &str) -> io::Result<()> {
        assert!(!text.contains('\n'));
        self.0.send(text.into()).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

struct UgiSession {
    to: Option<Sender<Vec<u8>>>,
    from: Receiver<String>,
    server: JoinHandle<io::Result<()>>,
}

impl UgiSession {
    fn new() -> UgiSession {
        let (to, lines) = channel();
        let (sender, from) = channel();
        let input = BufReader::new(Pipe { lines, rest: Vec::new() });
        let server = thread::spawn(move || serve(input, LineSender(sender)));
        UgiSession { to: Some(to), from, server }
    }

    fn send(&self, line: &str) {
        self.to.as_ref().unwrap().send(format!("{line}\n").into_bytes()).unwrap();
    }

    fn hear(&self) -> String {
        self.from.recv_timeout(Duration::from_secs(20)).expect("an answer")
    }

    /// Sends a line and collects output up to the first line starting with `last`.
    fn ask(&self, line: &str, last: &str) -> Vec<String> {
        self.send(line);
        let mut heard = Vec::new();
        loop {
            heard.push(self.hear());
            if heard.last().unwrap().starts_with(last) {
                return heard;
            }
        }
    }

    fn answer(&self, line: &str) -> String {
        self.ask(line, "").pop().unwrap()
    }

    /// Closes the input and returns the remaining output.
    fn end(mut self) -> Vec<String> {
        self.to = None;
        self.server.join().unwrap().unwrap();
        self.from.iter().collect()
    }
}

#[test]
fn a_session_from_handshake_to_quit() {
    let session = UgiSession::new();
    let greeting = session.ask("ugi", "ugiok");
    assert!(greeting[0].starts_with("id name Abaque"), "{greeting:?}");
    for name in ["Game", "Level", "Threads", "Seed", "MultiPV"] {
        assert!(greeting.iter().any(|line| line.starts_with(&format!("option name {name} "))));
    }
    assert_eq!(session.answer("isready"), "readyok");
    session.send("uginewgame");
    session.send("position startpos moves a1b2");
    assert_eq!(session.answer("query p1turn"), "response false");
    assert_eq!(session.answer("query gameover"), "response false");
    assert_eq!(session.answer("query result"), "response none");
    assert_eq!(session.answer("query islegal i5h5"), "response true");
    let output = session.ask("go nodes 2000", "bestmove ");
    assert!(output[0].starts_with("info depth ") && output[0].contains(" pv "), "{output:?}");
    let best = output.last().unwrap().strip_prefix("bestmove ").unwrap().to_string();
    assert_eq!(session.answer(&format!("query islegal {best}")), "response true");
    session.send(&format!("position startpos moves a1b2 {best}"));
    assert_eq!(session.answer("query p1turn"), "response true");
    assert!(session.end().is_empty());
}

#[test]
fn the_same_seed_and_nodes_give_the_same_answer() {
    let once = || {
        let session = UgiSession::new();
        session.send("setoption name Game value abraxas");
        session.send("setoption name Seed value 7");
        session.send("setoption name MultiPV value 3");
        let heard = session.ask("go nodes 3000", "bestmove");
        let plain = |line: &String| {
            let words = line.split_whitespace().collect::<Vec<_>>();
            let at = words.iter().position(|&word| word == "time").unwrap_or(words.len());
            words[..at].join(" ")
        };
        heard.iter().map(plain).collect::<Vec<_>>()
    };
    assert_eq!(once(), once());
}

#[test]
fn an_infinite_search_answers_commands_and_stops() {
    let session = UgiSession::new();
    session.send("position startpos");
    session.send("go infinite");
    assert!(session.ask("isready", "readyok").iter().all(|line| !line.starts_with("bestmove")));
    let refused = session.ask("position startpos", "info string error").pop().unwrap();
    assert!(refused.contains("stop"), "{refused}");
    session.ask("go nodes 5", "info string error");
    assert!(session.ask("query p1turn", "response").ends_with(&["response true".to_string()]));
    thread::sleep(Duration::from_millis(30));
    let best = session.ask("stop", "bestmove").pop().unwrap();
    assert_ne!(best, "bestmove 0000");
    session.send("stop");
    assert_eq!(session.answer("isready"), "readyok", "a stop with nothing to stop is no error");
}

#[test]
fn closing_the_input_ends_the_search() {
    let session = UgiSession::new();
    session.send("go infinite");
    let last = session.end().pop().unwrap();
    assert!(last.starts_with("bestmove "), "{last}");
}

#[test]
fn malformed_commands_get_an_error_line() {
    let session = UgiSession::new();
    let long = "x".repeat(MAX_LINE + 5);
    for line in [
        "hello",
        "position fen",
        "position fen x y z",
        "position startpos moves a1a1",
        "setoption name Colour value 3",
        "setoption name Threads value 0",
        "setoption name Level value 9",
        "setoption name Game value chess",
        "setoption name Hash value 0",
        "position view x as b",
        &long,
    ] {
        let answer = session.answer(line);
        assert!(answer.starts_with("info string error "), "{line:.40}: {answer}");
        assert!(answer.len() < 2000, "{line:.40}");
    }
    session.to.as_ref().unwrap().send(b"\xff\xfe\n\n  \n".to_vec()).unwrap();
    assert_eq!(session.hear(), "info string error a line is UTF-8 text");
    assert_eq!(session.answer("query fen").split(' ').count(), 5, "the old position stands");
    assert!(session.end().is_empty());
}

#[test]
fn rolls_are_plies_and_go_before_one_is_an_error() {
    let session = UgiSession::new();
    session.send("setoption name Game value abagio");
    assert_eq!(session.answer("query chance"), "response true");
    assert!(session.answer("query rolls").starts_with("response f12 1 f13 1"));
    let heard = session.ask("go nodes 10", "bestmove");
    assert!(heard[0].contains("a lot is due") && heard[1] == "bestmove 0000", "{heard:?}");
    session.send("position startpos moves f52 d31");
    assert_eq!(session.answer("query chance"), "response false");
    assert_ne!(session.ask("go nodes 10", "bestmove").pop().unwrap(), "bestmove 0000");
}

/// A client waits for the answer to `go` and `query`, even if it made a mistake.
#[test]
fn malformed_questions_are_answered() {
    let session = UgiSession::new();
    for line in ["go fast", "go movetime", "go depth x"] {
        let heard = session.ask(line, "bestmove");
        assert!(
            heard[0].starts_with("info string error ") && heard.len() == 2,
            "{line}: {heard:?}"
        );
    }
    for line in ["query weather", "query", "query rolls", "query islegal"] {
        let heard = session.ask(line, "response");
        assert_eq!(heard.last().unwrap(), "response unknown", "{line}");
        assert!(
            heard[0].starts_with("info string error ") && heard.len() == 2,
            "{line}: {heard:?}"
        );
    }
    session.send("go infinite");
    let heard = session.ask("go fast", "info string error");
    assert!(heard.iter().all(|line| !line.starts_with("bestmove")));
    assert_ne!(session.ask("stop", "bestmove").pop().unwrap(), "bestmove 0000");
    assert!(session.end().is_empty());
}

/// ABA-10: with one ball to eject and a ball on the edge, the win is a mate in one.
#[test]
fn a_proven_win_is_a_mate() {
    let session = UgiSession::new();
    session.send("setoption name Game value abalone:target=1");
    session.send("position fen wwwww/wwwwww/2ww3/8/wbb6/8/2b4/bbbbbb/bbbbb b 0-0 -");
    let heard = session.ask("go nodes 5000", "bestmove");
    let last = heard.iter().rfind(|line| line.starts_with("info depth")).unwrap();
    assert!(last.contains(" score mate 1 winprob 1.0000 "), "{heard:?}");
    assert!(heard.iter().filter(|l| l.starts_with("info depth")).all(|l| l.contains(" nps ")));
}

/// `isready` allocates; a `Hash` of another size is used by the next search.
#[test]
fn the_hash_table_has_the_size_asked_for() {
    let session = UgiSession::new();
    let greeting = session.ask("ugi", "ugiok");
    assert!(greeting.iter().any(|line| line.starts_with("option name Hash type spin ")));
    for game in ["abalone", "abraxas", "abagio", "blocs"] {
        session.send(&format!("setoption name Game value {game}"));
        session.send("setoption name Hash value 3");
        assert_eq!(session.answer("isready"), "readyok");
        session.send("position startpos");
        if session.answer("query chance") == "response false" {
            assert_ne!(session.ask("go movetime 5", "bestmove").pop().unwrap(), "bestmove 0000");
        }
    }
}

const SETUPS: [&str; 2] = [
    "setup:srbn,lbrn,snbn,snbr,lbrn,srbn,sbbr,snbn,lbnn,lbbb,lbnb,lbbb",
    "setup:sbrn,lrrn,srrb,snrn,lrbn,snrr,lrbn,sbrn,srrn,lrrn,lrnn,lrrb",
];

/// BLO-07: the opponent's set-up may be sent, but it has no effect: two games that look the same to
/// the player to act get the same answer, and so does the view alone.
#[test]
fn blo_07_hidden_pawns_do_not_change_the_answer() {
    let [blue, red] = SETUPS;
    // The same colours shown on the same rods, other pawns behind them.
    let other = "setup:srrn,lrbn,snrb,srrn,lrbn,snrn,lrrn,srrb,sbrn,lrrn,lrnn,lrrb";
    let session = UgiSession::new();
    session.send("setoption name Game value blocs");
    session.send("setoption name Seed value 3");
    let mut answers = Vec::new();
    for hidden in [red, other] {
        session.send(&format!("position startpos moves {blue} {hidden}"));
        assert_eq!(session.answer("query gameover"), "response false", "{hidden}");
        session.send("uginewgame");
        session.send(&format!("position startpos moves {blue} {hidden}"));
        answers.push(session.ask("go nodes 400", "bestmove").pop().unwrap());
    }
    assert_eq!(answers[0], answers[1]);
    assert_ne!(answers[0], "bestmove 0000");
}

#[test]
fn a_search_needs_only_a_view() {
    let [blue, red] = SETUPS;
    let mut game = abaque_catalog::open("blocs").unwrap();
    game.play(blue).unwrap();
    game.play(red).unwrap();
    let view = game.view(abaque_core::Observer::Player(abaque_core::Seat::First));
    let session = UgiSession::new();
    session.send("setoption name Game value blocs");
    session.send(&format!("position view {view} as b"));
    assert_eq!(session.answer("query fen"), format!("response {view}"));
    assert_eq!(session.answer("query p1turn"), "response true");
    let best = session.ask("go nodes 200", "bestmove").pop().unwrap();
    assert!(game.check(best.strip_prefix("bestmove ").unwrap()).is_ok(), "{best}");
    session.send(&format!("position view {view} as r"));
    let heard = session.ask("go nodes 200", "bestmove");
    assert!(heard[0].contains("other player"), "{heard:?}");
}
