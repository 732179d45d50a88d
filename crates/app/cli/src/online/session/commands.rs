//! Commands typed at an online table.

use abaque_core::{RandomSource, Seat, message};
use abaque_protocol::{ClientMessage, GameAct, GameStage, GameState, MAX_CHAT_CHARS, Offer};

use super::{OnlineTerminalSession, PendingQuestion, SessionFlow};
use crate::command_error::CommandError;
use crate::commands::rules;
use crate::online::games;
use crate::play::prompt_commands::{self, PromptCommand};
use crate::play::session::YES_WORDS;
use crate::play::system_random::SystemRandom;

impl OnlineTerminalSession {
    /// Executes a line.
    pub(super) async fn execute(&mut self, line: &str) -> Result<SessionFlow, CommandError> {
        if let Some(question) = self.question.take() {
            if let PendingQuestion::HandOver(seat) = question {
                return self.take_screen(seat, line);
            }
            if YES_WORDS.contains(&line.trim().to_lowercase().as_str()) {
                match question {
                    PendingQuestion::Resign => self.send_act(GameAct::Resign),
                    PendingQuestion::SetUp(setup) => self.send_ply(&setup)?,
                    PendingQuestion::HandOver(_) => {}
                }
            }
            return Ok(SessionFlow::Stay);
        }
        let order = prompt_commands::parse_command(line, self.prompt_context());
        if self.shown.finished {
            return self.execute_after_end(order).await;
        }
        if let Some(seat) = self.seat_to_act()
            && self.player_view().is_some_and(|seen| seen.game.is_sealed())
            && let Some(next) = self.set_up(seat, line)?
        {
            return Ok(next);
        }
        if let Some(command) = &order
            && self.execute_anytime(command)?
        {
            return Ok(SessionFlow::Stay);
        }
        match order {
            Some(PromptCommand::Quit) => return Ok(SessionFlow::Leave),
            Some(PromptCommand::Rematch) => self
                .screen
                .say(&message!("the game is not over yet", "la partie n'est pas encore terminée")),
            _ if self.table().is_some_and(|table| table.own_seats().is_empty()) => {
                self.screen.say(&message!(
                    "you are a spectator: `help` lists your commands",
                    "vous êtes spectateur\u{a0}: «\u{a0}aide\u{a0}» liste vos commandes"
                ));
            }
            Some(PromptCommand::Abort) => self.send_act(GameAct::Abort),
            _ if self.stage() != Some(GameStage::Playing) => self.screen.say(&message!(
                "the game has not started: wait, `abort` or `quit`",
                "la partie n'a pas commencé\u{a0}: attendez, «\u{a0}annuler\u{a0}» ou «\u{a0}quitter\u{a0}»"
            )),
            Some(PromptCommand::Resign) if self.console.is_terminal => {
                let sure = message!("Resign this game?", "Abandonner la partie\u{a0}?");
                self.ask_question(PendingQuestion::Resign, &sure);
            }
            Some(PromptCommand::Resign) => self.send_act(GameAct::Resign),
            Some(PromptCommand::Draw) => self.send_act(GameAct::Offer { what: Offer::Draw }),
            Some(PromptCommand::Undo) => self.send_act(GameAct::Offer { what: Offer::TakeBack }),
            Some(PromptCommand::Accept) => self.answer_offers(false),
            Some(PromptCommand::Decline) => self.answer_offers(true),
            Some(PromptCommand::Claim) => self.send_act(GameAct::Claim),
            Some(PromptCommand::LetPass) => {
                self.screen.say(&message!(
                    "You will not be asked for Stop! again this turn.",
                    "On ne vous demandera plus Stop\u{a0}! pendant ce tour."
                ));
                self.send_act(GameAct::LetPass);
            }
            Some(PromptCommand::Interrupt) => {
                let seconds = abaque_table::INTERRUPT_CHOICE.0 / 1000;
                self.screen.say(&message!(
                    "Stop! Choose a hole within {seconds} seconds.",
                    "Stop\u{a0}! Choisissez un trou dans les {seconds} secondes."
                ));
                self.send_act(GameAct::Interrupt);
            }
            _ if self.seat_to_act().is_none() => {
                self.screen.say(&message!("it is not your turn", "ce n'est pas à vous de jouer"));
            }
            // A set-up is due; these commands do not apply.
            Some(PromptCommand::List | PromptCommand::Hint | PromptCommand::Save(_)) | None
                if self.player_view().is_some_and(|seen| seen.game.is_sealed()) =>
            {
                crate::play::setup::show_set_up_first(&self.screen);
            }
            order => self.execute_action(order)?,
        }
        Ok(SessionFlow::Stay)
    }

