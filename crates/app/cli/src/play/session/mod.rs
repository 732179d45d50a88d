//! One game at one terminal, between two people or with the computer.

mod computer;
mod ending;
mod review;
mod secrets;

use std::time::Instant;

use abaque_client::LocalGame;
use abaque_client::local::PlyStep;
use abaque_core::{Lang, Message, Observer, Seat, message};
use abaque_table::{ActError, Offer, Table, TableAct, Timestamp};

use super::input::Input;
use super::players::Computers;
use super::prompt_commands::{self, PromptCommand, PromptContext};
use super::screen::TerminalScreen;
use super::system_random::SystemRandom;
use crate::command_error::CommandError;
use crate::commands::rules;
use crate::output::show_text;

/// A game, and the terminal it is played at.
pub(crate) struct TerminalSession {
    pub(crate) game: LocalGame,
    pub(crate) screen: TerminalScreen,
    input: Input,
    /// The bots by seat.
    computers: Computers,
    save: Option<String>,
    started: Instant,
    /// The player the screen was last shown to.
    seen_by: Option<Seat>,
    dirty: bool,
    /// Announcements since the last curtain, repeated for the next player.
    announced: Vec<String>,
}

/// Yes in either language.
pub(crate) const YES_WORDS: [&str; 4] = ["y", "yes", "o", "oui"];
const NO_WORDS: [&str; 3] = ["n", "no", "non"];

/// What follows a command.
enum PromptFlow {
    /// Prompt the same player again; the board is unchanged.
    Stay,
    /// The board changed: show it.
    Show,
    /// The players leave.
    Leave,
}

impl TerminalSession {
    /// Starts or resumes a game, with its file, if any.
    pub(crate) fn new(
        game: LocalGame,
        computers: Computers,
        screen: TerminalScreen,
        input: Input,
        save: Option<String>,
    ) -> TerminalSession {
        TerminalSession {
            game,
            screen,
            input,
            computers,
            save,
            started: Instant::now(),
            seen_by: None,
            dirty: false,
            announced: Vec::new(),
        }
    }

    /// Plays until the game ends or the players leave; returns the spec of a rematch.
    pub(crate) fn run(&mut self) -> Result<Option<String>, CommandError> {
        loop {
            self.draw_lots()?;
            if let Some(outcome) = self.game.outcome() {
                return self.finish(outcome);
            }
            let Some(seat) = self.game.seat_to_act() else { return Ok(None) };
            if self.game.is_computer(seat) {
                self.computer_acts(seat)?;
                continue;
            }
            if !self.hand_over(seat)? {
                return self.confirm_leave();
            }
            if self.table().game().is_sealed() {
                if !self.set_up(seat)? {
                    return self.confirm_leave();
                }
                continue;
            }
            self.screen.show_board(self.table(), Observer::Player(seat))?;
            let now = self.now();
            self.screen.show_clocks(|seat| {
                Some((self.player_label(seat), self.table().time_left(seat, now)?))
            });
            let offered = self.table().game().offered_plies();
            self.screen.show_offered(self.table().game(), &offered);
            loop {
                let Some(line) = self.ask_action(seat, &offered)? else {
                    return self.confirm_leave();
                };
                match self.execute(seat, &line, &offered)? {
                    PromptFlow::Stay if self.game.outcome().is_some() => break,
                    PromptFlow::Stay => {}
                    PromptFlow::Show => break,
                    PromptFlow::Leave => return self.confirm_leave(),
                }
            }
        }
    }

    fn table(&self) -> &Table {
        self.game.table()
    }

    fn prompt_context(&self) -> PromptContext {
        PromptContext { has_windows: self.table().game().has_interrupt_windows(), is_online: false }
    }

    /// A player by name and colour.
    pub(crate) fn player_label(&self, seat: Seat) -> String {
        self.screen.player_label(self.game.info(), &self.game.players, seat)
    }

