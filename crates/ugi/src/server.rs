use std::io::{self, BufRead};
use std::sync::Arc;

use abaque_catalog::AnyBot;
use abaque_catalog::bots::Brief;
use abaque_core::Lang;
use abaque_search::Stop;

use crate::lines::{Line, MAX_LINE, next_line};
use crate::options::{Changed, Options};
use crate::place::Place;
use crate::search::{NO_MOVE, Search};
use crate::{Command, Go, Output, Query};

/// Speaks UGI until `quit` or until nothing more comes in. Whatever comes in, the worst that happens
/// is a line `info string error …`; an error here means that nobody reads the answers any more.
pub fn serve(mut input: impl BufRead, output: impl Output) -> io::Result<()> {
    let mut server = Server::new(Arc::new(output))?;
    loop {
        // What cannot be read any further has ended.
        let line = next_line(&mut input).unwrap_or(Line::End);
        let go_on = match line {
            Line::End => false,
            Line::TooLong => {
                server.error(&format!("a line has at most {MAX_LINE} bytes"))?;
                true
            }
            Line::NotText => {
                server.error("a line is UTF-8 text")?;
                true
            }
            Line::Text(line) if line.trim().is_empty() => true,
            Line::Text(line) => match line.parse::<Command>() {
                Ok(command) => server.obey(command)?,
                Err(why) => {
                    server.error(&why)?;
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

struct Server {
    out: Arc<dyn Output>,
    options: Options,
    place: Place,
    /// The player, while it is not thinking.
    bot: Option<Box<dyn AnyBot>>,
    search: Option<Search>,
}

impl Server {
    fn new(out: Arc<dyn Output>) -> io::Result<Server> {
        let options = Options::default();
        let place = Place::start(&options.spec).map_err(io::Error::other)?;
        Ok(Server { out, options, place, bot: None, search: None })
    }

    fn say(&self, line: &str) -> io::Result<()> {
        self.out.line(line)
    }

    /// Errors are one line, whatever they quote.
    fn error(&self, why: &str) -> io::Result<()> {
        let why: String = why.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        self.say(&format!("info string error {why}"))
    }

    /// Does what is asked; `false` ends the conversation.
    fn obey(&mut self, command: Command) -> io::Result<bool> {
        let free = self.reap();
        match command {
            Command::Ugi => {
                self.say(concat!("id name Abaque ", env!("CARGO_PKG_VERSION")))?;
                self.say("id author the Abaque project")?;
                for line in self.options.list() {
                    self.say(&line)?;
                }
                self.say("ugiok")?;
            }
            Command::IsReady => self.say("readyok")?,
            Command::Query(query) => self.answer(&query)?,
            Command::Stop => {
                if let Some(search) = &self.search {
                    search.stop();
                }
            }
            Command::Quit => return Ok(false),
            _ if !free => self.error("a search is running: send `stop` first")?,
            Command::NewGame => {
                if let Some(bot) = &mut self.bot {
                    bot.forget();
                }
                self.restart()?;
            }
            Command::SetOption { name, value } => self.set(&name, &value)?,
            Command::Position { at, moves } => match Place::new(&self.options.spec, &at, &moves) {
                Ok(place) => self.place = place,
                Err(why) => self.error(&why)?,
            },
            Command::Go(go) => {
                if let Err(why) = self.go(&go) {
                    self.error(&why)?;
                    self.say(NO_MOVE)?;
                }
            }
        }
        Ok(true)
    }

    fn answer(&self, query: &Query) -> io::Result<()> {
        match self.place.answer(query) {
            Ok(answer) => self.say(&format!("response {answer}")),
            Err(why) => self.error(&why),
        }
    }

    fn set(&mut self, name: &str, value: &str) -> io::Result<()> {
        match self.options.set(name, value) {
            Ok(Changed::Manner) => {}
            Ok(Changed::Player) => self.bot = None,
            Ok(Changed::Game) => {
                self.bot = None;
                self.restart()?;
            }
            Err(why) => self.error(&why)?,
        }
        Ok(())
    }

    fn restart(&mut self) -> io::Result<()> {
        match Place::start(&self.options.spec) {
            Ok(place) => self.place = place,
            Err(why) => self.error(&why)?,
        }
        Ok(())
    }

    fn go(&mut self, go: &Go) -> Result<(), String> {
        let sight = self.place.sight()?;
        let bot = match self.bot.take() {
            Some(bot) => bot,
            None => abaque_catalog::bot(&self.options.spec, &self.options.kind)
                .map_err(|error| error.tell(Lang::En))?,
        };
        let brief = Brief {
            limits: go.limits(sight.seat, self.options.overhead),
            seed: self.options.seed,
            lines: self.options.lines,
            threads: self.options.threads,
            stop: Stop::default(),
        };
        let search = Search::start(bot, sight, brief, go.infinite, Arc::clone(&self.out));
        self.search = Some(search.map_err(|error| error.to_string())?);
        Ok(())
    }

    /// Takes the player back if it has answered; says whether none is thinking.
    fn reap(&mut self) -> bool {
        match self.search.take() {
            Some(search) if !search.is_over() => {
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
