//! A terminal session at an online table: shows server messages, sends what is typed.

mod commands;
mod ending;
mod events;
mod setup;
mod show;

use std::time::Instant;

use abaque_core::{Lang, Seat, message};
use abaque_online_client::{OnlineTable, SeedCommitment, ServerLink};
use abaque_protocol::{GameAct, GameStage, GameState};
use abaque_table::Timestamp;
use clap::ArgMatches;

use self::show::ShownState;
use super::console::Console;
use super::socket::ReconnectingSocket;
use super::{OnlineUser, lists};
use crate::command_error::CommandError;
use crate::play::prompt_commands::{self, PromptCommand, PromptContext};
use crate::play::screen::TerminalScreen;
use crate::play::system_random::SystemRandom;

/// A user at an online table.
pub(crate) struct OnlineTerminalSession {
    user: OnlineUser,
    screen: TerminalScreen,
    console: Console,
    link: ServerLink,
    socket: ReconnectingSocket,
    was_connected: bool,
    game: String,
    /// What was shown already, so that only news is printed.
    shown: ShownState,
    /// The question the next line answers.
    question: Option<PendingQuestion>,
    /// A line from a pipe that has to wait.
    held_line: Option<String>,
    /// Whether the input has ended.
    input_ended: bool,
    /// Chat lines typed while disconnected.
    unsent_chat: Vec<String>,
    /// This client's seed, checked against the record.
    seed: Option<String>,
    save: Option<String>,
    /// The command line for rejoining, without the game.
    rejoin_command: String,
    started: Instant,
}

/// A question that must be confirmed.
enum PendingQuestion {
    Resign,
    SetUp(String),
    /// Whether this player is alone before the screen.
    HandOver(Seat),
}

/// What the session does next.
enum SessionFlow {
    Stay,
    Leave,
    /// Switches to another game.
    SwitchGame(String, Option<SeedCommitment>),
}

impl OnlineTerminalSession {
    /// Opens terminal and connection.
    pub(crate) fn new(
        guest: OnlineUser,
        matches: &ArgMatches,
        lang: Lang,
    ) -> OnlineTerminalSession {
        let text = |name: &str| matches.get_one::<String>(name).cloned();
        let name = if guest.person.name.is_empty() { "" } else { guest.person.name.as_str() };
        let console = Console::open(format!("{name} > ").trim_start().to_owned());
        let screen =
            TerminalScreen::with_sink(console.text_sink(), lang, matches.get_flag("plain"));
        let label = text("guest").map_or(String::new(), |label| format!(" --guest {label}"));
        let way_back = format!("abaque online {}{label} --join", guest.server.address.origin());
        OnlineTerminalSession {
            socket: ReconnectingSocket::open(guest.server.clone()),
            was_connected: false,
            user: guest,
            screen,
            console,
            link: ServerLink::default(),
            game: String::new(),
            shown: ShownState::default(),
            question: None,
            held_line: None,
            input_ended: false,
            unsent_chat: Vec::new(),
            seed: None,
            save: text("save"),
            rejoin_command: way_back,
            started: Instant::now(),
        }
    }

    /// Plays or watches until the user leaves.
    pub(crate) async fn play(
        mut self,
        game: String,
        seed_commitment: Option<SeedCommitment>,
    ) -> Result<(), CommandError> {
        if !self.user.person.name.is_empty() {
            let place = self.user.server.address.origin();
            self.screen.say(&lists::identity_message(&place, &self.user.person));
        }
        self.start_game(game, seed_commitment)?;
        let done = self.run_games().await;
        if self.console.is_typing() {
            // The terminal is restored when the line is finished.
            self.screen.say(&message!("Press Enter.", "Appuyez sur Entrée."));
            self.console.next_line().await;
        }
        if self.link.is_up {
            self.socket.close().await;
        }
        done
    }

    async fn run_games(&mut self) -> Result<(), CommandError> {
        loop {
            match self.next_event().await? {
                SessionFlow::Stay => {}
                SessionFlow::Leave => {
                    self.show_farewell();
                    return Ok(());
                }
                SessionFlow::SwitchGame(game, seed_commitment) => {
                    self.start_game(game, seed_commitment)?
                }
            }
        }
    }