    /// Executes a command about the legal actions.
    fn execute_action(&mut self, order: Option<PromptCommand>) -> Result<(), CommandError> {
        let Some(seen) = self.player_view() else { return Ok(()) };
        let legal = self.state().and_then(|state| state.legal.clone()).unwrap_or_default();
        match order {
            // With manual claims more may be legal than is listed: Enter must not reveal it.
            None if legal.len() == 1 && !seen.game.has_concealed_actions() => {
                self.send_ply(&legal[0])
            }
            Some(PromptCommand::List) => {
                self.screen.list_actions(&*seen.game, &legal);
                Ok(())
            }
            Some(PromptCommand::Random) if !legal.is_empty() => {
                let at = SystemRandom::with(|dice| dice.below(legal.len() as u64))?;
                self.send_ply(&legal[at as usize])
            }
            Some(PromptCommand::Pick(number)) => {
                match number.checked_sub(1).and_then(|i| legal.get(i)) {
                    Some(action) => self.send_ply(action),
                    None => {
                        self.show_no_such_number(legal.len());
                        Ok(())
                    }
                }
            }
            Some(PromptCommand::Action(text)) => self.send_ply(&text),
            _ => {
                self.screen.say(&message!(
                    "enter a move, `list` or `help`",
                    "saisissez un coup, «\u{a0}liste\u{a0}» ou «\u{a0}aide\u{a0}»"
                ));
                Ok(())
            }
        }
    }