    fn now(&self) -> Timestamp {
        Timestamp(u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX))
    }

    fn lang(&self) -> Lang {
        self.screen.lang
    }

    fn ask_action(
        &mut self,
        seat: Seat,
        offered: &[String],
    ) -> Result<Option<String>, CommandError> {
        let who = self.player_label(seat);
        let names = prompt_commands::command_names(self.lang(), self.prompt_context());
        let words = offered.iter().cloned().chain(names.map(String::from)).collect();
        Ok(self.input.read_line(&self.screen.transliterate(&format!("{who} > ")), words)?)
    }

    /// Asks a question; `None` at the end of the input.
    fn ask_question(&mut self, message: &Message) -> Result<Option<String>, CommandError> {
        Ok(self
            .input
            .read_line(&self.screen.transliterate(message.get(self.lang())), Vec::new())?)
    }

    fn execute(
        &mut self,
        seat: Seat,
        line: &str,
        offered: &[String],
    ) -> Result<PromptFlow, CommandError> {
        match prompt_commands::parse_command(line, self.prompt_context()) {
            // With manual claims more may be legal than is listed: Enter must not reveal it.
            None if offered.len() == 1 && !self.table().game().has_concealed_actions() => {
                self.act(TableAct::play(seat, offered[0].clone()))
            }
            None => {
                self.screen.say(&message!(
                    "enter a move, `list` or `help`",
                    "saisissez un coup, «\u{a0}liste\u{a0}» ou «\u{a0}aide\u{a0}»"
                ));
                Ok(PromptFlow::Stay)
            }
            Some(PromptCommand::Help) => {
                self.show_help();
                self.screen.say(&message!("Now, for example:", "Maintenant, par exemple\u{a0}:"));
                self.screen.show_examples(self.table().game(), offered);
                Ok(PromptFlow::Stay)
            }
            Some(PromptCommand::List) => {
                self.screen.list_actions(self.table().game(), offered);
                Ok(PromptFlow::Stay)
            }
            Some(PromptCommand::Board) => Ok(PromptFlow::Show),
            Some(PromptCommand::Flip) => {
                self.screen.flip = !self.screen.flip;
                Ok(PromptFlow::Show)
            }
            Some(PromptCommand::Notes) => {
                self.screen.show_notes(self.table().game(), Observer::Player(seat));
                Ok(PromptFlow::Stay)
            }
            Some(PromptCommand::Hint) => self.show_hint(seat),
            Some(PromptCommand::Undo) => Ok(self.undo()),
            Some(PromptCommand::Draw) => self.offer_draw(seat),
            Some(PromptCommand::Resign) => {
                let who = self.player_label(seat);
                let sure = message!(
                    "{who}: resign this game?",
                    "{who}\u{a0}: abandonner la partie\u{a0}?"
                );
                if self.input.is_terminal() && !self.confirm(&sure)? {
                    return Ok(PromptFlow::Stay);
                }
                self.act(TableAct::Resign { seat })
            }
            Some(PromptCommand::LetPass) => self.let_pass(seat),
            Some(PromptCommand::Random) => {
                match SystemRandom::with(|dice| self.table().game().random_action(dice))? {
                    Some(action) => self.act(TableAct::play(seat, action)),
                    None => Ok(PromptFlow::Stay),
                }
            }
            Some(PromptCommand::Save(path)) => self.save_to(path),
            Some(PromptCommand::Rules) => {
                self.show_rules()?;
                Ok(PromptFlow::Stay)
            }
            Some(PromptCommand::Quit) => Ok(PromptFlow::Leave),
            // Only for online tables.
            Some(
                PromptCommand::Say(_)
                | PromptCommand::Accept
                | PromptCommand::Decline
                | PromptCommand::Abort
                | PromptCommand::Claim
                | PromptCommand::Interrupt
                | PromptCommand::Rematch,
            ) => Ok(PromptFlow::Stay),
            Some(PromptCommand::Pick(number)) => {
                match number.checked_sub(1).and_then(|i| offered.get(i)) {
                    Some(action) => self.act(TableAct::play(seat, action.clone())),
                    None => {
                        self.show_no_such_number(offered.len());
                        Ok(PromptFlow::Stay)
                    }
                }
            }
            Some(PromptCommand::Action(text)) => self.act(TableAct::play(seat, text)),
        }
    }

    fn show_no_such_number(&self, count: usize) {
        self.screen.say(&message!("the list goes from 1 to {count}", "la liste va de 1 à {count}"));
    }

    /// Performs an act and shows its result.
    fn act(&mut self, act: TableAct) -> Result<PromptFlow, CommandError> {
        let now = self.now();
        let lets_pass = if let TableAct::LetPass { seat } = act { Some(seat) } else { None };
        match SystemRandom::with(|dice| self.game.act(act, Observer::Spectator, now, dice))? {
            Ok(steps) => {
                // If the player's time had already run out, the pass did not take place.
                let taken = self.game.outcome().is_none() || !steps.is_empty();
                if let Some(seat) = lets_pass.filter(|_| taken) {
                    let who = self.player_label(seat);
                    let passes = message!(
                        "{who} will not be asked again this turn",
                        "on ne demandera plus à {who} pendant ce tour"
                    );
                    self.announce(passes.get(self.lang()));
                }
                self.show_steps(&steps);
                Ok(PromptFlow::Show)
            }
            Err(refused) => {
                self.show_refusal(&refused);
                Ok(PromptFlow::Stay)
            }
        }
    }

    /// Shows the plies and saves the game.
    fn show_steps(&mut self, steps: &[PlyStep]) {
        let lang = self.lang();
        let colon = if lang == Lang::Fr { "\u{a0}:" } else { ":" };
        for PlyStep { seat, ply, message: told, .. } in steps {
            let who =
                seat.map_or(String::new(), |seat| format!("{}{colon} ", self.player_label(seat)));
            let told = told.get(lang);
            // For a secret ply the description only says that it was made.
            let line = if ply == "?" { told.into() } else { format!("{ply} — {told}") };
            self.announce(&format!("{who}{line}"));
        }
        self.dirty = true;
        self.autosave();
    }

    /// Shows a text, now and again after a curtain.
    fn announce(&mut self, text: &str) {
        let line = format!("  {text}");
        self.screen.show_line(&line, 4);
        self.announced.push(line);
    }

    fn show_refusal(&self, refused: &ActError) {
        let mark = if self.screen.plain { "!" } else { "✗" };
        let lang = self.lang();
        // At the prompt every input is an action: the grammar's field name adds nothing.
        let why = match refused {
            ActError::Game(abaque_catalog::PlyError::Unreadable(error)) => {
                error.message.get(lang).to_string()
            }
            refused => refused.localized(lang),
        };
        self.screen.show_line(&format!("  {mark} {why}"), 4);
    }

    /// Two people at one terminal agree aloud, so asking is enough. Bots always agree, and their
    /// answer is taken back too.
    fn undo(&mut self) -> PromptFlow {
        if let Err(refused) = self.game.take_back(self.now()) {
            self.show_refusal(&refused);
            return PromptFlow::Stay;
        }
        let plies = self.table().plies().len();
        let message = match plies {
            0 => message!("taken back to the start", "repris jusqu'au début"),
            _ => message!("taken back to move {plies}", "repris jusqu'au coup {plies}"),
        };
        self.announce(message.get(self.lang()));
        self.show_steps(&[]);
        PromptFlow::Show
    }

    fn offer_draw(&mut self, seat: Seat) -> Result<PromptFlow, CommandError> {
        if let Err(refused) = self.game.act_with_lots(
            TableAct::Offer { seat, offer: Offer::Draw },
            Observer::Spectator,
            self.now(),
        ) {
            self.show_refusal(&refused);
            return Ok(PromptFlow::Stay);
        }
        if self.game.is_computer(seat.other()) {
            self.computer_answers_draw(seat.other())?;
            return Ok(PromptFlow::Stay);
        }
        let other = self.player_label(seat.other());
        let question =
            message!("{other}: agree to a draw?", "{other}\u{a0}: acceptez-vous la nulle\u{a0}?");
        let act = if self.confirm(&question)? {
            TableAct::Accept { seat: seat.other(), offer: Offer::Draw }
        } else {
            TableAct::Decline { seat: seat.other(), offer: Offer::Draw }
        };
        self.act(act)?;
        Ok(PromptFlow::Stay)
    }

    /// Lets the window pass: for the player to act in an open window, else for the opponent.
    fn let_pass(&mut self, seat: Seat) -> Result<PromptFlow, CommandError> {
        let by = if self.table().game().window_default().is_some() { seat } else { seat.other() };
        if self.game.is_computer(by) {
            self.screen.say(&message!(
                "the computer decides for itself whether to say Stop!",
                "l'ordinateur décide lui-même s'il dit Stop\u{a0}!"
            ));
            return Ok(PromptFlow::Stay);
        }
        self.act(TableAct::LetPass { seat: by })
    }

    fn confirm(&mut self, question: &Message) -> Result<bool, CommandError> {
        let (en, fr) = (&question.en, &question.fr);
        let answer = self.ask_question(&message!("{en} [y/N] ", "{fr} [o/N] "))?;
        let answer = answer.unwrap_or_default().to_lowercase();
        Ok(YES_WORDS.contains(&answer.trim()))
    }

    fn draw_lots(&mut self) -> Result<(), CommandError> {
        let steps = self.game.draw_lots(Observer::Spectator, self.now())?;
        if !steps.is_empty() {
            self.show_steps(&steps);
        }
        Ok(())
    }

    fn show_help(&self) {
        self.screen.say(&message!(
            "Enter a move (Tab completes it), press Enter if only one is listed, or:",
            "Saisissez un coup (Tab le complète), Entrée s'il n'y en a qu'un, ou\u{a0}:"
        ));
        for line in prompt_commands::help_lines(self.lang(), self.prompt_context()) {
            self.screen.show_line(&line, 14);
        }
    }

    /// Shows the rules, a screen at a time.
    fn show_rules(&mut self) -> Result<(), CommandError> {
        let page = rules::page(self.table().description().name, self.lang(), self.screen.colour);
        let lines: Vec<&str> = page.lines().collect();
        let more = message!(
            "-- Enter: more, q: back -- ",
            "-- Entrée\u{a0}: la suite, q\u{a0}: retour -- "
        );
        for screen in lines.chunks(22) {
            show_text(&screen.join("\n"));
            if self.input.is_terminal() && self.ask_question(&more)?.is_none_or(|line| line == "q")
            {
                break;
            }
        }
        Ok(())
    }
}
