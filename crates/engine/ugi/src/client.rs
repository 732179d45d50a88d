use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, Command as Program, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use abaque_core::message;
use abaque_search::StopFlag;

use crate::command::truncate;
use crate::lines::{InputLine, next_line};
use crate::{Command, EngineError, GoParams, StartPosition, split_command_line};

/// Timeout for starting and for `readyok`.
const READY_TIMEOUT: Duration = Duration::from_secs(10);
/// Timeout for exiting after `quit`.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);
/// Poll interval of the stop flag.
const STOP_POLL_INTERVAL: Duration = Duration::from_millis(20);

/// An external engine connected over pipes. Dropping the client ends the process.
pub struct UgiClient {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    name: String,
    options: Vec<String>,
    /// Whether a `bestmove` is still pending.
    thinking: bool,
}

/// An engine's answer to `go`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EngineReply {
    /// The action as written by the engine; not checked.
    pub action: String,
    /// `nodes` of its last `info`.
    pub nodes: u64,
    /// `depth` of its last `info`.
    pub depth: u32,
    /// The last `info` line, verbatim.
    pub info: String,
}

impl UgiClient {
    /// Starts an engine by its command line (quotes group words) and performs the handshake.
    pub fn start(command: &str) -> Result<UgiClient, EngineError> {
        let words = split_command_line(command).filter(|words| !words.is_empty()).ok_or_else(|| {
            EngineError::new(message!(
                "`{command}` is not a command: write a program and its arguments, with closed quotes",
                "« {command} » n'est pas une commande : un programme et ses arguments, guillemets fermés"
            ))
        })?;
        let program = &words[0];
        let mut child = Program::new(program)
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| {
                EngineError::new(message!(
                    "cannot start `{program}`: {error}",
                    "impossible de lancer « {program} » : {error}"
                ))
            })?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(ended_error(program));
        };
        let (sender, lines) = channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            // Skip unreadable lines; a send error only means that the client is gone.
            while let Ok(line) = next_line(&mut output) {
                let delivered = match line {
                    InputLine::End => return,
                    InputLine::Text(text) => sender.send(text).is_ok(),
                    InputLine::TooLong | InputLine::NotText => true,
                };
                if !delivered {
                    return;
                }
            }
        });
        let name = program.clone();
        let options = Vec::new();
        let mut client = UgiClient { child, input, lines, name, options, thinking: false };
        client.greet()?;
        Ok(client)
    }

    fn greet(&mut self) -> Result<(), EngineError> {
        self.send(&Command::Ugi)?;
        let until = Instant::now() + READY_TIMEOUT;
        loop {
            let line = self.receive(until, "ugiok")?;
            if line.trim() == "ugiok" {
                return self.wait_until_ready();
            }
            if let Some(name) = line.strip_prefix("id name ") {
                self.name = truncate(name.trim());
            }
            if let Some(rest) = line.strip_prefix("option name ") {
                let name = rest.split(" type ").next().unwrap_or(rest);
                self.options.push(name.trim().into());
            }
        }
    }

    /// The engine's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the engine has an option of this name.
    pub fn has_option(&self, option: &str) -> bool {
        self.options.iter().any(|name| name.eq_ignore_ascii_case(option))
    }

    /// Sets an engine option.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        self.send(&Command::SetOption { name: name.into(), value: value.into() })
    }

    /// Starts a new game, setting `Game` on engines that know several. Waits for a pending answer
    /// first, because an engine need not listen while it searches.
    pub fn new_game(&mut self, spec: &str) -> Result<(), EngineError> {
        if self.thinking {
            self.send(&Command::Stop)?;
            let until = Instant::now() + READY_TIMEOUT;
            while !self.receive(until, "bestmove")?.starts_with("bestmove") {}
            self.thinking = false;
        }
        if self.has_option("Game") {
            self.set_option("Game", spec)?;
        }
        self.send(&Command::NewGame)?;
        self.wait_until_ready()
    }

    /// Waits until the engine has processed all commands; drops late answers.
    fn wait_until_ready(&mut self) -> Result<(), EngineError> {
        self.send(&Command::IsReady)?;
        let until = Instant::now() + READY_TIMEOUT;
        while self.receive(until, "readyok")?.trim() != "readyok" {}
        Ok(())
    }

    /// Requests an action and waits at most `most`; a raised stop flag also ends the wait.
    pub fn think(
        &mut self,
        at: &StartPosition,
        moves: &[String],
        go: &GoParams,
        most: Duration,
        stop: &StopFlag,
    ) -> Result<EngineReply, EngineError> {
        self.send(&Command::Position { start: at.clone(), moves: moves.to_vec() })?;
        self.send(&Command::Go(*go))?;
        self.thinking = true;
        let until = Instant::now() + most;
        let mut reply = EngineReply::default();
        loop {
            if stop.is_stopped() {
                self.send(&Command::Stop)?;
                let message = message!("stopped", "interrompu");
                return Err(EngineError { message, stopped: true });
            }
            let slice = until.min(Instant::now() + STOP_POLL_INTERVAL);
            let line =
                match self.lines.recv_timeout(slice.saturating_duration_since(Instant::now())) {
                    Ok(line) => line,
                    Err(RecvTimeoutError::Disconnected) => return Err(ended_error(&self.name)),
                    Err(RecvTimeoutError::Timeout) if Instant::now() < until => continue,
                    Err(RecvTimeoutError::Timeout) => return Err(self.timeout_error("bestmove")),
                };
            let mut words = line.split_whitespace();
            match words.next() {
                Some("bestmove") => {
                    self.thinking = false;
                    reply.action = words.next().unwrap_or_default().into();
                    return Ok(reply);
                }
                Some("info") if words.next() != Some("string") => read_info(&mut reply, &line),
                _ => {}
            }
        }
    }

    fn send(&mut self, command: &Command) -> Result<(), EngineError> {
        let sent = writeln!(self.input, "{command}").and_then(|()| self.input.flush());
        sent.map_err(|_| ended_error(&self.name))
    }

    fn receive(&self, until: Instant, awaited: &str) -> Result<String, EngineError> {
        let left = until.saturating_duration_since(Instant::now());
        self.lines.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => self.timeout_error(awaited),
            RecvTimeoutError::Disconnected => ended_error(&self.name),
        })
    }

    fn timeout_error(&self, awaited: &str) -> EngineError {
        let name = &self.name;
        EngineError::new(message!(
            "`{name}` did not say `{awaited}` in time",
            "« {name} » n'a pas dit « {awaited} » à temps"
        ))
    }
}

/// Reads an `info` line of the principal variation; other lines are ignored.
fn read_info(reply: &mut EngineReply, line: &str) {
    let words: Vec<&str> = line.split_whitespace().collect();
    let after = |word: &str| {
        let place = words.iter().position(|&other| other == word)?;
        words.get(place + 1).copied()
    };
    if after("multipv").is_some_and(|number| number != "1") {
        return;
    }
    reply.nodes = after("nodes").and_then(|text| text.parse().ok()).unwrap_or(reply.nodes);
    reply.depth = after("depth").and_then(|text| text.parse().ok()).unwrap_or(reply.depth);
    reply.info = line.into();
}

fn ended_error(name: &str) -> EngineError {
    EngineError::new(message!("`{name}` has ended", "« {name} » s'est arrêté"))
}

impl Drop for UgiClient {
    fn drop(&mut self) {
        // Ask the process to quit, then kill it; either fails if it has already exited.
        drop(self.send(&Command::Quit));
        let until = Instant::now() + QUIT_TIMEOUT;
        while Instant::now() < until {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