    /// Executes a command that is allowed during and after the game, by players and spectators;
    /// false for any other.
    fn execute_anytime(&mut self, command: &PromptCommand) -> Result<bool, CommandError> {
        match command {
            PromptCommand::Help => self.show_help(),
            PromptCommand::Rules => self.show_rules(),
            PromptCommand::Say(text) => self.send_chat(text.clone()),
            PromptCommand::Board => self.show_again()?,
            PromptCommand::Flip => {
                self.screen.flip = !self.screen.flip;
                self.show_again()?;
            }
            PromptCommand::Notes => self.show_notes(),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Executes a line after the end of the game.
    async fn execute_after_end(
        &mut self,
        order: Option<PromptCommand>,
    ) -> Result<SessionFlow, CommandError> {
        if let Some(command) = &order
            && self.execute_anytime(command)?
        {
            return Ok(SessionFlow::Stay);
        }
        match order {
            Some(PromptCommand::Rematch) => return self.rematch().await,
            Some(PromptCommand::Quit) | None => return Ok(SessionFlow::Leave),
            // A script is done when its game has ended.
            Some(_) if !self.console.is_terminal => return Ok(SessionFlow::Leave),
            Some(_) => self.show_next_options(),
        }
        Ok(SessionFlow::Stay)
    }

    async fn rematch(&mut self) -> Result<SessionFlow, CommandError> {
        let info = self.table().and_then(|table| table.info().cloned());
        let Some(info) = info else { return Ok(SessionFlow::Stay) };
        match games::request_rematch(&self.user, &info).await {
            Ok((game, seed_commitment)) => Ok(SessionFlow::SwitchGame(game, seed_commitment)),
            Err(CommandError::Input(message) | CommandError::Environment(message)) => {
                self.show_refusal(message.get(self.lang()));
                Ok(SessionFlow::Stay)
            }
            Err(failure) => Err(failure),
        }
    }

    /// Sends an act to the server.
    pub(super) fn send_act(&mut self, act: GameAct) {
        let Some(table) = self.link.tables.get_mut(&self.game) else { return };
        let message = table.act(act);
        self.send_message(message);
    }

    /// Sends an action; only one at a time, as the next would refer to another board.
    pub(super) fn send_ply(&mut self, ply: &str) -> Result<(), CommandError> {
        let Some(table) = self.link.tables.get_mut(&self.game) else { return Ok(()) };
        if table.is_waiting() {
            self.screen.say(&message!(
                "your last move has not been confirmed yet",
                "votre dernier coup n'est pas encore confirmé"
            ));
            return Ok(());
        }
        let message = SystemRandom::with(|dice| table.play(ply, dice))?;
        self.send_message(message);
        Ok(())
    }

    fn send_message(&self, message: ClientMessage) {
        if self.link.is_up {
            self.socket.send(message);
        } else {
            self.screen.say(&message!(
                "It will be sent as soon as the connection is back.",
                "Ce sera envoyé dès que la connexion sera rétablie."
            ));
        }
    }

    fn send_chat(&mut self, text: String) {
        if text.is_empty() || text.chars().count() > MAX_CHAT_CHARS {
            self.screen.say(&message!(
                "type `say` and your message, {MAX_CHAT_CHARS} characters at most",
                "tapez «\u{a0}dire\u{a0}» et votre message, {MAX_CHAT_CHARS} caractères au plus"
            ));
        } else if self.link.is_up {
            self.socket.send(ClientMessage::Say { game: self.game.clone(), text });
        } else {
            self.unsent_chat.push(text);
        }
    }

    /// Open offers, by the opponent or by either player.
    pub(super) fn open_offers(&self, state: &GameState, by_anybody: bool) -> Vec<Offer> {
        let own = self.table().map(|table| table.own_seats()).unwrap_or_default();
        let theirs = |list: &[Seat]| list.iter().any(|seat| by_anybody || !own.contains(seat));
        let mut proposed = Vec::new();
        if theirs(&state.draw) {
            proposed.push(Offer::Draw);
        }
        if theirs(&state.take_back) {
            proposed.push(Offer::TakeBack);
        }
        proposed
    }

    fn answer_offers(&mut self, declines: bool) {
        let proposed =
            self.state().map(|state| self.open_offers(state, declines)).unwrap_or_default();
        match proposed.first() {
            Some(&what) if declines => self.send_act(GameAct::Decline { what }),
            Some(&what) => self.send_act(GameAct::Accept { what }),
            None => self.screen.say(&message!("there is no offer", "il n'y a pas de proposition")),
        }
    }

    fn show_again(&mut self) -> Result<(), CommandError> {
        if let Some(seen) = self.player_view() {
            self.show_position(&seen)?;
            if seen.outcome.is_none() {
                self.show_turn(&seen);
            }
        }
        Ok(())
    }

    fn show_notes(&self) {
        if let Some(seen) = self.player_view().filter(|seen| !seen.game.is_sealed()) {
            self.screen.show_notes(&*seen.game, seen.observer);
        }
    }

    pub(super) fn show_no_such_number(&self, count: usize) {
        self.screen.say(&message!("the list goes from 1 to {count}", "la liste va de 1 à {count}"));
    }

    fn show_help(&self) {
        self.screen.say(&message!(
            "On your turn, enter a move (Tab completes it), or press Enter if only one is listed. At any time:",
            "À votre tour, saisissez un coup (Tab le complète), ou Entrée s'il n'y en a qu'un. À tout moment\u{a0}:"
        ));
        for line in prompt_commands::help_lines(self.lang(), self.prompt_context()) {
            self.screen.show_line(&line, 14);
        }
        let legal = self.state().and_then(|state| state.legal.clone()).unwrap_or_default();
        if let Some(seen) =
            self.player_view().filter(|seen| !seen.game.is_sealed() && !legal.is_empty())
        {
            self.screen.say(&message!("Now, for example:", "Maintenant, par exemple\u{a0}:"));
            self.screen.show_examples(&*seen.game, &legal);
        }
    }

    fn show_rules(&self) {
        let Some(info) = self.table().and_then(|table| table.info()) else { return };
        if let Ok(game) = abaque_catalog::open(&info.spec) {
            let page = rules::page(game.description().name, self.lang(), self.screen.colour);
            self.screen.show(&self.screen.transliterate(&page));
        }
    }
}
