use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, Command as Program, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use abaque_core::said;
use abaque_search::Stop;

use crate::command::clip;
use crate::lines::{Line, next_line};
use crate::{At, Command, Go, Trouble, split};

/// How long a program may take to start or to get ready.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long it may take to leave when asked to.
const FAREWELL: Duration = Duration::from_millis(500);
/// How often the flag from outside is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Another program that plays, spoken to over pipes. It is ended when this is dropped.
pub struct Client {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    name: String,
    options: Vec<String>,
    /// Whether an answer is still due.
    thinking: bool,
}

/// What a program answered.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reply {
    /// What it would do, as it wrote it: not checked.
    pub action: String,
    /// The `nodes` of its last `info`.
    pub nodes: u64,
    /// The `depth` of its last `info`.
    pub depth: u32,
    /// The last `info` line as it came.
    pub info: String,
}

impl Client {
    /// Starts a program by its command line (quotes hold words together) and greets it.
    pub fn start(command: &str) -> Result<Client, Trouble> {
        let words = split(command).filter(|words| !words.is_empty()).ok_or_else(|| {
            Trouble::new(said!(
                "`{command}` is no command: a program and its arguments, quotes closed",
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
                Trouble::new(said!(
                    "cannot start `{program}`: {error}",
                    "impossible de lancer « {program} » : {error}"
                ))
            })?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(gone(program));
        };
        let (sender, lines) = channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            // Unreadable lines are noise, and so is what nobody waits for any more.
            while let Ok(line) = next_line(&mut output) {
                let heard = match line {
                    Line::End => return,
                    Line::Text(text) => sender.send(text).is_ok(),
                    Line::TooLong | Line::NotText => true,
                };
                if !heard {
                    return;
                }
            }
        });
        let name = program.clone();
        let options = Vec::new();
        let mut client = Client { child, input, lines, name, options, thinking: false };
        client.greet()?;
        Ok(client)
    }

    fn greet(&mut self) -> Result<(), Trouble> {
        self.send(&Command::Ugi)?;
        let until = Instant::now() + PATIENCE;
        loop {
            let line = self.receive(until, "ugiok")?;
            if line.trim() == "ugiok" {
                return self.ready();
            }
            if let Some(name) = line.strip_prefix("id name ") {
                self.name = clip(name.trim());
            }
            if let Some(rest) = line.strip_prefix("option name ") {
                let name = rest.split(" type ").next().unwrap_or(rest);
                self.options.push(name.trim().into());
            }
        }
    }

    /// What it calls itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it has an option of this name.
    pub fn offers(&self, option: &str) -> bool {
        self.options.iter().any(|name| name.eq_ignore_ascii_case(option))
    }

    /// Sets an option of the program.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), Trouble> {
        self.send(&Command::SetOption { name: name.into(), value: value.into() })
    }

    /// A new game begins. Programs that know several games are told which. An answer still due is
    /// waited for first, as a program that thinks need not listen.
    pub fn new_game(&mut self, spec: &str) -> Result<(), Trouble> {
        if self.thinking {
            self.send(&Command::Stop)?;
            let until = Instant::now() + PATIENCE;
            while !self.receive(until, "bestmove")?.starts_with("bestmove") {}
            self.thinking = false;
        }
        if self.offers("Game") {
            self.set_option("Game", spec)?;
        }
        self.send(&Command::NewGame)?;
        self.ready()
    }

    /// Waits until everything said before has been heard; late answers are forgotten.
    fn ready(&mut self) -> Result<(), Trouble> {
        self.send(&Command::IsReady)?;
        let until = Instant::now() + PATIENCE;
        while self.receive(until, "readyok")?.trim() != "readyok" {}
        Ok(())
    }

    /// Asks for an action and waits at most `most` for it; a raised flag ends the wait as well.
    pub fn think(
        &mut self,
        at: &At,
        moves: &[String],
        go: &Go,
        most: Duration,
        stop: &Stop,
    ) -> Result<Reply, Trouble> {
        self.send(&Command::Position { at: at.clone(), moves: moves.to_vec() })?;
        self.send(&Command::Go(*go))?;
        self.thinking = true;
        let until = Instant::now() + most;
        let mut reply = Reply::default();
        loop {
            if stop.is_stopped() {
                self.send(&Command::Stop)?;
                let said = said!("stopped", "interrompu");
                return Err(Trouble { said, stopped: true });
            }
            let slice = until.min(Instant::now() + LOOK_EVERY);
            let line =
                match self.lines.recv_timeout(slice.saturating_duration_since(Instant::now())) {
                    Ok(line) => line,
                    Err(RecvTimeoutError::Disconnected) => return Err(gone(&self.name)),
                    Err(RecvTimeoutError::Timeout) if Instant::now() < until => continue,
                    Err(RecvTimeoutError::Timeout) => return Err(self.silent("bestmove")),
                };
            let mut words = line.split_whitespace();
            match words.next() {
                Some("bestmove") => {
                    self.thinking = false;
                    reply.action = words.next().unwrap_or_default().into();
                    return Ok(reply);
                }
                Some("info") if words.next() != Some("string") => note(&mut reply, &line),
                _ => {}
            }
        }
    }

    fn send(&mut self, command: &Command) -> Result<(), Trouble> {
        let sent = writeln!(self.input, "{command}").and_then(|()| self.input.flush());
        sent.map_err(|_| gone(&self.name))
    }

    fn receive(&self, until: Instant, awaited: &str) -> Result<String, Trouble> {
        let left = until.saturating_duration_since(Instant::now());
        self.lines.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => self.silent(awaited),
            RecvTimeoutError::Disconnected => gone(&self.name),
        })
    }

    fn silent(&self, awaited: &str) -> Trouble {
        let name = &self.name;
        Trouble::new(said!(
            "`{name}` did not say `{awaited}` in time",
            "« {name} » n'a pas dit « {awaited} » à temps"
        ))
    }
}

/// Takes what is of use from an `info` line; the principal line first, others pass.
fn note(reply: &mut Reply, line: &str) {
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

fn gone(name: &str) -> Trouble {
    Trouble::new(said!("`{name}` has ended", "« {name} » s'est arrêté"))
}

impl Drop for Client {
    fn drop(&mut self) {
        // Whoever does not leave when asked is made to; both may find it gone already.
        drop(self.send(&Command::Quit));
        let until = Instant::now() + FAREWELL;
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
