use std::io::{self, BufRead};
use std::sync::Arc;
use std::time::Instant;

use abaque_bots::{AnyBot, SearchRequest};
use abaque_core::Lang;
use abaque_search::StopFlag;

use crate::background_search::{BackgroundSearch, NO_MOVE, SearchJob};
use crate::lines::{InputLine, MAX_LINE, next_line};
use crate::options::{EngineOptions, OptionEffect};
use crate::position::CurrentPosition;
use crate::{Command, GoParams, LineOutput, Query};

/// Runs a UGI engine until `quit` or end of input. Bad input only causes an `info string error …`
/// line; an error is returned only if the output is closed.
pub fn serve(mut input: impl BufRead, output: impl LineOutput) -> io::Result<()> {
    let mut server = UgiServer::new(Arc::new(output))?;
    loop {
        // Treat a read error as end of input.
        let line = next_line(&mut input).unwrap_or(InputLine::End);
        let received = Instant::now();
        let go_on = match line {
            InputLine::End => false,
            InputLine::TooLong => {
                server.write_error(&format!("a line has at most {MAX_LINE} bytes"))?;
                true
            }
            InputLine::NotText => {
                server.write_error("a line is UTF-8 text")?;
                true
            }
            InputLine::Text(line) if line.trim().is_empty() => true,
            InputLine::Text(line) => match line.parse::<Command>() {
                Ok(command) => server.handle(command, received)?,
                Err(why) => {
                    server.refuse(&line, &why)?;
                    true
                }
            },
        };
        if !go_on {
            server.end_search();
            return Ok(());
        }
    }
}

/// Answer to a question that cannot be answered.
const UNKNOWN: &str = "response unknown";

struct UgiServer {
    out: Arc<dyn LineOutput>,
    options: EngineOptions,
    position: CurrentPosition,
    /// The bot, while it is not searching.
    bot: Option<Box<dyn AnyBot>>,
    search: Option<BackgroundSearch>,
}

impl UgiServer {
    fn new(out: Arc<dyn LineOutput>) -> io::Result<UgiServer> {
        let options = EngineOptions::default();
        let place = CurrentPosition::start(&options.spec).map_err(io::Error::other)?;
        Ok(UgiServer { out, options, position: place, bot: None, search: None })
    }

    fn write_line(&self, line: &str) -> io::Result<()> {
        self.out.write_line(line)
    }

    /// Writes an error as a single line, whatever it quotes.
    fn write_error(&self, why: &str) -> io::Result<()> {
        let why: String = why.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        self.write_line(&format!("info string error {why}"))
    }

    /// Reports a command that cannot be read, and answers it if its sender waits for an answer.
    fn refuse(&mut self, line: &str, why: &str) -> io::Result<()> {
        self.write_error(why)?;
        match line.split_whitespace().next() {
            // A search under way will give its own answer.
            Some("go") if self.reclaim_bot() => self.write_line(NO_MOVE),
            Some("query") => self.write_line(UNKNOWN),
            _ => Ok(()),
        }
    }

    /// Handles a command received at some time; `false` ends the session.
    fn handle(&mut self, command: Command, received: Instant) -> io::Result<bool> {
        let free = self.reclaim_bot();
        match command {
            Command::Ugi => {
                self.write_line(concat!("id name Abaque ", env!("CARGO_PKG_VERSION")))?;
                self.write_line("id author the Abaque project")?;
                for line in self.options.option_lines() {
                    self.write_line(&line)?;
                }
                self.write_line("ugiok")?;
            }
            Command::IsReady => {
                if free {
                    self.prepare_bot();
                }
                self.write_line("readyok")?;
            }
            Command::Query(query) => self.answer_query(&query)?,
            Command::Stop => {
                if let Some(search) = &self.search {
                    search.stop();
                }
            }
            Command::Quit => return Ok(false),
            _ if !free => self.write_error("a search is running: send `stop` first")?,
            Command::NewGame => {
                if let Some(bot) = &mut self.bot {
                    bot.reset();
                }
                self.restart()?;
            }
            Command::SetOption { name, value } => self.set_option(&name, &value)?,
            Command::Position { start: at, moves } => {
                match CurrentPosition::new(&self.options.spec, &at, &moves) {
                    Ok(place) => self.position = place,
                    Err(why) => self.write_error(&why)?,
                }
            }
            Command::Go(go) => {
                if let Err(why) = self.start_search(&go, received) {
                    self.write_error(&why)?;
                    self.write_line(NO_MOVE)?;
                }
            }
        }
        Ok(true)
    }

    fn answer_query(&self, query: &Query) -> io::Result<()> {
        match self.position.answer(query) {
            Ok(answer) => self.write_line(&format!("response {answer}")),
            Err(why) => {
                self.write_error(&why)?;
                self.write_line(UNKNOWN)
            }
        }
    }

    /// Opens the bot and lets it allocate its memory. An error is reported by the search that needs
    /// the bot.
    fn prepare_bot(&mut self) {
        if self.bot.is_none() {
            self.bot = abaque_bots::open_bot(&self.options.spec, &self.options.kind).ok();
        }
        if let Some(bot) = &mut self.bot {
            bot.prepare(self.options.hash);
        }
    }

    fn set_option(&mut self, name: &str, value: &str) -> io::Result<()> {
        match self.options.set(name, value) {
            Ok(OptionEffect::Search) => {}
            Ok(OptionEffect::Player) => self.bot = None,
            Ok(OptionEffect::Game) => {
                self.bot = None;
                self.restart()?;
            }
            Err(why) => self.write_error(&why)?,
        }
        Ok(())
    }

    fn restart(&mut self) -> io::Result<()> {
        match CurrentPosition::start(&self.options.spec) {
            Ok(place) => self.position = place,
            Err(why) => self.write_error(&why)?,
        }
        Ok(())
    }

    fn start_search(&mut self, go: &GoParams, received: Instant) -> Result<(), String> {
        let observation = self.position.observation()?;
        let bot = match self.bot.take() {
            Some(bot) => bot,
            None => abaque_bots::open_bot(&self.options.spec, &self.options.kind)
                .map_err(|error| error.localized(Lang::En))?,
        };
        let request = SearchRequest {
            limits: go.limits(observation.seat, self.options.overhead),
            seed: self.options.seed,
            lines: self.options.lines,
            threads: self.options.threads,
            stop: StopFlag::default(),
        };
        let job = SearchJob {
            observation,
            request,
            is_endless: go.infinite,
            hash: self.options.hash,
            received,
        };
        let search = BackgroundSearch::start(bot, job, Arc::clone(&self.out));
        self.search = Some(search.map_err(|error| error.to_string())?);
        Ok(())
    }

    /// Takes the bot back if its search has finished; returns whether no search is running.
    fn reclaim_bot(&mut self) -> bool {
        match self.search.take() {
            Some(search) if !search.is_finished() => {
                self.search = Some(search);
                false
            }
            Some(search) => {
                self.bot = search.join();
                true
            }
            None => true,
        }
    }

    fn end_search(&mut self) {
        if let Some(search) = self.search.take() {
            search.stop();
            drop(search.join());
        }
    }
}
