//! At a table on a server: what comes from there is shown, what is typed goes there.

mod ending;
mod hear;
mod orders;
mod setup;
mod show;

use std::time::Instant;

use abaque_client::online::{Link, OnlineTable, Stake};
use abaque_core::{Lang, Seat, said};
use abaque_protocol::{Act, Stage, State};
use abaque_table::At;
use clap::ArgMatches;

use self::show::Told;
use super::console::Console;
use super::wire::Wire;
use super::{Guest, lists};
use crate::failure::Failure;
use crate::play::dice::Dice;
use crate::play::screen::Screen;
use crate::play::words::{self, Order, Place};

/// Somebody at a table on a server.
pub(crate) struct Visit {
    guest: Guest,
    screen: Screen,
    console: Console,
    link: Link,
    wire: Wire,
    game: String,
    /// What was shown, so that only news are told.
    told: Told,
    /// What the next line answers.
    question: Option<Question>,
    /// A line from a pipe whose time has not come.
    held: Option<String>,
    /// Whether no more lines come.
    ended: bool,
    /// What was to be said while nobody could hear it.
    unsaid: Vec<String>,
    /// What one put into the lots, to be found again in the record.
    seed: Option<String>,
    save: Option<String>,
    /// How to come back, but for the game.
    way_back: String,
    started: Instant,
}

/// Something that must be confirmed.
enum Question {
    Resign,
    SetUp(String),
    /// Whether this player alone sits before the screen.
    HandOver(Seat),
}

/// What comes next.
enum Next {
    Stay,
    Leave,
    /// Another game.
    On(String, Option<Stake>),
}

impl Visit {
    /// Opens terminal and connection.
    pub(crate) fn new(guest: Guest, matches: &ArgMatches, lang: Lang) -> Visit {
        let text = |name: &str| matches.get_one::<String>(name).cloned();
        let name = if guest.me.name.is_empty() { "" } else { guest.me.name.as_str() };
        let console = Console::open(format!("{name} > ").trim_start().to_owned());
        let screen = Screen::on(console.paper(), lang, matches.get_flag("plain"));
        let label = text("guest").map_or(String::new(), |label| format!(" --guest {label}"));
        let way_back = format!("abaque online {}{label} --join", guest.server.place.origin());
        Visit {
            wire: Wire::open(guest.server.clone()),
            guest,
            screen,
            console,
            link: Link::default(),
            game: String::new(),
            told: Told::default(),
            question: None,
            held: None,
            ended: false,
            unsaid: Vec::new(),
            seed: None,
            save: text("save"),
            way_back,
            started: Instant::now(),
        }
    }

    /// Plays, or looks on, until somebody leaves.
    pub(crate) async fn play(mut self, game: String, stake: Option<Stake>) -> Result<(), Failure> {
        if !self.guest.me.name.is_empty() {
            let place = self.guest.server.place.origin();
            self.screen.say(&lists::you(&place, &self.guest.me));
        }
        self.begin(game, stake)?;
        let done = self.evening().await;
        if self.console.is_typing() {
            // The terminal is given back as it was when the line is finished.
            self.screen.say(&said!("Press Enter.", "Appuyer sur Entrée."));
            self.console.line().await;
        }
        if self.link.up {
            self.wire.close().await;
        }
        done
    }

    async fn evening(&mut self) -> Result<(), Failure> {
        loop {
            match self.next().await? {
                Next::Stay => {}
                Next::Leave => {
                    self.farewell();
                    return Ok(());
                }
                Next::On(game, stake) => self.begin(game, stake)?,
            }
        }
    }

    /// Turns to a game.
    fn begin(&mut self, game: String, stake: Option<Stake>) -> Result<(), Failure> {
        if let Some(leave) = self.link.leave(&self.game) {
            self.wire.say(leave);
        }
        self.seed = stake.as_ref().and_then(|stake| match stake.reveal() {
            Act::Reveal { seed, .. } => Some(seed),
            _ => None,
        });
        self.told = Told::default();
        let table = Dice::with(|dice| OnlineTable::new(&game, stake, dice))?;
        self.game = game;
        for ask in self.link.watch(table) {
            // Before the connection stands it is said when it does.
            if self.link.up {
                self.wire.say(ask);
            }
        }
        Ok(())
    }

    async fn next(&mut self) -> Result<Next, Failure> {
        let due = self.held.as_deref().is_some_and(|line| self.is_ready(line));
        if let Some(line) = self.held.take_if(|_| due) {
            return self.obey(&line).await;
        }
        if self.is_done() {
            return Ok(Next::Leave);
        }
        let takes = self.held.is_none() && !self.ended;
        tokio::select! {
            heard = self.wire.next() => self.heard(heard).await,
            line = self.console.line(), if takes => match line {
                Some(line) if self.console.terminal => self.obey(&line).await,
                Some(line) => {
                    self.held = Some(line);
                    Ok(Next::Stay)
                }
                None if self.console.terminal => Ok(Next::Leave),
                None => {
                    self.ended = true;
                    Ok(Next::Stay)
                }
            },
        }
    }

    /// Whether there is nothing left to do for somebody whose lines have ended.
    fn is_done(&self) -> bool {
        let Some(table) = self.table().filter(|_| self.ended && self.held.is_none()) else {
            return false;
        };
        // Who only looks on has nothing to type and stays to the end.
        let plays = !table.yours().is_empty();
        table.state().is_some() && !table.waits() && (self.told.finished || plays)
    }

    /// Whether the time of a line from a pipe has come: actions wait for one's turn, answers for questions.
    fn is_ready(&self, line: &str) -> bool {
        let Some(table) = self.table() else { return false };
        let Some(state) = table.state() else { return false };
        if matches!(state.stage, Stage::Over | Stage::Aborted) {
            return self.told.finished;
        }
        if table.waits() || !self.link.up {
            return false;
        }
        if matches!(self.question, Some(Question::HandOver(_))) {
            return true;
        }
        let playing = state.stage == Stage::Playing;
        match words::order(line, self.place()) {
            Some(
                Order::Help
                | Order::Rules
                | Order::Quit
                | Order::Say(_)
                | Order::Abort
                | Order::Board
                | Order::Flip,
            ) => true,
            Some(Order::Rematch) => false,
            Some(Order::Accept) => !self.proposed(state, false).is_empty(),
            Some(Order::Decline) => !self.proposed(state, true).is_empty(),
            Some(
                Order::Draw
                | Order::Undo
                | Order::Resign
                | Order::Claim
                | Order::LetPass
                | Order::Notes,
            ) => playing,
            // Whoever only looks on has no turn to wait for.
            _ => self.due().is_some() || (playing && table.yours().is_empty()),
        }
    }

    fn table(&self) -> Option<&OnlineTable> {
        self.link.tables.get(&self.game)
    }

    fn state(&self) -> Option<&State> {
        self.table().and_then(OnlineTable::state)
    }

    fn stage(&self) -> Option<Stage> {
        self.state().map(|state| state.stage)
    }

    /// The seat one is to act on now.
    fn due(&self) -> Option<Seat> {
        self.table().and_then(OnlineTable::acting)
    }

    fn place(&self) -> Place {
        let spec = self.table().and_then(OnlineTable::info).map(|info| info.spec.as_str());
        let game = spec.and_then(|spec| abaque_catalog::open(spec).ok());
        Place { windows: game.is_some_and(|game| game.windows()), online: true }
    }

    fn lang(&self) -> Lang {
        self.screen.lang
    }

    fn now(&self) -> At {
        At(u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX))
    }
}