    /// Switches to a game.
    fn start_game(
        &mut self,
        game: String,
        seed_commitment: Option<SeedCommitment>,
    ) -> Result<(), CommandError> {
        if let Some(leave) = self.link.leave(&self.game) {
            self.socket.send(leave);
        }
        self.seed =
            seed_commitment.as_ref().and_then(|seed_commitment| match seed_commitment.reveal() {
                GameAct::Reveal { seed, .. } => Some(seed),
                _ => None,
            });
        self.shown = ShownState::default();
        let table = SystemRandom::with(|dice| OnlineTable::new(&game, seed_commitment, dice))?;
        self.game = game;
        for message in self.link.watch(table) {
            // Without a connection, watching starts on connect.
            if self.link.is_up {
                self.socket.send(message);
            }
        }
        Ok(())
    }

    async fn next_event(&mut self) -> Result<SessionFlow, CommandError> {
        let due = self.held_line.as_deref().is_some_and(|line| self.is_ready(line));
        if let Some(line) = self.held_line.take_if(|_| due) {
            return self.execute(&line).await;
        }
        if self.is_done() {
            return Ok(SessionFlow::Leave);
        }
        let takes = self.held_line.is_none() && !self.input_ended;
        tokio::select! {
            event = self.socket.next_event() => self.on_socket_event(event).await,
            line = self.console.next_line(), if takes => match line {
                Some(line) if self.console.is_terminal => self.execute(&line).await,
                Some(line) => {
                    self.held_line = Some(line);
                    Ok(SessionFlow::Stay)
                }
                None if self.console.is_terminal => Ok(SessionFlow::Leave),
                None => {
                    self.input_ended = true;
                    Ok(SessionFlow::Stay)
                }
            },
        }
    }

    /// Whether nothing is left to do after the end of the input.
    fn is_done(&self) -> bool {
        let Some(table) = self.table().filter(|_| self.input_ended && self.held_line.is_none())
        else {
            return false;
        };
        // Spectators type nothing and stay to the end.
        let plays = !table.own_seats().is_empty();
        table.state().is_some() && !table.is_waiting() && (self.shown.finished || plays)
    }

    /// Whether a line from a pipe can be executed: actions wait for the user's turn, answers for
    /// questions.
    fn is_ready(&self, line: &str) -> bool {
        let Some(table) = self.table() else { return false };
        let Some(state) = table.state() else { return false };
        if matches!(state.stage, GameStage::Over | GameStage::Aborted) {
            return self.shown.finished;
        }
        if table.is_waiting() || !self.link.is_up {
            return false;
        }
        if matches!(self.question, Some(PendingQuestion::HandOver(_))) {
            return true;
        }
        let playing = state.stage == GameStage::Playing;
        match prompt_commands::parse_command(line, self.prompt_context()) {
            Some(
                PromptCommand::Help
                | PromptCommand::Rules
                | PromptCommand::Quit
                | PromptCommand::Say(_)
                | PromptCommand::Abort
                | PromptCommand::Board
                | PromptCommand::Flip,
            ) => true,
            Some(PromptCommand::Rematch) => false,
            Some(PromptCommand::Accept) => !self.open_offers(state, false).is_empty(),
            Some(PromptCommand::Decline) => !self.open_offers(state, true).is_empty(),
            Some(
                PromptCommand::Draw
                | PromptCommand::Undo
                | PromptCommand::Resign
                | PromptCommand::Claim
                | PromptCommand::LetPass
                | PromptCommand::Interrupt
                | PromptCommand::Notes,
            ) => playing,
            // Spectators have no turn to wait for.
            _ => self.seat_to_act().is_some() || (playing && table.own_seats().is_empty()),
        }
    }

    fn table(&self) -> Option<&OnlineTable> {
        self.link.tables.get(&self.game)
    }

    fn state(&self) -> Option<&GameState> {
        self.table().and_then(OnlineTable::state)
    }

    fn stage(&self) -> Option<GameStage> {
        self.state().map(|state| state.stage)
    }

    /// The user's seat that is to act.
    fn seat_to_act(&self) -> Option<Seat> {
        self.table().and_then(OnlineTable::seat_to_act)
    }

    fn prompt_context(&self) -> PromptContext {
        let spec = self.table().and_then(OnlineTable::info).map(|info| info.spec.as_str());
        let game = spec.and_then(|spec| abaque_catalog::open(spec).ok());
        PromptContext {
            has_windows: game.is_some_and(|game| game.has_interrupt_windows()),
            is_online: true,
        }
    }

    fn lang(&self) -> Lang {
        self.screen.lang
    }

    fn now(&self) -> Timestamp {
        Timestamp(u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX))
    }
}
